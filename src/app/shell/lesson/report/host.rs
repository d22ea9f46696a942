//! The lesson as the host of the frame remembers it.

use super::told::is_begun;
use super::{is_platforms, session_of, splice};
use crate::app::shell::context::Lab;
use yew::prelude::*;

/// Goes on where the host remembers, if it says so soon and nothing was answered meanwhile.
#[hook]
pub fn use_remembering_host(lab: &Lab) {
    let newest = use_mut_ref(|| lab.clone());
    *newest.borrow_mut() = lab.clone();
    use_effect_with((), move |()| {
        let has_host = newest.borrow().going().is_some() && !is_platforms();
        let go_on = move |code: &str| {
            let lab = newest.borrow().clone();
            let Some(going) = lab.going().filter(|going| !is_begun(&going.session)) else { return };
            if let Some(session) = session_of(code, going.session.lesson()) {
                lab.resume_lesson(session);
            }
        };
        let listener = if has_host { splice::ask(go_on) } else { None };
        move || drop(listener)
    });
}

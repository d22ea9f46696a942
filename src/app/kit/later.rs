//! Parts of the page that come after the first picture, in a task of their own: a slow machine shows the picture sooner, and answers in between.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// Whether the first picture has been shown: false while `is_there` first holds, true from the next task on.
#[hook]
pub fn use_later(is_there: bool) -> bool {
    let is_later = use_state_eq(|| false);
    {
        let is_later = is_later.clone();
        use_effect_with(is_there, move |&is_there| {
            let timer = is_there.then(|| Timeout::new(0, move || is_later.set(true)));
            move || drop(timer)
        });
    }
    *is_later
}

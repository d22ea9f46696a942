//! The light or dark theme, following the system's setting.

use super::paper::use_is_on_paper;
use crate::chart::Theme;
use gloo_events::EventListener;
use yew::prelude::*;

/// The theme in force; follows the system while the page is open. Paper is light.
#[hook]
pub fn use_theme() -> Theme {
    let query = use_memo((), |()| web_sys::window()?.match_media("(prefers-color-scheme: dark)").ok()?);
    let theme_of = |query: &Option<web_sys::MediaQueryList>| {
        if query.as_ref().is_some_and(web_sys::MediaQueryList::matches) { Theme::Dark } else { Theme::Light }
    };
    let theme = use_state_eq(|| theme_of(&query));
    {
        let theme = theme.clone();
        use_effect_with((), move |()| {
            let listener = (*query).clone().map(|query| {
                let watched = query.clone();
                EventListener::new(&query, "change", move |_| theme.set(theme_of(&Some(watched.clone()))))
            });
            move || drop(listener)
        });
    }
    if use_is_on_paper() { Theme::Light } else { *theme }
}

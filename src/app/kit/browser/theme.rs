//! The light or dark theme: the system's, or one that was asked for.

use super::paper::use_is_on_paper;
use crate::chart::Theme;
use gloo_events::EventListener;
use std::cell::{Cell, RefCell};
use wasm_bindgen::JsCast;
use web_sys::{CssMediaRule, CssStyleSheet, Event, HtmlElement, MediaList};
use yew::prelude::*;

/// What the style sheets ask for.
const IS_DARK: &str = "(prefers-color-scheme: dark)";
/// What is always so, and what never is.
const ALWAYS: &str = "(min-width: 0)";
const NEVER: &str = "(max-width: 0)";
/// The window's event after another theme was asked for.
const CHANGED: &str = "bookahead-theme";

thread_local! {
    static ASKED: Cell<Option<Theme>> = const { Cell::new(None) };
    /// The conditions of the style sheets that depend on the theme, with their own words.
    static CONDITIONS: RefCell<Vec<(MediaList, String)>> = const { RefCell::new(Vec::new()) };
}

/// Asks for a theme; `None` follows the system. The conditions in the style sheets are put right, so that each colour is written once.
pub fn set(theme: Option<Theme>) {
    if ASKED.replace(theme) == theme {
        return;
    }
    CONDITIONS.with_borrow_mut(|conditions| {
        if conditions.is_empty() {
            *conditions = found();
        }
        for (condition, own) in conditions {
            let words = match theme {
                Some(Theme::Dark) => own.replace(IS_DARK, ALWAYS),
                Some(Theme::Light) => own.replace(IS_DARK, NEVER),
                None => own.clone(),
            };
            condition.set_media_text(&words);
        }
    });
    let Some(window) = web_sys::window() else { return };
    let root = window.document().and_then(|document| document.document_element());
    if let Some(root) = root.and_then(|root| root.dyn_into::<HtmlElement>().ok()) {
        let scheme = theme.map_or("light dark", |theme| if theme == Theme::Dark { "dark" } else { "light" });
        // Fails for no scheme.
        let _ = root.style().set_property("color-scheme", scheme);
    }
    if let Ok(event) = Event::new(CHANGED) {
        // Nobody stops it.
        let _ = window.dispatch_event(&event);
    }
}

/// The conditions of all style sheets that ask for the system's theme.
fn found() -> Vec<(MediaList, String)> {
    let sheets = web_sys::window().and_then(|window| window.document()).map(|document| document.style_sheets());
    let sheets = sheets.into_iter().flat_map(|sheets| (0..sheets.length()).filter_map(move |at| sheets.get(at)));
    let rules = sheets.filter_map(|sheet| sheet.dyn_into::<CssStyleSheet>().ok()?.css_rules().ok());
    let rules = rules.flat_map(|rules| (0..rules.length()).filter_map(move |at| rules.get(at)));
    let conditions = rules.filter_map(|rule| Some(rule.dyn_into::<CssMediaRule>().ok()?.media()));
    conditions.map(|condition| (condition.clone(), condition.media_text())).filter(|(_, words)| words.contains(IS_DARK)).collect()
}

/// The theme in force; follows the system while the page is open, unless one was asked for. Paper is light.
#[hook]
pub fn use_theme() -> Theme {
    let query = use_memo((), |()| web_sys::window()?.match_media(IS_DARK).ok()?);
    let theme_of = |query: &Option<web_sys::MediaQueryList>| {
        let of_system = || if query.as_ref().is_some_and(web_sys::MediaQueryList::matches) { Theme::Dark } else { Theme::Light };
        ASKED.get().unwrap_or_else(of_system)
    };
    let theme = use_state_eq(|| theme_of(&query));
    {
        let theme = theme.clone();
        use_effect_with((), move |()| {
            let query = (*query).clone();
            let on_query = query.clone().map(|watched| {
                let (theme, query) = (theme.clone(), query.clone());
                EventListener::new(&watched, "change", move |_| theme.set(theme_of(&query)))
            });
            let on_asked =
                web_sys::window().map(|window| EventListener::new(&window, CHANGED, move |_| theme.set(theme_of(&query))));
            move || drop((on_query, on_asked))
        });
    }
    if use_is_on_paper() { Theme::Light } else { *theme }
}

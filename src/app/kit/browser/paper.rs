//! Whether the page is being printed. Browsers print the page as it is drawn just before, and do not tell the size of the paper. Therefore all
//! pictures get one width for printing: it fits an A4 or Letter sheet held upright, and leaves room for the words beside them on one held across.
//! `www/print.js` has all of it drawn at once, before the browser prints.

use gloo_events::EventListener;
use web_sys::MediaQueryList;
use yew::prelude::*;

/// Width and height of the charts' panel on paper, in CSS px; `www/print.css` says the same width.
pub const PAPER_PX: (f64, f64) = (700.0, 760.0);
/// Device px per CSS px on paper.
pub const PAPER_DPR: f64 = 3.0;

/// Whether the page is being printed, from before the browser takes it until it is done.
#[hook]
pub fn use_is_on_paper() -> bool {
    let query = use_memo((), |()| web_sys::window()?.match_media("print").ok()?);
    let is_printed = |query: &Option<MediaQueryList>| query.as_ref().is_some_and(MediaQueryList::matches);
    let is_on_paper = use_state_eq(|| is_printed(&query));
    {
        let is_on_paper = is_on_paper.clone();
        use_effect_with((), move |()| {
            let on_window = |event: &'static str, now: bool| {
                let (window, is_on_paper) = (web_sys::window()?, is_on_paper.clone());
                Some(EventListener::new(&window, event, move |_| is_on_paper.set(now)))
            };
            // These come while there is still time to draw.
            let mut listeners = vec![on_window("beforeprint", true), on_window("afterprint", false)];
            // A preview in the browser's tools has none of them.
            let watched = (*query).clone();
            let on_query = watched.map(|watched| {
                let is_on_paper = is_on_paper.clone();
                EventListener::new(&watched.clone(), "change", move |_| is_on_paper.set(watched.matches()))
            });
            listeners.push(on_query);
            move || drop(listeners)
        });
    }
    *is_on_paper
}

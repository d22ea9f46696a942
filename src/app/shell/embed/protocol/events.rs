//! What happens in the page, for the host.

use super::look::selected_name;
use super::tell::{is_heard, tell, tell_height};
use crate::app::shell::commands::study::step_of;
use crate::app::shell::context::Lab;
use crate::app::shell::embed::acting::was_host;
use crate::app::shell::embed::embed;
use crate::app::shell::panel::save_figure::link_of;
use crate::app::workbench::workbench;
use crate::formats::messages::{Event, PROTOCOL, Topic};
use crate::formats::provenance::{Provenance, VERSION};
use crate::state::EmbedView;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// What can be asked for.
const FEATURES: &[&str] = &["load", "get", "edit", "policy", "undo", "reset", "view", "listen", "focus"];

/// The page can answer.
pub fn ready() -> Event {
    Event::Ready { version: VERSION, protocols: [PROTOCOL], features: FEATURES }
}

/// Tells of what happens. `is_drawn` once the page is there as a whole.
#[hook]
pub fn use_events(lab: &Lab, is_drawn: bool) {
    let is_embedded = embed().is_some();
    let model = lab.model();
    let study = model.effective().planned(model.view.panel);
    let shown = lab.engine_state.plans.of(study.kind()).filter(|shown| shown.is_complete());
    use_effect_with(is_drawn, move |is_drawn| {
        if *is_drawn {
            tell(&ready());
        }
    });
    let (selected, step) = match is_embedded {
        true => (selected_name(lab), workbench(lab).study.and_then(|study| step_of(lab, study))),
        false => (None, None),
    };
    use_later((Rc::as_ptr(model.effective()), model.draft.is_some()), {
        let lab = lab.clone();
        move |(_, is_dragging)| {
            if is_heard(Topic::Changed) {
                tell(&changed(&lab, *is_dragging));
            }
        }
    });
    use_later(shown.clone(), move |shown| {
        if let Some(shown) = shown.as_ref().filter(|_| is_heard(Topic::Planned)) {
            tell(&Event::Planned { counts: shown.counts() });
        }
    });
    use_later(selected, |request| tell(&Event::Selected { request: request.clone() }));
    use_later(step, |decided| tell(&Event::Stepped { decided: *decided }));
    let told = use_mut_ref(|| 0);
    use_effect_with((shown, is_drawn), move |_| {
        if let Some(height) = needed_height().filter(|height| told.replace(*height) != *height) {
            tell_height(height);
        }
    });
}

/// An effect when something changes, but not for what it is at first.
#[hook]
fn use_later<D: PartialEq + 'static>(deps: D, effect: impl FnOnce(&D) + 'static) {
    let is_first = use_mut_ref(|| true);
    use_effect_with(deps, move |deps| {
        if !is_first.replace(false) {
            effect(deps);
        }
    });
}

fn changed(lab: &Lab, is_dragging: bool) -> Event {
    let settled = !is_dragging;
    let hash = || Provenance::of(&lab.model().workspace.planned(lab.model().view.panel)).hash;
    Event::Changed {
        by: if was_host() { "host" } else { "user" },
        settled,
        link: settled.then(|| link_of(lab)).filter(|link| !link.is_empty()),
        hash: settled.then(hash),
    }
}

/// The height that a list or an inspector needs at the width it has. Pictures fill the frame, however high it is.
fn needed_height() -> Option<i32> {
    let css = match embed()?.view? {
        EmbedView::List => ".requests",
        EmbedView::Verdict => ".beside",
        _ => return None,
    };
    let document = web_sys::window()?.document()?;
    let find = |css: &str| document.query_selector(css).ok().flatten()?.dyn_into::<HtmlElement>().ok();
    let children = find(css)?.children();
    let parts = (0..children.length()).filter_map(|at| children.item(at)?.dyn_into::<HtmlElement>().ok());
    let tools = find(".tools").map_or(0, |tools| tools.offset_height());
    // What scrolls needs what is in it.
    Some(tools + parts.map(|part| part.scroll_height().max(part.offset_height())).sum::<i32>())
}

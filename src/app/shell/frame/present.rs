//! Presenting in a lecture hall: the picture alone, with larger type and strokes, and what became of the selected request as a caption below it. Arrows step
//! through the decisions. The address says `?present`, so that a link opens the same.

use crate::app::shell::address_bar;
use crate::app::shell::context::Lab;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// What the address says.
const QUERY: &str = "?present";
/// The style sheet's name for it, a class of the root.
const CLASS: &str = "presenting";

/// Whether the page presents; from the start if its address says so. The root has its class before anything asks for the size of the text.
#[hook]
pub fn use_presenting() -> UseStateHandle<bool> {
    use_state_eq(|| {
        let is_on = address_bar::query() == QUERY;
        mark(is_on);
        is_on
    })
}

/// Begins or ends it.
pub fn set_presenting(lab: &Lab, is_on: bool) {
    mark(is_on);
    address_bar::set_query(if is_on { QUERY } else { "" });
    // What had the focus may be out of sight now, and arrow keys are to step.
    let focused = web_sys::window().and_then(|window| window.document()?.active_element());
    if let Some(focused) = focused.and_then(|focused| focused.dyn_into::<HtmlElement>().ok()) {
        // Nothing is lost where it stays.
        let _ = focused.blur();
    }
    lab.presenting.set(is_on);
}

fn mark(is_on: bool) {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|document| document.document_element());
    if let Some(root) = root {
        // It is the name of a class.
        let _ = root.class_list().toggle_with_force(CLASS, is_on);
    }
}

/// What is shown, for screen readers, and the way back for those without a keyboard.
pub fn present_end(lab: &Lab) -> Html {
    let end = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| set_presenting(&lab, false))
    };
    html! {
        <>
            <h1 class="spoken">{ lab.model().title() }</h1>
            <button type="button" id="present-end" onclick={end} title="Escape">{ "End" }</button>
        </>
    }
}

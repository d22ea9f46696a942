//! The page: the only module that knows Yew and the document.
//!
//! Components wire the model to views and compute nothing themselves; drawing is in `chart`, meaning in `state`, plans in the worker.

mod canvas;
mod dialog;
mod engine_client;
mod export;
mod fields;
mod gantt;
mod gesture;
mod header;
mod inspector;
mod notices;
mod plan_panel;
mod request_list;
mod root;
mod session;
mod shortcuts;
mod storage;
mod table_twin;
mod theme;
mod url;
mod words;

/// Puts the page into the document; called once, by the page's `main`.
pub fn start() {
    notices::show_panics_to_the_user();
    let mount = web_sys::window().and_then(|window| window.document()).and_then(|document| document.get_element_by_id("app"));
    if let Some(element) = mount {
        yew::Renderer::<root::App>::with_root(element).render();
    }
}

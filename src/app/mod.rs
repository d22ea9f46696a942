//! The page: the only code that uses Yew and the document.
//!
//! Components wire the model to views and compute nothing themselves; drawing is in `chart`, meaning in `state`, plans in the worker.

use gloo_timers::callback::Timeout;

pub mod kit;
pub mod shell;
pub(crate) mod workbench;
pub mod slots;
pub mod revenue;
pub mod idle;
pub mod cluster;
pub mod workflow;
pub mod experiments;

/// Puts the page into the document; called once, by the page's `main`.
pub fn start() {
    shell::notices::show_panics_to_the_user();
    let mount = web_sys::window().and_then(|window| window.document()).and_then(|document| document.get_element_by_id("app"));
    if let Some(element) = mount {
        // In a task of its own, after that in which the module was started.
        Timeout::new(0, move || {
            yew::Renderer::<shell::root::App>::with_root(element).render();
        })
        .forget();
    }
}

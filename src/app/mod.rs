//! The page: the only code that uses Yew and the document.
//!
//! Components wire the model to views and compute nothing themselves; drawing is in `chart`, meaning in `state`, plans in the worker.

use gloo_timers::callback::Timeout;
use kit::browser::tasks::after_frame;
use shell::class_page::view::ClassPage;
use shell::hand_out::page_file::remember_first_look;
use shell::lesson::wanted::Wanted;
use shell::page_of_its_own::OwnPage;
use shell::root::{App, AppProps};
use shell::write_page::view::WritePage;
use wasm_bindgen_futures::spawn_local;

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
    shell::embed::begin();
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let Some(element) = document.get_element_by_id("app") else { return };
    remember_first_look(&element);
    match OwnPage::of_address() {
        Some(OwnPage::Class) => return drop(yew::Renderer::<ClassPage>::with_root(element).render()),
        Some(OwnPage::Write) => return drop(yew::Renderer::<WritePage>::with_root(element).render()),
        None => {}
    }
    let render = move |lesson| drop(yew::Renderer::<App>::with_root_and_props(element, AppProps { lesson }).render());
    if let Some(wanted) = Wanted::of_address() {
        return spawn_local(async move { render(Some(wanted.load().await)) });
    }
    let render = move || render(None);
    match document.hidden() {
        // A tab that was opened in the background draws no frame.
        true => drop(Timeout::new(0, render).forget()),
        // The browser shows what this is before the work on the page begins.
        false => after_frame(render),
    }
}

//! What the parts of the page that are on screen offer to do: a figure can be saved while it is shown, a plan checked where its check stands. The
//! command palette lists it, so that nothing is listed that is not there.

use crate::app::kit::by_address::ByAddress;
use crate::app::shell::frame::panel_sizes::open_dock;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use yew::prelude::*;

/// A dock that is lower shows next to nothing, in CSS px.
const DOCK_LEAST_PX: i32 = 120;

/// Something that can be done while a part of the page is on screen.
#[derive(Clone)]
pub struct Offer {
    /// What it does.
    pub words: String,
    /// Does it.
    pub run: Rc<dyn Fn()>,
}

impl Offer {
    /// Something that is done by a function.
    pub fn new(words: impl Into<String>, run: impl Fn() + 'static) -> Self {
        Self { words: words.into(), run: Rc::new(run) }
    }
}

/// All that is offered now.
#[derive(Default)]
pub struct Offers {
    next: Cell<u32>,
    all: RefCell<BTreeMap<u32, Vec<Offer>>>,
}

impl Offers {
    fn add(&self, offers: Vec<Offer>) -> u32 {
        let key = self.next.get();
        self.next.set(key.wrapping_add(1));
        self.all.borrow_mut().insert(key, offers);
        key
    }

    /// What is offered, the longest there first.
    pub fn all(&self) -> Vec<Offer> {
        self.all.borrow().values().flatten().cloned().collect()
    }
}

/// Offers something while the component is on screen; made anew when `deps` change.
#[hook]
pub fn use_offer<D: PartialEq + 'static>(offers: &ByAddress<Offers>, deps: D, make: impl FnOnce(&D) -> Vec<Offer> + 'static) {
    let offers = offers.clone();
    use_effect_with(deps, move |deps| {
        let key = offers.add(make(deps));
        move || {
            offers.all.borrow_mut().remove(&key);
        }
    });
}

/// Scrolls to a part of the page, for what is done there; a dock that is too low to show it grows.
pub fn bring_into_view(id: &str) {
    let part = web_sys::window().and_then(|window| window.document()).and_then(|document| document.get_element_by_id(id));
    if let Some(part) = part {
        if part.closest(".dock").is_ok_and(|dock| dock.is_some_and(|dock| dock.client_height() < DOCK_LEAST_PX)) {
            open_dock();
        }
        part.scroll_into_view();
    }
}

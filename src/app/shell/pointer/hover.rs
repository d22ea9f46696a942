//! What is pointed at. Lists and charts tell each other through it; only those that show it are drawn anew.

use crate::app::kit::by_address::ByAddress;
use std::cell::{Cell, RefCell};
use yew::prelude::*;

/// The job under the pointer, wherever it is pointed at.
#[derive(Clone, PartialEq)]
pub struct Hover(ByAddress<Pointed>);

#[derive(Default)]
struct Pointed {
    job: Cell<Option<u32>>,
    listeners: RefCell<Vec<(u32, Callback<()>)>>,
    next: Cell<u32>,
}

impl Hover {
    /// Nothing is pointed at.
    pub fn new() -> Self {
        Self(ByAddress::new(Pointed::default()))
    }

    /// The job (row in the arrivals).
    pub fn job(&self) -> Option<u32> {
        self.0.job.get()
    }

    /// Another job is pointed at, or none.
    pub fn point(&self, job: Option<u32>) {
        if self.0.job.replace(job) != job {
            // A listener may come or go by what it does.
            let listeners: Vec<_> = self.0.listeners.borrow().iter().map(|(_, listener)| listener.clone()).collect();
            listeners.iter().for_each(|listener| listener.emit(()));
        }
    }

    fn listen(&self, listener: Callback<()>) -> u32 {
        let number = self.0.next.get();
        self.0.next.set(number.wrapping_add(1));
        self.0.listeners.borrow_mut().push((number, listener));
        number
    }

    fn forget(&self, number: u32) {
        self.0.listeners.borrow_mut().retain(|(other, _)| *other != number);
    }
}

/// The job that is pointed at; draws the component anew when it is another one.
#[hook]
pub fn use_hovered(hover: &Hover) -> Option<u32> {
    let draw_anew = use_force_update();
    {
        let hover = hover.clone();
        use_effect_with((), move |()| {
            let number = hover.listen(Callback::from(move |()| draw_anew.force_update()));
            move || hover.forget(number)
        });
    }
    hover.job()
}

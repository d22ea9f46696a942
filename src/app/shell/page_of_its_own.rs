//! Pages of their own beside the workbenches, which the fragment of the address asks for.

use super::address_bar;
use gloo_events::EventListener;
use yew::prelude::*;

/// A page of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnPage {
    /// The answers of a class.
    Class,
    /// The writing view of lessons.
    Write,
}

impl OwnPage {
    /// Every one.
    const ALL: [Self; 2] = [Self::Class, Self::Write];

    /// The fragment of its address.
    fn fragment(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Write => "write",
        }
    }

    /// Its whole address. Beginning with the fragment, a link would be one to another part of the same page.
    pub fn address(self) -> String {
        address_bar::link(self.fragment())
    }

    /// The page that the address asks for.
    pub fn of_address() -> Option<Self> {
        let fragment = address_bar::fragment();
        Self::ALL.into_iter().find(|page| page.fragment() == fragment)
    }
}

/// Opens what another address asks for, once it is put into the address bar of such a page.
#[hook]
pub fn use_other_addresses(page: OwnPage) {
    use_effect_with((), move |()| {
        let window = web_sys::window();
        let listener = window.map(|window| {
            EventListener::new(&window, "hashchange", move |_| {
                if OwnPage::of_address() != Some(page) {
                    drop(web_sys::window().map(|window| window.location().reload()));
                }
            })
        });
        move || drop(listener)
    });
}

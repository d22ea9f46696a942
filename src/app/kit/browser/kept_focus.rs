//! Keeps the focus in its place on the page. When what has it is disabled or goes away, browsers give it to the whole page: whoever works with keys or a
//! screen reader would begin at the top again.

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement};
use yew::prelude::*;

/// What takes the focus in place of something else. No fields: on a phone they would bring up the keyboard.
const TAKES_FOCUS: &str = "button:not(:disabled), a[href], summary, [tabindex='0']";

/// Where the focus is: each element from what has it to the top, and how many come before it in its parent.
type Place = Vec<(Element, usize)>;

/// Watches over the focus: when what had it is gone after a change of the page, the nearest that can take it does, first what follows.
#[hook]
pub fn use_kept_focus() {
    let place = use_mut_ref(Place::new);
    {
        let place = Rc::clone(&place);
        use_effect_with((), move |()| {
            let listener = document().map(|document| {
                EventListener::new(&document, "focusin", move |event| {
                    if let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
                        place.replace(place_of(element));
                    }
                })
            });
            move || drop(listener)
        });
    }
    use_effect(move || {
        // Whatever is drawn with this change is there by then.
        let later = Timeout::new(0, move || keep(&place));
        later.forget();
    });
}

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

fn place_of(element: Element) -> Place {
    let before =
        |element: &Element| std::iter::successors(element.previous_element_sibling(), Element::previous_element_sibling).count();
    let up = std::iter::successors(Some(element), |element| element.parent_element());
    up.map(|element| (element.clone(), before(&element))).collect()
}

/// Gives the focus to the nearest if what had it is gone.
fn keep(place: &RefCell<Place>) {
    let is_lost = |element: &Element| !element.is_connected() || element.matches(":disabled").unwrap_or(false);
    let Some(document) = document() else { return };
    let Some((had_it, _)) = place.borrow().first().cloned().filter(|(element, _)| is_lost(element)) else { return };
    let has_it = document.active_element();
    let is_nobodys = has_it.is_none_or(|has_it| has_it == had_it || document.body().is_some_and(|body| has_it == *body));
    let lost = place.take();
    if let Some(nearest) = nearest(&lost).filter(|_| is_nobodys) {
        // It is on the page; an element of a picture takes the focus as one of text does.
        let _ = nearest.unchecked_into::<HtmlElement>().focus();
    }
}

/// The nearest to a former place that can take the focus: what follows it in the same part of the page, else what comes before, else the same around that.
fn nearest(lost: &Place) -> Option<Element> {
    lost.windows(2).filter(|pair| pair[1].0.is_connected()).find_map(|pair| {
        let (child, at, parent) = (&pair[0].0, pair[0].1, &pair[1].0);
        let is_there = child.parent_element().as_ref() == Some(parent);
        let children: Vec<Element> = std::iter::successors(parent.first_element_child(), Element::next_element_sibling).collect();
        let at = children.iter().position(|other| is_there && other == child).unwrap_or(at).min(children.len());
        children[at..].iter().find_map(taker).or_else(|| children[..at].iter().rev().find_map(taker))
    })
}

/// The first in an element, itself included, that can take the focus.
fn taker(element: &Element) -> Option<Element> {
    let is_taker = element.matches(TAKES_FOCUS).unwrap_or(false);
    let taker = if is_taker { Some(element.clone()) } else { element.query_selector(TAKES_FOCUS).ok().flatten() };
    taker.filter(|taker| taker.get_bounding_client_rect().width() > 0.0)
}

//! A small menu: a button that opens a list of buttons. It closes after a choice, with Escape, and when the focus or a press goes elsewhere.

use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDetailsElement, HtmlElement, Node};
use yew::prelude::*;

/// Properties of [`Menu`].
#[derive(Properties, PartialEq)]
pub struct MenuProps {
    /// The button's id.
    pub id: AttrValue,
    /// What the button says.
    pub words: AttrValue,
    /// What it is called for screen readers, where its words say too little.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    /// What it looks like beside a menu.
    #[prop_or_default]
    pub class: Classes,
    /// Told when it opens.
    #[prop_or_default]
    pub on_open: Callback<()>,
    /// Told when it closes.
    #[prop_or_default]
    pub on_close: Callback<()>,
    /// The buttons.
    pub children: Html,
}

/// The menu.
#[component]
pub fn Menu(MenuProps { id, words, label, class, on_open, on_close, children }: &MenuProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            let document = web_sys::window().and_then(|window| window.document());
            let listener = document.map(|document| {
                EventListener::new(&document, "pointerdown", move |event| {
                    let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
                    if let Some(details) = node.cast::<HtmlDetailsElement>().filter(|details| details.open())
                        && !details.contains(target.as_ref())
                    {
                        details.set_open(false);
                    }
                })
            });
            move || drop(listener)
        });
    }
    let close = {
        let node = node.clone();
        move |has_focus: bool| {
            if let Some(details) = node.cast::<HtmlDetailsElement>() {
                details.set_open(false);
                let summary =
                    details.query_selector("summary").ok().flatten().and_then(|summary| summary.dyn_into::<HtmlElement>().ok());
                if let Some(summary) = summary.filter(|_| has_focus) {
                    // Nothing is lost where it cannot be had.
                    let _ = summary.focus();
                }
            }
        }
    };
    let on_key = {
        let (close, node) = (close.clone(), node.clone());
        Callback::from(move |event: KeyboardEvent| {
            let is_open = node.cast::<HtmlDetailsElement>().is_some_and(|details| details.open());
            if event.key() == "Escape" && is_open {
                event.stop_propagation();
                close(true);
            }
        })
    };
    let on_choice = {
        let (close, node) = (close.clone(), node.clone());
        Callback::from(move |event: MouseEvent| {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            if target.is_some_and(|target| target.closest("button").ok().flatten().is_some()) {
                let focused = web_sys::window().and_then(|window| window.document()).and_then(|it| it.active_element());
                close(node.cast::<Node>().is_some_and(|menu| menu.contains(focused.as_deref())));
            }
        })
    };
    let on_leave = {
        let node = node.clone();
        Callback::from(move |event: FocusEvent| {
            let to = event.related_target().and_then(|target| target.dyn_into::<Node>().ok());
            if let (Some(to), Some(details)) = (to, node.cast::<HtmlDetailsElement>())
                && !details.contains(Some(&to))
            {
                close(false);
            }
        })
    };
    let on_toggle = {
        let (on_open, on_close, node) = (on_open.clone(), on_close.clone(), node.clone());
        Callback::from(move |_: Event| {
            let is_open = node.cast::<HtmlDetailsElement>().is_some_and(|details| details.open());
            if is_open { on_open.emit(()) } else { on_close.emit(()) }
        })
    };
    html! {
        <details ref={node} class={classes!("menu", class.clone())} ontoggle={on_toggle} onkeydown={on_key} onfocusout={on_leave}>
            <summary {id} aria-label={label.clone()}>{ words }</summary>
            <div class="menu-items" onclick={on_choice}>{ children.clone() }</div>
        </details>
    }
}

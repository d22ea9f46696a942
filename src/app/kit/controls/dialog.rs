//! Dialogs: which one is open, and their common frame.

use crate::app::shell::commands::palette::Palette;
use crate::app::shell::context::{DialogKind, Lab, use_lab};
use crate::app::shell::dialogs::help::help;
use crate::app::shell::dialogs::log::{log_form, log_title};
use crate::app::shell::dialogs::share::ShareDialog;
use crate::app::workbench::new_workload;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};
use yew::prelude::*;

/// The open dialog, if any, with the messages above it.
pub fn dialogs(lab: &Lab, notices: Html) -> Html {
    match *lab.dialog {
        None => Html::default(),
        Some(DialogKind::Generate) => {
            html! { <Modal title="Generate requests" id="generator-dialog" {notices}>{ new_workload() }</Modal> }
        }
        Some(DialogKind::Log) => html! { <Modal title={log_title(lab)} id="log-dialog" {notices}>{ log_form(lab) }</Modal> },
        Some(DialogKind::Share) => html! { <Modal title="Share" id="share-dialog" {notices}><ShareDialog /></Modal> },
        Some(DialogKind::Help) => html! { <Modal title="What this is" id="help-dialog" {notices}>{ help(lab) }</Modal> },
        Some(DialogKind::Commands) => html! { <Modal title="Commands" id="commands-dialog" {notices}><Palette /></Modal> },
    }
}

/// Properties of [`Modal`].
#[derive(Properties, PartialEq)]
struct ModalProps {
    title: AttrValue,
    id: AttrValue,
    /// Messages to the user.
    notices: Html,
    children: Html,
}

/// A modal dialog of the browser's own: it keeps the focus, and Escape closes it.
#[component]
fn Modal(ModalProps { title, id, notices, children }: &ModalProps) -> Html {
    let lab = use_lab();
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            let document = web_sys::window().and_then(|window| window.document());
            // Every element that can have the focus can take it, those of an SVG too.
            let before = document.and_then(|document| Some(document.active_element()?.unchecked_into::<HtmlElement>()));
            let dialog = node.cast::<HtmlDialogElement>();
            if let Some(dialog) = &dialog {
                // Fails only if it is open already.
                let _ = dialog.show_modal();
            }
            // A dialog that leaves the page does not give the focus back by itself, and as long as it is open nothing else can have it.
            move || {
                if let Some(dialog) = dialog {
                    dialog.close();
                }
                if let Some(before) = before {
                    // Nothing is lost where it cannot be had.
                    let _ = before.focus();
                }
            }
        });
    }
    {
        // One dialog may lead to another, which takes its place; what had the focus is gone then.
        let (node, is_first) = (node.clone(), use_mut_ref(|| true));
        use_effect_with(id.clone(), move |_| {
            let close =
                node.cast::<HtmlDialogElement>().and_then(|dialog| dialog.query_selector(".dialog-head button").ok().flatten());
            if !is_first.replace(false)
                && let Some(close) = close
            {
                // Nothing is lost where it cannot be had.
                let _ = close.unchecked_into::<HtmlElement>().focus();
            }
        });
    }
    let close = {
        let dialog = lab.dialog.clone();
        Callback::from(move |_: MouseEvent| dialog.set(None))
    };
    let on_close = {
        let dialog = lab.dialog.clone();
        Callback::from(move |_: Event| dialog.set(None))
    };
    let heading = format!("{id}-title");
    html! {
        <dialog ref={node} id={id.clone()} aria-labelledby={heading.clone()} onclose={on_close.clone()} oncancel={on_close}>
            <div class="dialog-head">
                <h2 id={heading}>{ title.clone() }</h2>
                <button type="button" class="quiet" onclick={close} aria-label="Close">{ "×" }</button>
            </div>
            <div class="dialog-body">{ children.clone() }</div>
            { notices.clone() }
        </dialog>
    }
}

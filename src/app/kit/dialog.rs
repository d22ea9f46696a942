//! Dialogs: their common frame, and the list of keyboard shortcuts.

use super::keys::KEYS;
use crate::app::shell::context::{DialogKind, Lab, use_lab};
use crate::app::shell::share_dialog::ShareDialog;
use crate::app::shell::workload_dialog::workload_dialog;
use crate::app::workbench::WORKBENCHES;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};
use yew::prelude::*;

/// The open dialog, if any.
pub fn dialogs(lab: &Lab) -> Html {
    match *lab.dialog {
        None => Html::default(),
        Some(DialogKind::Workload(tab)) => {
            html! { <Modal title="Open a workload" id="workload-dialog">{ workload_dialog(lab, tab) }</Modal> }
        }
        Some(DialogKind::Share) => html! { <Modal title="Share" id="share-dialog"><ShareDialog /></Modal> },
        Some(DialogKind::Help) => html! { <Modal title="Keys" id="help-dialog">{ help() }</Modal> },
    }
}

/// Properties of [`Modal`].
#[derive(Properties, PartialEq)]
struct ModalProps {
    title: AttrValue,
    id: AttrValue,
    children: Html,
}

/// A modal dialog of the browser's own: it keeps the focus, and Escape closes it.
#[component]
fn Modal(ModalProps { title, id, children }: &ModalProps) -> Html {
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
        </dialog>
    }
}

/// All keys.
fn help() -> Html {
    let panels = WORKBENCHES.iter().map(|panel| (panel.key, panel.name.to_lowercase()));
    let (keys, names): (Vec<_>, Vec<_>) = panels.unzip();
    html! {
        <dl class="keys">
            <div key="panels"><dt>{ keys.join(" ") }</dt><dd>{ names.join(", ") }</dd></div>
            { for KEYS.iter().map(|(key, meaning)| html! { <div key={*key}><dt>{ *key }</dt><dd>{ *meaning }</dd></div> }) }
        </dl>
    }
}

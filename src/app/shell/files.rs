//! Import: files dropped on the page or chosen in the dialog. The first bytes decide the type of a file.

use super::notices::{Cause, Notice};
use crate::app::shell::context::{DialogKind, Lab, WorkloadTab};
use gloo_events::{EventListener, EventListenerOptions};
use js_sys::{ArrayBuffer, Uint8Array};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DragEvent, File};
use yew::prelude::*;

/// Largest file that is read, in bytes: what a browser tab can hold beside the plan.
const FILE_BYTES_MAX: f64 = 512.0 * 1024.0 * 1024.0;

/// Reads a file and opens it: a scenario at once, anything else as a workload log with its dialog.
pub fn bring_in(lab: &Lab, file: File) {
    let lab = lab.clone();
    let name = file.name();
    if file.size() > FILE_BYTES_MAX {
        lab.notices.add(Notice::problem(format!(
            "{name} is larger than 512 MB, which is more than this page reads. Your work is as it was."
        )));
        return;
    }
    spawn_local(async move {
        let Ok(buffer) = JsFuture::from(file.array_buffer()).await else {
            lab.notices.add(
                Notice::problem(format!("{name} cannot be read: the browser refused. Your work is as it was."))
                    .about(Cause::Opening),
            );
            return;
        };
        let bytes = Uint8Array::new(&buffer.unchecked_into::<ArrayBuffer>());
        if is_scenario(&bytes) {
            match String::from_utf8(bytes.to_vec()) {
                Ok(text) => lab.open_file(&name, &text),
                Err(_) => lab.notices.add(
                    Notice::problem(format!("{name} cannot be opened: it is not text in UTF-8. Your work is as it was."))
                        .about(Cause::Opening),
                ),
            }
        } else {
            lab.dialog.set(Some(DialogKind::Workload(WorkloadTab::File)));
            lab.log_name.set(name.into());
            lab.engine.read_log(bytes);
        }
    });
}

/// Whether a file begins as JSON does; a log begins with `;`, a digit or gzip's magic number.
fn is_scenario(bytes: &Uint8Array) -> bool {
    let head = bytes.subarray(0, bytes.length().min(256)).to_vec();
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head);
    matches!(head.iter().find(|byte| !byte.is_ascii_whitespace()), Some(b'{' | b'['))
}

/// Takes files dropped anywhere on the page.
#[hook]
pub fn use_dropped_files(lab: &Lab) {
    let newest = use_mut_ref(|| lab.clone());
    *newest.borrow_mut() = lab.clone();
    use_effect_with((), move |()| {
        let listen = |kind: &'static str, is_drop: bool| {
            let newest = Rc::clone(&newest);
            web_sys::window().map(|window| {
                EventListener::new_with_options(&window, kind, EventListenerOptions::enable_prevent_default(), move |event| {
                    let Some(event) = event.dyn_ref::<DragEvent>() else { return };
                    // Without this the browser would leave the page for the file.
                    event.prevent_default();
                    let file = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0));
                    if let (true, Some(file)) = (is_drop, file) {
                        bring_in(&newest.borrow().clone(), file);
                    }
                })
            })
        };
        let listeners = [listen("dragover", false), listen("drop", true)];
        move || drop(listeners)
    });
}

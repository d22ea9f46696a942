//! Import: files dropped on the page or chosen on the start page. The first bytes decide the type of a file.

use super::notices::{Cause, Notice};
use crate::app::kit::text::format::counted;
use crate::app::shell::context::{DialogKind, Lab};
use crate::app::shell::embed::is_embedded;
use crate::app::workbench::{looks_like_graph, open_graph};
use crate::formats::batsim::looks_like_batsim;
use crate::formats::sacct::looks_like_sacct;
use crate::formats::snapshot::looks_like_snapshot;
use crate::lessons::parse::error::BYTES_MAX;
use crate::lessons::{link, parse};
use gloo_events::{EventListener, EventListenerOptions};
use gloo_timers::callback::Timeout;
use js_sys::{ArrayBuffer, Promise, Uint8Array};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, DragEvent, File, FileList};
use yew::prelude::*;

/// Largest file that is read, in bytes: what a browser tab can hold beside the plan.
const FILE_BYTES_MAX: f64 = 512.0 * 1024.0 * 1024.0;
/// Bytes that show what a file is.
const HEAD_BYTES: f64 = 4_096.0;
/// Most files that are opened at once.
const FILES_MAX: usize = 20;

/// What became of files that were brought in at once.
#[derive(Default)]
struct Told {
    opened: Vec<String>,
    log: Option<String>,
    /// The files of a snapshot of a running machine, one after another, each below its name.
    snapshot: Vec<u8>,
    /// The first of them.
    snapshot_name: Option<String>,
    /// Logs beside the first: one is read at a time.
    logs_left: Vec<String>,
    /// The link of a lesson: it is opened when the rest is done.
    lesson: Option<String>,
    problems: Vec<String>,
}

/// Reads files and opens them one after another: scenarios and task graphs at once, so that each is work of its own and the last is shown, and of the others the first, as a
/// workload log with its dialog. Files of a snapshot of a running machine are read together.
pub fn bring_in(lab: &Lab, files: &FileList) {
    let files: Vec<File> = (0..files.length()).filter_map(|at| files.get(at)).collect();
    let lab = lab.clone();
    spawn_local(async move {
        let mut told = Told::default();
        let mut log = None;
        for file in files.iter().take(FILES_MAX) {
            let name = file.name();
            if let Err(why) = take(&lab, file, &mut log, &mut told).await {
                told.problems.push(format!("{name} {why}"));
            }
        }
        if let Some(name) = told.snapshot_name.take() {
            // One of both is read at a time.
            told.logs_left.extend(told.log.take());
            (log, told.log) = (Some(Uint8Array::from(told.snapshot.as_slice())), Some(name));
            told.snapshot = Vec::new();
        }
        if let (Some(bytes), Some(name)) = (log, &told.log) {
            lab.dialog.set(Some(DialogKind::Log));
            lab.log_name.set(name.clone().into());
            lab.engine.read_log(bytes);
        }
        tell(&lab, &told, files.len());
        if let (Some(link), Some(window)) = (told.lesson, web_sys::window()) {
            lab.keeper.flush();
            // The page reads it as if it had been pasted into the address bar.
            drop(window.location().set_hash(&link));
        }
    });
}

/// Takes in one of several files.
///
/// # Errors
/// What is wrong with it, in words that go on after its name.
async fn take(lab: &Lab, file: &File, log: &mut Option<Uint8Array>, told: &mut Told) -> Result<(), String> {
    if file.size() > FILE_BYTES_MAX {
        return Err("is larger than 512 MB, which is more than this page reads".to_string());
    }
    let refused = |_| "cannot be read: the browser refused".to_string();
    let head = file.slice_with_f64_and_f64(0.0, HEAD_BYTES).map_err(refused)?;
    let name = file.name();
    let head = bytes_of(&head).await.map_err(refused)?;
    if is_utf_16(&head.to_vec()) {
        return Err("cannot be opened: it is text in UTF-16; save it as UTF-8".to_string());
    }
    if is_lesson(&name, &head) {
        if told.lesson.is_some() {
            return Err("is left out: one lesson is opened at a time".to_string());
        }
        if file.size() > BYTES_MAX as f64 {
            return Err(format!("is no lesson: it has {} bytes; at most {BYTES_MAX} are read", file.size()));
        }
        let text = String::from_utf8(bytes_of(file).await.map_err(refused)?.to_vec())
            .map_err(|_| "cannot be opened: it is not text in UTF-8".to_string())?;
        parse::read(&text)
            .map_err(|errors| format!("is no lesson: {}", errors.first().map(ToString::to_string).unwrap_or_default()))?;
        told.lesson = Some(link::encode(&text));
        return Ok(());
    }
    if looks_like_snapshot(&head.to_vec()) {
        told.snapshot.extend_from_slice(format!("==> {} <==\n", name.replace('\n', " ")).as_bytes());
        told.snapshot.extend(bytes_of(file).await.map_err(refused)?.to_vec());
        told.snapshot.push(b'\n');
        told.snapshot_name.get_or_insert(name);
        return Ok(());
    }
    if looks_like_graph(&head.to_vec()) {
        let bytes = bytes_of(file).await.map_err(refused)?.to_vec();
        open_graph(lab, &name, &bytes).map_err(|why| format!("cannot be opened: {why}"))?;
        told.opened.push(name);
        pause().await;
        lab.keeper.flush();
        return Ok(());
    }
    if looks_like_batsim(&head.to_vec()) || looks_like_sacct(&head.to_vec()) || !is_scenario(&head) {
        match told.log {
            None => {
                *log = Some(bytes_of(file).await.map_err(refused)?);
                told.log = Some(name);
            }
            Some(_) => told.logs_left.push(name),
        }
        return Ok(());
    }
    let bytes = bytes_of(file).await.map_err(refused)?.to_vec();
    let text = String::from_utf8(bytes).map_err(|_| "cannot be opened: it is not text in UTF-8".to_string())?;
    lab.open_file(&name, &text).map_err(|why| format!("cannot be opened: {why}"))?;
    told.opened.push(name);
    // The page takes it in, and saves it, before the next takes its place.
    pause().await;
    lab.keeper.flush();
    Ok(())
}

/// Says what is not to be seen: what could not be opened, and where the rest is.
fn tell(lab: &Lab, told: &Told, files: usize) {
    let mut problems = told.problems.clone();
    if !told.logs_left.is_empty() {
        problems.push(format!("{} was not read: one log is read at a time", told.logs_left.join(", ")));
    }
    if files > FILES_MAX {
        problems.push(format!("only the first {FILES_MAX} of {files} files were looked at"));
    }
    let opened = match told.opened.as_slice() {
        [] | [_] if files == 1 => None,
        [] => Some("Your work is as it was.".to_string()),
        [one] => Some(format!("{one} is opened.")),
        [others @ .., last] => Some(format!(
            "{} are opened, one after another. The last, {last}, is shown; {} under Open, Earlier work.",
            counted(told.opened.len() as u64, "scenario", "scenarios"),
            match others {
                [one] => format!("{one} is"),
                _ => format!("{} are", others.join(", ")),
            }
        )),
    };
    match (problems.is_empty(), opened) {
        (true, None) => {}
        (true, Some(opened)) => {
            if told.opened.len() > 1 {
                lab.notices.add(Notice::word(opened).about(Cause::Opening));
            }
        }
        (false, opened) => {
            let opened = opened.unwrap_or_else(|| "Your work is as it was.".to_string());
            let problems = problems.join("; ");
            let end = if problems.ends_with('?') { "" } else { "." };
            lab.notices.add(Notice::problem(format!("{problems}{end} {opened}")).about(Cause::Opening));
        }
    }
}

/// The bytes of a file.
///
/// # Errors
/// The browser refuses.
pub async fn bytes_of(blob: &Blob) -> Result<Uint8Array, JsValue> {
    let buffer = JsFuture::from(blob.array_buffer()).await?;
    Ok(Uint8Array::new(&buffer.unchecked_into::<ArrayBuffer>()))
}

/// Waits for a task of the browser's own, after those that wait now.
pub async fn pause() {
    let waited = Promise::new(&mut |done, _| {
        // The promise settles to nothing.
        Timeout::new(0, move || drop(done.call0(&JsValue::UNDEFINED))).forget();
    });
    // It cannot fail.
    let _ = JsFuture::from(waited).await;
}

/// Whether a file begins as JSON does; a log begins with `;`, a digit or gzip's magic number.
fn is_scenario(head: &Uint8Array) -> bool {
    matches!(without_mark(&head.to_vec()).iter().find(|byte| !byte.is_ascii_whitespace()), Some(b'{' | b'['))
}

/// Whether a file is a lesson: by its name, or because it begins with a title.
fn is_lesson(name: &str, head: &Uint8Array) -> bool {
    name.ends_with(".md") || without_mark(&head.to_vec()).starts_with(b"# ")
}

/// Text in UTF-8 without the mark that some editors put in front of it.
fn without_mark(head: &[u8]) -> &[u8] {
    head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head)
}

/// Whether a file is text in UTF-16: by its mark, or by the zeros in every other byte of plain letters.
fn is_utf_16(head: &[u8]) -> bool {
    let is_zero = |at: usize| head.iter().skip(at).step_by(2).take(8).all(|byte| *byte == 0);
    matches!(head, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) || head.len() >= 4 && is_zero(0) != is_zero(1)
}

/// Takes files dropped anywhere on the page; an embedded one takes none.
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
                    if is_embedded() {
                        event.data_transfer().into_iter().for_each(|data| data.set_drop_effect("none"));
                        return;
                    }
                    let files = event.data_transfer().and_then(|data| data.files()).filter(|files| files.length() > 0);
                    let lab = newest.borrow().clone();
                    if let (true, None, Some(files)) = (is_drop, lab.going(), files) {
                        bring_in(&lab, &files);
                    }
                })
            })
        };
        let listeners = [listen("dragover", false), listen("drop", true)];
        move || drop(listeners)
    });
}

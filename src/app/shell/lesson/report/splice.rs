//! SPLICE (cssplice.org): messages by which the frames of teaching material hand their host answers and scores. Runestone, PreTeXt, OpenDSA and others speak it.

use super::told::Report;
use crate::app::shell::embed::protocol::tell::{host, post, spoke_from};
use crate::lessons::answer_code::PREFIX;
use crate::lessons::session::Session;
use gloo_events::EventListener;
use js_sys::{Date, Object, Reflect};
use serde_json::json;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::MessageEvent;

/// How long the host may take to say what it remembers, in milliseconds. The lesson does not wait.
const PATIENCE_MS: f64 = 1_000.0;

thread_local! {
    static TOLD: RefCell<Told> = const { RefCell::new(Told { code: String::new(), step: 0, is_heard: false }) };
}

/// What the host was told.
struct Told {
    code: String,
    step: usize,
    /// Whether it has ever answered.
    is_heard: bool,
}

/// Asks what the host remembers, and passes an answer code to `use_code`. `None` in a page without a host.
pub fn ask(use_code: impl Fn(&str) + 'static) -> Option<EventListener> {
    let (window, host) = (web_sys::window()?, host()?);
    let asked = Date::now();
    // Several frames may ask the same host at the same time, but each gets its own answer.
    let message = format!("bookahead-{asked}");
    post(&json!({ "subject": "SPLICE.getState", "message_id": message }));
    Some(EventListener::new(&window, "message", move |event| {
        let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
        let is_hosts = event.source().is_some_and(|source| Object::is(source.as_ref(), host.as_ref()));
        let data = event.data();
        let is = |name: &str, text: &str| field(&data, name).as_deref() == Some(text);
        if !is_hosts || !is("subject", "SPLICE.getState.response") || !is("message_id", &message) {
            return;
        }
        spoke_from(event);
        TOLD.with_borrow_mut(|told| told.is_heard = true);
        // Some hosts keep it as JSON.
        let state = field(&data, "state").map(|state| state.trim_matches('"').to_string());
        if let Some(code) = state.filter(|state| state.starts_with(PREFIX) && Date::now() - asked <= PATIENCE_MS) {
            TOLD.with_borrow_mut(|told| told.code.clone_from(&code));
            use_code(&code);
        }
    }))
}

fn field(data: &JsValue, name: &str) -> Option<String> {
    Reflect::get(data, &name.into()).ok()?.as_string()
}

/// Tells of answers, and of the step where another one begins.
pub fn tell(report: &Report, session: &Session) {
    let (is_new, is_other_step) = TOLD.with_borrow_mut(|told| {
        let is_new = !report.code.is_empty() && report.code != told.code;
        if is_new {
            told.code.clone_from(&report.code);
        }
        (is_new, std::mem::replace(&mut told.step, report.step) != report.step)
    });
    if is_new {
        post(&json!({ "subject": "SPLICE.reportScoreAndState", "score": report.score.share(), "state": report.code }));
    }
    if is_other_step {
        let data = json!({ "step": report.step + 1, "steps": session.lesson().steps.len(), "heading": session.step().heading });
        post(&json!({ "subject": "SPLICE.sendEvent", "name": "step", "data": data }));
    }
}

/// Whether the host has said that it keeps what it is told.
pub fn is_heard() -> bool {
    TOLD.with_borrow(|told| told.is_heard)
}

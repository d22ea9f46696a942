//! The page in a frame of the writing view, by the protocol that any host uses (`docs/embedding.md`): a lesson is sent, what was changed in the picture is asked for.

use crate::app::shell::address_bar;
use crate::engine::Scenario;
use crate::formats::json;
use crate::lessons::session::Place;
use gloo_events::EventListener;
use js_sys::{JSON, Object};
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use web_sys::{HtmlIFrameElement, MessageEvent};
use yew::prelude::*;

/// The id of the message that asks for the scenario. Those that load a lesson have numbers.
const SCENARIO: &str = "scenario";

/// What the frame tells.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// It is there, and shows nothing yet.
    Ready,
    /// It shows the lesson that was sent with this number.
    Shown(u64),
    /// It cannot: why.
    Refused(String),
    /// The scenario in the picture has changed.
    Changed,
    /// The scenario in the picture.
    Scenario(Box<Scenario>),
}

/// The address of the frame's page: this page, waiting for a lesson.
pub fn address() -> String {
    address_bar::path() + "?embed=lesson"
}

/// Hears the frame and nobody else.
#[hook]
pub fn use_frame(frame: &NodeRef, on_told: Callback<Told>) {
    let frame = frame.clone();
    let newest = use_mut_ref(|| on_told.clone());
    *newest.borrow_mut() = on_told;
    use_effect_with((), move |()| {
        let listener = web_sys::window().map(|window| {
            EventListener::new(&window, "message", move |event| {
                let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
                let own = frame.cast::<HtmlIFrameElement>().and_then(|frame| frame.content_window());
                let is_own = own.is_some_and(|own| event.source().is_some_and(|source| Object::is(source.as_ref(), own.as_ref())));
                let told = is_own.then(|| told(event)).flatten();
                let on_told = newest.borrow().clone();
                told.into_iter().for_each(|told| on_told.emit(told));
            })
        });
        move || drop(listener)
    });
}

fn told(event: &MessageEvent) -> Option<Told> {
    let text = JSON::stringify(&event.data()).ok()?.as_string()?;
    let message: Value = serde_json::from_str(&text).ok()?;
    if message["bookahead"] != 1 {
        return None;
    }
    let is_ok = message["ok"] == true;
    match (message["event"].as_str(), &message["id"]) {
        (Some("ready"), _) => Some(Told::Ready),
        (Some("changed"), _) if message["settled"] == true => Some(Told::Changed),
        (None, Value::Number(load)) if is_ok => load.as_u64().map(Told::Shown),
        (None, Value::Number(_)) => Some(Told::Refused(message["error"]["message"].as_str().unwrap_or_default().to_string())),
        (None, id) if is_ok && id == SCENARIO => {
            json::read(&message["value"].to_string()).ok().map(|content| Told::Scenario(Box::new(content.scenario)))
        }
        _ => None,
    }
}

/// Has the frame show a lesson, at a task; unlocked, everything in its picture can be changed. It answers with the number.
pub fn load(frame: &NodeRef, number: u64, lesson: &str, place: Place, is_locked: bool) {
    let message = json!({ "do": "load", "lesson": lesson, "step": place.step + 1, "task": place.task + 1, "locked": is_locked });
    post(frame, number.into(), message);
}

/// Asks for the scenario in the picture.
pub fn ask_scenario(frame: &NodeRef) {
    post(frame, SCENARIO.into(), json!({ "do": "get", "what": "scenario" }));
}

/// Asks the frame to tell of changes.
pub fn listen(frame: &NodeRef) {
    post(frame, "".into(), json!({ "do": "listen", "to": ["changed"] }));
}

fn post(frame: &NodeRef, id: Value, mut message: Value) {
    message["bookahead"] = 1.into();
    message["id"] = id;
    let window = frame.cast::<HtmlIFrameElement>().and_then(|frame| frame.content_window());
    if let (Some(window), Ok(message)) = (window, JSON::parse(&message.to_string())) {
        // A page from disk has no origin that could be named. A frame that is gone hears nothing.
        let _ = window.post_message(&message, "*");
    }
}

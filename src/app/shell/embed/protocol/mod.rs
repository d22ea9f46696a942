//! The protocol between the page and the page that embeds it (`docs/embedding.md`). Messages are answered one after another, each on the plan that the one
//! before led to.

mod answer;
mod events;
mod look;
pub(crate) mod tell;

use super::acting::by_host;
use super::embed;
use crate::app::shell::context::Lab;
use crate::formats::link::Opened;
use crate::formats::messages::{Answer, Asked, ID_CHARS, Message, Refusal, read};
use events::{ready, use_events};
use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use js_sys::{JSON, Object, Reflect};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::MessageEvent;
use yew::prelude::*;

/// Longest time that a message waits for the plan before it is answered without, in milliseconds.
const WAIT_MS: u32 = 10_000;

/// Messages that wait, and what is gone back to.
struct Desk {
    waiting: VecDeque<Message>,
    /// What was loaded last.
    loaded: Opened,
    /// Ends the waiting.
    patience: Option<Timeout>,
    lab: Lab,
}

/// Hears and answers the host, and tells it what happens; does nothing in a page that stands by itself.
#[hook]
pub fn use_protocol(lab: &Lab, is_drawn: bool) {
    let desk = use_mut_ref(|| {
        let shared = lab.model().shared();
        let loaded = Opened { scenario: shared.scenario, view: shared.view, second: None };
        Desk { waiting: VecDeque::new(), loaded, patience: None, lab: lab.clone() }
    });
    desk.borrow_mut().lab = lab.clone();
    {
        let desk = Rc::clone(&desk);
        use_effect_with((), move |()| {
            let window = web_sys::window().filter(|_| embed().is_some());
            let listener = window.map(|window| EventListener::new(&window, "message", move |event| hear(&desk, event)));
            move || drop(listener)
        });
    }
    use_events(lab, is_drawn);
    // What waited for this plan.
    use_effect(move || work(&desk, false));
}

/// A message from any window: only those of the host are heard, and only those of this protocol.
fn hear(desk: &Rc<RefCell<Desk>>, event: &web_sys::Event) {
    let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
    let host = tell::host();
    let is_hosts = host.is_some_and(|host| event.source().is_some_and(|source| Object::is(source.as_ref(), host.as_ref())));
    let data = event.data();
    let is_ours = || Reflect::get(&data, &"bookahead".into()).is_ok_and(|version| version == 1);
    if !is_hosts || !data.is_object() || !is_ours() {
        return;
    }
    tell::spoke_from(event);
    let mut message = match JSON::stringify(&data).ok().and_then(|text| text.as_string()) {
        Some(text) => read(&text),
        None => Message { id: None, asked: Err(Refusal::at("", "a value that JSON cannot hold", "plain data")) },
    };
    // What cannot be read as a whole is answered too.
    message.id = message.id.or_else(|| id_of(&data));
    // Whether the page is there is asked before anything else, and again and again.
    if matches!(message.asked, Ok(Asked::Hello)) {
        return tell::tell(&ready());
    }
    desk.borrow_mut().waiting.push_back(message);
    work(desk, false);
}

/// The id of a message: a whole number or a short text.
fn id_of(data: &JsValue) -> Option<Value> {
    let id = Reflect::get(data, &"id".into()).ok()?;
    let number = id.as_f64().filter(|number| number.fract() == 0.0).map(|number| Value::from(number as i64));
    number.or_else(|| id.as_string().filter(|text| text.chars().count() <= ID_CHARS).map(Value::from))
}

/// Whether the plan of what is shown is there.
fn is_planned(lab: &Lab) -> bool {
    let model = lab.model();
    let study = model.effective().planned(model.view.panel);
    let shown = lab.engine_state.plans.of(study.kind());
    shown.is_some_and(|shown| shown.is_complete() && Arc::ptr_eq(shown.study(), &study))
}

/// Answers what waits, as far as it can be answered now. Without patience what needs the plan is answered without it.
fn work(desk: &Rc<RefCell<Desk>>, is_out_of_patience: bool) {
    let mut is_out_of_patience = is_out_of_patience;
    loop {
        let this = &mut *desk.borrow_mut();
        if this.waiting.is_empty() {
            this.patience = None;
            return;
        }
        let needs_plan = this.waiting.front().is_some_and(|message| message.asked.as_ref().is_ok_and(answer::needs_plan));
        if needs_plan && !is_planned(&this.lab) && !std::mem::take(&mut is_out_of_patience) {
            let again = Rc::clone(desk);
            this.patience.get_or_insert_with(|| Timeout::new(WAIT_MS, move || work(&again, true)));
            return;
        }
        this.patience = None;
        let Some(Message { id, asked }) = this.waiting.pop_front() else { return };
        let lab = this.lab.clone();
        let asked = match asked {
            Ok(asked) => asked,
            Err(refusal) => {
                tell::answer(&Answer::new(id, Err(refusal)));
                continue;
            }
        };
        let is_change = answer::changes(&asked);
        by_host(|| answer::give(&lab, &mut this.loaded, id, asked));
        if is_change {
            // The page is drawn before the next is looked at.
            let again = Rc::clone(desk);
            Timeout::new(0, move || work(&again, false)).forget();
            return;
        }
    }
}

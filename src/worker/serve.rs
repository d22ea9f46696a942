//! The worker's event loop: messages in, pieces of work between them, messages out.

use super::body::PlanBody;
use super::columns::{pack_arrivals, pack_plan};
use super::server::{Server, Step};
use super::wire::{Ask, Reply, from_bytes, to_bytes};
use js_sys::Uint32Array;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

/// Longest piece of work before waiting messages are looked at, in milliseconds.
const PIECE_MS: f64 = 12.0;
/// Jobs decided between two looks at the clock.
const JOBS_PER_LOOK: usize = 256;
/// Shortest time between two reports of progress, in milliseconds. The page takes a worker that is silent for long for dead.
const REPORT_MS: f64 = 100.0;

/// Listens to the page; called once, by the worker's `main`.
pub fn start() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    // Posting to oneself lets messages that wait come first, and is not slowed down as timers are.
    let Ok(channel) = MessageChannel::new() else { return };
    let own_port = channel.port2();
    let worker = Rc::new(RefCell::new(Worker {
        scope: scope.clone(),
        wake: Box::new(move || drop(own_port.post_message(&JsValue::NULL))),
        is_awake: false,
        last_report: 0.0,
        server: Server::default(),
    }));

    let receiver = Rc::clone(&worker);
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| receiver.borrow_mut().receive(event.data()));
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();

    let ticker = Rc::clone(&worker);
    let on_tick = Closure::<dyn Fn()>::new(move || ticker.borrow_mut().tick());
    channel.port1().set_onmessage(Some(on_tick.as_ref().unchecked_ref()));
    on_tick.forget();

    worker.borrow().send(&Reply::Ready);
}

struct Worker {
    scope: DedicatedWorkerGlobalScope,
    wake: Box<dyn Fn()>,
    is_awake: bool,
    last_report: f64,
    server: Server,
}

impl Worker {
    fn now(&self) -> f64 {
        self.scope.performance().map_or(0.0, |performance| performance.now())
    }

    fn send(&self, reply: &Reply) {
        let sent = serde_wasm_bindgen::to_value(reply)
            .map_err(JsValue::from)
            .and_then(|message| self.scope.post_message_with_transfer(&message, &reply.transfer()));
        if let Err(error) = sent {
            web_sys::console::error_1(&error);
        }
    }

    fn receive(&mut self, data: JsValue) {
        match serde_wasm_bindgen::from_value(data) {
            Ok(Ask::Plan { rev, body }) => match from_bytes::<PlanBody>(&body).map(|body| self.server.receive(rev, body)) {
                Some(Ok(())) => self.stay_awake(),
                Some(Err(error)) => self.send(&Reply::Invalid { rev, message: error.to_string() }),
                None => self.send(&Reply::Invalid { rev, message: "the message does not hold a scenario".to_string() }),
            },
            Ok(_) => {}
            Err(error) => web_sys::console::error_1(&error.into()),
        }
    }

    fn stay_awake(&mut self) {
        if !self.is_awake {
            self.is_awake = true;
            (self.wake)();
        }
    }

    fn tick(&mut self) {
        self.is_awake = false;
        let began = self.now();
        loop {
            match self.server.step(JOBS_PER_LOOK) {
                Step::Idle => return,
                Step::Working { rev, decided, jobs } => {
                    let now = self.now();
                    if now - began < PIECE_MS {
                        continue;
                    }
                    if now - self.last_report >= REPORT_MS {
                        self.last_report = now;
                        self.send(&Reply::Progress { rev, decided, jobs });
                    }
                    self.stay_awake();
                    return;
                }
                Step::Planned { rev, body, nodes, arrivals_changed } => {
                    let Some(session) = self.server.session() else { return };
                    let arrivals = if arrivals_changed {
                        Uint32Array::from(pack_arrivals(session.arrivals()).as_slice()).into()
                    } else {
                        JsValue::UNDEFINED
                    };
                    let plan = Uint32Array::from(pack_plan(session.decisions(), &nodes).as_slice());
                    self.send(&Reply::Planned { rev, body: to_bytes(&body), arrivals, plan });
                    return;
                }
            }
        }
    }
}

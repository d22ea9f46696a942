//! The worker's event loop: messages in, pieces of work between them, messages out.

use super::body::{PlanBody, PlannedBody, ShapeBody, SourceBody};
use super::columns::{with_patch_columns, with_plan_columns};
use super::log::{LogDesk, LogStep};
use super::server::{News, Server, Step};
use super::wire::{Ask, Reply, from_bytes, pack, pack_requests, to_bytes, unpack_requests};
use js_sys::Uint32Array;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

/// Longest piece of work before waiting messages are looked at, in milliseconds.
const PIECE_MS: f64 = 12.0;
/// Jobs decided between two looks at the clock.
const JOBS_PER_LOOK: usize = 256;
/// Lines of a log read between two looks at the clock.
const LINES_PER_LOOK: usize = 512;
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
        plan_number: 0,
        server: Server::default(),
        log: LogDesk::default(),
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
    /// Number of the plan told last.
    plan_number: u32,
    server: Server,
    log: LogDesk,
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
            Ok(Ask::Plan { rev, whole, visible, body, requests }) => {
                let received = match from_bytes::<PlanBody>(&body) {
                    Some(mut body) => {
                        if let Some(SourceBody::Requests(list)) = &mut body.source {
                            *list = Arc::new(unpack_requests(&requests));
                        }
                        self.server.receive(rev, body, whole, visible).map_err(|error| error.to_string())
                    }
                    None => Err("the message does not hold a scenario".to_string()),
                };
                match received {
                    Ok(()) => self.stay_awake(),
                    Err(message) => self.send(&Reply::Invalid { rev, message }),
                }
            }
            Ok(Ask::ReadLog { file }) => {
                self.log.open(file.to_vec());
                self.stay_awake();
            }
            Ok(Ask::ShapeLog { body }) => {
                let shaped = from_bytes::<ShapeBody>(&body).ok_or_else(|| "the message holds no options".to_string());
                let shaped = shaped.and_then(|body| self.log.shape(body));
                let requests = shaped.as_ref().map_or(JsValue::UNDEFINED, |shaped| pack_requests(&shaped.requests).into());
                self.send(&Reply::LogShaped { body: to_bytes(&shaped), requests });
            }
            Ok(Ask::DropLog) => self.log = LogDesk::Empty,
            Err(error) => web_sys::console::error_1(&error.into()),
        }
    }

    fn stay_awake(&mut self) {
        if !self.is_awake {
            self.is_awake = true;
            (self.wake)();
        }
    }

    /// A piece of work: the plan first, then the log; wakes itself again while something is left.
    fn tick(&mut self) {
        self.is_awake = false;
        let began = self.now();
        if self.plan_until(began + PIECE_MS) || self.read_until(began + PIECE_MS) {
            self.stay_awake();
        }
    }

    /// Whether it is time for another report of progress.
    fn is_time_to_report(&mut self) -> bool {
        let now = self.now();
        let is_time = now - self.last_report >= REPORT_MS;
        if is_time {
            self.last_report = now;
        }
        is_time
    }

    /// Plans until a point in time; tells whether something is left.
    fn plan_until(&mut self, end: f64) -> bool {
        loop {
            match self.server.step(JOBS_PER_LOOK) {
                Step::Idle => return false,
                Step::Working { rev, decided, jobs } => {
                    if self.now() >= end {
                        if let Some((rev, news)) = self.server.glimpse() {
                            self.tell(rev, None, &news);
                        }
                        if self.is_time_to_report() {
                            self.send(&Reply::Progress { rev, decided, jobs });
                        }
                        return true;
                    }
                }
                Step::Planned { rev, body, news } => self.tell(rev, Some(body), &news),
            }
        }
    }

    /// Sends a plan, or what changed in it.
    fn tell(&mut self, rev: u32, body: Option<PlannedBody>, news: &News) {
        let base = matches!(news, News::Patch(_)).then_some(self.plan_number);
        let patch = match (news, self.server.session()) {
            (News::Patch(patch), _) => with_patch_columns(patch, |columns| pack(&columns)).into(),
            (News::Whole, Some(session)) => {
                with_plan_columns(session.arrivals(), session.decisions(), session.nodes(), |columns| {
                    columns.iter().for_each(|column| self.send(&Reply::Column { rev, column: Uint32Array::from(*column) }));
                });
                JsValue::UNDEFINED
            }
            (News::Whole, None) => return,
        };
        self.plan_number += 1;
        self.send(&Reply::Planned { rev, plan_number: self.plan_number, base, body: to_bytes(&body), patch });
    }

    /// Reads a log until a point in time; tells whether something is left.
    fn read_until(&mut self, end: f64) -> bool {
        loop {
            match self.log.step(LINES_PER_LOOK) {
                LogStep::Idle => return false,
                LogStep::Reading(progress) => {
                    if self.now() >= end {
                        if self.is_time_to_report() {
                            let (read, total) = (progress.bytes_read as f64, progress.bytes_total as f64);
                            self.send(&Reply::LogProgress { read, total, jobs: progress.jobs as u32 });
                        }
                        return true;
                    }
                }
                LogStep::Read(result) => self.send(&Reply::LogRead { body: to_bytes(&result) }),
            }
        }
    }
}

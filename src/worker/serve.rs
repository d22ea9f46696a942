//! The worker's event loop: messages in, pieces of work between them, messages out.

use super::body::{PlannedBody, SourceBody};
use super::columns::{with_patch_columns, with_plan_columns};
use super::log::{LogDesk, LogStep};
use super::server::{News, Server, Step};
use super::servers::ServersNews;
use super::servers_plan::with_servers_columns;
use super::wire::{Ask, Reply, pack, pack_requests, seal, unpack_requests, unseal};
use js_sys::{Object, Uint8Array, Uint32Array};
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
        self.send_beside(reply, None);
    }

    fn send_beside(&self, reply: &Reply, beside: Option<&Object>) {
        let (message, transfer) = seal(reply, beside);
        if let Err(error) = self.scope.post_message_with_transfer(&message, &transfer) {
            web_sys::console::error_1(&error);
        }
    }

    fn receive(&mut self, data: JsValue) {
        let Some((ask, beside)) = unseal(data) else {
            web_sys::console::error_1(&"this is not a message of the page".into());
            return;
        };
        match ask {
            Ask::Plan { rev, whole, visible, mut body } => {
                if let Some(SourceBody::Requests(list)) = &mut body.source {
                    *list = Arc::new(unpack_requests(&beside));
                }
                match self.server.receive(rev, *body, whole, visible) {
                    Ok(()) => self.stay_awake(),
                    Err(error) => self.send(&Reply::Invalid { rev, message: error.to_string() }),
                }
            }
            Ask::Look { rev, look } => {
                self.server.look(rev, look);
                self.stay_awake();
            }
            Ask::ReadLog => {
                self.log.open(beside.dyn_into::<Uint8Array>().map(|file| file.to_vec()).unwrap_or_default());
                self.stay_awake();
            }
            Ask::ShapeLog(body) => {
                let shaped = self.log.shape(body);
                let requests = shaped.as_ref().map(|shaped| pack_requests(&shaped.requests).into()).ok();
                self.send_beside(&Reply::LogShaped(shaped), requests.as_ref());
            }
            Ask::DropLog => self.log = LogDesk::Empty,
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
                Step::Servers(news) => self.tell_servers(*news),
            }
        }
    }

    /// Sends a plan, or what changed in it.
    fn tell(&mut self, rev: u32, body: Option<PlannedBody>, news: &News) {
        let base = matches!(news, News::Patch(_)).then_some(self.plan_number);
        let patch = match (news, self.server.session()) {
            (News::Patch(patch), _) => Some(with_patch_columns(patch, |columns| pack(&columns)).into()),
            (News::Whole, Some(session)) => {
                with_plan_columns(session.arrivals(), session.decisions(), session.nodes(), |columns| {
                    for column in columns {
                        self.send_beside(&Reply::Column { rev }, Some(&Uint32Array::from(column)));
                    }
                });
                None
            }
            (News::Whole, None) => return,
        };
        self.plan_number += 1;
        self.send_beside(&Reply::Planned { rev, plan_number: self.plan_number, base, body }, patch.as_ref());
    }

    /// Sends a plan of the servers.
    fn tell_servers(&self, news: ServersNews) {
        let ServersNews { rev, body, moment } = news;
        let Some(plan) = self.server.servers().plan() else { return };
        let kept = (body.kept as usize).min(plan.0.jobs());
        let block = with_servers_columns(plan, kept, moment.as_ref(), |columns| pack(&columns).into());
        self.send_beside(&Reply::Servers { rev, body: Box::new(body) }, Some(&block));
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
                LogStep::Read(result) => self.send(&Reply::LogRead(result)),
            }
        }
    }
}

//! The page's side of the worker: one question at a time, the newest wins, and a worker that dies or falls silent is replaced.

use super::engine_event::EngineEvent;
use super::plan_copy::PlanCopy;
use super::servers_copy::ServersCopy;
use crate::engine::Scenario;
use crate::engine::request::Slot;
use crate::engine::workload::Source;
use crate::worker::body::{LookBody, PlanBody, PlannedBody, ShapeBody, ShapedBody, SourceBody};
use crate::worker::wire::{Ask, Reply, pack_requests, seal, unpack_requests, unseal};
use gloo_timers::callback::Interval;
use js_sys::{Object, Uint8Array};
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::sync::Arc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

/// A worker at work reports ten times a second; silence of this length means that it is gone. In milliseconds.
const SILENCE_MS: f64 = 5_000.0;
/// How often silence is looked for, in milliseconds.
const WATCH_MS: u32 = 500;
/// A plan under way for longer than this is dropped when a newer scenario waits; until then it is finished and shown. In milliseconds.
const PATIENCE_MS: f64 = 300.0;

/// A handle on the worker. Cloning gives the same worker.
#[derive(Clone)]
pub struct EngineClient(Rc<RefCell<Client>>);

impl PartialEq for EngineClient {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

struct Client {
    worker: Option<Running>,
    tell: Callback<EngineEvent>,
    rev: u32,
    /// Questions without an answer, oldest first; only the last is still worked on.
    asked: Vec<Asked>,
    waiting: Option<Rc<Scenario>>,
    newest: Option<Rc<Scenario>>,
    /// First slot after what is on screen.
    visible: Slot,
    copy: PlanCopy,
    servers: ServersCopy,
    deaths_in_a_row: u32,
    reading_log: bool,
    _watch: Option<Interval>,
}

/// A live worker and what it was told.
struct Running {
    worker: Worker,
    is_ready: bool,
    source: Option<Source>,
    last_heard: f64,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn(ErrorEvent)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl Client {
    fn scenario_of(&self, rev: u32) -> Option<Rc<Scenario>> {
        self.asked.iter().find(|asked| asked.rev == rev).map(|asked| Rc::clone(&asked.scenario))
    }

    /// The news that the plan is now that of question `rev`.
    fn planned(&mut self, rev: u32, body: Option<PlannedBody>) -> Option<EngineEvent> {
        let scenario = self.scenario_of(rev)?;
        if body.is_some() {
            // Where there are servers their plan is still to come.
            self.asked.retain(|asked| asked.rev > rev || asked.rev == rev && scenario.servers.is_some());
            self.deaths_in_a_row = 0;
        }
        Some(EngineEvent::Planned { plan: self.copy.plan(), body, scenario })
    }

    /// The news that the servers' plan is now that of question `rev`.
    fn servers_planned(&mut self, rev: u32) -> Option<EngineEvent> {
        let scenario = self.scenario_of(rev)?;
        self.asked.retain(|asked| asked.rev > rev);
        Some(EngineEvent::Servers { plan: self.servers.plan(), scenario })
    }

    /// What is here and what the worker tells do not belong together: shows nothing rather than something wrong, and asks for everything.
    fn start_over(&mut self) -> Option<EngineEvent> {
        self.asked.clear();
        self.copy.start_over();
        self.servers.forget();
        self.waiting = self.newest.clone();
        Some(EngineEvent::Lost)
    }
}

struct Asked {
    rev: u32,
    at: f64,
    scenario: Rc<Scenario>,
}

fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

/// Where the worker's script lies, as the page's head says.
fn worker_url() -> String {
    let document = web_sys::window().and_then(|window| window.document());
    let meta = document.and_then(|document| document.query_selector("meta[name=bookahead-worker]").ok().flatten());
    meta.and_then(|meta| meta.get_attribute("content")).unwrap_or_else(|| "./worker.js".to_string())
}

impl EngineClient {
    /// Starts a worker; events go to `tell`.
    pub fn start(tell: Callback<EngineEvent>) -> Self {
        let client = Self(Rc::new(RefCell::new(Client {
            worker: None,
            tell,
            rev: 0,
            asked: Vec::new(),
            waiting: None,
            newest: None,
            visible: Slot::MAX,
            copy: PlanCopy::default(),
            servers: ServersCopy::default(),
            deaths_in_a_row: 0,
            reading_log: false,
            _watch: None,
        })));
        client.spawn();
        let watched = Rc::downgrade(&client.0);
        let watch = Interval::new(WATCH_MS, move || {
            if let Some(client) = watched.upgrade() {
                Self(client).watch();
            }
        });
        client.0.borrow_mut()._watch = Some(watch);
        client
    }

    /// Asks for the plan of a scenario; older questions that were not sent yet are dropped.
    /// `visible` is the first slot after what is on screen.
    pub fn plan(&self, scenario: Rc<Scenario>, visible: Slot) {
        {
            let mut client = self.0.borrow_mut();
            client.visible = visible;
            client.newest = Some(Rc::clone(&scenario));
            client.waiting = Some(scenario);
        }
        if self.0.borrow().worker.is_none() {
            self.spawn();
        }
        self.ask_next();
    }

    /// Says what is to be seen of the servers; with a plan that is asked for afterwards, or at once if that is all that is new.
    pub fn look(&self, look: LookBody) {
        if self.0.borrow_mut().servers.look_at(look) {
            self.ask_next();
        }
    }

    /// Whether a scenario is the newest that was to be planned.
    pub fn is_newest(&self, scenario: &Rc<Scenario>) -> bool {
        self.0.borrow().newest.as_ref().is_some_and(|newest| Rc::ptr_eq(newest, scenario))
    }

    /// Reads a workload log in the worker.
    pub fn read_log(&self, file: Uint8Array) {
        self.0.borrow_mut().reading_log = true;
        self.tell(EngineEvent::LogProgress(0.0, 0));
        self.post(&Ask::ReadLog, Some(&file));
    }

    /// Turns the log read last into requests.
    pub fn shape_log(&self, body: &ShapeBody) {
        self.post(&Ask::ShapeLog(*body), None);
    }

    /// Forgets the log, or stops reading it.
    pub fn drop_log(&self) {
        self.0.borrow_mut().reading_log = false;
        self.post(&Ask::DropLog, None);
        self.tell(EngineEvent::LogDropped);
    }

    fn tell(&self, event: EngineEvent) {
        let tell = self.0.borrow().tell.clone();
        tell.emit(event);
    }

    fn post(&self, ask: &Ask, beside: Option<&Object>) {
        let mut client = self.0.borrow_mut();
        let Some(running) = &mut client.worker else { return };
        let (message, transfer) = seal(ask, beside);
        let sent = running.worker.post_message_with_transfer(&message, &transfer);
        running.last_heard = now();
        if let Err(error) = sent {
            web_sys::console::error_1(&error);
        }
    }

    fn spawn(&self) {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        // The worker runs this very module: compiled once, sent to it as its first message.
        let started = Worker::new_with_options(&worker_url(), &options)
            .and_then(|worker| worker.post_message(&wasm_bindgen::module()).map(|()| worker));
        let Ok(worker) = started else {
            self.tell(EngineEvent::Died { given_up: true });
            return;
        };
        let back = Rc::downgrade(&self.0);
        let with_client = move |back: &Weak<RefCell<Client>>, then: &dyn Fn(Self)| {
            if let Some(client) = back.upgrade() {
                then(Self(client));
            }
        };
        let on_message = Closure::<dyn Fn(MessageEvent)>::new({
            let back = back.clone();
            move |event: MessageEvent| with_client(&back, &|client| client.receive(event.data()))
        });
        let on_error = Closure::<dyn Fn(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            with_client(&back, &|client| client.died());
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        let running =
            Running { worker, is_ready: false, source: None, last_heard: now(), _on_message: on_message, _on_error: on_error };
        let mut client = self.0.borrow_mut();
        client.asked.clear();
        client.copy.start_over();
        client.servers.forget();
        client.worker = Some(running);
    }

    /// Sends the newest scenario if the worker is free, or busy with an older one for too long.
    fn ask_next(&self) {
        let (ask, requests) = {
            let mut client = self.0.borrow_mut();
            let Client { worker: Some(running), waiting, newest, asked, rev, visible, copy, servers, .. } = &mut *client else {
                return;
            };
            let busy = asked.last().is_some_and(|asked| now() - asked.at < PATIENCE_MS);
            if !running.is_ready || busy {
                return;
            }
            let Some(scenario) = waiting.take() else {
                let (Some(look), Some(scenario)) = (servers.take_look(), newest.clone()) else { return };
                *rev += 1;
                asked.push(Asked { rev: *rev, at: now(), scenario });
                let ask = Ask::Look { rev: *rev, look };
                drop(client);
                return self.post(&ask, None);
            };
            *rev += 1;
            let source = &scenario.workload.source;
            let is_known = running.source.as_ref() == Some(source);
            let body = PlanBody {
                source: (!is_known).then(|| SourceBody::from(source)),
                edits: scenario.workload.edits.0.iter().map(|(id, change)| (*id, *change)).collect(),
                machine: scenario.machine,
                policy: scenario.policy,
                market: scenario.market.clone(),
                servers: servers.body(scenario.servers.as_ref()),
            };
            let requests = match &body.source {
                Some(SourceBody::Requests(requests)) => Some(pack_requests(requests)),
                _ => None,
            };
            running.source = Some(source.clone());
            asked.push(Asked { rev: *rev, at: now(), scenario });
            (Ask::Plan { rev: *rev, whole: !copy.can_be_patched(), visible: *visible, body: Box::new(body) }, requests)
        };
        self.post(&ask, requests.as_deref());
    }

    fn receive(&self, data: JsValue) {
        if let Some(running) = &mut self.0.borrow_mut().worker {
            running.last_heard = now();
        }
        let Some((reply, beside)) = unseal::<Reply>(data) else { return };
        let event = match reply {
            Reply::Ready => {
                if let Some(running) = &mut self.0.borrow_mut().worker {
                    running.is_ready = true;
                }
                None
            }
            Reply::Progress { rev, decided, jobs } => {
                self.is_current(rev).then(|| EngineEvent::Progress(f64::from(decided) / f64::from(jobs.max(1))))
            }
            // An answer from before everything was asked for again.
            Reply::Planned { rev, .. } | Reply::Column { rev, .. } | Reply::Servers { rev, .. }
                if !self.0.borrow().asked.iter().any(|asked| asked.rev == rev) =>
            {
                None
            }
            Reply::Column { rev } => {
                let mut client = self.0.borrow_mut();
                if let (Some(scenario), Some(column)) = (client.scenario_of(rev), beside.dyn_ref()) {
                    client.copy.column(column, scenario.machine);
                }
                None
            }
            Reply::Planned { rev, plan_number, base, body } => {
                let mut client = self.0.borrow_mut();
                let planned = client.copy.become_plan(plan_number, base, beside.dyn_ref()).and_then(|()| client.planned(rev, body));
                // What came does not fit what is here: everything is asked for again.
                planned.or_else(|| client.start_over())
            }
            Reply::Servers { rev, body } => {
                let mut client = self.0.borrow_mut();
                let planned = client.servers.take(*body, beside.dyn_ref()).and_then(|()| client.servers_planned(rev));
                planned.or_else(|| client.start_over())
            }
            Reply::Invalid { rev, message } => self.is_current(rev).then(|| {
                let mut client = self.0.borrow_mut();
                client.asked.retain(|asked| asked.rev > rev);
                // The worker kept the source it had; what it knows now is not what was sent.
                if let Some(running) = &mut client.worker {
                    running.source = None;
                }
                client.servers.forget();
                EngineEvent::Invalid(message)
            }),
            Reply::LogProgress { read, total, jobs } => Some(EngineEvent::LogProgress(read / total.max(1.0), jobs)),
            Reply::LogRead(result) => {
                self.0.borrow_mut().reading_log = false;
                Some(EngineEvent::LogRead(result))
            }
            Reply::LogShaped(shaped) => {
                let with_requests = |shaped| ShapedBody { requests: Arc::new(unpack_requests(&beside)), ..shaped };
                Some(EngineEvent::LogShaped(shaped.map(with_requests)))
            }
        };
        if let Some(event) = event {
            self.tell(event);
        }
        self.ask_next();
    }

    fn is_current(&self, rev: u32) -> bool {
        self.0.borrow().asked.last().is_some_and(|asked| asked.rev == rev)
    }

    fn watch(&self) {
        let is_silent = {
            let client = self.0.borrow();
            let is_expected_to_speak = !client.asked.is_empty() || client.reading_log;
            client
                .worker
                .as_ref()
                .is_some_and(|running| (is_expected_to_speak || !running.is_ready) && now() - running.last_heard > SILENCE_MS)
        };
        if is_silent {
            self.died();
        }
    }

    /// Replaces the worker and asks again, unless it died twice over the same scenario.
    fn died(&self) {
        let (given_up, was_reading) = {
            let mut client = self.0.borrow_mut();
            client.worker = None;
            client.asked.clear();
            client.deaths_in_a_row += 1;
            let given_up = client.deaths_in_a_row > 1;
            client.waiting = if given_up { None } else { client.newest.clone() };
            (given_up, std::mem::take(&mut client.reading_log))
        };
        if !given_up {
            self.spawn();
        }
        self.tell(EngineEvent::Died { given_up });
        if was_reading {
            self.tell(EngineEvent::LogRead(Err("the engine stopped while it read the file; it is running again".to_string())));
        }
    }
}

//! The page's client of the engines: one plan at a time, the newest scenario wins. Small scenarios are planned in the page ([`LocalEngine`]), others
//! in a worker. An engine that dies or stops responding is replaced.

use super::local_engine::LocalEngine;
use super::plan_queue::{EngineLocation, PlanQueue};
use super::worker_link::WorkerLink;
use crate::app::shell::engine::event::EngineEvent;
use crate::engine::slots::request::Slot;
use crate::state::Workspace;
use crate::worker::look_message::LookMessage;
use crate::worker::messages::{Command, PlanFigures, Reply, ShapeMessage};
use crate::worker::transport::unseal;
use gloo_timers::callback::{Interval, Timeout};
use js_sys::Uint8Array;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::JsValue;
use yew::Callback;

/// A worker at work reports ten times a second; silence of this length means that it is gone. In milliseconds.
const SILENCE_MS: f64 = 5_000.0;
/// How often silence is looked for, in milliseconds.
const WATCH_MS: u32 = 500;
/// How long the page plans at a time, in milliseconds: a frame has some sixteen, and needs some
/// of them to show the plan. Before the first plan nobody waits for a frame.
const LOCAL_MS: f64 = 8.0;
const LOCAL_MS_AT_FIRST: f64 = 50.0;
/// The worker gets what took longer so many times in a row: once may be the machine's fault.
const OVERRUNS: u32 = 3;

/// A handle on the engines. Cloning gives the same.
#[derive(Clone)]
pub struct EngineClient(Rc<RefCell<Client>>);

impl PartialEq for EngineClient {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

struct Client {
    local: Option<LocalEngine>,
    worker: Option<WorkerLink>,
    tell: Callback<EngineEvent>,
    queue: PlanQueue,
    deaths_in_a_row: u32,
    reading_log: bool,
    /// Whether the engine in the page is to be called again.
    goes_on: bool,
    /// Whether the worker is to be asked when the frame is painted.
    asks_soon: bool,
    /// Commands in a row that the page did not carry out at once.
    overruns: u32,
    _watch: Option<Interval>,
}

impl Client {
    /// The event that the plan is now that of command `rev`.
    fn planned(&mut self, rev: u32, figures: Option<PlanFigures>) -> Option<EngineEvent> {
        let workspace = self.queue.workspace_of(rev)?;
        if figures.is_some() {
            self.queue.close(rev, workspace.idle.is_some());
            self.deaths_in_a_row = 0;
        }
        Some(EngineEvent::Planned { plan: self.queue.copy.plan(), figures, workspace })
    }

    /// The event that the servers' plan is now that of command `rev`.
    fn servers_planned(&mut self, rev: u32) -> Option<EngineEvent> {
        let workspace = self.queue.workspace_of(rev)?;
        self.queue.close(rev, false);
        Some(EngineEvent::Servers { plan: self.queue.servers.plan(), workspace })
    }

    /// What is here and what the engine sends do not belong together: better nothing than something wrong.
    fn start_over(&mut self) -> Option<EngineEvent> {
        self.queue.start_over();
        Some(EngineEvent::Lost)
    }
}

impl EngineClient {
    /// An engine without work; events go to `tell`.
    pub fn start(tell: Callback<EngineEvent>) -> Self {
        let client = Self(Rc::new(RefCell::new(Client {
            local: LocalEngine::new(),
            worker: None,
            tell,
            queue: PlanQueue::default(),
            deaths_in_a_row: 0,
            reading_log: false,
            goes_on: false,
            asks_soon: false,
            overruns: 0,
            _watch: None,
        })));
        let watched = Rc::downgrade(&client.0);
        let watch = Interval::new(WATCH_MS, move || with_client(&watched, |client| client.watch()));
        client.0.borrow_mut()._watch = Some(watch);
        client
    }

    /// Asks for the plan of a scenario; older commands that were not sent yet are dropped.
    /// `visible` is the first slot after what is on screen; with `with_money` the money of the plan is told after it.
    pub fn plan(&self, workspace: Rc<Workspace>, visible: Slot, with_money: bool) {
        self.0.borrow_mut().queue.put(workspace, visible, with_money);
        self.ask_next();
    }

    /// Says what is to be seen of the servers; with a plan that is asked for afterwards, or at once if that is all that is new.
    pub fn look(&self, look: LookMessage) {
        if self.0.borrow_mut().queue.servers.look_at(look) {
            self.ask_next();
        }
    }

    /// Whether a scenario is the newest that was to be planned.
    pub fn is_newest(&self, workspace: &Rc<Workspace>) -> bool {
        self.0.borrow().queue.is_newest(workspace)
    }

    /// Reads a workload log in the worker.
    pub fn read_log(&self, file: Uint8Array) {
        self.0.borrow_mut().reading_log = true;
        self.tell(EngineEvent::LogProgress(0.0, 0));
        self.post(Command::ReadLog { file: Vec::new() }, Some(file));
    }

    /// Turns the log read last into requests.
    pub fn shape_log(&self, shape: &ShapeMessage) {
        self.post(Command::ShapeLog(*shape), None);
    }

    /// Forgets the log, or stops reading it.
    pub fn drop_log(&self) {
        self.0.borrow_mut().reading_log = false;
        self.post(Command::DropLog, None);
        self.tell(EngineEvent::LogDropped);
    }

    fn tell(&self, event: EngineEvent) {
        let tell = self.0.borrow().tell.clone();
        tell.emit(event);
    }

    fn post(&self, command: Command, file: Option<Uint8Array>) {
        if self.0.borrow().worker.is_none() {
            self.spawn();
        }
        if let Some(worker) = &mut self.0.borrow_mut().worker {
            worker.post(command, file);
        }
    }

    fn spawn(&self) {
        let (heard, died) = (Rc::downgrade(&self.0), Rc::downgrade(&self.0));
        let worker = WorkerLink::start(
            move |data| with_client(&heard, |client| client.receive(data)),
            move || with_client(&died, |client| client.died(EngineLocation::Worker)),
        );
        if worker.is_none() {
            self.tell(EngineEvent::Died { given_up: true });
        }
        self.0.borrow_mut().worker = worker;
    }

    /// Asks for the plan of the scenario that waits: the page at once, the worker when the frame is painted.
    fn ask_next(&self) {
        let location = self.0.borrow().queue.next_location();
        match location {
            // The page could hear the worker no sooner than that. Asked before, the worker often gets the very processor the page draws on,
            // though another is free, and the frame waits for it. Before the first plan there is no frame to wait.
            Some(EngineLocation::Worker) if !self.0.borrow().queue.copy.is_empty() => self.ask_soon(),
            Some(location) => self.ask(location),
            None => {}
        }
    }

    /// Asks for what waits then when the frame is painted: a timer is a task after it.
    fn ask_soon(&self) {
        if std::mem::replace(&mut self.0.borrow_mut().asks_soon, true) {
            return;
        }
        let back = Rc::downgrade(&self.0);
        let ask = |client: Self| {
            client.0.borrow_mut().asks_soon = false;
            let location = client.0.borrow().queue.next_location();
            if let Some(location) = location {
                client.ask(location);
            }
        };
        Timeout::new(0, move || with_client(&back, ask)).forget();
    }

    /// Asks an engine for what waits, now.
    fn ask(&self, location: EngineLocation) {
        let Some((rev, command)) = self.0.borrow_mut().queue.next(location) else { return };
        match location {
            EngineLocation::Page => self.plan_here(rev, command),
            EngineLocation::Worker => self.post(command, None),
        }
    }

    /// Has a plan made before the next frame, or shortly after it; leaves it to the worker if that happens again and again.
    fn plan_here(&self, rev: u32, command: Command) {
        let is_first = self.0.borrow().queue.copy.is_empty();
        if !self.work_here(Some(command), if is_first { LOCAL_MS_AT_FIRST } else { LOCAL_MS }) {
            return;
        }
        {
            let mut client = self.0.borrow_mut();
            if !client.queue.is_open(rev) {
                client.overruns = 0;
                return;
            }
            client.overruns += 1;
            if client.overruns < OVERRUNS {
                return;
            }
            client.overruns = 0;
            client.queue.leave_to_worker(rev);
            client.local = LocalEngine::new();
        }
        self.ask_next();
    }

    /// Works a while in the page, and goes on with it after the next frames if something is left. False if the engine failed.
    fn work_here(&self, command: Option<Command>, ms: f64) -> bool {
        let Some(worked) = self.0.borrow().local.as_ref().map(|local| local.work(command, ms)) else { return false };
        let Some((replies, is_left)) = worked else {
            self.died(EngineLocation::Page);
            return false;
        };
        for reply in replies {
            self.hear(reply);
        }
        if is_left && !std::mem::replace(&mut self.0.borrow_mut().goes_on, true) {
            let back = Rc::downgrade(&self.0);
            let go_on = |client: Self| {
                client.0.borrow_mut().goes_on = false;
                client.work_here(None, LOCAL_MS);
            };
            Timeout::new(0, move || with_client(&back, go_on)).forget();
        }
        true
    }

    fn receive(&self, data: JsValue) {
        if let Some(worker) = &mut self.0.borrow_mut().worker {
            worker.was_heard();
        }
        let Some(reply) = unseal::<Reply>(data) else { return };
        self.hear(reply);
        self.ask_next();
    }

    /// Takes in an engine's reply.
    fn hear(&self, reply: Reply) {
        let event = match reply {
            Reply::Ready => {
                if let Some(worker) = &mut self.0.borrow_mut().worker {
                    worker.is_ready();
                }
                None
            }
            Reply::Progress { rev, decided, jobs } => {
                self.is_current(rev).then(|| EngineEvent::Progress(f64::from(decided) / f64::from(jobs.max(1))))
            }
            // A reply from before everything was asked for again.
            Reply::PlanOutline { rev, .. }
            | Reply::PlanPiece { rev, .. }
            | Reply::Planned { rev, .. }
            | Reply::Servers { rev, .. }
                if !self.0.borrow().queue.is_open(rev) =>
            {
                None
            }
            Reply::PlanOutline { rev, outline } => {
                let queue = &mut self.0.borrow_mut().queue;
                if let Some(workspace) = queue.workspace_of(rev) {
                    queue.copy.begin(outline, workspace.slots.machine);
                }
                None
            }
            Reply::PlanPiece { rev, numbers } => {
                let queue = &mut self.0.borrow_mut().queue;
                if let Some(workspace) = queue.workspace_of(rev) {
                    queue.copy.piece(&numbers, workspace.slots.machine);
                }
                None
            }
            Reply::Planned { rev, plan_number, change, figures } => {
                let mut client = self.0.borrow_mut();
                let copied = client.queue.copy.become_plan(plan_number, change.as_deref());
                copied.and_then(|()| client.planned(rev, figures)).or_else(|| client.start_over())
            }
            Reply::Money { rev, part } => {
                let is_wanted = self.0.borrow().queue.is_answered_last(rev);
                is_wanted.then_some(EngineEvent::Money { rev, part: *part })
            }
            Reply::Servers { rev, update } => {
                let mut client = self.0.borrow_mut();
                let planned = client.queue.servers.take(*update).and_then(|()| client.servers_planned(rev));
                planned.or_else(|| client.start_over())
            }
            Reply::Invalid { rev, message } => self.is_current(rev).then(|| {
                self.0.borrow_mut().queue.refuse(rev);
                EngineEvent::Invalid(message)
            }),
            // Experiments have workers of their own.
            Reply::UnitShare(_) | Reply::UnitDone(..) => None,
            Reply::LogProgress { read, total, jobs } => Some(EngineEvent::LogProgress(read as f64 / total.max(1) as f64, jobs)),
            Reply::LogRead(result) => {
                self.0.borrow_mut().reading_log = false;
                Some(EngineEvent::LogRead(result))
            }
            Reply::LogShaped(shaped) => Some(EngineEvent::LogShaped(shaped)),
        };
        if let Some(event) = event {
            self.tell(event);
        }
    }

    fn is_current(&self, rev: u32) -> bool {
        self.0.borrow().queue.is_current(rev)
    }

    fn watch(&self) {
        let is_silent = {
            let client = self.0.borrow();
            let is_asked = client.queue.waits_for(EngineLocation::Worker) || client.reading_log;
            client.worker.as_ref().is_some_and(|worker| worker.is_silent(SILENCE_MS, is_asked))
        };
        if is_silent {
            self.died(EngineLocation::Worker);
        }
    }

    /// Replaces an engine and asks again, unless engines died twice over the same scenario.
    fn died(&self, location: EngineLocation) {
        let (given_up, was_reading) = {
            let mut client = self.0.borrow_mut();
            let was_reading = location == EngineLocation::Worker && std::mem::take(&mut client.reading_log);
            match location {
                EngineLocation::Page => client.local = LocalEngine::new(),
                // The next command starts another.
                EngineLocation::Worker => client.worker = None,
            }
            client.deaths_in_a_row += 1;
            let given_up = client.deaths_in_a_row > 1;
            client.queue.lost(location, given_up);
            (given_up, was_reading)
        };
        self.tell(EngineEvent::Died { given_up });
        if was_reading {
            self.tell(EngineEvent::LogRead(Err("the engine stopped while it read the file; it is running again".to_string())));
        }
        self.ask_next();
    }
}

fn with_client(back: &Weak<RefCell<Client>>, then: impl FnOnce(EngineClient)) {
    if let Some(client) = back.upgrade() {
        then(EngineClient(client));
    }
}

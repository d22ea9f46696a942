//! The page's client of the engines: of every study the newest scenario wins. Small scenarios are planned in the page ([`LocalEngine`]), others in a
//! worker. An engine that dies or stops responding is replaced.

use super::local_engine::LocalEngine;
use super::study_queue::{EngineLocation, StudyQueue, StudyTask};
use super::transport::{Engine, Listener};
use super::worker_engine::WorkerEngine;
use crate::app::kit::by_address::ByAddress;
use crate::engine::Study;
use crate::engine::core::compare::PlanComparison;
use crate::engine::core::compared::PolicyRow;
use crate::engine::study::{StudyKind, StudySnapshot};
use crate::state::Shown;
use crate::worker::messages::{
    Command, Compared, LogMessage, Progress, Query, Reply, ShapeMessage, ShapedMessage, Snapshot, Update, Work, WorkKind,
};
use gloo_timers::callback::{Interval, Timeout};
use js_sys::Uint8Array;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};
use std::sync::Arc;
use yew::Callback;

/// How often silence is looked for, in milliseconds.
const WATCH_MS: u32 = 500;

/// What the engines tell the page.
#[derive(Clone)]
pub enum EngineEvent {
    /// A plan of the newest scenario asked for, or of one shortly before it.
    Shown(Shown),
    /// What was asked for beside a plan, by a command of this number.
    Snapshot(u32, StudySnapshot),
    /// The plan of a study if it changed, the one it is compared with if that did, and their comparison.
    Compared(StudyKind, Option<Shown>, Option<Shown>, Rc<PlanComparison>),
    /// Nothing is compared in a system any more.
    NotCompared(StudyKind),
    /// A part of the table of the policies of this study.
    Policy(Arc<Study>, PolicyRow),
    /// There is no plan of a system to show until the next one.
    Lost(StudyKind),
    /// Planning takes longer: share done; `None` when it is finished.
    Progress(Option<f64>),
    /// The scenario cannot be planned.
    Invalid(String),
    /// An engine died and was replaced; `given_up` when it died twice over the same scenario.
    Died {
        /// Whether it stays down until the scenario changes.
        given_up: bool,
    },
    /// Reading a log: share done, jobs found.
    LogProgress(f64, u32),
    /// A log was read, or cannot be.
    LogRead(Result<LogMessage, String>),
    /// There is no log any more.
    LogDropped,
    /// The log as requests, or why it cannot be.
    LogShaped(Result<ShapedMessage, String>),
}

/// A handle on the engines. Cloning gives the same.
#[derive(Clone, PartialEq)]
pub struct EngineClient(ByAddress<RefCell<Client>>);

struct Client {
    page: Option<Rc<dyn Engine>>,
    worker: Option<Rc<dyn Engine>>,
    on_event: Callback<EngineEvent>,
    queues: BTreeMap<StudyKind, StudyQueue>,
    /// Number of the last command.
    number: u32,
    deaths_in_a_row: u32,
    reading_log: bool,
    /// Whether the worker is to be asked when the frame is painted.
    asks_soon: bool,
    _watch: Option<Interval>,
}

impl Client {
    fn queue(&mut self, kind: StudyKind) -> &mut StudyQueue {
        self.queues.entry(kind).or_insert_with(|| StudyQueue::new(kind))
    }

    fn next_number(&mut self) -> u32 {
        self.number += 1;
        self.number
    }

    /// Takes in a reply; the event for the page.
    fn receive(&mut self, reply: Reply) -> Option<EngineEvent> {
        match reply {
            Reply::Update(number, Update::Study(update)) => {
                let kind = update.kind();
                let queue = self.queue(kind);
                // `None` for a reply from before everything was asked for again.
                let study = queue.study_of(number)?;
                match queue.copy.take(update, &study) {
                    Some(shown) => {
                        let shown = shown?;
                        if shown.is_complete() && queue.is_answered_by(&shown) {
                            queue.close(number);
                            self.deaths_in_a_row = 0;
                        }
                        Some(EngineEvent::Shown(shown))
                    }
                    // What is here and what the engine sends do not belong together: better nothing than something wrong.
                    None => {
                        queue.start_over();
                        Some(EngineEvent::Lost(kind))
                    }
                }
            }
            Reply::Update(number, Update::Other(update)) => {
                let kind = update.kind();
                let queue = self.queue(kind);
                let other = queue.other_of(number)?;
                if queue.other_copy.take(update, &other).is_some() {
                    return None;
                }
                queue.start_over();
                Some(EngineEvent::Lost(kind))
            }
            Reply::Update(number, Update::Compared(kind, compared)) => {
                let Compared { own, other, comparison } = *compared;
                let queue = self.queue(kind);
                let (study, other_study) = (queue.study_of(number), queue.other_of(number)?);
                let other = other.map(|update| queue.other_copy.take(update, &other_study).flatten());
                let own = own.zip(study).map(|(update, study)| queue.copy.take(update, &study).flatten());
                if other.as_ref().is_some_and(Option::is_none) || own.as_ref().is_some_and(Option::is_none) {
                    queue.start_over();
                    return Some(EngineEvent::Lost(kind));
                }
                queue.close(number);
                self.deaths_in_a_row = 0;
                Some(EngineEvent::Compared(kind, own.flatten(), other.flatten(), Rc::new(comparison)))
            }
            Reply::Update(number, Update::Policy(kind, row)) => {
                let study = self.queue(kind).study_of_last(number)?;
                Some(EngineEvent::Policy(study, row))
            }
            Reply::Snapshot(number, Snapshot::Study(snapshot)) => {
                let is_wanted = self.queue(snapshot.kind()).takes_snapshot(number);
                is_wanted.then_some(EngineEvent::Snapshot(number, snapshot))
            }
            Reply::Progress(number, Progress { kind: WorkKind::Study(kind), share, is_done, .. }) => {
                let queue = self.queue(kind);
                let is_current = queue.is_current(number);
                if is_done {
                    queue.finish(number);
                }
                is_current.then_some(EngineEvent::Progress((!is_done).then_some(share)))
            }
            Reply::Failed(number, WorkKind::Study(kind), message) => {
                let queue = self.queue(kind);
                let is_current = queue.is_current(number);
                queue.refuse(number);
                is_current.then_some(EngineEvent::Invalid(message))
            }
            Reply::Progress(_, Progress { kind: WorkKind::Log, share, jobs, .. }) => Some(EngineEvent::LogProgress(share, jobs)),
            Reply::Update(_, Update::Log(log)) => {
                self.reading_log = false;
                Some(EngineEvent::LogRead(Ok(log)))
            }
            Reply::Snapshot(_, Snapshot::Log(shaped)) => Some(EngineEvent::LogShaped(Ok(shaped))),
            Reply::Failed(_, WorkKind::Log, problem) if std::mem::take(&mut self.reading_log) => {
                Some(EngineEvent::LogRead(Err(problem)))
            }
            Reply::Failed(_, WorkKind::Log, problem) => Some(EngineEvent::LogShaped(Err(problem))),
            // Experiments and files of plans have workers of their own.
            Reply::Ready
            | Reply::Update(_, Update::Unit(..) | Update::File(_) | Update::Check(_))
            | Reply::Progress(_, Progress { kind: WorkKind::Unit | WorkKind::File, .. })
            | Reply::Failed(_, WorkKind::Unit | WorkKind::File, _) => None,
        }
    }
}

impl EngineClient {
    /// Engines without work; events go to `on_event`.
    pub fn start(on_event: Callback<EngineEvent>) -> Self {
        let client = Self(ByAddress::new(RefCell::new(Client {
            page: None,
            worker: None,
            on_event,
            queues: BTreeMap::new(),
            number: 0,
            deaths_in_a_row: 0,
            reading_log: false,
            asks_soon: false,
            _watch: None,
        })));
        let watched = Rc::downgrade(client.0.rc());
        let watch = Interval::new(WATCH_MS, move || with_client(&watched, |client| client.watch()));
        client.0.borrow_mut()._watch = Some(watch);
        client
    }

    /// Asks for the plan of a study and what is to be seen of it; what was not sent yet of an older one is dropped. The study is the recorded one, or
    /// an edit of it that is under way.
    pub fn ask(&self, task: StudyTask, recorded: &Arc<Study>) {
        let kind = task.0.kind();
        self.0.borrow_mut().queue(kind).edits(recorded, &task.0);
        if self.0.borrow_mut().queue(kind).put(task) {
            self.emit(EngineEvent::NotCompared(kind));
        }
        self.ask_next(kind);
    }

    /// Whether a study is the newest that was to be planned.
    pub fn is_newest(&self, study: &Arc<Study>) -> bool {
        self.0.borrow_mut().queue(study.kind()).is_newest(study)
    }

    /// Reads a workload log in the worker.
    pub fn read_log(&self, file: Uint8Array) {
        self.0.borrow_mut().reading_log = true;
        self.emit(EngineEvent::LogProgress(0.0, 0));
        let number = self.0.borrow_mut().next_number();
        self.send(EngineLocation::Worker, Command::Open(number, Work::Log(Vec::new())), Some(file));
    }

    /// Turns the log read last into requests.
    pub fn shape_log(&self, shape: &ShapeMessage) {
        let number = self.0.borrow_mut().next_number();
        self.send(EngineLocation::Worker, Command::Query(number, Query::Log(*shape)), None);
    }

    /// Forgets the log, or stops reading it.
    pub fn drop_log(&self) {
        self.0.borrow_mut().reading_log = false;
        self.send(EngineLocation::Worker, Command::Cancel(WorkKind::Log), None);
        self.emit(EngineEvent::LogDropped);
    }

    fn emit(&self, event: EngineEvent) {
        let on_event = self.0.borrow().on_event.clone();
        on_event.emit(event);
    }

    /// Sends a command to an engine, which is started if there is none.
    fn send(&self, location: EngineLocation, command: Command, file: Option<Uint8Array>) {
        let known = match location {
            EngineLocation::Page => self.0.borrow().page.clone(),
            EngineLocation::Worker => self.0.borrow().worker.clone(),
        };
        if let Some(engine) = known.or_else(|| self.engine(location)) {
            engine.send(command, file);
        }
    }

    /// Starts an engine.
    fn engine(&self, location: EngineLocation) -> Option<Rc<dyn Engine>> {
        let (heard, died) = (Rc::downgrade(self.0.rc()), Rc::downgrade(self.0.rc()));
        let listener = Listener {
            on_reply: Callback::from(move |reply| with_client(&heard, |client| client.receive(reply, location))),
            on_death: Callback::from(move |()| with_client(&died, |client| client.died(location))),
        };
        let started: Option<Rc<dyn Engine>> = match location {
            EngineLocation::Page => LocalEngine::start(listener).map(|engine| Rc::new(engine) as _),
            EngineLocation::Worker => WorkerEngine::start(listener).map(|engine| Rc::new(engine) as _),
        };
        if started.is_none() {
            self.emit(EngineEvent::Died { given_up: true });
        }
        let mut client = self.0.borrow_mut();
        match location {
            EngineLocation::Page => client.page.clone_from(&started),
            EngineLocation::Worker => client.worker.clone_from(&started),
        }
        started
    }

    /// Asks for what waits of a study: the page at once, the worker when the frame is painted.
    fn ask_next(&self, kind: StudyKind) {
        let location = self.0.borrow_mut().queue(kind).next_location();
        match location {
            Some(EngineLocation::Page) => self.ask_page(kind),
            // The page could hear the worker no sooner than that. Asked before, the worker often gets the very processor the page draws on,
            // though another is free, and the frame waits for it.
            Some(EngineLocation::Worker) => self.ask_soon(),
            None => {}
        }
    }

    /// Asks the worker for everything that waits for it then when the frame is painted: a timer is a task after it.
    fn ask_soon(&self) {
        if std::mem::replace(&mut self.0.borrow_mut().asks_soon, true) {
            return;
        }
        let back = Rc::downgrade(self.0.rc());
        let ask = |client: Self| {
            client.0.borrow_mut().asks_soon = false;
            for kind in StudyKind::ALL {
                let location = client.0.borrow_mut().queue(kind).next_location();
                match location {
                    Some(EngineLocation::Page) => client.ask_page(kind),
                    Some(EngineLocation::Worker) => drop(client.ask_engine(kind, EngineLocation::Worker)),
                    None => {}
                }
            }
        };
        Timeout::new(0, move || with_client(&back, ask)).forget();
    }

    /// Has a plan made before the next frame, or shortly after it; leaves it to the worker if that happens again and again.
    fn ask_page(&self, kind: StudyKind) {
        let Some(number) = self.ask_engine(kind, EngineLocation::Page) else { return };
        let has_overrun = self.0.borrow_mut().queue(kind).has_overrun(number);
        if has_overrun {
            self.send(EngineLocation::Page, Command::Cancel(WorkKind::Study(kind)), None);
            self.ask_soon();
        }
    }

    /// Asks an engine for what waits of a study, now; the number of the command.
    fn ask_engine(&self, kind: StudyKind, location: EngineLocation) -> Option<u32> {
        let (number, commands) = {
            let mut client = self.0.borrow_mut();
            let number = client.next_number();
            (number, client.queue(kind).next(number, location)?)
        };
        commands.into_iter().for_each(|command| self.send(location, command, None));
        Some(number)
    }

    fn receive(&self, reply: Reply, location: EngineLocation) {
        let event = self.0.borrow_mut().receive(reply);
        if let Some(event) = event {
            self.emit(event);
        }
        if location == EngineLocation::Worker {
            self.ask_waiting();
        }
    }

    /// Asks for everything that waits.
    fn ask_waiting(&self) {
        for kind in StudyKind::ALL {
            self.ask_next(kind);
        }
    }

    fn watch(&self) {
        let is_silent = {
            let client = self.0.borrow();
            let is_at_work = client.reading_log || client.queues.values().any(|queue| queue.waits_for(EngineLocation::Worker));
            client.worker.as_ref().is_some_and(|worker| worker.is_silent(is_at_work))
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
            // The next command starts another.
            match location {
                EngineLocation::Page => client.page = None,
                EngineLocation::Worker => client.worker = None,
            }
            client.deaths_in_a_row += 1;
            let given_up = client.deaths_in_a_row > 1;
            client.queues.values_mut().for_each(|queue| queue.lost(location, given_up));
            (given_up, was_reading)
        };
        self.emit(EngineEvent::Died { given_up });
        if was_reading {
            self.emit(EngineEvent::LogRead(Err("the engine stopped while it read the file; it is running again".to_string())));
        }
        self.ask_waiting();
    }
}

fn with_client(back: &Weak<RefCell<Client>>, then: impl FnOnce(EngineClient)) {
    if let Some(client) = back.upgrade() {
        then(EngineClient(client.into()));
    }
}

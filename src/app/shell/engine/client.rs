//! The page's client of the engines: of every study the newest scenario wins. Small scenarios are planned in the page ([`LocalEngine`]), others in a
//! worker. An engine that dies or stops responding is replaced.

use super::local_engine::LocalEngine;
use super::replies::{Client, EngineEvent};
use super::study_queue::{EngineLocation, StudyTask};
use super::transport::{Death, Engine, Listener};
use super::worker_engine::WorkerEngine;
use crate::app::kit::by_address::ByAddress;
use crate::engine::Study;
use crate::engine::study::StudyKind;
use crate::worker::messages::{Command, Query, Reply, ShapeMessage, Work, WorkKind};
use gloo_timers::callback::Timeout;
use js_sys::Uint8Array;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};
use std::sync::Arc;
use yew::Callback;

/// A handle on the engines. Cloning gives the same.
#[derive(Clone, PartialEq)]
pub struct EngineClient(ByAddress<RefCell<Client>>);

impl EngineClient {
    /// Engines without work; events go to `on_event`.
    pub fn start(on_event: Callback<EngineEvent>) -> Self {
        Self(ByAddress::new(RefCell::new(Client {
            page: None,
            worker: None,
            on_event,
            queues: BTreeMap::new(),
            number: 0,
            deaths_in_a_row: 0,
            log: None,
            asks_soon: false,
            has_worker: true,
        })))
    }

    /// Asks for the plan of a study and what is to be seen of it; what was not sent yet of an older one is dropped. The study is the recorded one, or
    /// an edit of it that is under way.
    pub fn ask(&self, task: StudyTask, recorded: &Arc<Study>) {
        let kind = task.0.kind();
        self.0.borrow_mut().queue(kind).edits(recorded, &task.0);
        let was_stopped = self.0.borrow_mut().queue(kind).is_stopped();
        if self.0.borrow_mut().queue(kind).put(task) {
            self.emit(EngineEvent::NotCompared(kind));
        }
        if was_stopped && !self.0.borrow_mut().queue(kind).is_stopped() {
            self.emit(EngineEvent::Stopped(kind, false));
        }
        self.ask_next(kind);
    }

    /// Stops all planning that is under way. What is on screen stays until the scenario changes.
    pub fn stop(&self) {
        for kind in StudyKind::ALL {
            let location = self.0.borrow_mut().queue(kind).stop();
            if let Some(location) = location {
                self.send(location, Command::Cancel(WorkKind::Study(kind)), None);
                self.emit(EngineEvent::Stopped(kind, true));
            }
        }
    }

    /// Plans a study after all whose planning was stopped.
    pub fn resume(&self, kind: StudyKind) {
        self.0.borrow_mut().queue(kind).resume();
        self.emit(EngineEvent::Stopped(kind, false));
        self.ask_next(kind);
    }

    /// Whether a study is the newest that was to be planned.
    pub fn is_newest(&self, study: &Arc<Study>) -> bool {
        self.0.borrow_mut().queue(study.kind()).is_newest(study)
    }

    /// Reads a workload log in the worker.
    pub fn read_log(&self, file: Uint8Array) {
        self.emit(EngineEvent::LogProgress(0.0, 0));
        let number = self.0.borrow_mut().next_number();
        self.0.borrow_mut().log = Some(number);
        self.send(EngineLocation::Worker, Command::Open(number, Work::Log(Vec::new())), Some(file));
    }

    /// Turns the log read last into requests.
    pub fn shape_log(&self, shape: &ShapeMessage) {
        let number = self.0.borrow_mut().next_number();
        self.send(EngineLocation::Worker, Command::Query(number, Query::Log(*shape)), None);
    }

    /// Forgets the log, or stops reading it.
    pub fn drop_log(&self) {
        self.0.borrow_mut().log = None;
        self.send(EngineLocation::Worker, Command::Cancel(WorkKind::Log), None);
        self.emit(EngineEvent::LogDropped);
    }

    fn emit(&self, event: EngineEvent) {
        let on_event = self.0.borrow().on_event.clone();
        on_event.emit(event);
    }

    /// Starts the worker before it is needed: what it is loaded from may be out of reach by then.
    pub fn warm_up(&self) {
        let is_due = self.0.borrow().worker.is_none() && self.0.borrow().has_worker;
        if is_due {
            self.engine(EngineLocation::Worker);
        }
    }

    /// Sends a command to an engine, which is started if there is none; without a worker to the one in the page.
    fn send(&self, location: EngineLocation, command: Command, file: Option<Uint8Array>) {
        let location = if self.0.borrow().has_worker { location } else { EngineLocation::Page };
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
            on_death: Callback::from(move |death| with_client(&died, |client| client.died(location, death))),
        };
        let started: Option<Rc<dyn Engine>> = match location {
            EngineLocation::Page => LocalEngine::start(listener).map(|engine| Rc::new(engine) as _),
            EngineLocation::Worker => WorkerEngine::start(listener).map(|engine| Rc::new(engine) as _),
        };
        let mut client = self.0.borrow_mut();
        match location {
            EngineLocation::Page => client.page.clone_from(&started),
            EngineLocation::Worker => client.worker.clone_from(&started),
        }
        drop(client);
        match (location, &started) {
            (_, Some(_)) => {}
            (EngineLocation::Page, None) => self.emit(EngineEvent::Died { given_up: true }),
            // Whoever asks for it now asks the page next.
            (EngineLocation::Worker, None) => {
                let back = Rc::downgrade(self.0.rc());
                Timeout::new(0, move || with_client(&back, |client| client.died(location, Death::NeverStarted))).forget();
            }
        }
        started
    }

    /// Which engine what waits of a study is for.
    fn next_location(&self, kind: StudyKind) -> Option<EngineLocation> {
        let mut client = self.0.borrow_mut();
        let has_worker = client.has_worker;
        client.queue(kind).next_location(has_worker)
    }

    /// Asks for what waits of a study: the page at once, the worker when the frame is painted.
    fn ask_next(&self, kind: StudyKind) {
        let location = self.next_location(kind);
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
                let location = client.next_location(kind);
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
        let has_overrun = {
            let mut client = self.0.borrow_mut();
            client.has_worker && client.queue(kind).has_overrun(number)
        };
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

    /// Replaces an engine and asks again, unless engines died twice over the same scenario. A worker that cannot be loaded is replaced by the engine in
    /// the page.
    fn died(&self, location: EngineLocation, death: Death) {
        let (given_up, had_log) = {
            let mut client = self.0.borrow_mut();
            // A log that is read lies in the worker.
            let had_log = location == EngineLocation::Worker && client.log.take().is_some();
            // The next command starts another.
            match location {
                EngineLocation::Page => client.page = None,
                EngineLocation::Worker => client.worker = None,
            }
            match death {
                Death::NeverStarted => client.has_worker = false,
                Death::Stopped => client.deaths_in_a_row += 1,
            }
            let given_up = death == Death::Stopped && client.deaths_in_a_row > 1;
            client.queues.values_mut().for_each(|queue| queue.lost(location, given_up));
            (given_up, had_log)
        };
        let (event, reading) = match death {
            Death::Stopped => {
                (EngineEvent::Died { given_up }, "the engine that had it stopped and is running again; open the file once more")
            }
            Death::NeverStarted => (
                EngineEvent::NoWorker,
                "the worker that should read it cannot be loaded; open the file once more, and the page itself reads it",
            ),
        };
        self.emit(event);
        if had_log {
            self.emit(EngineEvent::LogRead(Err(reading.to_string())));
        }
        self.ask_waiting();
    }
}

fn with_client(back: &Weak<RefCell<Client>>, then: impl FnOnce(EngineClient)) {
    if let Some(client) = back.upgrade() {
        then(EngineClient(client.into()));
    }
}

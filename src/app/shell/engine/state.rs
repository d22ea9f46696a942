//! The engine state that components read, and commands during rendering: what the local engine answers at once is drawn in the same render pass.

use super::client::EngineClient;
use super::replies::EngineEvent;
use super::transport::NEVER_STARTED;
use crate::app::shell::notices::{Cause, Notice, Notices};
use crate::engine::study::StudyKind;
use crate::state::{BesideShown, Plans};
use crate::worker::messages::{LogMessage, ShapedMessage};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use yew::prelude::*;

/// How far reading a workload log has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum LogState {
    /// No log.
    #[default]
    None,
    /// Reading.
    Reading {
        /// Share of the file.
        share: f64,
        /// Jobs found.
        jobs: u32,
    },
    /// Read; shaped once options were sent.
    Read {
        /// What is in it.
        log: Rc<LogMessage>,
        /// The requests it becomes, or why it cannot.
        shaped: Option<Result<Rc<ShapedMessage>, String>>,
    },
    /// It cannot be read.
    Failed(String),
}

/// What the engines told last.
#[derive(Clone, Default, PartialEq)]
pub struct EngineState {
    /// The newest plans.
    pub plans: Plans,
    /// What stands beside them.
    pub beside: BTreeMap<StudyKind, BesideShown>,
    /// Share of a longer planning run that is done.
    pub progress: Option<f64>,
    /// The systems whose newest study is not planned to its end because the user stopped that.
    pub stopped: BTreeSet<StudyKind>,
    /// The log being brought in.
    pub log: LogState,
}

impl EngineState {
    /// The state after an event.
    fn after(&self, event: EngineEvent) -> Self {
        let mut state = self.clone();
        match event {
            EngineEvent::Shown(shown) => {
                if shown.is_complete() {
                    state.progress = None;
                }
                state.plans.show(shown);
            }
            EngineEvent::Compared(kind, own, other, comparison) => {
                state.progress = None;
                own.into_iter().for_each(|own| state.plans.show(own));
                let beside = state.beside.entry(kind).or_default();
                beside.other = other.or(beside.other.take());
                beside.comparison = Some(comparison);
            }
            EngineEvent::NotCompared(kind) => {
                let beside = state.beside.entry(kind).or_default();
                (beside.other, beside.comparison) = (None, None);
            }
            EngineEvent::Policy(study, row) => state.beside.entry(study.kind()).or_default().add(&study, row),
            EngineEvent::Snapshot(number, snapshot) => state.plans.take(number, snapshot),
            EngineEvent::Lost(kind) => {
                state.plans.forget(kind);
                state.beside.remove(&kind);
            }
            EngineEvent::Progress(share) => state.progress = share,
            EngineEvent::Stopped(kind, true) => {
                state.progress = None;
                state.stopped.insert(kind);
            }
            EngineEvent::Stopped(kind, false) => drop(state.stopped.remove(&kind)),
            EngineEvent::Invalid(_) | EngineEvent::Died { .. } | EngineEvent::NoWorker => state.progress = None,
            EngineEvent::LogProgress(share, jobs) => state.log = LogState::Reading { share, jobs },
            EngineEvent::LogRead(Ok(log)) => state.log = LogState::Read { log: Rc::new(log), shaped: None },
            EngineEvent::LogDropped => state.log = LogState::None,
            EngineEvent::LogRead(Err(problem)) => state.log = LogState::Failed(problem),
            EngineEvent::LogShaped(result) => {
                if let LogState::Read { shaped, .. } = &mut state.log {
                    *shaped = Some(result.map(Rc::new));
                }
            }
        }
        state
    }
}

/// The engines and what they told.
pub struct Engines {
    client: EngineClient,
    state: Rc<RefCell<Rc<EngineState>>>,
    is_drawing: Rc<Cell<bool>>,
}

impl Engines {
    /// Where to ask.
    pub fn client(&self) -> &EngineClient {
        &self.client
    }

    /// What they told last.
    pub fn state(&self) -> Rc<EngineState> {
        Rc::clone(&self.state.borrow())
    }

    /// Asks from within a pass that draws the page: what is told at once causes no other pass, the asker draws it.
    pub fn while_drawing(&self, ask: impl FnOnce()) {
        self.is_drawing.set(true);
        ask();
        self.is_drawing.set(false);
    }
}

/// Starts the engines with the component, and draws the component anew whenever they have told something else.
#[hook]
pub fn use_engines(notices: &Notices) -> Rc<Engines> {
    let (notices, draw_anew) = (notices.clone(), use_force_update());
    use_memo((), move |()| {
        let (state, is_drawing) = (Rc::<RefCell<Rc<EngineState>>>::default(), Rc::<Cell<bool>>::default());
        let (hears, draws) = (Rc::clone(&state), Rc::clone(&is_drawing));
        let has_told = Cell::new(false);
        let client = EngineClient::start(Callback::from(move |event: EngineEvent| {
            tell_user(&event, &notices);
            match &event {
                EngineEvent::Invalid(_) | EngineEvent::Died { given_up: true } => has_told.set(true),
                // What could not be planned is not what is shown any more.
                EngineEvent::Shown(shown) if shown.is_complete() && has_told.take() => notices.settle(Cause::Planning),
                EngineEvent::Compared(..) if has_told.take() => notices.settle(Cause::Planning),
                _ => {}
            }
            let after = hears.borrow().after(event);
            if after != **hears.borrow() {
                *hears.borrow_mut() = Rc::new(after);
                if !draws.get() {
                    draw_anew.force_update();
                }
            }
        }));
        Engines { client, state, is_drawing }
    })
}

fn tell_user(event: &EngineEvent, notices: &Notices) {
    match event {
        EngineEvent::Invalid(message) => {
            let words = format!("This cannot be planned: {message}. The last plan stays on screen; undo takes the change back.");
            notices.add(Notice::problem(words).about(Cause::Planning));
        }
        EngineEvent::NoWorker => notices.add(Notice::problem(without_worker())),
        EngineEvent::Died { given_up: false } => {
            notices.add(Notice::problem("The planning engine stopped and was started again. Your scenario is unchanged."));
        }
        EngineEvent::Died { given_up: true } => {
            let words = "The planning engine stopped twice over this scenario, or gave no answer for five seconds. Your scenario is unchanged; the engine starts again at the next change or undo.";
            notices.add(Notice::problem(words).about(Cause::Planning));
        }
        _ => {}
    }
}

/// What is said once the worker cannot be loaded.
fn without_worker() -> String {
    let (first, rest) = NEVER_STARTED.split_at(1);
    format!(
        "{}{rest}. Your scenario is unchanged. Until then everything is planned in the page itself: small plans as before, large ones more slowly.",
        first.to_uppercase()
    )
}

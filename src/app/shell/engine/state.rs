//! The engine state that components read, and commands during rendering: what the local engine answers at once is drawn in the same render pass.

use crate::app::shell::engine::client::EngineClient;
use crate::app::shell::engine::event::EngineEvent;
use crate::app::shell::notices::{Notice, Notices};
use crate::chart::{Edition, PlanView};
use crate::engine::slots::request::Request;
use crate::engine::slots::workload::RequestId;
use crate::state::{Money, Workspace};
use crate::worker::messages::{LogMessage, PlanFigures, ShapedMessage};
use crate::worker::servers_plan::ServersPlan;
use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;
use yew::prelude::*;

/// A plan on screen and the scenario it is the plan of.
///
/// There is one plan, however many hold on to it: an edit changes it in place, and what was shown before shows the newest plan too until
/// it is drawn again, at once. Equal only while the plan is the same edition.
pub struct Shown {
    plan: Rc<RefCell<PlanView>>,
    edition: Edition,
    /// Its figures; those of the plan before while only what is on screen is planned anew.
    pub body: PlanFigures,
    /// Whether all of it is planned.
    pub is_whole: bool,
    /// The scenario.
    pub workspace: Rc<Workspace>,
}

impl Shown {
    /// What is shown of a plan as it is now.
    pub fn new(plan: Rc<RefCell<PlanView>>, body: PlanFigures, is_whole: bool, workspace: Rc<Workspace>) -> Self {
        let edition = plan.borrow().edition().clone();
        Self { plan, edition, body, is_whole, workspace }
    }

    /// The plan. Not to be held beyond the present task: the next answer of the worker changes it.
    pub fn plan(&self) -> Ref<'_, PlanView> {
        self.plan.borrow()
    }

    /// The request a job belongs to, as it was planned.
    pub fn request_of(&self, job: u32) -> (RequestId, Request) {
        let plan = self.plan();
        let row = plan.request_row(job);
        (plan.arrivals().id[row], plan.arrivals().row(row))
    }
}

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        self.edition == other.edition
    }
}

/// A plan of the servers on screen.
#[derive(Clone, Debug, PartialEq)]
pub struct ServersShown {
    /// The plan, with the moment to be seen.
    pub plan: Rc<ServersPlan>,
    /// The scenario it belongs to.
    pub workspace: Rc<Workspace>,
}

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

/// What the engine engine_state last.
#[derive(Clone, Default, PartialEq)]
pub struct EngineState {
    /// The newest plan; `None` until the first is there.
    pub shown: Option<Rc<Shown>>,
    /// The newest plan of the servers; `None` until the first is there, and where there are none.
    pub servers: Option<Rc<ServersShown>>,
    /// Share of a longer planning run that is done.
    pub progress: Option<f64>,
    /// The money of the newest plan, as far as it is known.
    pub money: Money,
    /// The log being brought in.
    pub log: LogState,
}

impl EngineState {
    /// Whether there is a plan.
    pub fn is_planned(&self) -> bool {
        self.shown.is_some()
    }

    /// What is engine_state after an event.
    fn after(&self, event: EngineEvent) -> Self {
        let mut engine_state = self.clone();
        match event {
            EngineEvent::Planned { plan, figures, workspace } => {
                // The figures stay as they were until all is planned.
                let before = engine_state.shown.as_ref().map(|shown| shown.body);
                let is_whole = figures.is_some();
                if workspace.idle.is_none() {
                    engine_state.servers = None;
                }
                if let Some(figures) = figures.or(before) {
                    engine_state.shown = Some(Rc::new(Shown::new(plan, figures, is_whole, workspace)));
                }
                if is_whole {
                    engine_state.progress = None;
                }
            }
            EngineEvent::Money { rev, part } => engine_state.money = engine_state.money.with(rev, part),
            EngineEvent::Servers { plan, workspace } => {
                engine_state.servers = Some(Rc::new(ServersShown { plan, workspace }));
                engine_state.progress = None;
            }
            EngineEvent::Lost => (engine_state.shown, engine_state.servers) = (None, None),
            EngineEvent::Progress(share) => engine_state.progress = Some(share),
            EngineEvent::Invalid(_) | EngineEvent::Died { .. } => engine_state.progress = None,
            EngineEvent::LogProgress(share, jobs) => engine_state.log = LogState::Reading { share, jobs },
            EngineEvent::LogRead(Ok(log)) => engine_state.log = LogState::Read { log: Rc::new(log), shaped: None },
            EngineEvent::LogDropped => engine_state.log = LogState::None,
            EngineEvent::LogRead(Err(problem)) => engine_state.log = LogState::Failed(problem),
            EngineEvent::LogShaped(result) => {
                if let LogState::Read { shaped, .. } = &mut engine_state.log {
                    *shaped = Some(result.map(Rc::new));
                }
            }
        }
        engine_state
    }
}

/// The engine and what it engine_state.
pub struct Engine {
    client: EngineClient,
    engine_state: Rc<RefCell<Rc<EngineState>>>,
    is_drawing: Rc<Cell<bool>>,
}

impl Engine {
    /// Where to ask.
    pub fn client(&self) -> &EngineClient {
        &self.client
    }

    /// What it engine_state last.
    pub fn engine_state(&self) -> Rc<EngineState> {
        Rc::clone(&self.engine_state.borrow())
    }

    /// Asks from within a pass that draws the page: what is engine_state at once causes no other pass, the asker draws it.
    pub fn while_drawing(&self, ask: impl FnOnce()) {
        self.is_drawing.set(true);
        ask();
        self.is_drawing.set(false);
    }
}

/// Starts the engine with the component, and draws the component anew whenever it has engine_state something else.
#[hook]
pub fn use_engine(notices: &Notices) -> Rc<Engine> {
    let (notices, draw_anew) = (notices.clone(), use_force_update());
    use_memo((), move |()| {
        let (engine_state, is_drawing) = (Rc::<RefCell<Rc<EngineState>>>::default(), Rc::<Cell<bool>>::default());
        let (hears, draws) = (Rc::clone(&engine_state), Rc::clone(&is_drawing));
        let client = EngineClient::start(Callback::from(move |event: EngineEvent| {
            tell_user(&event, &notices);
            let after = hears.borrow().after(event);
            if after != **hears.borrow() {
                *hears.borrow_mut() = Rc::new(after);
                if !draws.get() {
                    draw_anew.force_update();
                }
            }
        }));
        Engine { client, engine_state, is_drawing }
    })
}

fn tell_user(event: &EngineEvent, notices: &Notices) {
    match event {
        EngineEvent::Invalid(message) => {
            notices.add(Notice::problem(format!(
                "This cannot be planned: {message}. The last plan stays on screen; undo takes the change back."
            )));
        }
        EngineEvent::Died { given_up: false } => {
            notices.add(Notice::problem("The planning engine stopped and was started again. Your scenario is unchanged."));
        }
        EngineEvent::Died { given_up: true } => {
            notices.add(Notice::problem(
                "The planning engine stopped twice over this scenario. Your scenario is unchanged; the engine starts again at the next change or undo.",
            ));
        }
        _ => {}
    }
}

//! Events from the engines to the page.

use crate::chart::PlanView;
use crate::state::{MoneyPart, Workspace};
use crate::worker::messages::{LogMessage, PlanFigures, ShapedMessage};
use crate::worker::servers_plan::ServersPlan;
use std::cell::RefCell;
use std::rc::Rc;

/// What the engine tells the page.
#[derive(Clone)]
pub enum EngineEvent {
    /// A plan of the newest scenario asked for, or of one shortly before it.
    Planned {
        /// The plan.
        plan: Rc<RefCell<PlanView>>,
        /// Its figures; `None` while only what is on screen is planned anew.
        figures: Option<PlanFigures>,
        /// The scenario it belongs to.
        workspace: Rc<Workspace>,
    },
    /// A part of the money of the plan told last.
    Money {
        /// Number of the plan.
        rev: u32,
        /// The part.
        part: MoneyPart,
    },
    /// A plan of the servers of the newest scenario asked for, or of one shortly before it, with the moment to be seen.
    Servers {
        /// The plan.
        plan: Rc<ServersPlan>,
        /// The scenario it belongs to.
        workspace: Rc<Workspace>,
    },
    /// There is no plan to show until the next one.
    Lost,
    /// Planning takes longer: share done.
    Progress(f64),
    /// The scenario cannot be planned.
    Invalid(String),
    /// The worker died and was replaced; `given_up` when it died twice over the same scenario.
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

//! A scenario holds one study: the only place that knows every system. Page, worker, command line, files, links and experiments go through it.

use crate::core::bounds::TITLE_CHARS;
use crate::core::error::{FieldPath, ScenarioError};
use crate::idle::{IdleOutcome, IdleScenario, IdleSource};
use crate::slots::outcome::{self, Outcome};
use crate::slots::scenario::SlotsScenario;
use crate::slots::workload::Source;

/// Everything a run depends on: the only thing that is saved, shared and undone. The same scenario gives the same bytes on every platform.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// A name for people; no effect on the run.
    pub title: String,
    /// What is studied.
    pub study: Study,
}

/// The recipe of a study, by system.
#[derive(Clone, Debug, PartialEq)]
pub enum Study {
    /// Advance reservation of identical nodes in slots, with a market or without.
    Slots(SlotsScenario),
    /// Advance reservation of named servers: idle periods.
    Idle(IdleScenario),
}

/// Which system a study belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StudyKind {
    /// [`Study::Slots`].
    Slots,
    /// [`Study::Idle`].
    Idle,
}

impl StudyKind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Slots, Self::Idle];

    /// The name used in files, links and on the command line. It never changes.
    pub fn key(self) -> &'static str {
        match self {
            Self::Slots => "slots",
            Self::Idle => "idle",
        }
    }

    /// The kind with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// The result of a run, by system.
#[derive(Clone, Debug, PartialEq)]
pub enum StudyOutcome {
    /// Of [`Study::Slots`].
    Slots(Box<Outcome>),
    /// Of [`Study::Idle`].
    Idle(Box<IdleOutcome>),
}

impl From<SlotsScenario> for Study {
    fn from(slots: SlotsScenario) -> Self {
        Self::Slots(slots)
    }
}

impl From<IdleScenario> for Study {
    fn from(idle: IdleScenario) -> Self {
        Self::Idle(idle)
    }
}

impl Scenario {
    /// A scenario with a title.
    pub fn new(title: impl Into<String>, study: impl Into<Study>) -> Self {
        Self { title: title.into(), study: study.into() }
    }

    /// Checks everything that does not need the requests to be generated.
    ///
    /// # Errors
    /// The first thing out of range: where, what was found, what is allowed.
    pub fn check(&self) -> Result<(), ScenarioError> {
        let root = FieldPath::new("");
        let chars = self.title.chars().count();
        if chars > TITLE_CHARS {
            let allowed = format!("at most {TITLE_CHARS} characters");
            return Err(ScenarioError::new(root.field("title"), format!("a title of {chars} characters"), allowed));
        }
        match &self.study {
            Study::Slots(slots) => slots.check(&root),
            Study::Idle(idle) => idle.check(&root.field("servers")),
        }
    }

    /// Runs the scenario from start to end.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn run(&self) -> Result<StudyOutcome, ScenarioError> {
        self.check()?;
        Ok(match &self.study {
            Study::Slots(slots) => StudyOutcome::Slots(Box::new(outcome::run(slots)?)),
            Study::Idle(idle) => StudyOutcome::Idle(Box::new(idle.run()?)),
        })
    }

    /// The same scenario with the edits written into a given list of requests; numbers of requests may change.
    #[must_use]
    pub fn folded(&self) -> Self {
        let study = match &self.study {
            Study::Slots(slots) => Study::Slots(slots.folded()),
            Study::Idle(idle) => Study::Idle(idle.folded()),
        };
        Self { title: self.title.clone(), study }
    }
}

impl Study {
    /// Number of requests that are given one by one; 0 where they are generated.
    pub fn given_requests(&self) -> usize {
        match self {
            Self::Slots(slots) => match &slots.workload.source {
                Source::Requests(requests) => requests.len(),
                Source::Generator(_) => 0,
            },
            Self::Idle(idle) => match &idle.workload.source {
                IdleSource::Requests(requests) => requests.len(),
                IdleSource::Pareto(_) | IdleSource::Fortnight(_) => 0,
            },
        }
    }

    /// Which system it belongs to.
    pub fn kind(&self) -> StudyKind {
        match self {
            Self::Slots(_) => StudyKind::Slots,
            Self::Idle(_) => StudyKind::Idle,
        }
    }
}

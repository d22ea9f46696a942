//! The lesson that is being taken: what the student has in hand.

use super::wanted::Found;
use super::words::Words;
use super::{progress, report};
use crate::engine::ScenarioError;
use crate::formats::link::Opened;
use crate::lessons::model::Ask;
use crate::lessons::record::Given;
use crate::lessons::session::{Judged, Session};
use std::rc::Rc;
use std::sync::Arc;

/// The lesson, or none.
#[derive(Clone, Default)]
pub struct Course(Option<Rc<Going>>);

/// A lesson that is being taken.
#[derive(Clone)]
pub struct Going {
    /// What the student's progress is kept under.
    pub key: String,
    /// The way through it.
    pub session: Session,
    /// What is chosen or typed and not given yet.
    pub draft: Option<Given>,
    /// What became of the last answer.
    pub judged: Option<Judged>,
    /// Whether only what the step allows can be changed. Who writes a lesson changes more, and is told what the step lacks.
    pub is_locked: bool,
    /// When the task was shown or answered last, in milliseconds since 1970.
    pub since: f64,
}

impl PartialEq for Course {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

impl Course {
    /// Begins a lesson, or goes on with it where this browser remembers.
    ///
    /// # Errors
    /// Its first scenario cannot be planned.
    pub fn begin(found: &Found) -> Result<Self, ScenarioError> {
        let resumed = report::remembered(found).or_else(|| progress::resumed(found));
        let session = resumed.map_or_else(|| Session::new(Arc::clone(&found.lesson), ""), Ok)?;
        let key = found.key.clone();
        Ok(Self::of(Going { key, ..Going::new(session) }))
    }

    /// A lesson that is being taken.
    pub fn of(going: Going) -> Self {
        Self(Some(Rc::new(going)))
    }

    /// The lesson that is being taken.
    pub fn going(&self) -> Option<&Rc<Going>> {
        self.0.as_ref()
    }

    /// What the page starts with, if it starts with a lesson.
    pub fn start(&self) -> Option<Opened> {
        Some(self.going()?.session.here())
    }
}

impl Going {
    /// A session that nothing is chosen in yet, under no key.
    pub fn new(session: Session) -> Self {
        Self { key: String::new(), session, draft: None, judged: None, is_locked: true, since: js_sys::Date::now() }
    }

    /// The words of the column.
    pub fn words(&self) -> &'static Words {
        Words::of(self.session.lesson().head.language)
    }

    /// Whether an answer can be given: something is chosen or typed, or what is there already is one.
    pub fn can_answer(&self) -> bool {
        let is_there =
            self.session.task().is_some_and(|task| matches!(task.ask, Ask::Do(_) | Ask::Bet | Ask::Place(_) | Ask::Order));
        !self.session.is_settled() && (is_there || self.draft.is_some())
    }

    /// How long the task or the answer before has been on screen.
    pub fn seconds(&self) -> u32 {
        ((js_sys::Date::now() - self.since).max(0.0) / 1_000.0) as u32
    }
}

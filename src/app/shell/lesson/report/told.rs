//! What is told of a session.

use crate::lessons::answer_code::Answers;
use crate::lessons::record::Record;
use crate::lessons::session::{Score, Session};

/// What is told of a session.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The answers; empty as long as nothing was answered.
    pub code: String,
    /// How well it was done so far.
    pub score: Score,
    /// Whether every task has its outcome.
    pub is_done: bool,
    /// The step, from 0.
    pub step: usize,
}

impl Report {
    /// Of a session.
    pub fn of(session: &Session) -> Self {
        let code = if is_begun(session) { Answers::of(session).encode() } else { String::new() };
        Self { code, score: session.score(), is_done: session.is_done(), step: session.place().step }
    }
}

/// Whether something was answered, or a hint taken.
pub fn is_begun(session: &Session) -> bool {
    session.records().iter().any(|record| *record != Record::default())
}

//! Answers as events of our own protocol, for the host of a frame that listens to them.

use super::told::Report;
use crate::app::shell::embed::protocol::tell::tell as tell_host;
use crate::formats::messages::Event;
use crate::lessons::session::{Outcome, Session};
use std::cell::RefCell;

thread_local! {
    /// The code with which the host was told that the lesson is finished.
    static FINISHED: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Tells of an answer.
pub fn tell_answer(session: &Session, outcome: Outcome) {
    let place = session.place();
    let right = match outcome {
        Outcome::Right => Some(true),
        Outcome::Again | Outcome::Missed => Some(false),
        Outcome::Voted => None,
    };
    let tries = session.record().map_or(0, |record| record.tries);
    tell_host(&Event::Answer { step: place.step + 1, task: place.task + 1, right, tries });
}

/// Tells that every task has its outcome, once.
pub fn tell(report: &Report) {
    let is_new = report.is_done && FINISHED.with_borrow(|code| *code != report.code);
    if is_new {
        FINISHED.set(report.code.clone());
        tell_host(&Event::Finished { score: report.score.share(), code: report.code.clone() });
    }
}

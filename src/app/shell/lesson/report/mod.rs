//! Who hears of a student's answers: the learning platform of a SCORM package, or the host of a frame. Both get the answer code, and may give it back. Nothing
//! that they do or leave undone stops the lesson.

mod scorm;
mod splice;

use super::wanted::Found;
use crate::app::shell::context::Lab;
use crate::lessons::answer_code::Answers;
use crate::lessons::model::Lesson;
use crate::lessons::record::Record;
use crate::lessons::resumed::resume;
use crate::lessons::session::{Score, Session};
use std::sync::Arc;
use yew::prelude::*;

/// What is told of a session.
#[derive(Clone, Debug, PartialEq)]
struct Report {
    /// The answers; empty as long as nothing was answered.
    code: String,
    score: Score,
    is_done: bool,
    /// The step, from 0.
    step: usize,
}

impl Report {
    fn of(session: &Session) -> Self {
        let code = if is_begun(session) { Answers::of(session).encode() } else { String::new() };
        Self { code, score: session.score(), is_done: session.is_done(), step: session.place().step }
    }
}

fn is_begun(session: &Session) -> bool {
    session.records().iter().any(|record| *record != Record::default())
}

/// The session of an answer code that comes back.
fn session_of(code: &str, lesson: &Arc<Lesson>) -> Option<Session> {
    resume(lesson, &Answers::decode(code).ok()?)
}

/// The session that a learning platform remembers. Called once, when a lesson begins.
pub fn remembered(found: &Found) -> Option<Session> {
    session_of(&scorm::begin()?, &found.lesson)
}

/// Tells of a session after an answer, a hint, or a step.
pub fn tell(session: &Session) {
    let report = Report::of(session);
    match scorm::is_there() {
        true => scorm::tell(report),
        false => splice::tell(&report, session),
    }
}

/// Whether somebody who keeps answers has these.
pub fn is_kept() -> bool {
    scorm::is_kept() || splice::is_heard()
}

/// Goes on where the host of the frame remembers, if it says so soon and nothing was answered meanwhile.
#[hook]
pub fn use_remembering_host(lab: &Lab) {
    let newest = use_mut_ref(|| lab.clone());
    *newest.borrow_mut() = lab.clone();
    use_effect_with((), move |()| {
        let has_host = newest.borrow().going().is_some() && !scorm::is_there();
        let go_on = move |code: &str| {
            let lab = newest.borrow().clone();
            let Some(going) = lab.going().filter(|going| !is_begun(&going.session)) else { return };
            if let Some(session) = session_of(code, going.session.lesson()) {
                lab.resume_lesson(session);
            }
        };
        let listener = if has_host { splice::ask(go_on) } else { None };
        move || drop(listener)
    });
}

//! Who hears of a student's answers: the learning platform of a SCORM package, or the host of a frame. Both get the answer code, and may give it back. Nothing
//! that they do or leave undone stops the lesson.

pub(crate) mod host;
mod messages;
mod scorm;
mod splice;
mod told;

use super::wanted::Found;
use crate::engine::Scenario;
use crate::lessons::answer_code::Answers;
use crate::lessons::interaction::Interaction;
use crate::lessons::model::Lesson;
use crate::lessons::record::Given;
use crate::lessons::resumed::resume;
use crate::lessons::session::{Outcome, Session};
use std::sync::Arc;
use told::Report;

/// The session of an answer code that comes back.
fn session_of(code: &str, lesson: &Arc<Lesson>) -> Option<Session> {
    resume(lesson, &Answers::decode(code).ok()?)
}

/// The session that a learning platform remembers. Called once, when a lesson begins.
pub fn remembered(found: &Found) -> Option<Session> {
    session_of(&scorm::begin()?, &found.lesson)
}

/// Tells a learning platform, or the host of a frame, of an answer, before [`tell`] does of the session. What cannot be told is left out.
pub fn tell_answer(session: &Session, given: &Given, now: &Scenario, outcome: Outcome, seconds: u32) {
    messages::tell_answer(session, outcome);
    if is_platforms()
        && let Ok(Some(interaction)) = Interaction::of(session, given, now, outcome, seconds)
    {
        scorm::add(interaction);
    }
}

/// Tells of a session after an answer, a hint, or a step.
pub fn tell(session: &Session) {
    let report = Report::of(session);
    messages::tell(&report);
    match is_platforms() {
        true => scorm::tell(report),
        false => splice::tell(&report, session),
    }
}

/// Whether a learning platform was found.
fn is_platforms() -> bool {
    scorm::is_there()
}

/// Whether somebody who keeps answers has these.
pub fn is_kept() -> bool {
    scorm::is_kept() || splice::is_heard()
}

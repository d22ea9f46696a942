//! An answer as learning platforms list it: one of the interactions of SCORM 1.2.

use crate::model::Ask;
use crate::record::Given;
use crate::session::{Outcome, Place, Session};
use bookahead_engine::{Scenario, ScenarioError};

/// Longest response that a platform has to take.
const RESPONSE_CHARS: usize = 255;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interaction {
    /// Which task it is to.
    pub id: String,
    /// Of what kind the task is, in the words of the standard.
    pub kind: &'static str,
    /// What was answered; empty where something was changed, or written: words are the student's own.
    pub response: String,
    /// What is right; empty where the engine has no answer to compare with.
    pub right: String,
    /// What came of it, in the words of the standard.
    pub result: &'static str,
    /// How long it took, in seconds.
    pub seconds: u32,
}

impl Interaction {
    /// The answer that was given to the task of a session just now.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn of(
        session: &Session,
        given: &Given,
        now: &Scenario,
        outcome: Outcome,
        seconds: u32,
    ) -> Result<Option<Self>, ScenarioError> {
        let Some(task) = session.task() else { return Ok(None) };
        let Place { step, task: at } = session.place();
        let kind = match task.ask {
            Ask::Predict { .. } => "choice",
            Ask::Place(_) | Ask::Number => "numeric",
            Ask::Order => "sequencing",
            Ask::Do(_) | Ask::Bet => "performance",
            Ask::Pick(_) | Ask::Explain => "fill-in",
        };
        let is_judged = !matches!(task.ask, Ask::Bet | Ask::Explain);
        let result = match outcome {
            Outcome::Right if is_judged => "correct",
            Outcome::Again | Outcome::Missed => "wrong",
            // The first of two votes, a bet, words.
            Outcome::Right | Outcome::Voted => "neutral",
        };
        let right = match (outcome, is_judged) {
            (Outcome::Right, true) => response(given),
            (Outcome::Again | Outcome::Missed, true) => session.right(now)?.as_ref().map(response).unwrap_or_default(),
            _ => String::new(),
        };
        let id = format!("step-{}-task-{}", step + 1, at + 1);
        Ok(Some(Self { id, kind, response: response(given), right, result, seconds }))
    }

    /// The elements below `cmi.interactions.n.` with their values; `time` is the time of day, as `HH:MM:SS`. The identifier comes first: platforms want to know
    /// what they are told about.
    pub fn elements(&self, time: &str) -> Vec<(&'static str, String)> {
        let Self { id, kind, response, right, result, seconds } = self;
        let latency = format!("{:04}:{:02}:{:02}", (seconds / 3_600).min(9_999), seconds / 60 % 60, seconds % 60);
        let all = [
            ("id", id.clone()),
            ("type", (*kind).to_string()),
            ("time", time.to_string()),
            ("student_response", response.clone()),
            ("correct_responses.0.pattern", right.clone()),
            ("result", (*result).to_string()),
            ("latency", latency),
        ];
        all.into_iter().filter(|(_, value)| !value.is_empty()).collect()
    }
}

/// An answer in the form that the standard wants: lines as letters.
fn response(given: &Given) -> String {
    match given {
        Given::Choice(line) => letter(*line),
        Given::Order(lines) => lines.iter().map(|line| letter(*line)).collect::<Vec<_>>().join(","),
        Given::Thing(_) | Given::Start(_) | Given::Number(_) => given.to_string().chars().take(RESPONSE_CHARS).collect(),
        Given::Scenario | Given::Words(_) => String::new(),
    }
}

/// The letter of a line; its number where the letters end.
fn letter(line: usize) -> String {
    match u8::try_from(line) {
        Ok(line) if line < 26 => char::from(b'a' + line).to_string(),
        _ => (line + 1).to_string(),
    }
}

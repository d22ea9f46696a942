//! What an embedded page tells its host.

use super::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// What a host can ask to hear of. What is not listed is told unasked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Topic {
    /// The scenario changed.
    Changed,
    /// It was planned.
    Planned,
    /// Another request is selected.
    Selected,
    /// Another step is shown.
    Stepped,
    /// Keys that the page does not use.
    Key,
    /// A task of a lesson was answered.
    Answer,
    /// Every task of a lesson has its outcome.
    Finished,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// The page can answer.
    Ready {
        /// Of the program.
        version: &'static str,
        /// Of the protocol.
        protocols: [u32; 1],
        /// What can be asked for.
        features: &'static [&'static str],
    },
    /// The scenario changed; during a drag at most once a frame.
    Changed {
        /// `user` or `host`.
        by: &'static str,
        /// Whether nothing is being dragged.
        settled: bool,
        /// A link to the state once it is settled, where a link can hold it.
        #[serde(skip_serializing_if = "Option::is_none")]
        link: Option<String>,
        /// The hash of the scenario once it is settled, as results name it.
        #[serde(skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
    },
    /// The plan of the scenario is there.
    Planned {
        /// How many requests there are, were refused, moved, had to wait, went ahead.
        #[serde(flatten)]
        counts: BTreeMap<&'static str, usize>,
    },
    /// A request is selected, by what people call it; none for `null`.
    Selected {
        /// Its number.
        request: Option<String>,
    },
    /// The plan after so many decisions is shown; all of it for `null`.
    Stepped {
        /// Decisions.
        decided: Option<u32>,
    },
    /// The height that what is shown needs at this width, in CSS px.
    Size {
        /// Of the frame.
        height: i32,
    },
    /// A key was pressed that the page does not use.
    Key {
        /// As browsers name it.
        key: String,
    },
    /// A task of a lesson was answered.
    Answer {
        /// The step, from 1.
        step: usize,
        /// The task in it, from 1.
        task: usize,
        /// Whether the answer was right, or is taken as it is, as words are; `null` of the first of two votes.
        right: Option<bool>,
        /// Answers to this task so far.
        tries: u32,
    },
    /// Every task of a lesson has its outcome.
    Finished {
        /// Tasks that were answered right, at whichever try, of all tasks: 0 to 1.
        score: f64,
        /// The answer code.
        code: String,
    },
    /// Something went wrong, in words for the user.
    Error {
        /// One or more sentences.
        message: String,
    },
}

impl Event {
    /// What has to be asked for to hear of it.
    pub fn topic(&self) -> Option<Topic> {
        match self {
            Self::Ready { .. } | Self::Size { .. } | Self::Error { .. } => None,
            Self::Changed { .. } => Some(Topic::Changed),
            Self::Planned { .. } => Some(Topic::Planned),
            Self::Selected { .. } => Some(Topic::Selected),
            Self::Stepped { .. } => Some(Topic::Stepped),
            Self::Key { .. } => Some(Topic::Key),
            Self::Answer { .. } => Some(Topic::Answer),
            Self::Finished { .. } => Some(Topic::Finished),
        }
    }
}

/// The answer to a message.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The message's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Refusal>,
}

impl Answer {
    /// The answer to a message with this id.
    pub fn new(id: Option<Value>, result: Result<Value, Refusal>) -> Self {
        match result {
            Ok(value) => Self { id, ok: true, value: Some(value), error: None },
            Err(error) => Self { id, ok: false, value: None, error: Some(error) },
        }
    }
}

/// A message to the host.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Told<'a, T> {
    /// The version of the protocol.
    pub bookahead: u32,
    /// What the address of the frame calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<&'a str>,
    /// What is told.
    #[serde(flatten)]
    pub told: T,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn messages_have_their_documented_form() {
        let told = |event| serde_json::to_value(Told { bookahead: PROTOCOL, frame: Some("two"), told: event }).unwrap();
        let counts = BTreeMap::from([("requests", 12), ("refused", 1)]);
        assert_eq!(
            told(Event::Planned { counts }),
            json!({ "bookahead": 1, "frame": "two", "event": "planned", "requests": 12, "refused": 1 })
        );
        assert_eq!(
            told(Event::Stepped { decided: None }),
            json!({ "bookahead": 1, "frame": "two", "event": "stepped", "decided": null })
        );
        assert_eq!(
            told(Event::Answer { step: 1, task: 2, right: Some(false), tries: 1 }),
            json!({ "bookahead": 1, "frame": "two", "event": "answer", "step": 1, "task": 2, "right": false, "tries": 1 })
        );
        let answer = |result| {
            serde_json::to_value(Told { bookahead: PROTOCOL, frame: None, told: Answer::new(Some(json!(4)), result) }).unwrap()
        };
        assert_eq!(answer(Ok(json!({ "a": 1 }))), json!({ "bookahead": 1, "id": 4, "ok": true, "value": { "a": 1 } }));
        let refusal = Refusal::at("edits[0].nodes", 9, "a whole number from 1 to 5");
        let error = json!({
            "message": "edits[0].nodes: 9 is not allowed; must be a whole number from 1 to 5",
            "place": "edits[0].nodes", "found": "9", "allowed": "a whole number from 1 to 5",
        });
        assert_eq!(answer(Err(refusal)), json!({ "bookahead": 1, "id": 4, "ok": false, "error": error }));
    }

    #[test]
    fn only_what_a_host_needs_is_told_unasked() {
        assert_eq!(Event::Size { height: 3 }.topic(), None);
        assert_eq!(Event::Key { key: "f".to_string() }.topic(), Some(Topic::Key));
    }
}

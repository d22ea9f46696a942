//! Why something that the host asks for is refused, in the shape of the errors of the JavaScript module.

use crate::json::FileError;
use crate::link::LinkError;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use serde::Serialize;

/// Why something is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// One sentence.
    pub message: String,
    /// Where; empty if it is the whole.
    pub place: String,
    /// What stands there.
    pub found: String,
    /// What may stand there.
    pub allowed: String,
}

impl Refusal {
    /// At a place, something is found that is not allowed.
    pub fn at(place: &str, found: impl ToString, allowed: impl ToString) -> Self {
        ScenarioError::new(FieldPath::new(place), found.to_string(), allowed.to_string()).into()
    }

    /// One sentence without a place.
    pub fn sentence(message: impl ToString) -> Self {
        Self { message: message.to_string(), ..Self::default() }
    }
}

impl From<ScenarioError> for Refusal {
    fn from(error: ScenarioError) -> Self {
        let message = if error.place.as_str().is_empty() {
            format!("the message: {} is not allowed; must be {}", error.found, error.allowed)
        } else {
            error.to_string()
        };
        Self { message, place: error.place.as_str().to_string(), found: error.found, allowed: error.allowed }
    }
}

impl From<FileError> for Refusal {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Scenario(error) => error.into(),
            other => Self { place: "scenario".to_string(), ..Self::sentence(other) },
        }
    }
}

impl From<LinkError> for Refusal {
    fn from(error: LinkError) -> Self {
        Self { place: "link".to_string(), ..Self::sentence(error) }
    }
}

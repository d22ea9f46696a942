//! Why a scenario file is refused.

use super::message::{Complaint, place_of};
use super::{MAX_BYTES, STUDY_VERSION, VERSION};
use bookahead_engine::ScenarioError;
use bookahead_engine::core::error::FieldPath;
use serde::de::DeserializeOwned;
use std::fmt;

/// Why a scenario file was refused. `Display` gives one sentence a person can act on.
#[derive(Clone, Debug, PartialEq)]
pub enum FileError {
    /// More than [`MAX_BYTES`].
    TooLong,
    /// Bytes that are not UTF-8 text.
    NotText {
        /// Position of the first such byte.
        byte: usize,
    },
    /// Not JSON, or with a field that a scenario does not have or has already.
    Json {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong there.
        what: String,
    },
    /// Another version of the format.
    Version {
        /// What stands in the place of the version.
        found: String,
    },
    /// A field that is needed is not there.
    Missing {
        /// The object without the field; empty for the file itself.
        place: FieldPath,
        /// The field's name.
        field: String,
    },
    /// Something is of a wrong type or out of range.
    Scenario(ScenarioError),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the file is longer than {} MiB", MAX_BYTES >> 20),
            Self::NotText { byte } => write!(f, "byte {byte} is not UTF-8 text; a scenario is a JSON text"),
            Self::Json { line, column, what } => write!(f, "line {line}, column {column}: {what}"),
            Self::Version { found } => {
                write!(f, "version: {found} is not allowed; this program reads versions {VERSION} and {STUDY_VERSION}")
            }
            Self::Missing { place, field } if place.as_str().is_empty() && field == "version" => {
                write!(f, "the file has no \"version\"; add \"version\": {VERSION}")
            }
            Self::Missing { place, field } if place.as_str().is_empty() => write!(f, "the file has no {field:?}, which is needed"),
            Self::Missing { place, field } => write!(f, "{place} has no {field:?}, which is needed"),
            Self::Scenario(error) if error.place.as_str().is_empty() => {
                write!(f, "the file: {} is not allowed; must be {}", error.found, error.allowed)
            }
            Self::Scenario(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FileError {}

impl From<ScenarioError> for FileError {
    fn from(error: ScenarioError) -> Self {
        Self::Scenario(error)
    }
}

/// Reads a value from JSON.
///
/// # Errors
/// What is wrong and where.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, FileError> {
    // The place is always kept track of: a second reader without it, for what is well-formed, would make the page's module 2 % larger.
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| of_json(error.inner(), place_of(error.path())))?;
    json.end().map_err(|error| of_json(&error, FieldPath::new("")))?;
    Ok(value)
}

fn of_json(error: &serde_json::Error, place: FieldPath) -> FileError {
    let (line, column) = (error.line(), error.column());
    if error.is_eof() {
        return FileError::Json { line, column, what: "the text ends too early".to_string() };
    }
    // The reader appends the position, which has a place of its own here.
    let text = error.to_string();
    let what = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
    match Complaint::of(what) {
        Complaint::Missing { field } => FileError::Missing { place, field: field.to_string() },
        Complaint::Value { found, allowed } => ScenarioError::new(place, found, allowed).into(),
        Complaint::Unknown { .. } | Complaint::Other => FileError::Json { line, column, what: what.to_string() },
    }
}

//! Scenario files: readable JSON, parsed into checked types; and the JSON of a plan. Described in `docs/scenario-format.md`.

mod flat;
mod market;
mod number;
mod plan;
mod read;
mod results;
mod servers;
mod servers_plan;
mod wire;
mod write;

pub use plan::write_plan;
pub use read::{MAX_BYTES, VERSION, default_generator, read, read_bytes};
pub use results::{write_curves_csv, write_results, write_revenue_csv};
pub use servers_plan::{write_servers_csv, write_servers_plan};
pub use write::write;

use crate::engine::ScenarioError;
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
    /// Not JSON, or not of the shape of a scenario.
    Json {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong there.
        what: String,
    },
    /// Another version of the format, or none.
    Version {
        /// What stands in the place of the version.
        found: String,
    },
    /// Something is out of range.
    Scenario(ScenarioError),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the file is longer than {} MiB", MAX_BYTES >> 20),
            Self::NotText { byte } => write!(f, "byte {byte} is not UTF-8 text; a scenario is a JSON text"),
            Self::Json { line, column, what } => write!(f, "line {line}, column {column}: {what}"),
            Self::Version { found } => write!(f, "version: {found} is not allowed; this program reads version {VERSION}"),
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

impl From<serde_json::Error> for FileError {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        if error.is_eof() {
            return Self::Json { line, column, what: "the text ends too early".to_string() };
        }
        // The reader appends the position, which has a place of its own here.
        let text = error.to_string();
        let what = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text).to_string();
        Self::Json { line, column, what }
    }
}

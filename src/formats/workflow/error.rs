//! Why a file cannot become a task graph.

use bookahead_engine::ScenarioError;
use std::fmt;

/// Why a file cannot become a task graph. `Display` gives one sentence with the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// It is longer than is read, in MiB.
    TooLong(usize),
    /// Bytes that are not UTF-8 text.
    NotText,
    /// Nothing but blanks.
    Empty,
    /// Something is wrong in a line, from 1.
    Line(u32, String),
    /// Something is wrong elsewhere: the place, and what.
    Place(String, String),
    /// The graph breaks a rule: a cycle, an edge given twice, something out of range.
    Graph(ScenarioError),
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(mib) => write!(f, "the file is longer than {mib} MiB"),
            Self::NotText => write!(f, "the file is not UTF-8 text"),
            Self::Empty => write!(f, "the file is empty"),
            Self::Line(line, what) => write!(f, "line {line}: {what}"),
            Self::Place(place, what) if place.is_empty() => f.write_str(what),
            Self::Place(place, what) => write!(f, "{place}: {what}"),
            Self::Graph(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GraphError {}

impl From<ScenarioError> for GraphError {
    fn from(error: ScenarioError) -> Self {
        Self::Graph(error)
    }
}

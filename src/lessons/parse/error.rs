//! What is wrong with a lesson, and where.

use std::fmt;

/// Most bytes of a lesson.
pub const BYTES_MAX: usize = 256 << 10;
/// Most steps of a lesson.
pub const STEPS_MAX: usize = 200;
/// Most tasks of a lesson.
pub const TASKS_MAX: usize = 500;
/// Most requests of a scenario in a lesson; each is planned anew for every answer.
pub const REQUESTS_MAX: usize = 10_000;
/// Most characters of a title, a heading or a field of the head.
pub const LINE_CHARS_MAX: usize = 300;
/// Most characters of an expression.
pub const EXPR_CHARS_MAX: usize = 1_000;
/// Most errors that are told.
pub const ERRORS_MAX: usize = 50;

/// A place in the text of a lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// The line, from 1.
    pub line: usize,
    /// The character in it, from 1.
    pub column: usize,
}

/// Something that is wrong with a lesson. `Display` gives one sentence a person can act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonError {
    /// Where.
    pub at: At,
    /// What is there, and what is allowed.
    pub what: String,
}

impl LessonError {
    /// An error at a place.
    pub fn new(at: At, what: impl Into<String>) -> Self {
        Self { at, what: what.into() }
    }
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.at.line, self.at.column, self.what)
    }
}

impl std::error::Error for LessonError {}

/// A found text as a message quotes it: not too long, on one line.
pub fn quoted(text: &str) -> String {
    const CHARS: usize = 60;
    let line = text.lines().next().unwrap_or_default();
    let short: String = line.chars().take(CHARS).collect();
    let more = if short.len() < line.len() { "…" } else { "" };
    format!("`{short}{more}`")
}

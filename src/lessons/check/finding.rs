//! Something that the check has to tell.

use std::fmt;

/// Something that the check has to tell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The line of the task or step, from 1.
    pub line: usize,
    /// What it is.
    pub what: String,
    /// Whether the lesson does not work like this; else it is a remark.
    pub is_error: bool,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remark = if self.is_error { "" } else { "remark: " };
        write!(f, "line {}: {remark}{}", self.line, self.what)
    }
}

//! What people call a job.

use std::fmt;

/// A job as people name it: user and number within the user, "11.1".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobLabel {
    /// Its row in the decisions.
    pub row: u32,
    /// userId.
    pub user: u32,
    /// jobId.
    pub number: u32,
}

impl fmt::Display for JobLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.user, self.number)
    }
}

//! What can be wrong with an offer that was taken although it is smaller than what was asked for.

use crate::slots::request::Slot;
use std::fmt;

/// What is wrong with an offer that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenFault {
    /// The rows are not ordered by job.
    Order,
    /// The job does not exist, was refused, or is not the only one of its request.
    NoJob,
    /// The user, the submission, the earliest start or the deadline is another one than was asked for.
    OtherRequest,
    /// It is not smaller than what was asked for.
    NotSmaller,
    /// It is less than half as long or less than half as wide as what was asked for.
    LessThanHalf,
    /// What was asked for had room at a start.
    HadRoom {
        /// The start.
        start: Slot,
    },
}

impl fmt::Display for TakenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order => write!(f, "is not listed by job"),
            Self::NoJob => write!(f, "belongs to no job that could take it"),
            Self::OtherRequest => write!(f, "is not part of what was asked for"),
            Self::NotSmaller => write!(f, "is not smaller than what was asked for"),
            Self::LessThanHalf => write!(f, "is less than half of what was asked for"),
            Self::HadRoom { start } => write!(f, "was taken although the whole request had room at slot {start}"),
        }
    }
}

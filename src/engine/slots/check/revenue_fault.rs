//! What can be wrong with the revenue management of a run, as data and in words.

use super::job_label::JobLabel;
use crate::slots::request::Slot;
use std::fmt;

/// Something that is wrong with the revenue management of a run. `Display` gives one sentence. Classes count from 1.
#[derive(Clone, Debug, PartialEq)]
pub enum RevenueFault {
    /// A list does not have one entry for each class.
    Length {
        /// The list.
        list: &'static str,
    },
    /// Limits rise from class to class or are above the machine.
    Limits {
        /// The slot of the update.
        slot: Slot,
        /// The limits.
        limits: Vec<u32>,
    },
    /// An update stands in the wrong place, or its limits do not follow those before.
    Order {
        /// Its slot.
        slot: Slot,
    },
    /// A forecast is not what the slots before say.
    Forecast {
        /// The slot of the update.
        slot: Slot,
        /// The class.
        class: usize,
        /// Mean and deviation told.
        told: [f64; 2],
        /// Mean and deviation counted.
        counted: [f64; 2],
    },
    /// A job was confirmed although a limit left too few nodes.
    Closed {
        /// The job.
        job: JobLabel,
        /// Whose limit.
        limit_of: usize,
        /// The fullest slot.
        slot: u64,
        /// Used there before the job came.
        used: i64,
        /// The limit.
        limit: u32,
    },
    /// A job was refused for a class or limit that is not its own, or that left enough.
    Open {
        /// The job.
        job: JobLabel,
    },
    /// A sum of money or a count is wrong.
    Sum {
        /// Class, or 0 for what is counted by slot.
        class: usize,
        /// What the report says.
        told: u64,
        /// What the decisions come to.
        counted: u64,
    },
    /// The limits at the end are not those of the last update.
    LastLimits,
}

impl fmt::Display for RevenueFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { list } => write!(f, "{list} does not have one entry for each class"),
            Self::Limits { slot, limits } => {
                write!(f, "the booking limits {limits:?} of slot {slot} rise or are above the machine")
            }
            Self::Order { slot } => write!(f, "the update of slot {slot} does not follow the one before"),
            Self::Forecast { slot, class, told, counted } => write!(
                f,
                "the forecast of slot {slot} tells mean {} and deviation {} of class {class}, the slots before say {} and {}",
                told[0], told[1], counted[0], counted[1]
            ),
            Self::Closed { job, limit_of, slot, used, limit } => {
                write!(f, "job {job} was confirmed although {used} of {limit} nodes of class {limit_of} were used in slot {slot}")
            }
            Self::Open { job } => write!(f, "job {job} was refused for a closed class, but it was open"),
            Self::Sum { class: 0, told, counted } => write!(f, "revenue by slot adds up to {told}, the decisions to {counted}"),
            Self::Sum { class, told, counted } => write!(f, "the report tells {told} for class {class}, the decisions {counted}"),
            Self::LastLimits => write!(f, "the booking limits at the end are not those of the last update"),
        }
    }
}

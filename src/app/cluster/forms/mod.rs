//! The forms of the scenario: the machine and its jobs, the scheduler and its queue, the jobs of a log, the snapshot of a machine.

pub(crate) mod jobs;
pub(crate) mod log;
pub(crate) mod opened;
mod policy_option;
pub(crate) mod queue;
pub(crate) mod reservations;
pub(crate) mod scheduler;
pub(crate) mod snapshot;

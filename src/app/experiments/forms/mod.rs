//! The forms: which experiment in which size, and the jobs of a log.

pub(crate) mod experiment;
pub(crate) mod log;

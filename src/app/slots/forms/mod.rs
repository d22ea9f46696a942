//! The forms of the scenario: the generator, and the requests of a log.

pub(crate) mod generator;
pub(crate) mod log;

//! The forms of the scenario: tasks and applications, providers, what is reserved already.

pub(crate) mod providers;
pub(crate) mod tasks;

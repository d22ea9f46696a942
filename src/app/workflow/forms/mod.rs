//! The forms of the scenario: tasks and applications, providers and when they take part, the broker, what is reserved already, what fails, given orders.

pub(crate) mod broker;
pub(crate) mod failures;
pub(crate) mod orders;
mod parts;
pub(crate) mod providers;
pub(crate) mod tasks;
mod times;

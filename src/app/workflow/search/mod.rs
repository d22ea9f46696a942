//! The search for a mapping, step by step, and the curves of all methods.

pub(crate) mod curves;
pub(crate) mod steps;
pub(crate) mod view;

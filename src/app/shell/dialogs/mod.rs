//! The dialogs: what becomes of a log, sharing, help.

pub(crate) mod help;
pub(crate) mod log;
pub(crate) mod share;

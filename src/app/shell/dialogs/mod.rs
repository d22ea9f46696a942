//! The dialogs: what to open (examples, files, logs, earlier work), sharing, help.

pub(crate) mod example_picture;
pub(crate) mod help;
pub(crate) mod library;
pub(crate) mod log;
pub(crate) mod share;
pub(crate) mod workload;

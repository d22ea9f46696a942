//! Everything around a study: header, gestures, keys, dialogs, storage, address bar, notices, engines.

pub(crate) mod address_bar;
pub(crate) mod command;
pub(crate) mod commands;
pub(crate) mod context;
pub(crate) mod debounce;
pub mod engine;
pub(crate) mod example_picture;
pub(crate) mod example_strip;
pub(crate) mod files;
pub(crate) mod gesture;
pub(crate) mod header;
pub(crate) mod help;
pub(crate) mod hover;
pub(crate) mod keymap;
pub(crate) mod notices;
pub(crate) mod palette;
pub(crate) mod root;
pub(crate) mod share_dialog;
pub(crate) mod storage;
pub(crate) mod title_field;
pub(crate) mod verdict_line;
pub(crate) mod workload_dialog;

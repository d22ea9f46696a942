//! Everything around a study: header, gestures, keys, dialogs, storage, address bar, notices, engines.

pub(crate) mod address_bar;
pub(crate) mod class_page;
pub(crate) mod commands;
pub(crate) mod context;
pub(crate) mod dialogs;
pub(crate) mod embed;
pub mod engine;
pub(crate) mod file_import;
pub(crate) mod frame;
pub(crate) mod hand_out;
pub(crate) mod header;
pub(crate) mod inside;
pub(crate) mod lesson;
pub(crate) mod list;
pub(crate) mod notices;
pub(crate) mod offline;
pub(crate) mod page_of_its_own;
pub(crate) mod panel;
pub(crate) mod pointer;
pub(crate) mod root;
pub(crate) mod start_page;
pub(crate) mod storage;
pub(crate) mod write_page;

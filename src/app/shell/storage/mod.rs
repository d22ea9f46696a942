//! Work kept in the browser: saving, what a tab starts with, and tabs that keep out of each other's way. The rules are in `state/library`.

pub(crate) mod autosave;
pub(crate) mod browser;
pub(crate) mod keeper;
pub(crate) mod locks;
pub(crate) mod start;
pub(crate) mod status;
pub(crate) mod steps;
pub(crate) mod work;
pub(crate) mod writing;

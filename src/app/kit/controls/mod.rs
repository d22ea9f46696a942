//! Dialogs, menus, the scrubber over decisions, and keys.

pub(crate) mod dialog;
pub(crate) mod keys;
pub(crate) mod menu;
pub(crate) mod scrubber;

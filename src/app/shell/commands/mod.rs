//! Everything that can be done, as commands: the one table behind palette, keys and help, and what all studies have in common.

pub(crate) mod command;
pub(crate) mod keymap;
pub(crate) mod on_screen;
pub(crate) mod palette;
pub(crate) mod study;
pub(crate) mod table;

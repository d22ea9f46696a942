//! The market: its form, the changes of it, and the methods side by side.

pub(crate) mod editor;
pub(crate) mod form;
pub(crate) mod input;
pub(crate) mod methods;

//! Parts that every view is made of: fields, knobs, tables, dialogs, plots, canvases, small words.

pub(crate) mod browser;
pub(crate) mod by_address;
pub(crate) mod controls;
pub(crate) mod fields;
pub(crate) mod plot;
pub(crate) mod tables;
pub(crate) mod text;

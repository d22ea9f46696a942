//! What an experiment gives: claims, curves, rows, and a preview before it was run.

pub(crate) mod before;
pub(crate) mod plot;
pub(crate) mod quick_preview;
pub(crate) mod rows;
pub(crate) mod view;

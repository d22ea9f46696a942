//! The plan as the charts read it: its view, the index beside it, edits, tints, and the marks of a comparison.

pub(crate) mod index;
pub mod marks;
#[cfg(test)]
pub(crate) mod overbooked;
pub(crate) mod patch;
pub(crate) mod read;
pub mod tints;
pub mod view;

//! The lemma of Umar 3.3.3 at work: the plan turned from virtual to physical nodes slot by slot.

pub(crate) mod matrices;
pub(crate) mod picture;
pub(crate) mod view;

//! Short texts: numbers, shares and counts, and what every comparison says.

pub(crate) mod comparison;
pub(crate) mod format;

//! Running an experiment on all cores, and the one under way or done last.

pub(crate) mod current;
pub(crate) mod pool;

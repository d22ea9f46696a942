//! All native tests of the crate as one binary.
mod chart;

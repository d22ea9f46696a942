//! All native tests of the crate as one binary.

mod support;
mod oracle;
mod goldens;
mod planners;
mod properties;
mod checker;
mod generator;
mod determinism;
mod papers;
mod same_bytes;
mod tidy;
mod chart;

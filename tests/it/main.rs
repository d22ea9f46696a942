//! All native tests of the crate as one binary.

mod same_bytes;
mod tidy;

//! All native tests of the crate as one binary.

mod samples;
mod scenario_file;
mod share;
mod swf;
mod cli;
mod hostile;

//! JSON: scenario files, and the results of plans and experiments. Described in `docs/scenario-format.md`. What is particular to one system is
//! in its folder in `studies`.

mod content;
mod error;
mod experiment;
mod format;
mod message;
mod object;
mod part;
mod requests;
mod results;
mod scenario;
mod source;
mod value;

pub use content::FileContent;
pub use error::FileError;
pub use experiment::{ExperimentReport, read_options, write_results};
pub use part::{InputMark, PART_BYTES_MAX, Part};
pub use results::{write_beside_csv, write_curves_csv};
pub use scenario::{read, read_bytes, read_object, write};
// Under the name that the page has for it.
pub use crate::studies::slots::write_revenue_csv;

pub(crate) use format::{to_text, write_lines};
pub(crate) use object::read as read_value;
pub(crate) use requests::{RequestForm, Requests, WireEdit, edits_of};
pub(crate) use source::Source;
pub(crate) use value::{
    Named, Object, Pair, Whole, exact, given, given_object, list, named, named_as_usual, numbers, object, ranges,
};

/// Greatest text that is read, in bytes: the largest legal workload, written out in full, still is.
pub const MAX_BYTES: usize = 320 << 20;

/// The version of a file with a plan in slots.
pub const VERSION: u64 = 1;

/// The version of a file that names its study.
pub const STUDY_VERSION: u64 = 2;

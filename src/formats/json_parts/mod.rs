//! What scenario files of all studies are made of: fields with their ranges, lists of requests, the text, and why one is refused. Knows no study, so that
//! studies can use it.

mod content;
mod error;
mod format;
mod merge;
mod message;
mod object;
mod requests;
mod source;
mod start;
mod value;

pub use content::FileContent;
pub use error::FileError;
pub(crate) use error::parse;
pub(crate) use format::{to_text, write_lines};
pub use merge::Fields;
pub(crate) use merge::{below, merged};
pub(crate) use object::read as read_value;
pub(crate) use requests::{RequestForm, Requests, WireEdit, edits_of};
pub(crate) use source::{Foreign, Source, Text};
pub(crate) use start::WireStart;
pub(crate) use value::{
    Named, Object, Pair, Scalar, Whole, exact, given, given_object, list, named, named_as_usual, numbers, object, one, ranges,
};

/// Greatest text that is read, in bytes: the largest legal workload, written out in full, still is.
pub const MAX_BYTES: usize = 320 << 20;

/// The version of a file with a plan in slots.
pub const VERSION: u64 = 1;

/// The version of a file that names its study.
pub const STUDY_VERSION: u64 = 2;

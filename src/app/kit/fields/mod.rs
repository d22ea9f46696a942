//! Fields to type and slide in, and the common parts of the forms of a log.

pub(crate) mod log_lines;
pub(crate) mod number;
pub(crate) mod range;
pub(crate) mod text;

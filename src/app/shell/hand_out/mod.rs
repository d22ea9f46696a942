//! The page in one file with a lesson or scenario inside, made on the page as `bookahead lesson package` makes it.

pub(crate) mod page_file;
pub(crate) mod save;

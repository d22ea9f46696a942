//! The start page: examples as pictures, earlier work, files.

pub(crate) mod example_picture;
pub(crate) mod library;
pub(crate) mod lessons;
pub(crate) mod view;

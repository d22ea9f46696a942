//! The requests in the left column, and several of them picked together.

pub(crate) mod requests;
pub(crate) mod selected;

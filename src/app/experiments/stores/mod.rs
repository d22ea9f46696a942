//! Slot stores at work: a request that is searched, added and deleted, and what that takes.

pub(crate) mod boxes;
pub(crate) mod request;
pub(crate) mod times;
pub(crate) mod walk;

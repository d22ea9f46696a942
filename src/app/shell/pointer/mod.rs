//! The pointer: gestures, what is pointed at, and what waits until the pointer rests.

pub(crate) mod debounce;
pub(crate) mod gesture;
pub(crate) mod hover;

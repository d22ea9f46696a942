//! The page's state of named servers: changes by hand, drags, examples.

mod drag;
mod edit;
mod plan;
pub(super) mod examples;

pub use drag::{IdleDrag, IdleDragged, IdleHandle, drawn_idle, moved_idle, placed_at};
pub use edit::idle_change;
pub use plan::{IdleCopy, IdleShown};

//! The page's state of named servers: changes by hand, drags, examples.

mod drag;
mod batch;
mod edit;
mod listing;
mod plan;
mod sums;
pub(super) mod examples;

pub use batch::idle_batch_change;
pub use drag::{IdleDrag, IdleDragged, IdleHandle, drawn_idle, moved_idle, placed_at};
pub use edit::idle_change;
pub use listing::{idle_count, idle_listing};
pub use plan::IdleShown;
pub use sums::IdleSums;

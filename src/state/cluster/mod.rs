//! The page's state of a cluster: changes by hand, drags, the list, examples.

mod drag;
mod edit;
mod listing;
mod moved;
mod plan;
pub(super) mod examples;
pub(super) mod snapshots;

pub use drag::{ClusterDrag, FitsDrag};
pub use edit::{cluster_additions, cluster_batch_change, cluster_change};
pub use listing::{cluster_count, cluster_listing};
pub use moved::{ClusterHandle, moved_job, submitted_at};
pub use plan::ClusterShown;

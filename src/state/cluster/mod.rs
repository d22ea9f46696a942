//! The page's state of a cluster.

mod plan;

pub use plan::{ClusterCopy, ClusterShown};

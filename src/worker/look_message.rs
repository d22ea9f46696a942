//! What the page wants to see of the servers.

use crate::engine::idle::{Strategy, TreeName};
use crate::engine::slots::workload::RequestId;
use serde::{Deserialize, Serialize};

/// What is to be seen of the servers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookMessage {
    /// The request whose moment is shown.
    pub selected: Option<RequestId>,
    /// The strategy to compare with.
    pub other: Option<Strategy>,
    /// The tree that is opened.
    pub tree: Option<TreeName>,
}

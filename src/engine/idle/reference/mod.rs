//! The paper's own data structures: strips with one tree each, lists, two-level trees. They decide nothing; the fast trees in `index` do. They show
//! a search step by step and count the nodes it reads: in the page ([`crate::idle::Moment`]), in the papers' figure of the effort and in a bench.
//! Tests compare them with a scan of all periods after every change.

mod dual;
mod plan;
mod search;
mod strips;
mod tree;
mod tree_view;
mod walk;

pub use dual::{DualTree, Largest, TwoLevel, TwoLevelWalk};
pub use plan::{Kept, ReferencePlan};
pub use search::{Part, SearchStep, Trace};
pub use strips::{StripName, Strips};
pub(super) use tree::capacity_rank;
pub use tree::{Extra, Node, NodeId, Order, PeriodTree, nodes_of};
pub use tree_view::{TreeName, TreeNode, TreeSize};
pub use walk::{Filter, Walk};

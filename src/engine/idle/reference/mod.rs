//! The paper's own data structures: strips with one tree each, lists, two-level trees. They are used to show every step of a search. They find the
//! same periods as the fast trees in `index`; tests compare them after every change.

mod dual;
mod plan;
mod search;
mod still;
mod strips;
mod tree;
mod tree_view;
mod walk;

pub use dual::{DualTree, TwoLevel, TwoLevelWalk};
pub use plan::{Kept, ReferencePlan};
pub use search::{Part, Step, Trace};
pub use still::Still;
pub use strips::{StripName, Strips};
pub use tree::{Extra, Node, NodeId, Order, PeriodTree};
pub use tree_view::{TreeName, TreeNode, TreeSize};
pub use walk::{Filter, Walk};

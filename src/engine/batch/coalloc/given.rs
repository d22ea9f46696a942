//! The servers that requests were given.

use crate::batch::nodes::Stretch;

/// The servers that requests were given.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Rows with stretches, in the order of decision.
    pub held: Vec<(u32, Stretch)>,
    /// Where those of a row stand.
    pub of_row: Vec<(u32, u32)>,
}

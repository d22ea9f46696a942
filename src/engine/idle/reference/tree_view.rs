//! What a view is told of the trees: their names, their sizes and the nodes of an opened one.

use super::strips::StripName;
use super::tree::NodeId;
use crate::idle::Tick;
use crate::idle::period::Period;
use serde::{Deserialize, Serialize};

/// Which tree of the paper's structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeName {
    /// Index of the rate, slowest first; 0 for a structure over all.
    pub rate: u32,
    /// The strip; [`StripName::Past`] where a structure has one tree per rate.
    pub strip: StripName,
}

/// A tree and how much it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeSize {
    /// Which.
    pub name: TreeName,
    /// Idle periods in it.
    pub periods: u32,
}

/// A node of the opened tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNode {
    /// Its number in the tree, as the steps of the search call it.
    pub id: NodeId,
    /// The number of its parent; its own for the root.
    pub parent: NodeId,
    /// Steps from the root.
    pub depth: u32,
    /// Idle periods below it, or 1 for a leaf.
    pub leaves: u32,
    /// Greatest key in the left subtree; of a leaf its own key.
    pub median: Tick,
    /// The last leaf; of a leaf the period itself.
    pub last: Period,
    /// Latest end below.
    pub latest_end: Tick,
    /// The longest period below.
    pub longest: Period,
    /// The period of largest nominal capacity below.
    pub largest: Period,
    /// Whether it has children that are shown.
    pub is_open: bool,
}

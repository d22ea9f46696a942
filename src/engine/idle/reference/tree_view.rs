//! What a view is told of the trees: their names, their sizes and the nodes of an opened one.

use super::plan::{Kept, ReferencePlan};
use super::strips::StripName;
use super::tree::{Extra, NodeId, Order, PeriodTree};
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

impl ReferencePlan {
    /// What strips go by; `None` where there are none.
    pub fn strips_by(&self) -> Option<Order> {
        match self.kept().first() {
            Some(Kept::Strips(strips)) => Some(strips.order()),
            _ => None,
        }
    }

    /// Every tree or list that holds something, in order.
    pub fn trees(&self) -> Vec<TreeSize> {
        let mut trees = Vec::new();
        for (kept, rate) in self.kept().iter().zip(0..) {
            let mut add = |strip: StripName, periods: usize| {
                if periods > 0 {
                    trees.push(TreeSize { name: TreeName { rate, strip }, periods: periods as u32 });
                }
            };
            match kept {
                Kept::Strips(strips) => strips.trees().for_each(|(name, tree)| add(name, tree.len())),
                Kept::List(list) => add(StripName::Past, list.len()),
                Kept::Completions(tree) | Kept::Outer(tree) => add(StripName::Past, tree.len()),
                Kept::TwoLevel(tree) => add(StripName::Past, tree.primal.len()),
            }
        }
        trees
    }

    /// The nodes of a tree level by level from the root down, at most `most`; nothing if there is no such tree.
    pub fn open(&self, name: TreeName, most: usize) -> Vec<TreeNode> {
        match self.kept().get(name.rate as usize) {
            Some(Kept::Strips(strips)) => strips.tree(name.strip).map_or(Vec::new(), |tree| nodes_of(tree, most)),
            Some(Kept::Completions(tree) | Kept::Outer(tree)) => nodes_of(tree, most),
            Some(Kept::TwoLevel(tree)) => nodes_of(&tree.primal, most),
            Some(Kept::List(_)) | None => Vec::new(),
        }
    }
}

fn nodes_of<E: Extra>(tree: &PeriodTree<E>, most: usize) -> Vec<TreeNode> {
    let Some(root) = tree.root() else { return Vec::new() };
    let mut nodes = vec![node_of(tree, root, root, 0)];
    let mut at = 0;
    while at < nodes.len() && nodes.len() + 2 <= most {
        let TreeNode { id, depth, .. } = nodes[at];
        if let Some((left, right)) = tree.node(id).children {
            nodes[at].is_open = true;
            nodes.extend([left, right].map(|child| node_of(tree, child, id, depth + 1)));
        }
        at += 1;
    }
    nodes
}

fn node_of<E: Extra>(tree: &PeriodTree<E>, id: NodeId, parent: NodeId, depth: u32) -> TreeNode {
    let node = tree.node(id);
    TreeNode {
        id,
        parent,
        depth,
        leaves: node.leaves,
        median: tree.median(id),
        last: node.last,
        latest_end: node.latest.end,
        longest: node.longest,
        largest: node.largest,
        is_open: false,
    }
}

//! The tree of an opened strip as a drawing: leaves in order from left to right, root at the top (Castillo 3.3.1, Figure 3.3).

use super::time_plane::strip_of;
use bookahead_engine::idle::reference::{NodeId, SearchStep, TreeNode};
use bookahead_engine::idle::{Moment, TreeName};

/// Height of a level, in CSS px.
pub const LEVEL_PX: f64 = 46.0;
/// Space above the root.
const TOP_PX: f64 = 16.0;
/// Levels that are drawn.
const LEVELS_MAX: u32 = 10;
/// Least width for the words of a node.
const WORDS_PX: f64 = 58.0;

/// A node of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeSpot {
    /// Index in [`Moment::tree`].
    pub node: usize,
    /// Its middle, in CSS px.
    pub x: f64,
    /// Its middle.
    pub y: f64,
    /// Middle of its parent; its own for the root.
    pub parent: (f64, f64),
    /// As which node the search read it, from 1 on; 0 if it did not.
    pub visited: u32,
    /// Whether the search put it aside for later.
    pub is_marked: bool,
    /// Whether it is the leaf that the search found.
    pub is_found: bool,
    /// Whether there is room for words below it.
    pub has_room: bool,
}

/// What the search did in the opened tree.
pub struct Reading<'a> {
    steps: Vec<&'a SearchStep>,
    /// The nodes in the order in which they were read.
    path: Vec<NodeId>,
}

impl<'a> Reading<'a> {
    /// The steps of the search that were made in this tree.
    pub fn of(moment: &'a Moment, name: TreeName) -> Self {
        let is_here = |step: &&SearchStep| step.rate as u32 == name.rate && strip_of(step.part) == name.strip;
        let steps: Vec<&SearchStep> = moment.search.steps.iter().filter(is_here).collect();
        let path = steps.iter().flat_map(|step| step.path.iter().copied()).collect();
        Self { steps, path }
    }

    /// As which node it was read, from 1 on; 0 if it was not.
    pub fn visited(&self, node: &TreeNode) -> u32 {
        self.path.iter().position(|&id| id == node.id).map_or(0, |at| at as u32 + 1)
    }

    /// Whether it was put aside for later.
    pub fn is_marked(&self, node: &TreeNode) -> bool {
        self.steps.iter().any(|step| step.marked.contains(&node.id))
    }

    /// Whether it is the leaf that was found.
    pub fn is_found(&self, node: &TreeNode) -> bool {
        node.leaves == 1 && self.steps.iter().any(|step| step.found == Some(node.last))
    }
}

/// Where the nodes of the opened tree lie in a drawing of this width, and how high that is. A whole tree fits in whatever width; words are left
/// out where they would touch. Steps of the search in this tree number the nodes in the order they were read.
pub fn tree_spots(moment: &Moment, name: TreeName, width: f64) -> (Vec<TreeSpot>, f64) {
    let nodes = &moment.tree;
    let Some(root) = nodes.first() else { return (Vec::new(), 0.0) };
    let reading = Reading::of(moment, name);
    let leaf_px = width.max(1.0) / f64::from(root.leaves.max(1));
    let mut spots: Vec<TreeSpot> = Vec::with_capacity(nodes.len());
    // The first leaf below each node, and where its next child begins.
    let mut begins: Vec<u32> = Vec::with_capacity(nodes.len());
    let mut next: Vec<u32> = Vec::with_capacity(nodes.len());
    // Parents come level by level, so each is at or after the parent of the node before.
    let mut parent = 0;
    let mut deepest = 0;
    for (i, node) in nodes.iter().enumerate().take_while(|(_, node)| node.depth <= LEVELS_MAX) {
        while i > 0 && parent + 1 < i && nodes[parent].id != node.parent {
            parent += 1;
        }
        let begin = if i == 0 { 0 } else { next[parent] };
        if i > 0 {
            next[parent] = begin + node.leaves;
        }
        begins.push(begin);
        next.push(begin);
        let x = (f64::from(begin) + f64::from(node.leaves) / 2.0) * leaf_px;
        let y = TOP_PX + f64::from(node.depth) * LEVEL_PX;
        deepest = deepest.max(node.depth);
        spots.push(TreeSpot {
            node: i,
            x,
            y,
            parent: if i == 0 { (x, y) } else { (spots[parent].x, spots[parent].y) },
            visited: reading.visited(node),
            is_marked: reading.is_marked(node),
            is_found: reading.is_found(node),
            has_room: false,
        });
    }
    // Level by level and from left to right: neighbours stand one after the other.
    for i in 0..spots.len() {
        let (x, y) = (spots[i].x, spots[i].y);
        let clear = |other: Option<&TreeSpot>| other.is_none_or(|other| other.y != y || (other.x - x).abs() >= WORDS_PX);
        let inside = x >= WORDS_PX / 2.0 - 1.0 && x <= width - WORDS_PX / 2.0 + 1.0;
        spots[i].has_room = inside && clear(i.checked_sub(1).and_then(|i| spots.get(i))) && clear(spots.get(i + 1));
    }
    (spots, 2.0 * TOP_PX + f64::from(deepest) * LEVEL_PX + 26.0)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::planes::time_plane::tests::{REQUEST, period};
    use bookahead_engine::idle::reference::StripName;
    use bookahead_engine::idle::{IdleScenario, IdleWorkload, MomentQuery, Rate, Servers, Strategy};

    pub(in crate::planes) fn opened(count: u32) -> (Moment, TreeName) {
        let name = TreeName { rate: 0, strip: StripName::Strip(0) };
        let servers = Servers::identical(count.max(1), 100_000, 50);
        let mut scenario = IdleScenario::new(servers, IdleWorkload::of_requests(Vec::new()));
        scenario.strip_factor = 100;
        let periods: Vec<_> = (0..count).map(|i| period(1 + i / 4, i, 2_000 + i)).collect();
        let rates = vec![Rate::ONE; count.max(1) as usize];
        let request = bookahead_engine::idle::IdleRequest { submitted: 0, size: 60, deadline: 5_000, ..REQUEST };
        (Moment::of_periods(&scenario, Strategy::MinLip, &rates, MomentQuery { row: 0, tree: Some(name) }, request, &periods), name)
    }

    #[test]
    fn children_stand_below_their_parent_on_its_two_sides() {
        for count in [1, 2, 3, 7, 100, 3_000] {
            let (moment, name) = opened(count);
            let (spots, height) = tree_spots(&moment, name, 640.0);
            assert!(!spots.is_empty() && spots.len() <= moment.tree.len());
            for spot in &spots {
                let node = moment.tree[spot.node];
                assert!((0.0..=640.0).contains(&spot.x) && spot.y < height);
                if node.depth > 0 {
                    let parent = spots.iter().find(|other| moment.tree[other.node].id == node.parent).unwrap();
                    assert_eq!(spot.parent, (parent.x, parent.y));
                    assert!((spot.y - parent.y - LEVEL_PX).abs() < 1e-9);
                    let half = f64::from(moment.tree[parent.node].leaves) / 2.0 * 640.0 / f64::from(count);
                    assert!((spot.x - parent.x).abs() <= half + 1e-9);
                }
            }
            for level in spots.chunk_by(|a, b| a.y == b.y) {
                assert!(level.windows(2).all(|pair| pair[0].x < pair[1].x));
                let worded: Vec<_> = level.iter().filter(|spot| spot.has_room).collect();
                assert!(worded.windows(2).all(|pair| pair[1].x - pair[0].x >= WORDS_PX));
            }
        }
    }

    #[test]
    fn the_search_is_numbered_and_its_find_marked() {
        let (moment, name) = opened(40);
        let (spots, _) = tree_spots(&moment, name, 900.0);
        assert_eq!(spots[0].visited, 1, "the root is read first: {:?}", moment.search.steps);
        assert_eq!(spots.iter().filter(|spot| spot.is_found).count(), 1);
        assert!(spots.iter().filter(|spot| spot.visited > 0).count() >= 2);
        let (none, height) = tree_spots(&opened(0).0, name, 900.0);
        assert!(none.is_empty() && height == 0.0);
    }
}

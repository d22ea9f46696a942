//! Reservations in an R*-tree (Beckmann et al. 1990), that of the crate `rstar`.

use super::picture::Picture;
use super::reservation::{Extent, Reservation, Wanted};
use super::slot_store::SlotStore;
use super::visits::{Place, Visits};
use bookahead_engine::slots::request::Slot;
use rstar::{AABB, Envelope, ParentNode, RTree, RTreeNode, RTreeObject};

/// A box over starts and ends.
type Bounds = AABB<[i64; 2]>;

/// Most children of a node of the tree, a name more: nodes are told apart by the way to them.
const CHILDREN: u32 = 8;

/// A reservation as the point (start, end).
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bar(Reservation);

impl RTreeObject for Bar {
    type Envelope = Bounds;

    fn envelope(&self) -> Bounds {
        AABB::from_point([i64::from(self.0.start), i64::from(self.0.end())])
    }
}

/// Each reservation is the point (start, end), so those that meet a span lie in one quadrant: start before its end, end behind its start. The tree holds no
/// free counts: a search gathers who meets the window and sums them up. The crate does not tell what it looks at while it adds; counted is the way
/// from the root to the new entry, a lower bound: what is split and inserted again on the way is not in it.
#[derive(Clone, Debug)]
pub struct IntervalTree {
    nodes: u32,
    tree: RTree<Bar>,
    now: Slot,
}

fn child(node: u32, at: usize) -> u32 {
    node.wrapping_mul(CHILDREN).wrapping_add(at as u32 + 1)
}

/// Who meets a box, from a node down.
fn gather(node: &ParentNode<Bar>, name: u32, bounds: &Bounds, found: &mut Vec<Reservation>, visits: &mut impl Visits) {
    visits.visit(Place::Inner(name));
    for (at, below) in node.children().iter().enumerate() {
        match below {
            RTreeNode::Parent(parent) if parent.envelope().intersects(bounds) => {
                gather(parent, child(name, at), bounds, found, visits);
            }
            RTreeNode::Leaf(bar) if bar.envelope().intersects(bounds) => {
                visits.visit(Place::Entry(bar.0.id));
                found.push(bar.0);
            }
            RTreeNode::Parent(_) | RTreeNode::Leaf(_) => {}
        }
    }
}

/// Nodes and entries from a node down, with it.
fn held_below(node: &ParentNode<Bar>) -> usize {
    let below = |child: &RTreeNode<Bar>| if let RTreeNode::Parent(parent) = child { held_below(parent) } else { 1 };
    1 + node.children().iter().map(below).sum::<usize>()
}

/// The nodes that are looked at on the way to an entry: all of them, or those alone from which it can be reached.
fn way(node: &ParentNode<Bar>, name: u32, bar: Bar, all: bool, looked: &mut Vec<Place>) -> bool {
    let before = looked.len();
    looked.push(Place::Inner(name));
    for (at, below) in node.children().iter().enumerate() {
        let is_there = match below {
            RTreeNode::Parent(parent) if parent.envelope().contains_envelope(&bar.envelope()) => {
                way(parent, child(name, at), bar, all, looked)
            }
            RTreeNode::Leaf(other) if *other == bar => {
                looked.push(Place::Entry(bar.0.id));
                true
            }
            RTreeNode::Parent(_) | RTreeNode::Leaf(_) => false,
        };
        if is_there {
            return true;
        }
    }
    if !all {
        looked.truncate(before);
    }
    false
}

impl IntervalTree {
    /// Who meets the slots `[from, to)`.
    fn meeting(&self, from: Slot, to: Slot, visits: &mut impl Visits) -> Vec<Reservation> {
        let bounds = AABB::from_corners([0, i64::from(from) + 1], [i64::from(to) - 1, i64::from(Slot::MAX)]);
        let mut found = Vec::new();
        gather(self.tree.root(), 0, &bounds, &mut found, visits);
        found
    }

    /// The runs of `[from, to)` with as many nodes reserved: where each ends, and how many.
    fn runs(&self, from: Slot, to: Slot, visits: &mut impl Visits) -> Vec<(Slot, u32)> {
        let meeting = self.meeting(from, to, visits);
        let edges = meeting.iter().flat_map(|met| {
            let nodes = i64::from(met.nodes);
            [(met.start.max(from), nodes), (met.end().min(to), -nodes)]
        });
        let mut edges: Vec<(Slot, i64)> = edges.collect();
        edges.sort_unstable();
        let mut runs = Vec::with_capacity(edges.len() + 1);
        let mut reserved = 0_i64;
        for at in edges.chunk_by(|one, next| one.0 == next.0) {
            if at[0].0 > from {
                runs.push((at[0].0, reserved as u32));
            }
            reserved += at.iter().map(|edge| edge.1).sum::<i64>();
        }
        if runs.last().is_none_or(|run| run.0 < to) {
            runs.push((to, 0));
        }
        runs
    }

    fn look(&self, bar: Bar, all: bool, visits: &mut impl Visits) {
        let mut looked = Vec::new();
        way(self.tree.root(), 0, bar, all, &mut looked);
        looked.into_iter().for_each(|place| visits.visit(place));
    }

    fn draw(node: &ParentNode<Bar>, name: u32, level: u32, above: Option<usize>, picture: &mut Picture) {
        let bounds = node.envelope();
        let count = node.children().len();
        if count == 0 {
            picture.add(Place::Inner(name), level, (0, 1), "0".to_string(), "the root, empty".to_string());
            return;
        }
        let ([first, _], [last, end]) = (bounds.lower(), bounds.upper());
        let words = format!("node of {count}: starts {first} to {last}, ends by {end}");
        let drawn = picture.add(Place::Inner(name), level, (first as Slot, end as Slot), count.to_string(), words);
        if let Some(above) = above {
            picture.link(drawn, above);
        }
        for (at, below) in node.children().iter().enumerate() {
            match below {
                RTreeNode::Parent(parent) => Self::draw(parent, child(name, at), level + 1, Some(drawn), picture),
                RTreeNode::Leaf(bar) => {
                    let reservation = bar.0;
                    let span = (reservation.start, reservation.end());
                    let words = Picture::words_of(&reservation);
                    let leaf = picture.add(Place::Entry(reservation.id), level + 1, span, format!("{}", reservation.id), words);
                    picture.link(leaf, drawn);
                }
            }
        }
    }
}

impl SlotStore for IntervalTree {
    fn new(Extent { nodes, .. }: Extent) -> Self {
        Self { nodes, tree: RTree::new(), now: 0 }
    }

    fn least_free(&self, from: Slot, to: Slot, visits: &mut impl Visits) -> u32 {
        self.nodes - self.runs(from, to, visits).into_iter().map(|run| run.1).max().unwrap_or(0)
    }

    fn first_start(&self, wanted: Wanted, visits: &mut impl Visits) -> Option<Slot> {
        let room = self.nodes.checked_sub(wanted.nodes)?;
        let mut start = wanted.earliest;
        for (to, reserved) in self.runs(wanted.earliest, wanted.deadline(), visits) {
            if reserved > room {
                start = to;
            }
            if start > wanted.latest {
                return None;
            }
            if to >= start + wanted.duration {
                return Some(start);
            }
        }
        None
    }

    fn add(&mut self, reservation: Reservation, visits: &mut impl Visits) {
        self.tree.insert(Bar(reservation));
        listen(self, reservation, false, visits);
    }

    fn remove(&mut self, reservation: Reservation, visits: &mut impl Visits) -> bool {
        if reservation.start < self.now {
            return false;
        }
        listen(self, reservation, true, visits);
        self.tree.remove(&Bar(reservation)).is_some()
    }

    fn held(&self) -> usize {
        held_below(self.tree.root())
    }

    fn starting(&self, slot: Slot) -> Vec<u32> {
        let bounds = AABB::from_corners([i64::from(slot), 0], [i64::from(slot), i64::from(Slot::MAX)]);
        let mut found = Vec::new();
        gather(self.tree.root(), 0, &bounds, &mut found, &mut ());
        let mut numbers: Vec<u32> = found.into_iter().map(|reservation| reservation.id).collect();
        numbers.sort_unstable();
        numbers
    }

    fn pass(&mut self, now: Slot) {
        self.now = self.now.max(now);
        let past = AABB::from_corners([0, 0], [i64::from(self.now); 2]);
        self.tree.drain_in_envelope(past).for_each(drop);
    }

    fn picture(&self, _to: Slot) -> Picture {
        let mut picture = Picture::default();
        Self::draw(self.tree.root(), 0, 0, None, &mut picture);
        picture
    }
}

/// Looks through the tree for whoever listens.
fn listen<V: Visits>(store: &IntervalTree, reservation: Reservation, all: bool, visits: &mut V) {
    if V::LISTENS {
        store.look(Bar(reservation), all, visits);
    }
}

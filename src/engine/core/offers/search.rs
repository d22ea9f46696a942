//! The offers of Algorithm 1 without its loops inside loops: O(runs) for the rectangles, and two passes to rank the runs.
//!
//! Growth looks at the nodes that are wanted, not at those of the offer. Between two runs with too few nodes (a *stretch*) it therefore only counts
//! slots: the further right a run lies, the further right its rectangle begins and ends. Two marks move through the stretch once, and the fewest
//! nodes between them are kept in a queue of falling numbers.

use super::need::Need;
use super::offer::{Offer, Stop};
use super::run::Run;
use std::collections::VecDeque;

/// Finds offers; keeps its lists, so that nothing is allocated from query to query.
#[derive(Clone, Debug, Default)]
pub struct OfferSearch {
    /// For each run the number of its rectangle, [`NONE`] if it has too few nodes.
    rectangle_of: Vec<u32>,
    rectangles: Vec<Rectangle>,
    order: Vec<u32>,
    swap: Vec<u32>,
    /// Runs with the fewest nodes from a mark on: later ones have fewer.
    least: VecDeque<u32>,
}

/// No rectangle.
const NONE: u32 = u32::MAX;
/// Up to so many runs are sorted by comparing.
const FEW: usize = 256;

/// Runs `head ..= tail` grown together.
#[derive(Clone, Copy, Debug)]
struct Rectangle {
    head: u32,
    tail: u32,
    nodes: u32,
    /// Why it begins at the beginning of its stretch, if it grew that far.
    left: Stop,
    right: Stop,
    /// The first run from which growth to the left is enough; [`NONE`] if the stretch is too short.
    enough: u32,
    /// The run it was listed for first, [`NONE`] before.
    listed: u32,
}

impl OfferSearch {
    /// The offers that the algorithm as it is written (`slots/elastic/packing.rs`) finds, in the same order; `offers` is written over.
    pub fn offers(&mut self, runs: &[Run], need: Need, offers: &mut Vec<Offer>) {
        offers.clear();
        self.grow(runs, need);
        self.rank(runs);
        for &run in &self.order {
            let Some(found) = self.rectangles.get_mut(self.rectangle_of[run as usize] as usize) else { continue };
            if found.listed != NONE {
                continue;
            }
            found.listed = run;
            let Rectangle { head, tail, nodes, left, right, enough, .. } = *found;
            let is_solution = need.wants_solution && enough != NONE;
            let left = if enough <= run { Stop::Enough } else { left };
            let (start, end) = (runs[head as usize].start, runs[tail as usize].end);
            offers.push(Offer { start, end, nodes, is_solution, run, left, right });
            if is_solution {
                offers.rotate_right(1);
                return;
            }
        }
    }

    /// The rectangle of every run with enough nodes.
    fn grow(&mut self, runs: &[Run], need: Need) {
        self.rectangle_of.clear();
        self.rectangle_of.resize(runs.len(), NONE);
        self.rectangles.clear();
        let mut at = 0;
        while at < runs.len() {
            if runs[at].free < need.nodes {
                at += 1;
                continue;
            }
            let length = runs[at..].iter().position(|run| run.free < need.nodes).unwrap_or(runs.len() - at);
            self.grow_in(runs, need, at, at + length);
            at += length;
        }
    }

    /// The rectangles of a stretch, the runs `first .. end`.
    fn grow_in(&mut self, runs: &[Run], need: Need, first: usize, end: usize) {
        let begins = runs[first].start;
        // The first run with which the stretch is long enough from its beginning.
        let enough = (first..end).find(|&run| runs[run].end - begins >= need.slots);
        let last = enough.unwrap_or(end - 1);
        let edge_left = match first.checked_sub(1) {
            None => Stop::Edge,
            Some(before) => Stop::Short { slot: runs[before].end - 1, free: runs[before].free },
        };
        let edge_right = runs.get(end).map_or(Stop::Edge, |after| Stop::Short { slot: after.start, free: after.free });
        self.least.clear();
        let (mut head, mut taken, mut known) = (first, first, None);
        for run in first..end {
            let tail = run.max(last);
            while taken <= tail {
                while self.least.back().is_some_and(|&back| runs[back as usize].free >= runs[taken].free) {
                    self.least.pop_back();
                }
                self.least.push_back(taken as u32);
                taken += 1;
            }
            // Growth to the left takes runs until there are enough slots: from the last beginning that has them.
            while head < run && runs[run].end - runs[head + 1].start >= need.slots {
                head += 1;
            }
            if known != Some((head, tail)) {
                known = Some((head, tail));
                while self.least.front().is_some_and(|&front| (front as usize) < head) {
                    self.least.pop_front();
                }
                let least = self.least.front().map_or(run, |&front| front as usize);
                self.rectangles.push(Rectangle {
                    head: head as u32,
                    tail: tail as u32,
                    nodes: runs[least].free,
                    left: edge_left,
                    right: if enough.is_some() { Stop::Enough } else { edge_right },
                    enough: enough.map_or(NONE, |run| run as u32),
                    listed: NONE,
                });
            }
            self.rectangle_of[run] = self.rectangles.len() as u32 - 1;
        }
    }

    /// The runs by free nodes, ties by time: passes over the numbers of nodes, eight bits each, the low ones first. Plans in slots have at most 65,535 nodes,
    /// clusters more.
    fn rank(&mut self, runs: &[Run]) {
        let Self { order, swap, .. } = self;
        order.clear();
        order.extend(0..runs.len() as u32);
        if runs.len() <= FEW {
            order.sort_by_key(|&run| runs[run as usize].free);
            return;
        }
        swap.clear();
        swap.resize(order.len(), 0);
        let most = runs.iter().map(|run| run.free).max().unwrap_or(0);
        for shift in [0, 8, 16, 24].into_iter().filter(|shift| *shift < 16 || most >> shift > 0) {
            let digit = |run: u32| (runs[run as usize].free >> shift & 255) as usize;
            let mut place = [0_u32; 257];
            for &run in order.iter() {
                place[digit(run) + 1] += 1;
            }
            for digit in 0..256 {
                place[digit + 1] += place[digit];
            }
            for &run in order.iter() {
                let place = &mut place[digit(run)];
                swap[*place as usize] = run;
                *place += 1;
            }
            std::mem::swap(order, swap);
        }
    }
}

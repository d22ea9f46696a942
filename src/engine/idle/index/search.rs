//! The searches the strategies need on a [`Tree`]. Each costs O(log K) for K periods, as long as few nodes contain summaries that no single period
//! below them satisfies; only the node around the earliest start can often do so.

use super::block::{Need, after, ascending, before, descending, key};
use super::tree::{Spot, Tree};
use crate::idle::Tick;
use crate::idle::period::Want;

impl Tree {
    /// The first period in order of (start, server), of those that start at `from` or later, that has what is needed.
    pub fn first(&self, from: Tick, need: Need) -> Option<Spot> {
        if self.len() == 0 {
            return None;
        }
        let (first_crown, first_mid, first_slot) = if from == 0 { (0, 0, 0) } else { self.route(key(from, 0)) };
        for crown in first_crown..self.crowns.len() {
            let mut mids = self.crowns[crown].having(need);
            if crown == first_crown {
                mids &= !before(first_mid);
            }
            for mid in ascending(mids) {
                let on_path = crown == first_crown && mid == first_mid;
                let mut slots = self.group_at(crown, mid).having(need);
                if on_path {
                    slots &= !before(first_slot);
                }
                for slot in ascending(slots) {
                    let block = self.block_at(crown, mid, slot);
                    let mut places = block.having(need);
                    if on_path && slot == first_slot {
                        places &= block.from(from);
                    }
                    if places != 0 {
                        return Some(Spot { crown, mid, slot, at: places.trailing_zeros() as usize });
                    }
                }
            }
        }
        None
    }

    /// The last period in order of start, of those that start at `to` or earlier, that has what is needed; of several with the same start
    /// the one of the lowest server.
    pub fn last(&self, to: Tick, need: Need) -> Option<Spot> {
        let spot = self.last_in_order(to, need)?;
        // Most starts are the only ones of their kind; a place at the front of its block may have a twin in the block before.
        let block = self.block_at(spot.crown, spot.mid, spot.slot);
        let start = block.starts[spot.at];
        let alone = spot.at > 0 && block.starts[spot.at - 1] != start;
        if alone { Some(spot) } else { self.first(start, need) }
    }

    fn last_in_order(&self, to: Tick, need: Need) -> Option<Spot> {
        if self.len() == 0 {
            return None;
        }
        let (last_crown, last_mid, last_slot) = self.route(key(to, u32::MAX));
        for crown in (0..=last_crown).rev() {
            let mut mids = self.crowns[crown].having(need);
            if crown == last_crown {
                mids &= !after(last_mid);
            }
            for mid in descending(mids) {
                let on_path = crown == last_crown && mid == last_mid;
                let mut slots = self.group_at(crown, mid).having(need);
                if on_path {
                    slots &= !after(last_slot);
                }
                for slot in descending(slots) {
                    let block = self.block_at(crown, mid, slot);
                    let mut places = block.having(need);
                    if on_path && slot == last_slot {
                        places &= !to.checked_add(1).map_or(0, |above| block.from(above));
                    }
                    if places != 0 {
                        return Some(Spot { crown, mid, slot, at: 31 - places.leading_zeros() as usize });
                    }
                }
            }
        }
        None
    }

    /// Of the feasible periods the longest; then the earliest start, then the lowest server.
    pub fn longest(&self, want: &Want) -> Option<Spot> {
        let mut need = Need { end: want.earliest_end(), length: want.duration };
        let mut best = None;
        self.visit(0, want.latest_start(), &mut need, |tree, spot, need| {
            // In order of (start, server), so only a longer one is better.
            need.length = tree.period(spot).length() + 1;
            best = Some(spot);
        });
        best
    }

    /// Of the feasible periods that start at `from` or later the shortest; then the earliest start, then the lowest server.
    pub fn shortest(&self, from: Tick, want: &Want) -> Option<Spot> {
        let mut need = Need { end: want.earliest_end(), length: want.duration };
        let (mut below, mut best) = (Tick::MAX, None);
        self.visit(from, want.latest_start(), &mut need, |tree, spot, _| {
            let length = tree.period(spot).length();
            if length < below {
                (below, best) = (length, Some(spot));
            }
        });
        best
    }

    /// Calls `found` with every period in order that starts in `from ..= to` and has what is needed at that moment; `found` may ask for
    /// more from then on.
    pub(super) fn visit(&self, from: Tick, to: Tick, need: &mut Need, mut found: impl FnMut(&Self, Spot, &mut Need)) {
        if self.len() == 0 {
            return;
        }
        let (first_crown, first_mid, first_slot) = if from == 0 { (0, 0, 0) } else { self.route(key(from, 0)) };
        for crown in first_crown..self.crowns.len() {
            let mut mids = self.crowns[crown].having(*need);
            if crown == first_crown {
                mids &= !before(first_mid);
            }
            for mid in ascending(mids) {
                if self.crowns[crown].keys[mid] > key(to, u32::MAX) {
                    return;
                }
                let group = self.group_at(crown, mid);
                let mut slots = group.having(*need);
                if crown == first_crown && mid == first_mid {
                    slots &= !before(first_slot);
                }
                for slot in ascending(slots) {
                    if group.keys[slot] > key(to, u32::MAX) {
                        return;
                    }
                    if group.latest[slot] < need.end || group.longest[slot] < need.length {
                        continue;
                    }
                    let block = self.block_at(crown, mid, slot);
                    let mut places = block.having(*need);
                    if crown == first_crown && mid == first_mid && slot == first_slot {
                        places &= block.from(from);
                    }
                    // A block whose successor starts by `to` lies within.
                    let is_inside = slot + 1 < group.len && group.keys[slot + 1] <= key(to, u32::MAX);
                    if !is_inside {
                        places &= !to.checked_add(1).map_or(0, |above| block.from(above));
                    }
                    for at in ascending(places) {
                        if block.ends[at] - block.starts[at] >= need.length {
                            found(self, Spot { crown, mid, slot, at }, need);
                        }
                    }
                }
            }
        }
    }
}

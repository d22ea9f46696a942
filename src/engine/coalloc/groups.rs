//! Idle periods by what they have in common: servers whose periods begin and end together are one group.
//!
//! Jobs take many servers at once, so there are far fewer groups than servers. Groups stand in the order in which periods are taken; a search walks
//! those that begin in time and stops as soon as it has enough.

use super::period::{OPEN, Window};
use crate::batch::job::Time;
use crate::batch::nodes::{NodeSet, Stretch};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Start descending, then end.
type Key = (Reverse<Time>, Time);

/// The idle periods of a machine.
#[derive(Clone, Debug)]
pub struct Groups {
    groups: BTreeMap<Key, NodeSet>,
    /// Groups by their ends, so that expired ones are found; some may be gone.
    ends: BinaryHeap<Reverse<(Time, Time)>>,
    /// Groups that were looked at so far.
    looked_at: u64,
}

impl Groups {
    /// All servers idle from the start of time.
    pub fn new(servers: u32) -> Self {
        let mut groups = Self { groups: BTreeMap::new(), ends: BinaryHeap::new(), looked_at: 0 };
        groups.groups.insert((Reverse(0), OPEN), NodeSet::all(servers));
        groups
    }

    /// Number of groups.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Whether no server is idle at any time to come.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Groups that were looked at so far.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Drops periods that end at or before a moment.
    pub fn expire(&mut self, now: Time) {
        while let Some(&Reverse((end, start))) = self.ends.peek()
            && end <= now
        {
            self.ends.pop();
            self.groups.remove(&(Reverse(start), end));
        }
    }

    fn add(&mut self, start: Time, end: Time, stretch: Stretch) {
        let group = self.groups.entry((Reverse(start), end)).or_insert_with(|| {
            if end != OPEN {
                self.ends.push(Reverse((end, start)));
            }
            NodeSet::default()
        });
        group.add(stretch);
    }

    /// The groups that are feasible for a window, in the order in which they are taken.
    fn feasible(&self, window: Window) -> impl Iterator<Item = (&Key, &NodeSet, bool)> {
        let begun = self.groups.range((Reverse(window.from), 0)..);
        begun.map(move |(key, group)| (key, group, key.1 >= window.to))
    }

    /// Takes the servers for a window, if there are enough; `taken` is told each stretch. `now` is the present: what lies before it is forgotten.
    pub fn take(&mut self, window: Window, now: Time, mut taken: impl FnMut(Stretch)) -> bool {
        let (mut found, mut keys, mut looked) = (0, Vec::new(), 0);
        for (key, group, fits) in self.feasible(window) {
            looked += 1;
            if fits {
                keys.push(*key);
                found += group.len();
                if found >= window.servers {
                    break;
                }
            }
        }
        self.looked_at += looked;
        if found < window.servers {
            return false;
        }
        let mut wanted = window.servers;
        for key in keys {
            let Some(mut group) = self.groups.remove(&key) else { continue };
            let (Reverse(start), end) = key;
            let mut stretches = Vec::new();
            let here = group.len().min(wanted);
            group.take_lowest(here, |stretch| stretches.push(stretch));
            wanted -= here;
            if !group.is_empty() {
                self.groups.insert(key, group);
            }
            for stretch in stretches {
                taken(stretch);
                if start < window.from && window.from > now {
                    self.add(start, window.from, stretch);
                }
                if window.to < end {
                    self.add(window.to, end, stretch);
                }
            }
        }
        true
    }

    /// Gives back the rest of a reservation, from `from` up to its end `to`, on some servers.
    pub fn give(&mut self, from: Time, to: Time, stretches: impl Iterator<Item = Stretch>) {
        let mut left = NodeSet::default();
        stretches.for_each(|stretch| left.add(stretch));
        let behind: Vec<Key> = self.groups.range((Reverse(to), 0)..=(Reverse(to), OPEN)).map(|(key, _)| *key).collect();
        for key in behind {
            let Some(group) = self.groups.get_mut(&key) else { continue };
            let mut moved = Vec::new();
            let wanted: Vec<Stretch> = left.stretches().collect();
            for stretch in wanted {
                group.take_within(stretch, |stretch| moved.push(stretch));
            }
            if group.is_empty() {
                self.groups.remove(&key);
            }
            for stretch in moved {
                left.take_within(stretch, |_| {});
                self.add(from, key.1, stretch);
            }
        }
        let alone: Vec<Stretch> = left.stretches().collect();
        alone.into_iter().for_each(|stretch| self.add(from, to, stretch));
    }

    /// Every server that is free throughout a window, lowest first; nothing is booked (range search).
    pub fn free_throughout(&self, from: Time, to: Time) -> NodeSet {
        let mut free = NodeSet::default();
        for (_, group, fits) in self.feasible(Window { from, to, servers: 0 }) {
            if fits {
                group.stretches().for_each(|stretch| free.add(stretch));
            }
        }
        free
    }

    /// Every idle period as (start, end, first and last server), in the order in which they are taken.
    pub fn periods(&self) -> impl Iterator<Item = (Time, Time, Stretch)> {
        self.groups.iter().flat_map(|((Reverse(start), end), group)| group.stretches().map(|stretch| (*start, *end, stretch)))
    }
}

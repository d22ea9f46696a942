//! Assigns nodes slot by slot: ending jobs return their nodes, starting jobs take the lowest free ones.

use super::free::FreeNodes;
use super::table::NodeTable;
use crate::slots::decisions::{Decisions, REFUSED};
use crate::slots::request::Slot;
use crate::slots::workload::Arrivals;
use std::collections::VecDeque;
use std::ops::Range;

/// No entry.
const NONE: u32 = u32::MAX;

/// A job that has not ended yet.
#[derive(Clone, Copy, Debug)]
struct Entry {
    job: u32,
    /// It is on other nodes than the table had for it.
    differs: bool,
    next: u32,
}

/// First entries of the jobs that start in a slot, and of those that end there.
#[derive(Clone, Copy, Debug)]
struct Heads {
    starting: u32,
    ending: u32,
}

const EMPTY: Heads = Heads { starting: NONE, ending: NONE };

/// Jobs by slot from the present one on, as lists through one pool of entries that are used again: as large as what is known at one time.
#[derive(Clone, Debug)]
struct Lists {
    slot: Slot,
    heads: VecDeque<Heads>,
    entries: Vec<Entry>,
    unused: u32,
    known: usize,
}

impl Lists {
    fn new(slot: Slot) -> Self {
        Self { slot, heads: VecDeque::new(), entries: Vec::new(), unused: NONE, known: 0 }
    }

    fn new_entry(&mut self, job: u32) -> u32 {
        self.known += 1;
        let entry = Entry { job, differs: false, next: NONE };
        if self.unused == NONE {
            self.entries.push(entry);
            return self.entries.len() as u32 - 1;
        }
        let at = self.unused;
        self.unused = self.entries[at as usize].next;
        self.entries[at as usize] = entry;
        at
    }

    fn heads_of(&mut self, slot: Slot) -> &mut Heads {
        let at = (slot - self.slot) as usize;
        if self.heads.len() <= at {
            self.heads.resize(at + 1, EMPTY);
        }
        &mut self.heads[at]
    }

    fn starts(&mut self, slot: Slot, entry: u32) {
        let before = std::mem::replace(&mut self.heads_of(slot).starting, entry);
        self.entries[entry as usize].next = before;
    }

    fn ends(&mut self, slot: Slot, entry: u32) {
        let before = std::mem::replace(&mut self.heads_of(slot).ending, entry);
        self.entries[entry as usize].next = before;
    }

    /// The lists of the present slot, which is over then.
    fn take(&mut self) -> Heads {
        self.slot += 1;
        self.heads.pop_front().unwrap_or(EMPTY)
    }

    fn forget(&mut self, entry: u32) {
        self.known -= 1;
        self.entries[entry as usize] = Entry { job: NONE, differs: false, next: self.unused };
        self.unused = entry;
    }
}

/// What is to be mapped anew.
#[derive(Clone, Debug)]
pub(crate) struct Task<'a> {
    /// The requests.
    pub arrivals: &'a Arrivals,
    /// Where each job stands, [`REFUSED`] if nowhere.
    pub start: &'a [Slot],
    /// Slots to be looked at. Before the first the table is right. From `slots.end` on the plan is the one the table was made for: as
    /// soon as nobody there is on other nodes than before, all the rest is right again, too.
    pub slots: Range<Slot>,
    /// Jobs below `next` that end after `slots.start`, and perhaps others; where they stand is in `start`.
    pub live: &'a [(u32, Slot)],
    /// Jobs from here on have not been looked at.
    pub next: u32,
    /// Stop before this slot.
    pub until: Slot,
    /// Stop after so many jobs.
    pub budget: usize,
}

/// What is left when a sweep stops early: where to go on, and from where on the table may be right without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rest(pub Range<Slot>);

impl NodeTable {
    /// Maps a plan to nodes: jobs take the lowest free nodes in the order of (start, userId, jobId).
    pub fn map(arrivals: &Arrivals, decisions: &Decisions, machine_nodes: u32) -> Self {
        let mut table = Self { first: vec![0; decisions.start.len() + 1], ids: Vec::new() };
        table.recount(0..decisions.start.len() as u32, arrivals, &decisions.start, &mut |_| {});
        let everything = Task {
            arrivals,
            start: &decisions.start,
            slots: 0..Slot::MAX,
            live: &[],
            next: 0,
            until: Slot::MAX,
            budget: usize::MAX,
        };
        table.sweep(everything, machine_nodes, &mut |_| {});
        table
    }

    /// Maps the task's slots; `changed` is told of the jobs that are on other nodes than before. `None` when everything is mapped.
    ///
    /// O(jobs that are looked at + slots), and the sorting of those that start in one slot.
    pub(crate) fn sweep(&mut self, task: Task, nodes: u32, changed: &mut impl FnMut(u32)) -> Option<Rest> {
        let Task { arrivals, start, slots, live, mut next, until, mut budget } = task;
        let mut free = FreeNodes::all(nodes);
        let mut lists = Lists::new(slots.start);
        let end_of = |job: u32| start[job as usize] + arrivals.duration[arrivals.request[job as usize] as usize];
        let list = |lists: &mut Lists, free: &mut FreeNodes, table: &Self, job: u32| {
            if start[job as usize] == REFUSED || end_of(job) <= slots.start {
                return;
            }
            let entry = lists.new_entry(job);
            if start[job as usize] >= slots.start {
                lists.starts(start[job as usize], entry);
            } else {
                lists.ends(end_of(job), entry);
                table.of(job as usize).iter().for_each(|&node| free.take(node));
            }
        };
        for &(job, _) in live {
            list(&mut lists, &mut free, self, job);
        }
        let submitted = |job: u32| arrivals.submitted[arrivals.request[job as usize] as usize];
        let mut differing = 0_usize;
        let mut starting: Vec<u32> = Vec::new();
        let mut slot = slots.start;
        loop {
            // What comes from slot `until` on may not be decided yet, so nothing of it is looked at.
            if slot >= until || budget == 0 {
                let differing = lists.entries.iter().filter(|entry| entry.differs);
                let settled = differing.map(|entry| end_of(entry.job)).max().unwrap_or(0);
                return Some(Rest(slot..slots.end.max(settled).max(slot)));
            }
            while (next as usize) < start.len() && submitted(next) <= slot {
                list(&mut lists, &mut free, self, next);
                next += 1;
            }
            let Heads { starting: mut entry, ending: mut ended } = lists.take();
            while ended != NONE {
                let Entry { job, differs, next } = lists.entries[ended as usize];
                self.of(job as usize).iter().for_each(|&node| free.give(node));
                differing -= usize::from(differs);
                lists.forget(ended);
                ended = next;
            }
            if slot >= slots.end && differing == 0 {
                return None;
            }
            starting.clear();
            while entry != NONE {
                starting.push(entry);
                entry = lists.entries[entry as usize].next;
            }
            // ExperimentInfo last first, and most often in the order of the ranks.
            starting.reverse();
            let rank = |&entry: &u32| arrivals.rank[lists.entries[entry as usize].job as usize];
            starting.sort_by_key(rank);
            budget = budget.saturating_sub(starting.len());
            for &entry in &starting {
                let job = lists.entries[entry as usize].job;
                let own = self.first[job as usize] as usize..self.first[job as usize + 1] as usize;
                let mut differs = false;
                for place in &mut self.ids[own] {
                    let node = free.take_lowest().expect("a plan never takes more nodes than the machine has");
                    differs |= std::mem::replace(place, node) != node;
                }
                if differs {
                    changed(job);
                    differing += 1;
                }
                lists.entries[entry as usize].differs = differs;
                lists.ends(end_of(job), entry);
            }
            slot += 1;
            if lists.known == 0 {
                if next as usize >= start.len() {
                    return None;
                }
                slot = slot.max(submitted(next));
                lists.slot = slot;
                lists.heads.clear();
            }
        }
    }
}

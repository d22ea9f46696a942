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

/// A plan that is mapped to nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'a> {
    /// The requests.
    pub arrivals: &'a Arrivals,
    /// Where each job stands, [`REFUSED`] if nowhere.
    pub start: &'a [Slot],
}

impl Placed<'_> {
    fn end_of(&self, job: u32) -> Slot {
        self.start[job as usize] + self.arrivals.duration[self.arrivals.request[job as usize] as usize]
    }

    fn submitted(&self, job: u32) -> Slot {
        self.arrivals.submitted[self.arrivals.request[job as usize] as usize]
    }
}

/// What is to be mapped anew.
#[derive(Clone, Debug)]
pub(crate) struct Task<'a> {
    /// Slots to be looked at. Before the first the table is right. From `slots.end` on the plan is the one the table was made for: as
    /// soon as nobody there is on other nodes than before, all the rest is right again, too.
    pub slots: Range<Slot>,
    /// Jobs below `next` that end after `slots.start`, and perhaps others; where they stand is in [`Placed::start`].
    pub live: &'a [(u32, Slot)],
    /// Jobs from here on have not been looked at.
    pub next: u32,
}

/// How far a sweep goes before it stops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    /// Stop before this slot.
    pub until: Slot,
    /// Stop after about so many jobs got their nodes, or as much other work.
    pub jobs: usize,
}

/// Slots passed and jobs listed that are about as much work as one job that gets its nodes.
const LOOKS_PER_JOB: usize = 16;

/// The mapping of a task under way. One that stopped early goes on where it is, as long as neither the requests nor the plan nor the table change.
#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    free: FreeNodes,
    lists: Lists,
    /// The task's slots.
    slots: Range<Slot>,
    /// Jobs from here on have not been looked at.
    next: u32,
    /// The slot that is mapped next.
    slot: Slot,
    /// Jobs on other nodes than before that have not ended.
    differing: usize,
    /// The latest end of a job on other nodes than before; 0 if there was none.
    settled: Slot,
    /// Scratch: entries of the jobs that start in the slot.
    starting: Vec<u32>,
}

impl NodeTable {
    /// Maps a plan to nodes: jobs take the lowest free nodes in the order of (start, userId, jobId).
    pub fn map(arrivals: &Arrivals, decisions: &Decisions, machine_nodes: u32) -> Self {
        let mut table = Self { first: vec![0; decisions.start.len() + 1], ids: Vec::new() };
        table.recount(0..decisions.start.len() as u32, arrivals, &decisions.start, &mut |_| {});
        let placed = Placed { arrivals, start: &decisions.start };
        let mut sweep = Sweep::new(&table, placed, Task { slots: 0..Slot::MAX, live: &[], next: 0 }, machine_nodes);
        sweep.advance(&mut table, placed, Limit { until: Slot::MAX, jobs: usize::MAX }, &mut |_| {});
        table
    }
}

impl Sweep {
    /// Nothing is mapped yet.
    pub(crate) fn new(table: &NodeTable, placed: Placed, task: Task, nodes: u32) -> Self {
        let Task { slots, live, next } = task;
        let slot = slots.start;
        let (free, lists) = (FreeNodes::all(nodes), Lists::new(slot));
        let mut sweep = Self { free, lists, slots, next, slot, differing: 0, settled: 0, starting: Vec::new() };
        live.iter().for_each(|&(job, _)| sweep.list(table, placed, job));
        sweep
    }

    /// The slots that are left: from where on to map, and from where on the table may be right without.
    pub(crate) fn rest(&self) -> Range<Slot> {
        self.slot..self.slots.end.max(self.settled).max(self.slot)
    }

    /// Maps on up to the limit; `changed` is told of the jobs that are on other nodes than before. Whether everything is mapped.
    ///
    /// O(jobs that are looked at + slots) in all, however often it stops, and the sorting of those that start in one slot.
    pub(crate) fn advance(&mut self, table: &mut NodeTable, placed: Placed, limit: Limit, changed: &mut impl FnMut(u32)) -> bool {
        let mut looks = limit.jobs.saturating_mul(LOOKS_PER_JOB);
        // What comes from slot `until` on may not be decided yet, so nothing of it is looked at.
        while self.slot < limit.until {
            while looks > 0 && (self.next as usize) < placed.start.len() && placed.submitted(self.next) <= self.slot {
                self.list(table, placed, self.next);
                self.next += 1;
                looks -= 1;
            }
            if looks == 0 {
                return false;
            }
            let Heads { starting, ending } = self.lists.take();
            self.end(table, ending);
            if self.slot >= self.slots.end && self.differing == 0 {
                return true;
            }
            let started = self.start(table, placed, starting, changed);
            looks = looks.saturating_sub(1 + LOOKS_PER_JOB * started);
            self.slot += 1;
            if self.lists.known == 0 {
                if self.next as usize >= placed.start.len() {
                    return true;
                }
                self.slot = self.slot.max(placed.submitted(self.next));
                self.lists.slot = self.slot;
                self.lists.heads.clear();
            }
        }
        false
    }

    /// Puts a job into the list of the slot where it starts, or where it ends if it runs when the task begins.
    fn list(&mut self, table: &NodeTable, placed: Placed, job: u32) {
        let start = placed.start[job as usize];
        if start == REFUSED || placed.end_of(job) <= self.slots.start {
            return;
        }
        let entry = self.lists.new_entry(job);
        if start >= self.slots.start {
            self.lists.starts(start, entry);
        } else {
            self.lists.ends(placed.end_of(job), entry);
            table.of(job as usize).iter().for_each(|&node| self.free.take(node));
        }
    }

    /// The jobs of a list end in the slot.
    fn end(&mut self, table: &NodeTable, mut ended: u32) {
        while ended != NONE {
            let Entry { job, differs, next } = self.lists.entries[ended as usize];
            table.of(job as usize).iter().for_each(|&node| self.free.give(node));
            self.differing -= usize::from(differs);
            self.lists.forget(ended);
            ended = next;
        }
    }

    /// The jobs of a list start in the slot and get their nodes; how many they are.
    fn start(&mut self, table: &mut NodeTable, placed: Placed, mut entry: u32, changed: &mut impl FnMut(u32)) -> usize {
        let Self { free, lists, differing, settled, starting, .. } = self;
        starting.clear();
        while entry != NONE {
            starting.push(entry);
            entry = lists.entries[entry as usize].next;
        }
        // Listed last first, and most often in the order of the ranks.
        starting.reverse();
        starting.sort_by_key(|&entry| placed.arrivals.rank[lists.entries[entry as usize].job as usize]);
        for &entry in &*starting {
            let job = lists.entries[entry as usize].job;
            let own = table.first[job as usize] as usize..table.first[job as usize + 1] as usize;
            let mut differs = false;
            for place in &mut table.ids[own] {
                let node = free.take_lowest().expect("a plan never takes more nodes than the machine has");
                differs |= std::mem::replace(place, node) != node;
            }
            if differs {
                changed(job);
                *differing += 1;
                *settled = (*settled).max(placed.end_of(job));
            }
            lists.entries[entry as usize].differs = differs;
            lists.ends(placed.end_of(job), entry);
        }
        starting.len()
    }
}

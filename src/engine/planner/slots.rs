//! The logical plan: how many nodes are free in each slot, and which jobs start there (Umar 4.1; GarQ).

use crate::request::Slot;

/// No job.
const NONE: u32 = u32::MAX;

/// A number of nodes wanted in every slot of a window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub duration: Slot,
    pub nodes: u32,
}

/// Free nodes per slot and, per slot, the jobs that start there as a linked list in rank order.
///
/// Two flat columns over the slots and one over the jobs; adding and removing touch only the job's own slots and the list of its
/// start. Search costs O(relax + duration).
#[derive(Clone, Debug)]
pub(super) struct SlotPlan {
    capacity: u16,
    free: Vec<u16>,
    first_starting: Vec<u32>,
    next_starting: Vec<u32>,
}

impl SlotPlan {
    /// An empty plan for a machine of `nodes` nodes.
    pub fn new(nodes: u32) -> Self {
        Self { capacity: nodes as u16, free: Vec::new(), first_starting: Vec::new(), next_starting: Vec::new() }
    }

    /// Makes room for slots below `horizon` and jobs below `jobs`.
    pub fn reserve(&mut self, horizon: Slot, jobs: usize) {
        let slots = (horizon as usize).max(self.free.len());
        self.free.resize(slots, self.capacity);
        self.first_starting.resize(slots, NONE);
        self.next_starting.resize(jobs.max(self.next_starting.len()), NONE);
    }

    fn free_in(&self, slot: Slot) -> u16 {
        self.free.get(slot as usize).copied().unwrap_or(self.capacity)
    }

    /// Jobs that start in `slot`, in rank order.
    pub fn starting(&self, slot: Slot) -> impl Iterator<Item = u32> + '_ {
        let existing = |job: u32| (job != NONE).then_some(job);
        let first = self.first_starting.get(slot as usize).copied().and_then(existing);
        std::iter::successors(first, move |&job| existing(self.next_starting[job as usize]))
    }

    /// First slot with the fewest free nodes in `[start, start + duration)`, and that number (minFreeNode).
    pub fn leftmost_min(&self, start: Slot, duration: Slot) -> (Slot, u32) {
        let window = &self.free[start as usize..(start + duration) as usize];
        // Where slots are full, as where room is looked for, the first full one is it, and mostly near.
        let full = window.iter().position(|&free| free == 0);
        let least = if full.is_some() { 0 } else { window.iter().copied().fold(u16::MAX, u16::min) };
        let at = full.or_else(|| window.iter().position(|&free| free == least)).unwrap_or(0);
        (start + at as Slot, u32::from(least))
    }

    /// First start in `from ..= to` at which every slot has the nodes wanted.
    pub fn first_fit(&self, from: Slot, to: Slot, shape: Shape) -> Option<Slot> {
        let nodes = shape.nodes as u16;
        let mut start = from;
        let mut known_good_to = from;
        while start <= to {
            let end = start + shape.duration;
            // The last short slot rules out every start up to itself, so look from the back; what lies before `known_good_to` was
            // looked at already.
            let unseen = &self.free[known_good_to as usize..end as usize];
            match unseen.iter().rposition(|&free| free < nodes) {
                None => return Some(start),
                Some(at) => {
                    start = known_good_to + at as Slot + 1;
                    known_good_to = end;
                }
            }
            known_good_to = known_good_to.max(start);
        }
        None
    }

    /// Last start in `from ..= to` at which every slot has the nodes wanted: [`SlotPlan::first_fit`] mirrored.
    pub fn last_fit(&self, from: Slot, to: Slot, shape: Shape) -> Option<Slot> {
        let nodes = shape.nodes as u16;
        let mut end = to + shape.duration;
        let mut known_good_from = end;
        while end >= from + shape.duration {
            let start = end - shape.duration;
            let unseen = &self.free[start as usize..known_good_from as usize];
            match unseen.iter().position(|&free| free < nodes) {
                None => return Some(start),
                Some(at) => {
                    end = start + at as Slot;
                    known_good_from = start.min(end);
                }
            }
        }
        None
    }

    /// Books a job: takes its nodes and puts it in the list of its start.
    pub fn add(&mut self, job: u32, start: Slot, shape: Shape, rank: &[u32]) {
        self.take(start, shape);
        let mut before = NONE;
        let mut after = self.first_starting[start as usize];
        while after != NONE && rank[after as usize] < rank[job as usize] {
            before = after;
            after = self.next_starting[after as usize];
        }
        self.next_starting[job as usize] = after;
        *self.link_after(before, start) = job;
    }

    /// Takes a job out again: the exact inverse of [`SlotPlan::add`].
    pub fn remove(&mut self, job: u32, start: Slot, shape: Shape) {
        self.give(start, shape);
        let mut before = NONE;
        let mut at = self.first_starting[start as usize];
        while at != job {
            before = at;
            at = self.next_starting[at as usize];
        }
        *self.link_after(before, start) = self.next_starting[job as usize];
        self.next_starting[job as usize] = NONE;
    }

    fn link_after(&mut self, before: u32, start: Slot) -> &mut u32 {
        if before == NONE { &mut self.first_starting[start as usize] } else { &mut self.next_starting[before as usize] }
    }

    /// Takes nodes in every slot without booking a job.
    pub fn take(&mut self, start: Slot, shape: Shape) {
        for free in &mut self.free[start as usize..(start + shape.duration) as usize] {
            *free -= shape.nodes as u16;
        }
    }

    /// Gives nodes back in every slot.
    pub fn give(&mut self, start: Slot, shape: Shape) {
        for free in &mut self.free[start as usize..(start + shape.duration) as usize] {
            *free += shape.nodes as u16;
        }
    }

    /// Forgets everything booked in slots `from .. to`, as before a checkpoint is restored.
    pub fn forget(&mut self, from: Slot, to: Slot) {
        let slots = |len: usize| (from as usize).min(len)..(to as usize).min(len);
        let (free, first) = (slots(self.free.len()), slots(self.first_starting.len()));
        if !free.is_empty() {
            self.free[free].fill(self.capacity);
            self.first_starting[first].fill(NONE);
        }
    }

    /// Books what of a job lies in slots from `from` on: the rest of the plan was kept.
    pub fn restore(&mut self, job: u32, start: Slot, shape: Shape, rank: &[u32], from: Slot) {
        if start >= from {
            self.add(job, start, shape, rank);
        } else {
            self.take(from, Shape { duration: start + shape.duration - from, ..shape });
        }
    }

    /// Whether two plans are the same from a slot on: free nodes, and jobs that start there.
    pub fn same_from(&self, other: &Self, from: Slot) -> bool {
        let slots = self.free.len().max(other.free.len()) as Slot;
        let same = |t: Slot| self.free_in(t) == other.free_in(t) && self.starting(t).eq(other.starting(t));
        self.capacity == other.capacity && (from..slots).all(same)
    }
}

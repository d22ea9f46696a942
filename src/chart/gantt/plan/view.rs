//! The read-only view of a plan for all charts, built once per plan. It decides nothing about the plan.

use super::index::{Index, SHARE_UNIT};
use crate::kit::pyramid::{Pyramid, Summary};
use bookahead_engine::slots::decisions::{Decisions, Move, REFUSED};
use bookahead_engine::slots::metrics::WINDOW;
use bookahead_engine::slots::nodes::NodeTable;
use bookahead_engine::slots::request::{Request, Slot};
use bookahead_engine::slots::scenario::Machine;
use bookahead_engine::slots::workload::{Arrivals, RequestId};
use std::ops::Range;
use std::rc::Rc;

/// A plan as the views see it. Jobs are named by their row in [`Arrivals`].
///
/// Built in O(jobs + slots), brought up to date after an edit in O(what changed) and a move of the memory behind it
/// ([`PlanView::patch`]); finding the jobs that run in a stretch of time costs O(log jobs) and O(log jobs) for each.
#[derive(Clone, Debug)]
pub struct PlanView {
    pub(crate) arrivals: Rc<Arrivals>,
    pub(crate) decisions: Rc<Decisions>,
    pub(crate) nodes: Rc<NodeTable>,
    pub(crate) machine: Machine,
    pub(crate) index: Index,
    /// The tint of every request, by row.
    pub(crate) tints: Vec<u8>,
    /// Jobs that are accepted but will not run, ascending.
    pub(crate) violated: Vec<u32>,
    pub(crate) edition: Edition,
    /// The edition before the last patch, and the slots in which that changed anything.
    pub(crate) patched: Option<(Edition, Range<Slot>)>,
}

/// Names what a [`PlanView`] holds: equal only while nothing was patched in between.
#[derive(Clone, Debug, Default)]
pub struct Edition(Rc<()>);

impl PartialEq for Edition {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl PlanView {
    /// The plan of a machine nobody asked for anything.
    pub fn empty(machine: Machine) -> Self {
        let nodes = NodeTable { first: vec![0], ids: Vec::new() };
        Self {
            arrivals: Rc::default(),
            decisions: Rc::default(),
            nodes: Rc::new(nodes),
            machine,
            index: Index::default(),
            tints: Vec::new(),
            violated: Vec::new(),
            edition: Edition::default(),
            patched: None,
        }
    }

    /// Marks the accepted jobs that will not run (ascending): where reservations overlap, those that are violated. Holds until they are set again.
    pub fn set_violated(&mut self, jobs: Vec<u32>) {
        self.violated = jobs;
    }

    /// Accepted jobs that will not run, ascending.
    pub fn violated(&self) -> &[u32] {
        &self.violated
    }

    /// Whether a job is accepted but will not run.
    pub fn is_violated(&self, job: u32) -> bool {
        self.violated.binary_search(&job).is_ok()
    }

    /// The requests.
    pub fn arrivals(&self) -> &Arrivals {
        &self.arrivals
    }

    /// A request (row) as far as it is known: once it is decided as it was booked, before that as it was asked. Only while decisions are stepped through is
    /// a request undecided that took less than it asked for.
    pub fn request(&self, row: usize) -> Request {
        let job = self.arrivals.first_job.get(row).map_or(0, |&job| job as usize);
        let is_decided = self.decisions.start.get(job).is_some_and(|&start| start != REFUSED);
        if is_decided { self.arrivals.row(row) } else { self.decisions.asked(&self.arrivals, row) }
    }

    /// What was decided.
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// On which nodes.
    pub fn node_table(&self) -> &NodeTable {
        &self.nodes
    }

    /// The machine.
    pub fn machine(&self) -> Machine {
        self.machine
    }

    /// Rows of its charts: the nodes of the machine, or where reservations overlap as many as are booked in some slot.
    pub fn rows(&self) -> u32 {
        self.machine.nodes.max(self.busy_over(0..self.horizon()).max as u32)
    }

    /// Where more is booked than the machine has: what the line says that the machine ends at. Empty where nothing is.
    pub fn beyond_words(&self) -> String {
        let (rows, nodes) = (self.rows(), self.machine.nodes);
        match rows.checked_sub(nodes) {
            None | Some(0) => String::new(),
            Some(beyond) => {
                let (machine, more) = (if nodes == 1 { "node" } else { "nodes" }, if beyond == 1 { "node" } else { "nodes" });
                format!("100 %: the machine’s {nodes} {machine}; up to {beyond} {more} more booked")
            }
        }
    }

    /// What the view holds now, by name: what is derived from a plan and kept is kept beside its edition.
    pub fn edition(&self) -> &Edition {
        &self.edition
    }

    /// The slots in which bars changed, appeared or went since an edition, jobs keeping their numbers; `None` if that is not known, and
    /// everything may have changed.
    pub fn changed_since(&self, edition: &Edition) -> Option<Range<Slot>> {
        if *edition == self.edition {
            return Some(0..0);
        }
        self.patched.as_ref().filter(|(before, _)| before == edition).map(|(_, slots)| slots.clone())
    }

    /// Accepted jobs by start, then (user, number).
    pub fn accepted(&self) -> &[u32] {
        &self.index.order
    }

    /// Slots from the first start to the last end; `0..0` for an empty plan.
    pub fn busy_slots(&self) -> Range<Slot> {
        self.index.starts.first().copied().unwrap_or(0)..self.index.busy.values().len() as Slot
    }

    /// Slots from the first earliest start to the last deadline: what a view of the whole plan shows; `0..24` if nobody asked.
    pub fn asked_slots(&self) -> Range<Slot> {
        if self.arrivals.requests() == 0 { 0..24 } else { self.index.asked.start..self.horizon() }
    }

    /// Most nodes that a job asks for; 0 without requests.
    pub fn widest(&self) -> u32 {
        self.arrivals.nodes.iter().copied().max().unwrap_or(0)
    }

    /// Greatest user and last submission among all requests but one (by number); `None` without others.
    pub fn last_of_others(&self, but: RequestId) -> Option<(u32, Slot)> {
        let row = self.arrivals.row_of(but).unwrap_or(self.arrivals.requests());
        let (before, after) = self.arrivals.user.split_at(row);
        let after = after.get(1..).unwrap_or(&[]);
        let user = before.iter().chain(after).copied().max()?;
        // Submissions ascend.
        let submitted = self.arrivals.submitted.iter().rev().nth(usize::from(after.is_empty() && row < self.arrivals.requests()));
        Some((user, *submitted?))
    }

    /// Mean duration of the accepted jobs in slots; 0 without any.
    pub fn mean_duration(&self) -> f64 {
        self.index.total_duration as f64 / self.index.order.len().max(1) as f64
    }

    /// Mean number of nodes of the accepted jobs; 0 without any.
    pub fn nodes_per_job(&self) -> f64 {
        self.nodes.ids.len() as f64 / self.accepted().len().max(1) as f64
    }

    /// First slot after everything the requests ask for or got: what zooming out has to show.
    pub fn horizon(&self) -> Slot {
        self.index.asked.end.max(self.index.busy.values().len() as Slot)
    }

    /// Slots a job occupies; `None` if it was refused, not decided yet, or does not exist.
    pub fn slots_of(&self, job: u32) -> Option<Range<Slot>> {
        let start = *self.decisions.start.get(job as usize)?;
        (start != REFUSED).then(|| start..start + self.arrivals.duration[self.request_row(job)])
    }

    /// Nodes a job needs at once.
    pub fn nodes_of(&self, job: u32) -> u32 {
        self.arrivals.nodes[self.request_row(job)]
    }

    /// Row of the request a job belongs to.
    pub fn request_row(&self, job: u32) -> usize {
        self.arrivals.request[job as usize] as usize
    }

    /// The number of the tint of the request in a row: bars that touch differ as far as there are enough tints (`gantt/plan/tints.rs`).
    pub fn tint_of(&self, request_row: usize) -> u8 {
        self.tints.get(request_row).copied().unwrap_or(0)
    }

    /// Jobs of the request in a row.
    pub fn jobs_of(&self, request_row: usize) -> Range<u32> {
        match self.arrivals.first_job.get(request_row..request_row.saturating_add(2)) {
            Some(&[from, to]) => from..to,
            _ => 0..0,
        }
    }

    /// Where a moved job was first placed; `None` if it stands where it was first placed, or nowhere.
    pub fn moved_from(&self, job: u32) -> Option<Slot> {
        let (start, first) = (*self.decisions.start.get(job as usize)?, *self.decisions.first_start.get(job as usize)?);
        (start != REFUSED && first != REFUSED && start != first).then_some(first)
    }

    /// Rows of the requests of which a job was refused, ascending.
    pub fn refused_rows(&self) -> Vec<u32> {
        let mut rows: Vec<u32> =
            self.decisions.refusals.iter().map(|refusal| self.arrivals.request[refusal.job as usize]).collect();
        rows.dedup();
        rows
    }

    /// Rows of the requests of which a job stands elsewhere than where it was first placed, ascending.
    pub fn moved_rows(&self) -> Vec<u32> {
        let Decisions { start, first_start, moves, .. } = &*self.decisions;
        if moves.is_empty() {
            return Vec::new();
        }
        let placed = start.iter().zip(first_start).zip(&self.arrivals.request);
        let mut rows: Vec<u32> =
            placed.filter(|((start, first), _)| start != first && **start != REFUSED).map(|(_, &row)| row).collect();
        rows.dedup();
        rows
    }

    /// Moves made to make room for the request in a row, in the order in which they were made.
    pub fn moves_for(&self, request_row: usize) -> &[Move] {
        let moves = &self.decisions.moves;
        let jobs = self.jobs_of(request_row);
        let from = moves.partition_point(|m| m.beneficiary < jobs.start);
        let to = moves.partition_point(|m| m.beneficiary < jobs.end);
        moves.get(from..to).unwrap_or(&[])
    }

    /// Jobs that were moved to make room for the request in a row, ascending, each once.
    pub fn moved_for(&self, request_row: usize) -> Vec<u32> {
        ascending(self.moves_for(request_row).iter().map(|m| m.job).collect())
    }

    /// Every job that stands elsewhere than where it was first placed, ascending: O(moves log moves).
    pub fn all_moved(&self) -> Vec<u32> {
        let jobs = self.decisions.moves.iter().map(|m| m.job);
        ascending(jobs.filter(|&job| self.moved_from(job).is_some()).collect())
    }

    /// What people call a job: `user.number`.
    pub fn name_of(&self, job: u32) -> String {
        format!("{}.{}", self.arrivals.user[self.request_row(job)], self.arrivals.number[job as usize])
    }

    /// Busy nodes in a slot.
    pub fn busy_at(&self, slot: Slot) -> u32 {
        self.index.busy.values().get(slot as usize).copied().unwrap_or(0)
    }

    /// Least, greatest and mean number of busy nodes over a range of slots; slots after the plan are idle.
    pub fn busy_over(&self, slots: Range<Slot>) -> Spread {
        spread(&self.index.busy, slots, 1.0)
    }

    /// Share of the nodes that are busy in a slot.
    pub fn share_at(&self, slot: Slot) -> f64 {
        f64::from(self.busy_at(slot)) / f64::from(self.machine.nodes.max(1))
    }

    /// Utilisation in the sliding window that ends with a slot, as `metrics::sliding_utilisation` gives it, in constant time.
    pub fn sliding_at(&self, slot: Slot) -> f64 {
        let width = WINDOW.min(slot.saturating_add(1));
        let from = (slot - (width - 1)) as usize;
        let sum = self.index.busy.over(from..slot as usize + 1).map_or(0, |summary| summary.sum);
        sum as f64 / (f64::from(self.machine.nodes.max(1)) * f64::from(width))
    }

    /// Least, greatest and mean sliding utilisation over a range of slots.
    pub fn sliding_over(&self, slots: Range<Slot>) -> Spread {
        spread(&self.index.sliding, slots, SHARE_UNIT)
    }

    /// Calls `found` with every accepted job that runs in some slot of the range, by start, then rank.
    pub fn for_each_running(&self, slots: Range<Slot>, mut found: impl FnMut(u32)) {
        let end = self.index.starts.partition_point(|&start| start < slots.end);
        self.index.ends.for_each_above(end, slots.start, |i| found(self.index.order[i]));
    }

    /// Calls `found` with every accepted job that runs in some slot of the range and the slots it occupies, by start, then rank.
    #[inline]
    pub fn for_each_placed(&self, slots: Range<Slot>, mut found: impl FnMut(u32, Range<Slot>)) {
        let Index { order, starts, ends, .. } = &self.index;
        // Those that start before the range and those that start in it, all of which run there.
        let from = starts.partition_point(|&start| start < slots.start);
        ends.for_each_above(from, slots.start, |i| found(order[i], starts[i]..ends.values()[i]));
        let end = starts.partition_point(|&start| start < slots.end).max(from);
        let placed = order[from..end].iter().zip(&starts[from..end]).zip(&ends.values()[from..end]);
        placed.for_each(|((&job, &start), &end)| found(job, start..end));
    }

    /// Accepted jobs that start in the range, by start, then rank.
    pub fn starting_in(&self, slots: Range<Slot>) -> &[u32] {
        let from = self.index.starts.partition_point(|&start| start < slots.start);
        let to = self.index.starts.partition_point(|&start| start < slots.end);
        self.index.order.get(from..to).unwrap_or(&[])
    }
}

/// The same jobs, ascending, each once.
pub(crate) fn ascending(mut jobs: Vec<u32>) -> Vec<u32> {
    jobs.sort_unstable();
    jobs.dedup();
    jobs
}

/// Least, greatest and mean value over a stretch of time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
    /// Mean value.
    pub mean: f64,
}

/// The spread of a column over a range that may go on after the column's end, where everything is 0.
fn spread(column: &Pyramid, slots: Range<Slot>, unit: f64) -> Spread {
    let (from, to) = (slots.start as usize, slots.end as usize);
    let Some(Summary { min, max, sum }) = column.over(from..to) else { return Spread::default() };
    let min = if to > column.values().len() { 0 } else { min };
    Spread { min: f64::from(min) / unit, max: f64::from(max) / unit, mean: sum as f64 / ((to - from) as f64 * unit) }
}

//! Everything the views read of a plan, built once per plan. Nothing here decides where a job stands.

use super::pyramid::{Pyramid, Summary};
use bookahead_engine::bounds;
use bookahead_engine::metrics::{self, WINDOW};
use bookahead_engine::nodes::NodeTable;
use bookahead_engine::plan::{Decisions, REFUSED};
use bookahead_engine::request::Slot;
use bookahead_engine::scenario::Machine;
use bookahead_engine::workload::Arrivals;
use std::ops::Range;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Sliding utilisation is kept in these units.
const SHARE_UNIT: f64 = 1e9;

/// A plan as the views see it. Jobs are named by their row in [`Arrivals`].
///
/// Built in O(jobs · log jobs + slots); finding the jobs that run in a stretch of time costs O(log jobs) and O(log jobs) for each.
#[derive(Clone, Debug)]
pub struct PlanView {
    arrivals: Rc<Arrivals>,
    decisions: Rc<Decisions>,
    nodes: Rc<NodeTable>,
    machine: Machine,
    /// Accepted jobs by (start, rank).
    order: Vec<u32>,
    /// Their starts.
    starts: Vec<Slot>,
    /// Their ends (exclusive).
    ends: Pyramid,
    busy: Pyramid,
    sliding: Pyramid,
    mean_duration: f64,
    revision: u64,
}

/// A number that no other plan has, so that painters can tell whether what they keep is still of the same plan.
fn new_revision() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed)
}

impl PlanView {
    /// Reads a plan. Owned columns and shared ones (`Rc`) are both taken.
    ///
    /// `None` if the columns do not belong together (other numbers of jobs, nodes missing, a job beyond every legal slot), as when they
    /// come from different runs. Decisions on the first jobs only are a legal plan.
    pub fn new(
        arrivals: impl Into<Rc<Arrivals>>,
        decisions: impl Into<Rc<Decisions>>,
        nodes: impl Into<Rc<NodeTable>>,
        machine: Machine,
    ) -> Option<Self> {
        let (arrivals, decisions, nodes) = (arrivals.into(), decisions.into(), nodes.into());
        let mut order = accepted_jobs(&arrivals, &decisions, &nodes)?;
        order.sort_unstable_by_key(|&job| (decisions.start[job as usize], arrivals.rank[job as usize]));
        let starts: Vec<Slot> = order.iter().map(|&job| decisions.start[job as usize]).collect();
        let duration = |job: u32| arrivals.duration[arrivals.request[job as usize] as usize];
        let ends = Pyramid::new(order.iter().zip(&starts).map(|(&job, &start)| start + duration(job)).collect());
        let total: u64 = order.iter().map(|&job| u64::from(duration(job))).sum();
        let mean_duration = total as f64 / order.len().max(1) as f64;
        let busy = metrics::busy_per_slot(&arrivals, &decisions);
        let sliding = Pyramid::new(sliding_shares(&busy, machine));
        Some(Self {
            arrivals,
            decisions,
            nodes,
            machine,
            order,
            starts,
            ends,
            busy: Pyramid::new(busy),
            sliding,
            mean_duration,
            revision: new_revision(),
        })
    }

    /// The plan of a machine nobody asked for anything.
    pub fn empty(machine: Machine) -> Self {
        let nodes = NodeTable { first: vec![0], ids: Vec::new() };
        Self {
            arrivals: Rc::default(),
            decisions: Rc::default(),
            nodes: Rc::new(nodes),
            machine,
            order: Vec::new(),
            starts: Vec::new(),
            ends: Pyramid::default(),
            busy: Pyramid::default(),
            sliding: Pyramid::default(),
            mean_duration: 0.0,
            revision: new_revision(),
        }
    }

    /// The requests.
    pub fn arrivals(&self) -> &Arrivals {
        &self.arrivals
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

    /// The number of this plan. Plans with the same number are the same; every new plan has another.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The slots outside of which this plan shows what an earlier one showed: jobs that stand elsewhere or on other nodes, new and gone
    /// ones lie wholly in them, before and after. `None` if nothing is known of that plan.
    pub fn changed_since(&self, revision: u64) -> Option<Range<Slot>> {
        (revision == self.revision).then_some(0..0)
    }

    /// Accepted jobs by start, then (user, number).
    pub fn accepted(&self) -> &[u32] {
        &self.order
    }

    /// Slots from the first start to the last end; `0..0` for an empty plan.
    pub fn busy_slots(&self) -> Range<Slot> {
        self.starts.first().copied().unwrap_or(0)..self.busy.values().len() as Slot
    }

    /// Slots from the first earliest start to the last deadline: what a view of the whole plan shows; `0..24` if nobody asked.
    pub fn asked_slots(&self) -> Range<Slot> {
        match self.arrivals.earliest_start.iter().min() {
            Some(&first) => first..self.horizon(),
            None => 0..24,
        }
    }

    /// Mean duration of the accepted jobs in slots; 0 without any.
    pub fn mean_duration(&self) -> f64 {
        self.mean_duration
    }

    /// First slot after everything the requests ask for or got: what zooming out has to show.
    pub fn horizon(&self) -> Slot {
        self.arrivals.horizon().max(self.busy.values().len() as Slot)
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

    /// Jobs that were moved to make room for the request in a row, ascending, each once.
    pub fn moved_for(&self, request_row: usize) -> Vec<u32> {
        let moves = &self.decisions.moves;
        let jobs = self.jobs_of(request_row);
        let from = moves.partition_point(|m| m.beneficiary < jobs.start);
        let to = moves.partition_point(|m| m.beneficiary < jobs.end);
        let mut moved: Vec<u32> = moves.get(from..to).unwrap_or(&[]).iter().map(|m| m.job).collect();
        moved.sort_unstable();
        moved.dedup();
        moved
    }

    /// What people call a job: `user.number`.
    pub fn name_of(&self, job: u32) -> String {
        format!("{}.{}", self.arrivals.user[self.request_row(job)], self.arrivals.number[job as usize])
    }

    /// Busy nodes in a slot.
    pub fn busy_at(&self, slot: Slot) -> u32 {
        self.busy.values().get(slot as usize).copied().unwrap_or(0)
    }

    /// Least, greatest and mean number of busy nodes over a range of slots; slots after the plan are idle.
    pub fn busy_over(&self, slots: Range<Slot>) -> Spread {
        spread(&self.busy, slots, 1.0)
    }

    /// Share of the nodes that are busy in a slot.
    pub fn share_at(&self, slot: Slot) -> f64 {
        f64::from(self.busy_at(slot)) / f64::from(self.machine.nodes.max(1))
    }

    /// Utilisation in the sliding window that ends with a slot, as [`metrics::sliding_utilisation`], in constant time.
    pub fn sliding_at(&self, slot: Slot) -> f64 {
        let width = WINDOW.min(slot.saturating_add(1));
        let from = (slot - (width - 1)) as usize;
        let sum = self.busy.over(from..slot as usize + 1).map_or(0, |summary| summary.sum);
        sum as f64 / (f64::from(self.machine.nodes.max(1)) * f64::from(width))
    }

    /// Least, greatest and mean sliding utilisation over a range of slots.
    pub fn sliding_over(&self, slots: Range<Slot>) -> Spread {
        spread(&self.sliding, slots, SHARE_UNIT)
    }

    /// Calls `found` with every accepted job that runs in some slot of the range, by start, then rank.
    pub fn for_each_running(&self, slots: Range<Slot>, mut found: impl FnMut(u32)) {
        let end = self.starts.partition_point(|&start| start < slots.end);
        self.ends.for_each_above(end, slots.start, |i| found(self.order[i]));
    }

    /// Calls `found` with every accepted job that runs in some slot of the range and the slots it occupies, by start, then rank.
    #[inline]
    pub fn for_each_placed(&self, slots: Range<Slot>, mut found: impl FnMut(u32, Range<Slot>)) {
        let end = self.starts.partition_point(|&start| start < slots.end);
        let ends = self.ends.values();
        self.ends.for_each_above(end, slots.start, |i| found(self.order[i], self.starts[i]..ends[i]));
    }

    /// Accepted jobs that start in the range, by start, then rank.
    pub fn starting_in(&self, slots: Range<Slot>) -> &[u32] {
        let from = self.starts.partition_point(|&start| start < slots.start);
        let to = self.starts.partition_point(|&start| start < slots.end);
        self.order.get(from..to).unwrap_or(&[])
    }
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

/// Accepted jobs in arrival order, if the columns belong together.
fn accepted_jobs(arrivals: &Arrivals, decisions: &Decisions, nodes: &NodeTable) -> Option<Vec<u32>> {
    let decided = decisions.start.len();
    let same_run = decided <= arrivals.jobs()
        && decisions.first_start.len() == decided
        && nodes.first.len() == decided + 1
        && nodes.first.windows(2).all(|pair| pair[0] <= pair[1])
        && nodes.first.last().is_some_and(|&end| end as usize <= nodes.ids.len());
    if !same_run {
        return None;
    }
    let last_slot = bounds::SLOT.max + bounds::DURATION.max;
    let mut accepted = Vec::with_capacity(decided);
    for (job, &start) in (0u32..).zip(&decisions.start) {
        if start != REFUSED {
            let end = start.checked_add(arrivals.duration[arrivals.request[job as usize] as usize])?;
            if end > last_slot {
                return None;
            }
            accepted.push(job);
        }
    }
    Some(accepted)
}

/// Sliding utilisation of every slot in [`SHARE_UNIT`]s, until the last busy slot has left the window.
fn sliding_shares(busy: &[u32], machine: Machine) -> Vec<u32> {
    let capacity = f64::from(machine.nodes.max(1));
    let slots = if busy.is_empty() { 0 } else { busy.len() + WINDOW as usize - 1 };
    let mut sum = 0_u64;
    (0..slots)
        .map(|t| {
            sum += busy.get(t).map_or(0, |&busy| u64::from(busy));
            if let Some(left) = t.checked_sub(WINDOW as usize) {
                sum -= busy.get(left).map_or(0, |&busy| u64::from(busy));
            }
            let width = (t + 1).min(WINDOW as usize) as f64;
            (sum as f64 / (capacity * width) * SHARE_UNIT) as u32
        })
        .collect()
}

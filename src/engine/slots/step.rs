//! A plan as it was after its first requests: what a study in slots shows while its decisions are stepped through.

use super::decisions::{Decisions, REFUSED};
use super::nodes::NodeTable;
use super::overlap::bookable;
use super::patch::{NodeChange, PlanPatch};
use super::request::Slot;
use super::scenario::{Machine, PlannerKind, Policy};
use super::trace::RequestTrace;
use super::workload::Arrivals;
use crate::core::steps::{Around, StepEvents};
use serde::{Deserialize, Serialize};

/// The plan after the first requests. It has a row for every job; jobs that are not decided yet stand nowhere and have no refusal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepPlan {
    /// Jobs that are decided.
    pub decided: u32,
    /// Their decisions.
    pub decisions: Decisions,
    /// Their nodes.
    pub nodes: NodeTable,
}

/// What is told of one step beside its plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepReport {
    /// Requests decided in the plan that is shown.
    pub step: u32,
    /// How the last of them was decided; `None` before the first.
    pub trace: Option<RequestTrace>,
    /// Where jobs were refused or moved around it.
    pub events: StepEvents,
    /// Jobs that the step left at their start, but on another node: the logical plan is mapped to nodes anew. At most [`OTHER_NODES_LISTED`].
    pub other_node: Vec<u32>,
    /// How many more there are.
    pub other_node_more: u32,
}

/// Jobs on other nodes that are named.
pub const OTHER_NODES_LISTED: usize = 32;

impl Decisions {
    /// The decisions on the first `decided` jobs as they were then, for that many jobs.
    pub fn of_first(&self, decided: u32) -> Self {
        let moves = self.moves.partition_point(|m| m.beneficiary < decided);
        let refusals = self.refusals.partition_point(|refusal| refusal.job < decided);
        Self {
            start: self.stood_before(decided),
            first_start: self.first_start[..(decided as usize).min(self.first_start.len())].to_vec(),
            moves: self.moves[..moves].to_vec(),
            refusals: self.refusals[..refusals].to_vec(),
            taken: self.taken[..self.taken.partition_point(|taken| taken.job < decided)].to_vec(),
        }
    }
}

impl StepPlan {
    /// The plan after the first `decided` jobs, of a whole plan: exactly what it was then. O(jobs decided).
    pub fn of(
        arrivals: &Arrivals,
        (decisions, nodes): (&Decisions, &NodeTable),
        machine: Machine,
        policy: Policy,
        decided: u32,
    ) -> Self {
        let jobs = arrivals.jobs();
        if decided as usize >= jobs {
            return Self { decided: jobs as u32, decisions: decisions.clone(), nodes: nodes.clone() };
        }
        let mut decisions = decisions.of_first(decided);
        let mut nodes = if policy.planner == PlannerKind::FirstFitPhysical {
            // Nodes are given with the decision, for good.
            let mut given = nodes.clone();
            given.truncate(decided as usize);
            given
        } else {
            NodeTable::map(arrivals, &decisions, bookable(machine, policy))
        };
        decisions.start.resize(jobs, REFUSED);
        decisions.first_start.resize(jobs, REFUSED);
        let end = nodes.first.last().copied().unwrap_or(0);
        nodes.first.resize(jobs + 1, end);
        Self { decided, decisions, nodes }
    }

    /// The patch that makes another step of the same plan out of this one.
    pub fn patch_to(&self, to: &Self) -> PlanPatch {
        let jobs = self.decided.min(to.decided)..self.decided.max(to.decided);
        let rows = jobs.start as usize..jobs.end as usize;
        let between = |decisions: &Decisions| {
            let from = decisions.moves.partition_point(|m| m.beneficiary < jobs.start);
            let to = decisions.moves.partition_point(|m| m.beneficiary < jobs.end);
            from..to
        };
        let (had, has) = (between(&self.decisions), between(&to.decisions));
        let refused = |decisions: &Decisions| {
            let from = decisions.refusals.partition_point(|refusal| refusal.job < jobs.start);
            decisions.refusals[from..].iter().take_while(|refusal| refusal.job < jobs.end).copied().collect()
        };
        let both = self.decisions.moves[had].iter().chain(&to.decisions.moves[has.clone()]);
        let mut moved: Vec<u32> = both.map(|m| m.job).filter(|job| *job < jobs.start).collect();
        moved.sort_unstable();
        moved.dedup();
        let differs = |job: &u32| self.decisions.start[*job as usize] != to.decisions.start[*job as usize];
        PlanPatch {
            edits: Vec::new(),
            start: to.decisions.start[rows.clone()].to_vec(),
            first_start: to.decisions.first_start[rows].to_vec(),
            moves: to.decisions.moves[has].to_vec(),
            refusals: refused(&to.decisions),
            moved: moved.into_iter().filter(differs).map(|job| (job, to.decisions.start[job as usize])).collect(),
            nodes: self.nodes_to(to),
            final_before: Slot::MAX,
            jobs,
        }
    }

    fn nodes_to(&self, to: &Self) -> NodeChange {
        let all = self.decisions.start.len();
        let jobs: Vec<u32> = (0..all as u32).filter(|&job| self.nodes.of(job as usize) != to.nodes.of(job as usize)).collect();
        let ids = jobs.iter().flat_map(|&job| to.nodes.of(job as usize)).copied().collect();
        NodeChange::Some { jobs, ids }
    }

    /// Jobs that stand at the same start in another step, but on other nodes.
    pub fn on_other_nodes(&self, other: &Self) -> Vec<u32> {
        let both = self.decided.min(other.decided);
        let moved_nodes = |job: &u32| {
            let job = *job as usize;
            self.decisions.start[job] == other.decisions.start[job] && self.nodes.of(job) != other.nodes.of(job)
        };
        (0..both).filter(moved_nodes).collect()
    }
}

/// Where jobs were refused or moved around a step.
pub fn events_around(arrivals: &Arrivals, decisions: &Decisions, step: u32) -> StepEvents {
    let Decisions { moves, refusals, .. } = decisions;
    let step_of = |job: u32| arrivals.request[job as usize] + 1;
    let first_job = |row: u32| arrivals.first_job[(row as usize).min(arrivals.requests())];
    // The jobs of the request that the step decided lie between these two.
    let (own, after) = (first_job(step.saturating_sub(1)), first_job(step));
    let moved = |bound: u32| moves.partition_point(|m| m.beneficiary < bound);
    let refused = |bound: u32| refusals.partition_point(|refusal| refusal.job < bound);
    StepEvents {
        moved: Around {
            before: moved(own).checked_sub(1).map(|last| step_of(moves[last].beneficiary)),
            after: moves.get(moved(after)).map(|m| step_of(m.beneficiary)),
        },
        refused: Around {
            before: refused(own).checked_sub(1).map(|last| step_of(refusals[last].job)),
            after: refusals.get(refused(after)).map(|refusal| step_of(refusal.job)),
        },
    }
}

//! What a run on a cluster tells: what changed in the plan, and what was asked for beside it; and a copy of the plan that takes it in.

use crate::batch::coalloc::period::Period;
use crate::batch::coalloc::session::Attempt;
use crate::batch::cost::{CostAnswer, CostAsked};
use crate::batch::decisions::Decisions;
use crate::batch::forecast::{StartForecast, WhenAsked};
use crate::batch::job::{Jobs, Time};
use crate::batch::metrics::BatchMetrics;
use crate::batch::nodes::{NodeTable, Stretch};
use crate::batch::queue::offers::OfferList;
use crate::core::columns::{Column, Columns};
use crate::core::edits::RequestId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What is to be seen of a cluster beside its plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchQuery {
    /// The job whose search is shown.
    pub selected: Option<RequestId>,
    /// Which of its attempts is shown with its tree, from 0; the last one if there are fewer.
    pub attempt: Option<u32>,
    /// A range search: from when until when nodes are to be free throughout.
    pub range: Option<(Time, Time)>,
    /// When a job will start.
    pub when: Option<WhenAsked>,
    /// What a reservation costs the others.
    pub cost: Option<CostAsked>,
}

impl BatchQuery {
    /// Whether something is asked about the future.
    pub fn looks_ahead(&self) -> bool {
        self.when.is_some() || self.cost.is_some()
    }
}

/// The outer tree of the quantum in which an attempt was searched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownTree {
    /// Which attempt, from 0.
    pub attempt: u32,
    /// The idle periods of the quantum as they were then, in the order of the leaves.
    pub periods: Vec<Period>,
}

/// What was asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BatchSnapshot {
    /// What was asked for.
    pub query: BatchQuery,
    /// Free nodes as a queue saw them when the selected job was submitted: from when, how many. Running jobs end with their estimates. Empty without a
    /// selected job, and for schedulers that are no queue.
    pub profile: Vec<(Time, u32)>,
    /// Every attempt of co-allocation for the selected job in the paper's structure, first to last.
    pub attempts: Vec<Attempt>,
    /// The tree of the attempt that is shown.
    pub tree: Option<ShownTree>,
    /// What the user of the selected reservation was offered instead of what it asked for.
    pub offers: Option<OfferList>,
    /// Nodes that are free throughout the range that was asked for, lowest first.
    pub free: Vec<Stretch>,
    /// When the job will start that was asked about, as far as it is computed. It comes behind the plan: there is none in an update.
    pub when: Option<StartForecast>,
    /// What the reservation costs that was asked about, as far as it is computed.
    pub cost: Option<CostAnswer>,
}

/// What changed in a plan of a cluster.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BatchUpdate {
    /// Rows that stay as they are in a copy; those below follow them.
    pub kept: u32,
    /// Jobs from row `kept` on.
    pub jobs: Jobs,
    /// What was decided of them.
    pub decisions: Decisions,
    /// The nodes of all jobs.
    pub nodes: NodeTable,
    /// Figures of the run.
    pub metrics: BatchMetrics,
    /// What was asked for, as of this plan.
    pub snapshot: BatchSnapshot,
}

fn columns_of(jobs: &mut Jobs) -> [&mut Vec<u32>; 12] {
    let Jobs {
        id,
        user,
        submitted,
        estimate,
        runtime,
        nodes,
        earliest_start,
        latest_start,
        first_node,
        logged_start,
        owner,
        age,
        ..
    } = jobs;
    [id, user, submitted, estimate, runtime, nodes, earliest_start, latest_start, first_node, logged_start, owner, age]
}

impl Columns for BatchUpdate {
    fn columns(&mut self) -> Vec<Column<'_>> {
        let jobs = columns_of(&mut self.jobs).map(Column::U32);
        jobs.into_iter().chain(self.decisions.columns()).chain(self.nodes.columns()).collect()
    }
}

/// The rows of jobs and decisions from `kept` on.
pub(super) fn rows_from(jobs: &Jobs, decisions: &Decisions, kept: usize) -> (Jobs, Decisions) {
    let (mut jobs, mut decisions) = (jobs.clone(), decisions.clone());
    for column in columns_of(&mut jobs) {
        column.drain(..kept);
    }
    let (long, short) = decisions.parts();
    long.into_iter().for_each(|column| drop(column.drain(..kept)));
    short.into_iter().for_each(|column| drop(column.drain(..kept)));
    Arc::make_mut(&mut decisions.offered).retain(|offered| offered.row as usize >= kept);
    (jobs, decisions)
}

/// A copy of a plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchPlan {
    /// The jobs in the order of arrival.
    pub jobs: Jobs,
    /// What was decided.
    pub decisions: Decisions,
    /// Where each job runs.
    pub nodes: NodeTable,
    /// The figures.
    pub metrics: BatchMetrics,
}

/// Puts new rows behind those that are kept.
fn join<T>(old: &mut Vec<T>, new: Vec<T>, kept: usize, rows: usize) -> Option<()> {
    if new.len() != rows || old.len() < kept {
        return None;
    }
    old.truncate(kept);
    old.extend(new);
    Some(())
}

impl BatchPlan {
    /// Takes in what changed, and gives what was asked for beside it. `None` if that does not fit what is here: the copy is of no use any more then.
    #[must_use]
    pub fn take(&mut self, mut update: BatchUpdate) -> Option<BatchSnapshot> {
        let (kept, rows) = (update.kept as usize, update.jobs.len());
        for (old, new) in columns_of(&mut self.jobs).into_iter().zip(columns_of(&mut update.jobs)) {
            join(old, std::mem::take(new), kept, rows)?;
        }
        let ((old_long, old_short), (new_long, new_short)) = (self.decisions.parts(), update.decisions.parts());
        for (old, new) in old_long.into_iter().zip(new_long) {
            join(old, std::mem::take(new), kept, rows)?;
        }
        for (old, new) in old_short.into_iter().zip(new_short) {
            join(old, std::mem::take(new), kept, rows)?;
        }
        let offered = Arc::make_mut(&mut self.decisions.offered);
        offered.retain(|offered| (offered.row as usize) < kept);
        offered.extend(update.decisions.offered.iter());
        (self.jobs.is_named, self.jobs.present) = (update.jobs.is_named, update.jobs.present);
        if update.nodes.rows() != kept + rows {
            return None;
        }
        (self.nodes, self.metrics) = (update.nodes, update.metrics);
        Some(update.snapshot)
    }
}

//! The wire format of a cluster and of its view: form 1 of its part of version 3 of links. Fields and variants are identified by their order: do not
//! reorder, remove or change anything.

use crate::link::{ClusterView, TimeWindow, bounded};
use bookahead_engine::batch::BatchScenario;
use bookahead_engine::batch::generator::LublinWorkload;
use bookahead_engine::batch::job::Job;
use bookahead_engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead_engine::batch::workload::{BatchSource, BatchWorkload};
use bookahead_engine::core::edits::Edits;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Schedulers by number. A number is given once and never changes its meaning: a new one comes at the end.
const SCHEDULERS: [Scheduler; 5] =
    [Scheduler::CoAllocation, Scheduler::Fcfs, Scheduler::Easy, Scheduler::Conservative, Scheduler::AsLogged];

#[derive(Serialize, Deserialize)]
pub(super) struct WireCluster {
    nodes: u32,
    source: WireSource,
    #[serde(deserialize_with = "bounded")]
    edits: Vec<(u32, Option<WireJob>)>,
    /// Its number in [`SCHEDULERS`].
    scheduler: u32,
    horizon: u32,
    quantum: u32,
    step: u32,
    retries: Option<u32>,
}

#[derive(Serialize, Deserialize)]
enum WireSource {
    Jobs(Columns),
    /// Seed, jobs, load, overestimate, share of reservations in per cent.
    Lublin(u64, u32, f64, f64, u32),
}

/// Jobs by columns, which packs better than by rows. A submission counts from the one before it, a run time from its estimate, starts from the submission.
#[derive(Default, Serialize, Deserialize)]
struct Columns {
    #[serde(deserialize_with = "bounded")]
    user: Vec<i64>,
    #[serde(deserialize_with = "bounded")]
    submitted: Vec<i64>,
    #[serde(deserialize_with = "bounded")]
    estimate: Vec<u32>,
    #[serde(deserialize_with = "bounded")]
    less: Vec<i64>,
    #[serde(deserialize_with = "bounded")]
    nodes: Vec<u32>,
    #[serde(deserialize_with = "bounded")]
    ahead: Vec<Option<u32>>,
    #[serde(deserialize_with = "bounded")]
    waited: Vec<Option<u32>>,
}

/// User, submitted, estimate, run time, nodes, earliest start, logged start.
#[derive(Serialize, Deserialize)]
struct WireJob(u32, u32, u32, u32, u32, Option<u32>, Option<u32>);

impl From<&Job> for WireJob {
    fn from(job: &Job) -> Self {
        Self(job.user, job.submitted, job.estimate, job.runtime, job.nodes, job.earliest_start, job.logged_start)
    }
}

impl From<WireJob> for Job {
    fn from(WireJob(user, submitted, estimate, runtime, nodes, earliest_start, logged_start): WireJob) -> Self {
        Self { user, submitted, estimate, runtime, nodes, earliest_start, logged_start }
    }
}

impl Columns {
    fn of(jobs: &[Job]) -> Self {
        let mut columns = Self::default();
        let (mut user, mut submitted) = (0, 0);
        for job in jobs {
            columns.user.push(i64::from(job.user) - user);
            columns.submitted.push(i64::from(job.submitted) - submitted);
            (user, submitted) = (i64::from(job.user), i64::from(job.submitted));
            columns.estimate.push(job.estimate);
            columns.less.push(i64::from(job.estimate) - i64::from(job.runtime));
            columns.nodes.push(job.nodes);
            // What is wrong in a scenario is found before it is shared.
            columns.ahead.push(job.earliest_start.map(|start| start.saturating_sub(job.submitted)));
            columns.waited.push(job.logged_start.map(|start| start.saturating_sub(job.submitted)));
        }
        columns
    }

    /// `None` if it cannot be the work of [`Columns::of`].
    fn into_jobs(self) -> Option<Vec<Job>> {
        let Self { user, submitted, estimate, less, nodes, ahead, waited } = self;
        let lengths = [submitted.len(), estimate.len(), less.len(), nodes.len(), ahead.len(), waited.len()];
        if lengths.iter().any(|length| *length != user.len()) {
            return None;
        }
        let (mut last_user, mut last) = (0_i64, 0_i64);
        (0..user.len())
            .map(|row| {
                last_user = last_user.checked_add(user[row])?;
                last = last.checked_add(submitted[row])?;
                let submitted = u32::try_from(last).ok()?;
                let behind = |by: Option<u32>| by.map_or(Some(None), |by| submitted.checked_add(by).map(Some));
                Some(Job {
                    user: u32::try_from(last_user).ok()?,
                    submitted,
                    estimate: estimate[row],
                    runtime: u32::try_from(i64::from(estimate[row]).checked_sub(less[row])?).ok()?,
                    nodes: nodes[row],
                    earliest_start: behind(ahead[row])?,
                    logged_start: behind(waited[row])?,
                })
            })
            .collect()
    }
}

impl WireCluster {
    /// A cluster whose edits are already folded.
    pub(super) fn new(cluster: &BatchScenario) -> Self {
        let BatchPolicy { scheduler, horizon, quantum, step, retries } = cluster.policy;
        let source = match &cluster.workload.source {
            BatchSource::Jobs(jobs) => WireSource::Jobs(Columns::of(jobs)),
            BatchSource::Lublin(LublinWorkload { seed, jobs, load, overestimate, advance_percent }) => {
                WireSource::Lublin(*seed, *jobs, *load, *overestimate, *advance_percent)
            }
        };
        let edits = cluster.workload.edits.0.iter().map(|(id, change)| (*id, change.as_ref().map(WireJob::from))).collect();
        let scheduler = SCHEDULERS.iter().position(|&other| other == scheduler).unwrap_or_default() as u32;
        Self { nodes: cluster.nodes, source, edits, scheduler, horizon, quantum, step, retries }
    }

    /// What it stands for, unchecked; `None` if it cannot be the work of the encoder.
    pub(super) fn into_cluster(self) -> Option<BatchScenario> {
        let source = match self.source {
            WireSource::Jobs(columns) => BatchSource::Jobs(Arc::new(columns.into_jobs()?)),
            WireSource::Lublin(seed, jobs, load, overestimate, advance_percent) => {
                BatchSource::Lublin(LublinWorkload { seed, jobs, load, overestimate, advance_percent })
            }
        };
        let ascends = self.edits.is_sorted_by(|(one, _), (next, _)| one < next);
        let edits: Edits<Job> = self.edits.into_iter().map(|(id, change)| (id, change.map(Job::from))).collect();
        let scheduler = *SCHEDULERS.get(self.scheduler as usize)?;
        let policy =
            BatchPolicy { scheduler, horizon: self.horizon, quantum: self.quantum, step: self.step, retries: self.retries };
        ascends.then_some(BatchScenario { nodes: self.nodes, workload: BatchWorkload { source, edits }, policy })
    }
}

/// What is seen of a cluster.
#[derive(Serialize, Deserialize)]
pub(super) struct WireSeen {
    selected: Option<u32>,
    /// First second and seconds.
    time: Option<(f64, f64)>,
}

impl From<ClusterView> for WireSeen {
    fn from(view: ClusterView) -> Self {
        Self { selected: view.selected, time: view.time.map(|time| (time.first, time.slots)) }
    }
}

impl From<WireSeen> for ClusterView {
    fn from(seen: WireSeen) -> Self {
        Self { selected: seen.selected, time: seen.time.map(|(first, slots)| TimeWindow { first, slots }) }
    }
}

//! The scenario of a cluster: machine, jobs, scheduler.

use super::bounds;
use super::forecast::past::Past;
use super::job::{Job, Jobs};
use super::names::Names;
use super::scheduler::{BatchPolicy, Scheduler};
use super::workload::{BatchSource, BatchWorkload};
use crate::core::calendar::ClockStart;
use crate::core::edits::RequestId;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::run::Recipe;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Everything a run on a cluster depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BatchScenario {
    /// Nodes of the machine (N).
    pub nodes: u32,
    /// When second 0 was, if that is known: axes then count in dates.
    pub start: Option<ClockStart>,
    /// The present moment in seconds, where the jobs are the snapshot of a machine that is running: what starts before it is running, and questions about
    /// the future are asked from here.
    pub now: Option<u32>,
    /// The jobs.
    pub workload: BatchWorkload,
    /// Who decides.
    pub policy: BatchPolicy,
    /// What is known of jobs before the present, for questions about the future; no effect on the plan.
    pub past: Option<Arc<Past>>,
    /// What users and jobs are called; no effect on the plan.
    pub names: Option<Arc<Names>>,
}

impl BatchScenario {
    /// A machine, jobs and who decides; no date, no present moment.
    pub fn new(nodes: u32, workload: BatchWorkload, policy: BatchPolicy) -> Self {
        Self { nodes, start: None, now: None, workload, policy, past: None, names: None }
    }

    /// The present on the clock on the wall, in seconds since 1970, if the date and the present moment are known.
    pub fn present(&self) -> Option<i64> {
        Some(self.start?.local_seconds() + i64::from(self.now?))
    }

    /// Jobs given one by one, under a scheduler with the usual options.
    pub fn of_jobs(nodes: u32, jobs: Vec<Job>, scheduler: Scheduler) -> Self {
        Self::new(nodes, BatchWorkload::of_jobs(jobs), BatchPolicy::of(scheduler))
    }

    /// The jobs in the order of arrival, with the edits applied to those of the source.
    pub fn arrivals(&self, source: &[Job]) -> Jobs {
        Jobs { present: self.now, ..Jobs::edited(source, &self.workload.edits) }
    }

    /// The same recipe with the edits written into a given list.
    #[must_use]
    pub fn folded(&self) -> Self {
        Self { workload: self.workload.folded(), ..self.clone() }
    }

    /// Checks everything that does not need the jobs to be generated.
    ///
    /// # Errors
    /// The first thing out of range.
    pub fn check(&self, root: &FieldPath) -> Result<(), ScenarioError> {
        if !bounds::NODES.holds(self.nodes) {
            return Err(ScenarioError::out_of_range(root.field("machine").field("nodes"), self.nodes, bounds::NODES));
        }
        self.start.map_or(Ok(()), |start| start.check(&root.field("machine").field("start")))?;
        if let Some(now) = self.now.filter(|now| !bounds::TIME.holds(*now)) {
            return Err(ScenarioError::out_of_range(root.field("machine").field("now"), now, bounds::TIME));
        }
        self.policy.check(&root.field("policy"))?;
        self.past.as_ref().map_or(Ok(()), |past| past.check(&root.field("past")))?;
        self.names.as_ref().map_or(Ok(()), |names| names.check(&root.field("names")))?;
        self.workload.check(self.nodes, &root.field("workload"))
    }

    /// Checks the jobs against the scheduler.
    ///
    /// # Errors
    /// A window that is too long to be asked for, a horizon shorter than a job, a job without a start in the log where the plan is that of the log, or a job wider than the limit of its user.
    pub fn check_jobs(&self, jobs: &Jobs) -> Result<(), ScenarioError> {
        let place = FieldPath::new("policy");
        if self.policy.packs()
            && let Some(row) =
                (0..jobs.len()).find(|&row| jobs.window(row).is_some_and(|window| !bounds::START_WINDOW.holds(window)))
        {
            let found = format!("osp, while job {} may start in a window of {} s", jobs.number(row), jobs.window(row).unwrap_or(0));
            let allowed = format!("another rule, or windows of at most {} s", bounds::START_WINDOW.max);
            return Err(ScenarioError::new(place.field("reservations"), found, allowed));
        }
        match self.policy.scheduler {
            Scheduler::CoAllocation => {
                let longest = (0..jobs.len()).max_by_key(|&row| jobs.reserved(row));
                match longest.filter(|&row| jobs.reserved(row) > u64::from(self.policy.horizon)) {
                    Some(row) => {
                        let allowed = format!("at least {}, the time reserved for job {}", jobs.reserved(row), jobs.number(row));
                        Err(ScenarioError::new(place.field("horizon"), self.policy.horizon, allowed))
                    }
                    None => Ok(()),
                }
            }
            Scheduler::AsLogged => match (0..jobs.len()).find(|&row| jobs.logged_start[row] == super::job::NONE) {
                Some(row) => {
                    let found = format!("{:?}, while job {} has no logged_start", Scheduler::AsLogged.name(), jobs.number(row));
                    Err(ScenarioError::new(place.field("scheduler"), found, "another scheduler, or a logged start for every job"))
                }
                None => Ok(()),
            },
            _ => match self.policy.limits.too_wide(jobs) {
                Some(row) => {
                    let allowed = format!("at least {}, the nodes of job {}", jobs.nodes[row], jobs.number(row));
                    let found = self.policy.limits.nodes.unwrap_or_default();
                    Err(ScenarioError::new(place.field("limits").field("nodes"), found, allowed))
                }
                None => Ok(()),
            },
        }
    }
}

impl Recipe for BatchScenario {
    type Request = Job;

    fn given_requests(&self) -> usize {
        if let BatchSource::Jobs(jobs) = &self.workload.source { jobs.len() } else { 0 }
    }

    fn list_mut(&mut self) -> Option<&mut Arc<Vec<Job>>> {
        if let BatchSource::Jobs(jobs) = &mut self.workload.source { Some(jobs) } else { None }
    }

    fn size(&self) -> usize {
        self.workload.source.len() as usize + self.workload.edits.0.len()
    }

    fn next_request(&self) -> RequestId {
        self.workload.next_id()
    }

    fn start(&self) -> Option<ClockStart> {
        self.start
    }

    fn seed(&self) -> Option<u64> {
        if let BatchSource::Lublin(lublin) = &self.workload.source { Some(lublin.seed) } else { None }
    }

    fn is_empty(&self) -> bool {
        self.workload.source.is_empty() && self.workload.edits.is_empty()
    }

    fn has_source_of(&self, other: &Self) -> bool {
        self.workload.source == other.workload.source
    }

    fn policy_name(&self) -> String {
        self.policy.name()
    }

    /// As logged only where every given job has a start in the log.
    fn policies(&self) -> Vec<(String, Self)> {
        let is_logged = match &self.workload.source {
            BatchSource::Jobs(jobs) => jobs.iter().all(|job| job.logged_start.is_some()),
            BatchSource::Lublin(_) => false,
        };
        let known = Scheduler::ALL.into_iter().filter(|scheduler| *scheduler != Scheduler::AsLogged || is_logged);
        let with = |scheduler: Scheduler| {
            let policy = BatchPolicy { scheduler, ..self.policy };
            (policy.name(), Self { policy, ..self.clone() })
        };
        known.map(with).collect()
    }
}

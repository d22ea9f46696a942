//! The part of the wire format of a cluster that tells whose jobs they are, and the rules that look at that or at priorities: from form 6 of version 3 of
//! links on. Fields are identified by their order: do not reorder, remove or change anything.

use crate::link_parts::bounded;
use crate::same_fields::{Written, same_fields};
use bookahead_engine::batch::BatchScenario;
use bookahead_engine::batch::job::Job;
use bookahead_engine::batch::limits::UserLimits;
use bookahead_engine::batch::priority::PriorityWeights;
use bookahead_engine::batch::scheduler::{BackfillOptions, BatchPolicy};
use bookahead_engine::batch::workload::BatchSource;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

same_fields! {
    WireLimits = UserLimits { jobs, nodes }
    WirePriority = PriorityWeights { age, size, max_age, favours_small }
}

/// Whose jobs they are, and the rules that look at that or at priorities, from form 6 on.
#[derive(Serialize, Deserialize)]
pub(super) struct WireUsers {
    /// Of each job of the list, then of each one that an edit has; empty if nobody owns any.
    #[serde(deserialize_with = "bounded")]
    owners: Vec<Option<u32>>,
    /// Of the same jobs; empty if none has an age.
    #[serde(deserialize_with = "bounded")]
    ages: Vec<u32>,
    limits: WireLimits,
    per_user: Option<u32>,
    priority: Option<WirePriority>,
}

#[derive(Serialize, Deserialize)]
struct WireLimits {
    jobs: Option<u32>,
    nodes: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct WirePriority {
    age: u32,
    size: u32,
    max_age: u32,
    favours_small: bool,
}

/// The jobs of a cluster that stand one by one: those of the list, then those of edits.
pub(super) fn listed(cluster: &BatchScenario) -> impl Iterator<Item = &Job> {
    let given = if let BatchSource::Jobs(jobs) = &cluster.workload.source { &jobs[..] } else { &[] };
    given.iter().chain(cluster.workload.edits.0.values().flatten())
}

impl WireUsers {
    /// `None` if there is nothing of all that.
    pub(super) fn of(cluster: &BatchScenario) -> Option<Self> {
        let BatchPolicy { limits, priority, backfill, .. } = cluster.policy;
        let has_owners = listed(cluster).any(|job| job.owner.is_some());
        let has_ages = listed(cluster).any(|job| job.age > 0);
        let per_user = Some(backfill.per_user).filter(|most| *most != BackfillOptions::default().per_user);
        if !has_owners && !has_ages && !limits.is_any() && priority.is_none() && per_user.is_none() {
            return None;
        }
        Some(Self {
            owners: if has_owners { listed(cluster).map(|job| job.owner).collect() } else { Vec::new() },
            ages: if has_ages { listed(cluster).map(|job| job.age).collect() } else { Vec::new() },
            limits: Written::of(limits),
            per_user,
            priority: Written::of(priority),
        })
    }

    /// A cluster with them; `None` if they cannot be of its jobs.
    pub(super) fn give(self, mut cluster: BatchScenario) -> Option<BatchScenario> {
        let jobs = listed(&cluster).count();
        let fits = |rows: usize| rows == 0 || rows == jobs;
        if !fits(self.owners.len()) || !fits(self.ages.len()) {
            return None;
        }
        let (mut owners, mut ages) = (self.owners.into_iter(), self.ages.into_iter());
        let mut give = |job: &mut Job| (job.owner, job.age) = (owners.next().flatten(), ages.next().unwrap_or(0));
        if let BatchSource::Jobs(list) = &mut cluster.workload.source {
            Arc::make_mut(list).iter_mut().for_each(&mut give);
        }
        Arc::make_mut(&mut cluster.workload.edits.0).values_mut().flatten().for_each(&mut give);
        (cluster.policy.limits, cluster.policy.priority) = (self.limits.value(), self.priority.value());
        cluster.policy.backfill.per_user = self.per_user.unwrap_or(cluster.policy.backfill.per_user);
        Some(cluster)
    }
}

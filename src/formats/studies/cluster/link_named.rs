//! The part of the wire format of a cluster that tells which nodes jobs name: from form 10 of version 3 of links on. Fields are identified by their order: do
//! not reorder, remove or change anything.

use super::link_users::listed;
use crate::link_parts::bounded;
use bookahead_engine::batch::BatchScenario;
use bookahead_engine::batch::job::Job;
use bookahead_engine::batch::workload::BatchSource;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The first node that each job names, of those of the list, then of those that edits have.
#[derive(Serialize, Deserialize)]
pub(super) struct WireNamed(#[serde(deserialize_with = "bounded")] Vec<Option<u32>>);

impl WireNamed {
    /// `None` if no job names any.
    pub(super) fn of(cluster: &BatchScenario) -> Option<Self> {
        let names_any = listed(cluster).any(|job| job.first_node.is_some());
        names_any.then(|| Self(listed(cluster).map(|job| job.first_node).collect()))
    }

    /// A cluster with them; `None` if they cannot be of its jobs.
    pub(super) fn give(self, mut cluster: BatchScenario) -> Option<BatchScenario> {
        if self.0.len() != listed(&cluster).count() {
            return None;
        }
        let mut nodes = self.0.into_iter();
        let mut give = |job: &mut Job| job.first_node = nodes.next().flatten();
        if let BatchSource::Jobs(list) = &mut cluster.workload.source {
            Arc::make_mut(list).iter_mut().for_each(&mut give);
        }
        Arc::make_mut(&mut cluster.workload.edits.0).values_mut().flatten().for_each(&mut give);
        Some(cluster)
    }
}

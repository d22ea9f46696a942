//! The jobs of a cluster as columns of the wire format. Fields are identified by their order: do not reorder, remove or change anything.

use crate::link_parts::bounded;
use bookahead_engine::batch::job::Job;
use serde::{Deserialize, Serialize};

/// Jobs by columns, which packs better than by rows. A submission counts from the one before it, a run time from its estimate, starts from the submission.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Columns {
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

impl Columns {
    /// Of a list.
    pub(super) fn of(jobs: &[Job]) -> Self {
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
    pub(super) fn into_jobs(self) -> Option<Vec<Job>> {
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
                    ..Job::SMALLEST
                })
            })
            .collect()
    }
}

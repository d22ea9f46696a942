//! The jobs of a cluster: a source, and the edits to it.

pub mod ask_ahead;
pub mod generator;
mod streams;

use super::bounds;
use super::job::{Job, Jobs};
use crate::batch::workload::generator::LublinWorkload;
use crate::core::edits::{Edits, RequestId};
use crate::core::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A source of jobs and the changes made to it by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BatchWorkload {
    /// Where the jobs come from.
    pub source: BatchSource,
    /// What was changed, removed or added, by job.
    pub edits: Edits<Job>,
}

/// Where jobs come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum BatchSource {
    /// Given one by one.
    Jobs(Arc<Vec<Job>>),
    /// Drawn by the model of Lublin and Feitelson.
    Lublin(LublinWorkload),
}

impl BatchSource {
    /// Number of jobs, without making them.
    pub fn len(&self) -> u32 {
        match self {
            Self::Jobs(jobs) => jobs.len() as u32,
            Self::Lublin(lublin) => lublin.jobs,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl BatchWorkload {
    /// A workload of given jobs.
    pub fn of_jobs(jobs: Vec<Job>) -> Self {
        Self::of(BatchSource::Jobs(Arc::new(jobs)))
    }

    /// A workload without edits.
    pub fn of(source: BatchSource) -> Self {
        Self { source, edits: Edits::default() }
    }

    /// The number the next added job gets.
    pub fn next_id(&self) -> RequestId {
        self.edits.next_id(self.source.len())
    }

    /// The same workload with one job replaced, added or removed; a removed job that is not in the source is forgotten altogether.
    #[must_use]
    pub fn with_edit(&self, id: RequestId, change: Option<Job>) -> Self {
        Self { source: self.source.clone(), edits: self.edits.with(self.source.len(), id, change) }
    }

    /// The same workload with jobs added, numbered from [`BatchWorkload::next_id`] on.
    #[must_use]
    pub fn with_added(&self, jobs: &[Job]) -> Self {
        jobs.iter().fold(self.clone(), |workload, job| workload.with_edit(workload.next_id(), Some(*job)))
    }

    /// The same jobs with the edits written into a given list; a generated workload keeps its recipe and its edits.
    #[must_use]
    pub fn folded(&self) -> Self {
        let BatchSource::Jobs(given) = &self.source else { return self.clone() };
        if self.edits.is_empty() {
            return self.clone();
        }
        Self::of_jobs(self.edits.applied(given).map(|(_, job)| job).collect())
    }

    /// The number a job has once the edits are folded into a given list; `None` if it was removed.
    pub fn folded_id(&self, id: RequestId) -> Option<RequestId> {
        match &self.source {
            BatchSource::Jobs(given) => self.edits.folded_id(given.len() as u32, id),
            BatchSource::Lublin(_) => Some(id),
        }
    }

    /// Checks source and edits against a machine of so many nodes.
    ///
    /// # Errors
    /// The first thing out of range.
    pub fn check(&self, nodes: u32, place: &FieldPath) -> Result<(), ScenarioError> {
        match &self.source {
            BatchSource::Jobs(jobs) => check_list(jobs, nodes, &place.field("jobs"))?,
            BatchSource::Lublin(lublin) => lublin.check(&place.field("lublin"))?,
        }
        let (len, place) = (self.source.len(), place.field("edits"));
        self.edits.check(len, &place, |job, place| job.check(nodes, place))?;
        let added = self.edits.0.range(len..).count() as u64;
        let removed = self.edits.0.values().filter(|change| change.is_none()).count() as u64;
        let total = u64::from(len) + added - removed;
        if total > u64::from(bounds::REQUESTS.max) {
            return Err(ScenarioError::out_of_range(place, format!("a total of {total} jobs"), bounds::REQUESTS));
        }
        Ok(())
    }

    /// The jobs of the source, without the edits.
    ///
    /// # Errors
    /// A generator passes the last second.
    pub fn source_jobs(&self, nodes: u32) -> Result<Arc<Vec<Job>>, ScenarioError> {
        match &self.source {
            BatchSource::Jobs(jobs) => Ok(Arc::clone(jobs)),
            BatchSource::Lublin(lublin) => Ok(Arc::new(lublin.generate(nodes)?)),
        }
    }

    /// The jobs in the order of arrival, edits included.
    ///
    /// # Errors
    /// As [`BatchWorkload::source_jobs`].
    pub fn arrivals(&self, nodes: u32) -> Result<Jobs, ScenarioError> {
        Ok(Jobs::edited(&self.source_jobs(nodes)?, &self.edits))
    }
}

fn check_list(jobs: &[Job], nodes: u32, place: &FieldPath) -> Result<(), ScenarioError> {
    if jobs.len() > bounds::REQUESTS.max as usize {
        return Err(ScenarioError::out_of_range(place.clone(), format!("a list of {}", jobs.len()), bounds::REQUESTS));
    }
    let nowhere = FieldPath::new("");
    for (i, job) in jobs.iter().enumerate() {
        // The path is built only for a job that is refused.
        job.check(nodes, &nowhere).or_else(|_| job.check(nodes, &place.index(i)))?;
    }
    Ok(())
}

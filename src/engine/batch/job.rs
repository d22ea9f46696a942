//! Jobs of a cluster: one by one, and as columns in the order of their arrival.

use super::bounds;
use crate::core::bounds::Bound;
use crate::core::columns::Record;
use crate::core::edits::{Edits, RequestId};
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::sorting::sort_shared_by_key;
use serde::{Deserialize, Serialize};

/// A moment in seconds. Starts and ends may lie far behind the last submission.
pub type Time = u64;

/// Stands for a moment that there is not.
pub const NEVER: Time = Time::MAX;

/// Stands for an earliest start or a logged start that a job does not have.
pub const NONE: u32 = u32::MAX;

/// A parallel job. All times are in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// What its user calls it: its number in a log; no effect on the plan.
    pub user: u32,
    /// When it is submitted (q_r).
    pub submitted: u32,
    /// How long its user says it runs (l_r). Schedulers see this alone, see [`Job::reserved`].
    pub estimate: u32,
    /// How long it really runs.
    pub runtime: u32,
    /// Nodes it needs at once (n_r).
    pub nodes: u32,
    /// The start it asks for (s_r): with it the job is an advance reservation.
    pub earliest_start: Option<u32>,
    /// The latest start it can use, where it asks for one: no earlier than the earliest. Without it a reservation gets the first start there is.
    pub latest_start: Option<u32>,
    /// The number of the first node it asks for, where it names its nodes: this one and those that follow, and no others. Only co-allocation names nodes; queues count
    /// them, and give it any.
    pub first_node: Option<u32>,
    /// When it started in the log it comes from.
    pub logged_start: Option<u32>,
    /// Whose it is, where that is known: a number for each user. Limits per user count by it.
    pub owner: Option<u32>,
    /// How long it had waited when it was submitted, in seconds: its age in a snapshot. Priorities count it.
    pub age: u32,
}

impl Record for Job {
    const FIELDS: usize = 11;

    fn write(&self, to: &mut Vec<u32>) {
        let Self { user, submitted, estimate, runtime, nodes, earliest_start, latest_start, first_node, logged_start, owner, age } =
            *self;
        to.extend([user, submitted, estimate, runtime, nodes, age]);
        to.extend([earliest_start, logged_start, owner, latest_start, first_node].map(|number| number.unwrap_or(NONE)));
    }

    fn read(numbers: &[u32]) -> Self {
        let optional = |number: u32| (number != NONE).then_some(number);
        Self {
            user: numbers[0],
            submitted: numbers[1],
            estimate: numbers[2],
            runtime: numbers[3],
            nodes: numbers[4],
            age: numbers[5],
            earliest_start: optional(numbers[6]),
            logged_start: optional(numbers[7]),
            owner: optional(numbers[8]),
            latest_start: optional(numbers[9]),
            first_node: optional(numbers[10]),
        }
    }
}

impl Job {
    /// The smallest job there is; others differ from it in some fields.
    pub const SMALLEST: Self = Self {
        user: 1,
        submitted: 0,
        estimate: 1,
        runtime: 1,
        nodes: 1,
        earliest_start: None,
        latest_start: None,
        first_node: None,
        logged_start: None,
        owner: None,
        age: 0,
    };

    /// How long nodes are reserved for it: the estimate, or the run time where that is longer.
    ///
    /// Logs have jobs that ran longer than they asked for, by seconds (the grace of the batch system) or by hours (where limits were not enforced).
    /// Here no job is killed: its estimate counts as no less than its run time. So every scheduler does the same work as the log.
    pub fn reserved(&self) -> u32 {
        self.estimate.max(self.runtime)
    }

    /// Checks every number.
    ///
    /// # Errors
    /// The first one out of range.
    pub fn check(&self, nodes: u32, place: &FieldPath) -> Result<(), ScenarioError> {
        let within = |name: &str, value: u32, bound: Bound| {
            if bound.holds(value) { Ok(()) } else { Err(ScenarioError::out_of_range(place.field(name), value, bound)) }
        };
        within("user", self.user, bounds::USER)?;
        within("submitted", self.submitted, bounds::TIME)?;
        within("estimate", self.estimate, bounds::LENGTH)?;
        within("runtime", self.runtime, bounds::LENGTH)?;
        within("nodes", self.nodes, bounds::NODES.up_to(nodes))?;
        within("age", self.age, bounds::AGE)?;
        let from_submission = bounds::TIME.from(self.submitted);
        self.earliest_start.map_or(Ok(()), |start| within("earliest_start", start, from_submission))?;
        match (self.earliest_start, self.latest_start) {
            (_, None) => {}
            (Some(earliest), Some(latest)) => within("latest_start", latest, bounds::TIME.from(earliest))?,
            (None, Some(latest)) => {
                let allowed = "no latest_start without an earliest_start: only a reservation has a latest start";
                return Err(ScenarioError::new(place.field("latest_start"), latest, allowed));
            }
        }
        self.first_node.map_or(Ok(()), |first| within("first_node", first, bounds::FIRST_NODE.up_to(nodes - self.nodes)))?;
        self.logged_start.map_or(Ok(()), |start| within("logged_start", start, from_submission))?;
        self.owner.map_or(Ok(()), |owner| within("owner", owner, bounds::OWNER))
    }
}

/// Jobs in the order of their arrival, one flat column for each field. Jobs of the same second stay in the order given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Jobs {
    /// The job's number in the list it came from.
    pub id: Vec<RequestId>,
    /// What its user calls it.
    pub user: Vec<u32>,
    /// When it is submitted; ascending.
    pub submitted: Vec<u32>,
    /// How long its user says it runs.
    pub estimate: Vec<u32>,
    /// How long it really runs.
    pub runtime: Vec<u32>,
    /// Nodes it needs.
    pub nodes: Vec<u32>,
    /// The start it asks for, or [`NONE`].
    pub earliest_start: Vec<u32>,
    /// The latest start it can use, or [`NONE`].
    pub latest_start: Vec<u32>,
    /// The first of the nodes that it names, or [`NONE`].
    pub first_node: Vec<u32>,
    /// When it started in the log, or [`NONE`].
    pub logged_start: Vec<u32>,
    /// Whose it is, or [`NONE`].
    pub owner: Vec<u32>,
    /// How long it had waited when it was submitted.
    pub age: Vec<u32>,
    /// The present moment of the snapshot that the jobs come from, if they come from one.
    pub present: Option<u32>,
    /// Whether jobs are called by [`Jobs::user`]: no two have the same, as the job numbers of a log.
    pub is_named: bool,
}

/// Whether no two numbers are the same.
fn are_different(numbers: &[u32]) -> bool {
    if numbers.is_sorted_by(|one, next| one < next) {
        return true;
    }
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

impl Jobs {
    /// Jobs that have passed their checks, with their numbers.
    pub fn numbered(jobs: impl Iterator<Item = (RequestId, Job)>) -> Self {
        let mut rows: Vec<(RequestId, Job)> = jobs.collect();
        sort_shared_by_key(&mut rows, |(_, job)| job.submitted);
        let column = |field: fn(&Job) -> u32| rows.iter().map(|(_, job)| field(job)).collect::<Vec<_>>();
        let user = column(|job| job.user);
        Self {
            is_named: are_different(&user),
            user,
            submitted: column(|job| job.submitted),
            estimate: column(|job| job.estimate),
            runtime: column(|job| job.runtime),
            nodes: column(|job| job.nodes),
            earliest_start: column(|job| job.earliest_start.unwrap_or(NONE)),
            latest_start: column(|job| job.latest_start.unwrap_or(NONE)),
            first_node: column(|job| job.first_node.unwrap_or(NONE)),
            logged_start: column(|job| job.logged_start.unwrap_or(NONE)),
            owner: column(|job| job.owner.unwrap_or(NONE)),
            age: column(|job| job.age),
            present: None,
            id: rows.into_iter().map(|(id, _)| id).collect(),
        }
    }

    /// Jobs with the edits applied.
    pub fn edited(source: &[Job], edits: &Edits<Job>) -> Self {
        Self::numbered(edits.applied(source))
    }

    /// The first of them.
    pub(super) fn first_rows(&self, rows: usize) -> Self {
        let Self { id, user, submitted, estimate, runtime, nodes, earliest_start, latest_start, .. } = self;
        let Self { first_node, logged_start, owner, age, present, is_named, .. } = self;
        let first = |column: &Vec<u32>| column[..rows].to_vec();
        Self {
            id: first(id),
            user: first(user),
            submitted: first(submitted),
            estimate: first(estimate),
            runtime: first(runtime),
            nodes: first(nodes),
            earliest_start: first(earliest_start),
            latest_start: first(latest_start),
            first_node: first(first_node),
            logged_start: first(logged_start),
            owner: first(owner),
            age: first(age),
            present: *present,
            is_named: *is_named,
        }
    }

    /// Adds a job behind all others, none of which is submitted later. Its number is its row.
    pub(super) fn push(&mut self, job: Job) {
        self.id.push(self.id.len() as RequestId);
        self.user.push(job.user);
        self.submitted.push(job.submitted);
        self.estimate.push(job.estimate);
        self.runtime.push(job.runtime);
        self.nodes.push(job.nodes);
        self.earliest_start.push(job.earliest_start.unwrap_or(NONE));
        self.latest_start.push(job.latest_start.unwrap_or(NONE));
        self.first_node.push(job.first_node.unwrap_or(NONE));
        self.logged_start.push(job.logged_start.unwrap_or(NONE));
        self.owner.push(job.owner.unwrap_or(NONE));
        self.age.push(job.age);
    }

    /// The same with one more job in a row; those from there on are one further on.
    pub(super) fn with_row(&self, row: usize, job: Job) -> Self {
        let mut jobs = self.clone();
        jobs.id.insert(row, RequestId::MAX);
        jobs.user.insert(row, job.user);
        jobs.submitted.insert(row, job.submitted);
        jobs.estimate.insert(row, job.estimate);
        jobs.runtime.insert(row, job.runtime);
        jobs.nodes.insert(row, job.nodes);
        jobs.earliest_start.insert(row, job.earliest_start.unwrap_or(NONE));
        jobs.latest_start.insert(row, job.latest_start.unwrap_or(NONE));
        jobs.first_node.insert(row, job.first_node.unwrap_or(NONE));
        jobs.logged_start.insert(row, job.logged_start.unwrap_or(NONE));
        jobs.owner.insert(row, job.owner.unwrap_or(NONE));
        jobs.age.insert(row, job.age);
        jobs
    }

    /// Number of jobs.
    pub fn len(&self) -> usize {
        self.id.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }

    /// Job `row` as one value.
    pub fn row(&self, row: usize) -> Job {
        let optional = |number: u32| (number != NONE).then_some(number);
        Job {
            user: self.user[row],
            submitted: self.submitted[row],
            estimate: self.estimate[row],
            runtime: self.runtime[row],
            nodes: self.nodes[row],
            earliest_start: optional(self.earliest_start[row]),
            latest_start: optional(self.latest_start[row]),
            first_node: optional(self.first_node[row]),
            logged_start: optional(self.logged_start[row]),
            owner: optional(self.owner[row]),
            age: self.age[row],
        }
    }

    /// What a job is called: the number that its user gave it (of a log the job number) where all are different, else its position in the list it came
    /// from, from 1.
    pub fn number(&self, row: usize) -> u32 {
        if self.is_named { self.user[row] } else { self.id[row].saturating_add(1) }
    }

    /// The row of the job that is called so. O(rows).
    pub fn row_called(&self, number: u32) -> Option<usize> {
        if self.is_named { self.user.iter().position(|&user| user == number) } else { self.row_of(number.checked_sub(1)?) }
    }

    /// The row of the job with this number. O(rows).
    pub fn row_of(&self, id: RequestId) -> Option<usize> {
        self.id.iter().position(|&other| other == id)
    }

    /// How long nodes are reserved for a job, see [`Job::reserved`].
    pub fn reserved(&self, row: usize) -> Time {
        Time::from(self.estimate[row].max(self.runtime[row]))
    }

    /// From when a job waits: the start it asks for, else its submission (s_r).
    pub fn ready(&self, row: usize) -> Time {
        let asked = self.earliest_start[row];
        Time::from(if asked == NONE { self.submitted[row] } else { asked })
    }

    /// Whether a job ran already at the present moment of a snapshot.
    pub fn ran_already(&self, row: usize) -> bool {
        self.present.is_some_and(|present| self.logged_start[row] <= present)
    }

    /// How long after the start that it asks for the latest one lies, where it has one.
    pub fn window(&self, row: usize) -> Option<u32> {
        let latest = self.latest_start[row];
        (latest != NONE).then(|| latest.saturating_sub(self.earliest_start[row]))
    }

    /// The nodes that a job names: the first and the last of them.
    pub fn named(&self, row: usize) -> Option<(u32, u32)> {
        let first = self.first_node[row];
        (first != NONE).then(|| (first, first + self.nodes[row] - 1))
    }

    /// Whether a job asks for a start of its own.
    pub fn is_advance(&self, row: usize) -> bool {
        self.earliest_start[row] != NONE
    }
}

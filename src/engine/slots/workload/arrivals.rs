//! Requests and their jobs in arrival order, as flat columns.

use super::RequestId;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::sorting::sort_shared_by_key;
use crate::slots::bounds;
use crate::slots::request::{Request, Slot};

/// Requests in arrival order (submission slot, then number) and the jobs they stand for, one flat column per field.
///
/// Row `r` of the request columns is a request; row `j` of the job columns is a job. The jobs of request `r` are
/// `first_job[r] .. first_job[r + 1]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrivals {
    /// The request's number in the scenario.
    pub id: Vec<RequestId>,
    /// userId.
    pub user: Vec<u32>,
    /// "Now" while the request is decided.
    pub submitted: Vec<Slot>,
    /// t_es.
    pub earliest_start: Vec<Slot>,
    /// t_ls.
    pub latest_start: Vec<Slot>,
    /// t_e.
    pub duration: Vec<Slot>,
    /// Nodes per job (numCN).
    pub nodes: Vec<u32>,
    /// First job row of each request, and one more entry: the number of jobs.
    pub first_job: Vec<u32>,
    /// Request row of each job.
    pub request: Vec<u32>,
    /// Job number within its user (jobId), from 1; further requests of the same user go on counting.
    pub number: Vec<u32>,
    /// Position of each job in the order by (userId, jobId): the order in which the planners look at candidates.
    pub rank: Vec<u32>,
}

/// How far from its own number a request is looked for first.
const NEAR: usize = 64;

/// Checks the numbers of requests, jobs and node places, and gives the number of jobs.
///
/// # Errors
/// The first total beyond [`bounds`].
pub(super) fn check_totals<'a>(
    requests: impl ExactSizeIterator<Item = &'a Request>,
    place: &FieldPath,
) -> Result<usize, ScenarioError> {
    let count = requests.len();
    let (mut jobs, mut nodes) = (0_u64, 0_u64);
    for request in requests {
        jobs += u64::from(request.jobs);
        nodes += u64::from(request.jobs) * u64::from(request.nodes);
    }
    check_counts(count, jobs, nodes, place)?;
    Ok(jobs as usize)
}

/// Compares totals with [`bounds`].
///
/// # Errors
/// The first total beyond them.
pub(super) fn check_counts(requests: usize, jobs: u64, nodes: u64, place: &FieldPath) -> Result<(), ScenarioError> {
    if requests > bounds::REQUESTS.max as usize {
        let found = format!("a total of {requests} requests");
        return Err(ScenarioError::out_of_range(place.clone(), found, bounds::REQUESTS));
    }
    if jobs > u64::from(bounds::TOTAL_JOBS.max) {
        return Err(ScenarioError::out_of_range(place.clone(), format!("a total of {jobs} jobs"), bounds::TOTAL_JOBS));
    }
    if nodes > u64::from(bounds::TOTAL_NODES.max) {
        let found = format!("a total of {nodes} nodes over all jobs");
        return Err(ScenarioError::out_of_range(place.clone(), found, bounds::TOTAL_NODES));
    }
    Ok(())
}

impl Arrivals {
    /// Sorts requests by arrival and lists their jobs.
    ///
    /// # Errors
    /// More requests, jobs or node places than [`bounds`] allow.
    pub fn new(requests: impl Iterator<Item = (RequestId, Request)>) -> Result<Self, ScenarioError> {
        let mut rows: Vec<(RequestId, Request)> = requests.collect();
        let jobs = check_totals(rows.iter().map(|(_, request)| request), &FieldPath::new("workload"))?;
        sort_shared_by_key(&mut rows, |(id, request)| (request.submitted, *id));
        Ok(Self::of_sorted(&rows, jobs))
    }

    fn of_sorted(rows: &[(RequestId, Request)], jobs: usize) -> Self {
        let column = |field: fn(&Request) -> u32| rows.iter().map(|(_, request)| field(request)).collect::<Vec<u32>>();
        let mut arrivals = Self {
            id: rows.iter().map(|(id, _)| *id).collect(),
            user: column(|r| r.user),
            submitted: column(|r| r.submitted),
            earliest_start: column(|r| r.earliest_start),
            latest_start: column(|r| r.latest_start),
            duration: column(|r| r.duration),
            nodes: column(|r| r.nodes),
            first_job: Vec::with_capacity(rows.len() + 1),
            request: Vec::with_capacity(jobs),
            number: Vec::with_capacity(jobs),
            rank: Vec::new(),
        };
        for (row, (_, request)) in rows.iter().enumerate() {
            arrivals.first_job.push(arrivals.request.len() as u32);
            for number in 1..=request.jobs {
                arrivals.request.push(row as u32);
                arrivals.number.push(number);
            }
        }
        arrivals.first_job.push(arrivals.request.len() as u32);
        arrivals.number_and_rank();
        arrivals
    }

    /// Makes job numbers unique within a user and ranks the jobs by (user, number).
    fn number_and_rank(&mut self) {
        let jobs = self.request.len() as u32;
        if self.user.windows(2).all(|pair| pair[0] < pair[1]) {
            self.rank = (0..jobs).collect();
            return;
        }
        // Jobs of one user stay in arrival order, which is the order their numbers count in.
        let user_of = |job: u32| self.user[self.request[job as usize] as usize];
        // User and job in one number that sorts: this list may be the longest there is.
        let mut order: Vec<u64> = (0..jobs).map(|job| u64::from(user_of(job)) << 32 | u64::from(job)).collect();
        order.sort_unstable();
        self.rank = vec![0; jobs as usize];
        let mut previous = None;
        let mut number = 0;
        for (rank, &place) in order.iter().enumerate() {
            let (user, job) = ((place >> 32) as u32, place as u32);
            number = if previous == Some(user) { number + 1 } else { 1 };
            previous = Some(user);
            self.number[job as usize] = number;
            self.rank[job as usize] = rank as u32;
        }
    }

    /// Number of requests.
    pub fn requests(&self) -> usize {
        self.id.len()
    }

    /// Number of jobs.
    pub fn jobs(&self) -> usize {
        self.request.len()
    }

    /// Request `row` as one value.
    pub fn row(&self, row: usize) -> Request {
        Request {
            user: self.user[row],
            submitted: self.submitted[row],
            earliest_start: self.earliest_start[row],
            latest_start: self.latest_start[row],
            duration: self.duration[row],
            nodes: self.nodes[row],
            jobs: self.first_job[row + 1] - self.first_job[row],
        }
    }

    /// Books less of the request of a job than was asked for: its deadline stays.
    pub fn book_less(&mut self, job: u32, duration: Slot, nodes: u32) {
        let row = self.request[job as usize] as usize;
        self.latest_start[row] += self.duration[row] - duration;
        (self.duration[row], self.nodes[row]) = (duration, nodes);
    }

    /// Gives the request of a job its own size back.
    pub fn put_back(&mut self, job: u32, asked: &Request) {
        let row = self.request[job as usize] as usize;
        (self.latest_start[row], self.duration[row], self.nodes[row]) = (asked.latest_start, asked.duration, asked.nodes);
    }

    /// The row of the request with this number, if it is there.
    pub fn row_of(&self, id: RequestId) -> Option<usize> {
        // Requests are numbered as they arrive where they are generated, and mostly so where they are listed.
        let near = (id as usize).saturating_sub(NEAR).min(self.id.len())..(id as usize + NEAR).min(self.id.len());
        let found = self.id[near.clone()].iter().position(|&other| other == id).map(|at| near.start + at);
        found.or_else(|| self.id.iter().position(|&other| other == id))
    }

    /// First slot after everything the requests could ever occupy.
    pub fn horizon(&self) -> Slot {
        self.latest_start.iter().zip(&self.duration).map(|(&start, &duration)| start + duration).max().unwrap_or(0)
    }

    /// First request row at which two workloads differ, in anything a planner can see; `None` if they are the same.
    pub fn first_difference(&self, other: &Self) -> Option<usize> {
        let common = self.requests().min(other.requests());
        let same = |r: &usize| self.id[*r] == other.id[*r] && self.row(*r) == other.row(*r);
        match (0..common).find(|r| !same(r)) {
            Some(row) => Some(row),
            None if self.requests() == other.requests() => None,
            None => Some(common),
        }
    }
}

//! Changes, adds or removes one request in place. The result equals the columns built from the edited workload.

use super::arrivals::check_counts;
use super::{Arrivals, RequestId, Splice};
use crate::core::error::{FieldPath, ScenarioError};
use crate::slots::request::Request;
use std::ops::Range;

/// What an edit did to the rows of a workload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The request as it was; `None` if there was none of this number.
    pub before: Option<Request>,
    /// Its row before and after.
    pub rows: Splice,
    /// Its jobs before and after.
    pub jobs: Splice,
}

impl Arrivals {
    /// Gives the request of number `id` another content, adds it, or removes it (`None`). Every other request stays.
    ///
    /// The result is bit for bit what [`Arrivals::new`] makes of the requests. Costs one look for the number, O(what changes) where
    /// number of jobs, user and place in the order stay, else a pass over the rows that move, and one over all ranks and users.
    ///
    /// # Errors
    /// The totals would pass [`bounds`](crate::slots::bounds); nothing is changed then.
    pub fn edit(&mut self, id: RequestId, change: Option<Request>) -> Result<Edited, ScenarioError> {
        if self.first_job.is_empty() {
            self.first_job.push(0);
        }
        let row_before = self.row_of(id);
        let before = row_before.map(|row| self.row(row));
        self.check_change(before, change)?;
        let row_after = change.map(|request| self.row_for(row_before, request.submitted, id));
        // Where nothing goes, or nothing comes, an empty range stands at the place of the other.
        let rows = Splice {
            removed: one_or_none(row_before.or(row_after).unwrap_or(0), before.is_some()),
            inserted: one_or_none(row_after.or(row_before).unwrap_or(0), change.is_some()),
        };
        let removed = self.first_job[rows.removed.start as usize]..self.first_job[rows.removed.end as usize];
        let row = rows.inserted.start;
        // The job that is the first of that row once the removed ones are out.
        let first = if row > rows.removed.start {
            self.first_job[row as usize + rows.removed.len()] - removed.len() as u32
        } else {
            self.first_job[row as usize]
        };
        let jobs = Splice { removed, inserted: first..first + change.map_or(0, |request| request.jobs) };
        let edited = Edited { before, rows, jobs };
        let same_order =
            before.zip(change).is_some_and(|(before, change)| before.user == change.user && before.jobs == change.jobs);
        if same_order && edited.rows.in_place() {
            self.set_row(edited.rows.inserted.start as usize, change);
        } else {
            self.splice_rows(id, change, &edited);
        }
        Ok(edited)
    }

    fn check_change(&self, before: Option<Request>, change: Option<Request>) -> Result<(), ScenarioError> {
        let size =
            |request: Option<Request>| request.map_or((0, 0), |r| (u64::from(r.jobs), u64::from(r.jobs) * u64::from(r.nodes)));
        let ((jobs_before, nodes_before), (jobs, nodes)) = (size(before), size(change));
        if jobs <= jobs_before && nodes <= nodes_before && before.is_some() >= change.is_some() {
            return Ok(());
        }
        let requests = self.requests() + usize::from(change.is_some()) - usize::from(before.is_some());
        let jobs_of = |row: usize| u64::from(self.first_job[row + 1] - self.first_job[row]);
        let all_nodes: u64 = (0..self.requests()).map(|row| u64::from(self.nodes[row]) * jobs_of(row)).sum();
        let jobs = self.jobs() as u64 + jobs - jobs_before;
        check_counts(requests, jobs, all_nodes + nodes - nodes_before, &FieldPath::new("workload"))
    }

    /// Row of a request by (submission, number) in the list without the row `leaving`.
    fn row_for(&self, leaving: Option<usize>, submitted: u32, id: RequestId) -> usize {
        let earlier = self.submitted.partition_point(|&other| other < submitted);
        let same = self.submitted[earlier..].partition_point(|&other| other == submitted);
        let row = earlier + self.id[earlier..earlier + same].partition_point(|&other| other < id);
        row - usize::from(leaving.is_some_and(|leaving| leaving < row))
    }

    fn set_row(&mut self, row: usize, request: Option<Request>) {
        let Some(Request { user, submitted, earliest_start, latest_start, duration, nodes, jobs: _ }) = request else { return };
        self.user[row] = user;
        self.submitted[row] = submitted;
        self.earliest_start[row] = earliest_start;
        self.latest_start[row] = latest_start;
        self.duration[row] = duration;
        self.nodes[row] = nodes;
    }

    fn splice_rows(&mut self, id: RequestId, change: Option<Request>, edited: &Edited) {
        let Edited { before, rows, jobs } = edited;
        let (went, came) = (jobs.removed.len() as u32, jobs.inserted.len() as u32);
        let (number, rank) = self.reorder(before.zip(jobs.removed.clone().next()), change, edited);
        rows.apply(&mut self.id, change.iter().map(|_| id));
        let mut column = |column: fn(&mut Self) -> &mut Vec<u32>, field: fn(&Request) -> u32| {
            rows.apply(column(self), change.iter().map(field));
        };
        column(|a| &mut a.user, |r| r.user);
        column(|a| &mut a.submitted, |r| r.submitted);
        column(|a| &mut a.earliest_start, |r| r.earliest_start);
        column(|a| &mut a.latest_start, |r| r.latest_start);
        column(|a| &mut a.duration, |r| r.duration);
        column(|a| &mut a.nodes, |r| r.nodes);
        column(|a| &mut a.first_job, |_| 0);
        jobs.apply(&mut self.number, number..number + came);
        jobs.apply(&mut self.rank, rank..rank + came);
        jobs.apply(&mut self.request, (0..came).map(|_| 0));
        // Rows before the first place and, where as many jobs and rows came as went, after the last one are as they were.
        let first = rows.removed.start.min(rows.inserted.start) as usize;
        let first_job = jobs.removed.start.min(jobs.inserted.start) as usize;
        let rows_moved = rows.removed.len() != rows.inserted.len();
        let jobs_moved = rows_moved || went != came;
        let last = if jobs_moved { self.requests() } else { rows.removed.end.max(rows.inserted.end) as usize };
        jobs.renumber(&mut self.first_job[first..=last]);
        if change.is_some() {
            self.first_job[rows.inserted.start as usize] = jobs.inserted.start;
        }
        let last = if rows_moved { self.requests() } else { rows.removed.end.max(rows.inserted.end) as usize };
        let last_job = self.first_job[last] as usize;
        rows.renumber(&mut self.request[first_job..last_job]);
        if change.is_some() {
            self.request[jobs.inserted.start as usize..jobs.inserted.end as usize].fill(rows.inserted.start);
        }
    }

    /// Numbers and ranks of all other jobs as they are after the edit; number and rank of the first job that comes.
    fn reorder(&mut self, leaving: Option<(Request, u32)>, change: Option<Request>, edited: &Edited) -> (u32, u32) {
        let Edited { rows, jobs, .. } = edited;
        let (went, came) = (jobs.removed.len() as u32, jobs.inserted.len() as u32);
        let (left, entered) = (leaving.map(|(before, _)| before.user), change.map(|change| change.user));
        let jobs_of = |first_job: &[u32], row: usize| first_job[row] as usize..first_job[row + 1] as usize;
        let (mut number, mut rank) = (1, 0);
        if let Some(user) = entered {
            let counts = self.first_job.windows(2).map(|pair| pair[1] - pair[0]);
            rank = self.user.iter().zip(counts).map(|(&other, jobs)| if other < user { jobs } else { 0 }).sum();
            rank -= if left.is_some_and(|left| left < user) { went } else { 0 };
        }
        // Requests of the same users are few, but must be looked for.
        let out = Splice { removed: rows.removed.clone(), inserted: 0..0 };
        let of_users = |other: &u32| Some(*other) == left || Some(*other) == entered;
        for row in (0..self.requests()).filter(|&row| of_users(&self.user[row])) {
            let Some(row_now) = out.after(row as u32) else { continue };
            let of_row = jobs_of(&self.first_job, row);
            let after_left = left == Some(self.user[row]) && row as u32 >= rows.removed.start;
            let after_entered = entered == Some(self.user[row]) && row_now >= rows.inserted.start;
            if entered == Some(self.user[row]) && !after_entered {
                rank += of_row.len() as u32;
                number += of_row.len() as u32;
            }
            let (went, came) = (if after_left { went } else { 0 }, if after_entered { came } else { 0 });
            self.number[of_row].iter_mut().for_each(|number| *number = *number - went + came);
        }
        let left_rank = leaving.map_or(rank, |(_, job)| self.rank[job as usize]);
        let ranks = Splice { removed: left_rank..left_rank + went, inserted: rank..rank + came };
        if !ranks.in_place() {
            ranks.renumber(&mut self.rank);
        }
        (number, rank)
    }
}

fn one_or_none(row: usize, one: bool) -> Range<u32> {
    row as u32..row as u32 + u32::from(one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::workload::Workload;

    /// A few numbers that are as good as random.
    struct Draw(u64);

    impl Draw {
        fn below(&mut self, bound: u32) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) % u64::from(bound)) as u32
        }

        fn request(&mut self, users: u32) -> Request {
            let submitted = self.below(12);
            let earliest_start = submitted + self.below(5);
            Request {
                user: self.below(users),
                submitted,
                earliest_start,
                latest_start: earliest_start + self.below(5),
                duration: 1 + self.below(5),
                nodes: 1 + self.below(3),
                jobs: 1 + self.below(3),
            }
        }
    }

    #[test]
    fn an_edit_in_place_is_the_edited_workload_from_scratch() {
        for seed in 0..400 {
            let mut draw = Draw(seed);
            let users = [3, 1_000][seed as usize % 2];
            let requests = (0..draw.below(20)).map(|_| draw.request(users)).collect();
            let mut workload = Workload::of_requests(requests);
            let mut arrivals = workload.arrivals().unwrap();
            for _ in 0..12 {
                let id = draw.below(24);
                let present = arrivals.row_of(id).map(|row| arrivals.row(row));
                let other = draw.request(users);
                let change = match (draw.below(8), present) {
                    (0, _) => None,
                    (1, Some(now)) => Some(Request { duration: now.duration + 1, ..now }),
                    (2, Some(now)) => Some(Request { user: other.user, ..now }),
                    (3, Some(now)) => Some(Request { jobs: other.jobs, ..now }),
                    (4, Some(now)) => Some(Request { submitted: other.submitted, ..now }),
                    _ => Some(other),
                };
                workload = workload.with_edit(id, change);
                let before = arrivals.clone();
                let edited = arrivals.edit(id, change).unwrap();
                assert_eq!(arrivals, workload.arrivals().unwrap(), "seed {seed}: {change:?} for {id}: {edited:?}");
                assert_eq!(edited.before, before.row_of(id).map(|row| before.row(row)));
                for job in 0..before.jobs() as u32 {
                    let Some(now) = edited.jobs.after(job) else { continue };
                    let [was, is] = [(&before, job), (&arrivals, now)].map(|(a, job)| a.id[a.request[job as usize] as usize]);
                    assert_eq!(was, is, "seed {seed}");
                }
            }
        }
    }

    #[test]
    fn an_edit_beyond_the_bounds_changes_nothing() {
        let requests = vec![Draw(1).request(9); 3];
        let mut arrivals = Workload::of_requests(requests.clone()).arrivals().unwrap();
        let before = arrivals.clone();
        let error = arrivals.edit(1, Some(Request { jobs: crate::slots::bounds::TOTAL_JOBS.max, ..requests[1] })).unwrap_err();
        assert!(error.to_string().contains("jobs"), "{error}");
        assert_eq!(arrivals, before);
    }
}

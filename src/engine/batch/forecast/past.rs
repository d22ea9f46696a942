//! What a log says of the jobs before the moment of a question: how long they ran, and when they came.

use super::arrivals::{DAY, WEEK};
use super::run_times::RunTimes;
use crate::batch::bounds;
use crate::batch::job::{Job, Jobs};
use crate::core::bounds::Bound;
use crate::core::calendar::ClockStart;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::sorting::sort_shared_by_key;
use serde::{Deserialize, Serialize};

/// Jobs of the past.
pub const PAST_JOBS: Bound = Bound::new("jobs of the past", 1, 50_000);

/// Jobs that were submitted before the present of a scenario, on a clock of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Past {
    /// Where the present stands on that clock, in seconds; no job was submitted later.
    pub moment: u32,
    /// The jobs, in the order of their submissions. A submission, an estimate, a run time and nodes are all that counts.
    pub jobs: Jobs,
}

impl Past {
    /// Jobs before a moment: of each only the submission, estimate, run time and nodes are taken, and they are numbered from 1 in the order of their submissions.
    pub fn of(moment: u32, jobs: &[Job]) -> Self {
        let mut sorted = jobs.to_vec();
        sort_shared_by_key(&mut sorted, |job| job.submitted);
        let numbered = (0..).zip(&sorted).map(|(at, job): (u32, &Job)| {
            let Job { submitted, estimate, runtime, nodes, .. } = *job;
            (at, Job { user: at.saturating_add(1), submitted, estimate, runtime, nodes, ..Job::SMALLEST })
        });
        Self { moment, jobs: Jobs::numbered(numbered) }
    }

    /// The jobs one by one.
    pub fn rows(&self) -> impl Iterator<Item = Job> {
        (0..self.jobs.len()).map(|row| self.jobs.row(row))
    }

    /// The last jobs of a log, at most so many: whole days before the present. Where it is known when second 0 of the log was and when the present is, days end at the
    /// time of day of the present, and on its weekday if the log is longer than five weeks. `None` if less than a day is left.
    pub fn of_log(jobs: &[Job], start: Option<ClockStart>, present: Option<i64>, most: usize) -> Option<Self> {
        let submitted = || jobs.iter().filter(|job| job.earliest_start.is_none()).map(|job| job.submitted);
        let (first, last) = (submitted().min()?, submitted().max()?);
        let unit = if last - first > 5 * WEEK * DAY { WEEK * DAY } else { DAY };
        let early = start.zip(present).map_or(0, |(start, present)| {
            let end = start.local_seconds() + i64::from(last) + 1;
            (end - present).rem_euclid(unit.into()) as u32
        });
        let moment = last.saturating_add(1).saturating_sub(early);
        let mut taken: Vec<Job> =
            jobs.iter().filter(|job| job.earliest_start.is_none() && job.submitted < moment).copied().collect();
        sort_shared_by_key(&mut taken, |job| job.submitted);
        let of_days = |days: u32| taken.partition_point(|job| job.submitted < moment - days * DAY);
        let days = (1..=moment.saturating_sub(first) / DAY).take_while(|days| taken.len() - of_days(*days) <= most).last()?;
        let begin = moment - days * DAY;
        let kept: Vec<Job> = taken[of_days(days)..].iter().map(|job| Job { submitted: job.submitted - begin, ..*job }).collect();
        (!kept.is_empty()).then(|| Self::of(days * DAY, &kept))
    }

    /// Whole days before the present.
    pub fn days(&self) -> u32 {
        self.moment / DAY
    }

    /// The ratios of run time to limit.
    pub fn run_times(&self) -> RunTimes {
        RunTimes::of_ratios(self.jobs.estimate.iter().copied().zip(self.jobs.runtime.iter().copied()))
    }

    /// Checks every number.
    ///
    /// # Errors
    /// The first one out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        let days = Bound::new("seconds before the present", DAY, bounds::TIME.max);
        if !days.holds(self.moment) {
            return Err(ScenarioError::out_of_range(place.field("moment"), self.moment, days));
        }
        let list = place.field("jobs");
        let count = u32::try_from(self.jobs.len()).unwrap_or(u32::MAX);
        if !PAST_JOBS.holds(count) {
            return Err(ScenarioError::out_of_range(list, count, PAST_JOBS));
        }
        for row in 0..self.jobs.len() {
            let place = list.index(row);
            self.jobs.row(row).check(bounds::NODES.max, &place)?;
            if self.jobs.submitted[row] >= self.moment {
                let allowed = format!("less than the moment of the present, {}", self.moment);
                return Err(ScenarioError::new(place.field("submitted"), self.jobs.submitted[row], allowed));
            }
        }
        Ok(())
    }
}

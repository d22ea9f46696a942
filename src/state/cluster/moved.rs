//! How dragging or nudging changes a job of a cluster; the same for pointer, keyboard and touch.

use crate::engine::batch::bounds;
use crate::engine::batch::job::Job;

/// What is taken hold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClusterHandle {
    /// The job as a whole: its submission moves, and with it the start it asks for.
    Submitted,
    /// The end of what is reserved: the estimate.
    Estimate,
}

/// The job after a handle was moved by so many seconds; held inside what is allowed, so that every position of the pointer gives a valid job. A job that
/// runs exactly as long as its estimate goes on doing so; else the estimate is no shorter than the run time.
pub fn moved_job(job: Job, handle: ClusterHandle, by: i64) -> Job {
    let shift = |value: u32, min: u32, max: u32| i64::from(value).saturating_add(by).clamp(i64::from(min), i64::from(max)) as u32;
    match handle {
        ClusterHandle::Submitted => {
            let ahead = job.earliest_start.map(|start| start.saturating_sub(job.submitted));
            // A start in the log never lies before the submission.
            let last = job.logged_start.unwrap_or(bounds::TIME.max).min(bounds::TIME.max - ahead.unwrap_or(0));
            let submitted = shift(job.submitted, bounds::TIME.min, last);
            Job { submitted, earliest_start: ahead.map(|ahead| submitted + ahead), ..job }
        }
        ClusterHandle::Estimate if job.estimate == job.runtime => {
            let estimate = shift(job.estimate, bounds::LENGTH.min, bounds::LENGTH.max);
            Job { estimate, runtime: estimate, ..job }
        }
        ClusterHandle::Estimate => Job { estimate: shift(job.estimate, job.runtime, bounds::LENGTH.max), ..job },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::core::error::FieldPath;

    const JOB: Job =
        Job { user: 1, submitted: 100, estimate: 60, runtime: 40, nodes: 2, earliest_start: Some(130), logged_start: None };

    #[test]
    fn a_job_stays_inside_what_is_allowed_wherever_it_is_dragged() {
        for by in [i64::MIN, -1_000, -1, 0, 1, 1_000, i64::MAX] {
            for handle in [ClusterHandle::Submitted, ClusterHandle::Estimate] {
                for job in [JOB, Job { earliest_start: None, logged_start: Some(120), ..JOB }, Job { runtime: 60, ..JOB }] {
                    moved_job(job, handle, by).check(2, &FieldPath::new("dragged")).unwrap();
                }
            }
        }
    }

    #[test]
    fn each_handle_changes_what_it_is_named_after() {
        let moved = |handle, by| moved_job(JOB, handle, by);
        assert_eq!(moved(ClusterHandle::Submitted, -20), Job { submitted: 80, earliest_start: Some(110), ..JOB });
        assert_eq!(moved(ClusterHandle::Estimate, -50), Job { estimate: 40, ..JOB }, "no shorter than it runs");
        let exact = Job { runtime: 60, ..JOB };
        assert_eq!(moved_job(exact, ClusterHandle::Estimate, 5), Job { estimate: 65, runtime: 65, ..exact }, "and stays exact");
    }
}

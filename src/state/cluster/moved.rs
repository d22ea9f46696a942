//! How dragging or nudging changes a job of a cluster; the same for pointer, keyboard and touch.

use crate::engine::batch::bounds;
use crate::engine::batch::job::Job;
use crate::engine::core::bounds::Bound;

/// What is taken hold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClusterHandle {
    /// The job as a whole: its submission moves, and with it the start it asks for.
    Submitted,
    /// The start it asks for (s_r).
    EarliestStart,
    /// The end of what is reserved: the estimate.
    Estimate,
    /// The end of its bar on the nodes: the run time (l_r).
    Runtime,
    /// The lower edge of its bar: the nodes it wants (n_r).
    Nodes,
}

impl ClusterHandle {
    /// Whether it is moved up and down, and counts nodes; the others are moved along time, and count seconds.
    pub fn is_upright(self) -> bool {
        self == Self::Nodes
    }
}

/// The job with another submission. The start in the log moves along where it would lie before the submission: many jobs of a log did not wait at all, and
/// those could not be put off otherwise.
pub fn submitted_at(job: Job, submitted: u32) -> Job {
    Job { submitted, logged_start: job.logged_start.map(|start| start.max(submitted)), ..job }
}

/// The job after a handle was moved by so many seconds or nodes, on a machine of so many nodes; held inside what is allowed, so that every position of the
/// pointer gives a valid job. A job whose estimate is exact stays so when the estimate is moved; else the estimate is no shorter than the run time. A run
/// time that is moved beyond the estimate takes that along.
pub fn moved_job(job: Job, handle: ClusterHandle, by: i64, machine_nodes: u32) -> Job {
    let shift = |value: u32, Bound { min, max, .. }: Bound| {
        i64::from(value).saturating_add(by).clamp(i64::from(min), i64::from(max)) as u32
    };
    match handle {
        ClusterHandle::Submitted => {
            let ahead = job.earliest_start.map(|start| start.saturating_sub(job.submitted));
            let latest = job.latest_start.map(|start| start.saturating_sub(job.submitted));
            let last = latest.or(ahead).unwrap_or(0);
            let submitted = shift(job.submitted, bounds::TIME.up_to(bounds::TIME.max - last));
            let [earliest_start, latest_start] = [ahead, latest].map(|ahead| ahead.map(|ahead| submitted + ahead));
            Job { earliest_start, latest_start, ..submitted_at(job, submitted) }
        }
        ClusterHandle::EarliestStart => {
            // The latest start keeps its distance.
            let asked = job.earliest_start.unwrap_or(job.submitted);
            let window = job.latest_start.map(|latest| latest.saturating_sub(asked));
            let start = shift(asked, bounds::TIME.from(job.submitted).up_to(bounds::TIME.max - window.unwrap_or(0)));
            Job { earliest_start: Some(start), latest_start: window.map(|window| start + window), ..job }
        }
        ClusterHandle::Estimate if job.estimate == job.runtime => {
            let estimate = shift(job.estimate, bounds::LENGTH);
            Job { estimate, runtime: estimate, ..job }
        }
        ClusterHandle::Estimate => Job { estimate: shift(job.estimate, bounds::LENGTH.from(job.runtime)), ..job },
        ClusterHandle::Runtime => {
            let runtime = shift(job.runtime, bounds::LENGTH);
            // Jobs of a log that ran longer than their estimate keep it.
            let estimate = if job.runtime <= job.estimate { job.estimate.max(runtime) } else { job.estimate };
            Job { runtime, estimate, ..job }
        }
        ClusterHandle::Nodes => {
            Job { nodes: shift(job.nodes, bounds::NODES.up_to(machine_nodes - job.first_node.unwrap_or(0))), ..job }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::core::error::FieldPath;
    use ClusterHandle::{EarliestStart, Estimate, Nodes, Runtime, Submitted};

    const JOB: Job =
        Job { user: 1, submitted: 100, estimate: 60, runtime: 40, nodes: 2, earliest_start: Some(130), ..Job::SMALLEST };

    #[test]
    fn a_job_stays_inside_what_is_allowed_wherever_it_is_dragged() {
        for by in [i64::MIN, -1_000, -1, 0, 1, 1_000, i64::MAX] {
            for handle in [Submitted, EarliestStart, Estimate, Runtime, Nodes] {
                for job in [
                    JOB,
                    Job { first_node: Some(1), ..JOB },
                    Job { earliest_start: None, logged_start: Some(120), ..JOB },
                    Job { runtime: 60, ..JOB },
                ] {
                    moved_job(job, handle, by, 4).check(4, &FieldPath::new("dragged")).unwrap();
                }
            }
        }
    }

    #[test]
    fn each_handle_changes_what_it_is_named_after() {
        let moved = |handle, by| moved_job(JOB, handle, by, 4);
        assert_eq!(moved(Submitted, -20), Job { submitted: 80, earliest_start: Some(110), ..JOB });
        assert_eq!(moved(EarliestStart, 5), Job { earliest_start: Some(135), ..JOB });
        let window = Job { latest_start: Some(150), ..JOB };
        let later = moved_job(window, EarliestStart, 5, 8);
        assert_eq!(later, Job { earliest_start: Some(135), latest_start: Some(155), ..JOB }, "the latest start keeps its distance");
        assert_eq!(moved_job(window, EarliestStart, i64::MAX, 8).latest_start, Some(bounds::TIME.max));
        let later = moved_job(window, Submitted, 7, 8);
        assert_eq!((later.submitted, later.earliest_start, later.latest_start), (107, Some(137), Some(157)));
        assert_eq!(moved(EarliestStart, -50), Job { earliest_start: Some(100), ..JOB }, "no earlier than it is submitted");
        assert_eq!(moved(Estimate, -50), Job { estimate: 40, ..JOB }, "no shorter than it runs");
        assert_eq!(moved(Runtime, -10), Job { runtime: 30, ..JOB });
        assert_eq!(moved(Runtime, 30), Job { runtime: 70, estimate: 70, ..JOB }, "and takes the estimate along");
        assert_eq!(moved(Nodes, 5), Job { nodes: 4, ..JOB }, "no more than there are");
        assert_eq!(moved_job(Job { first_node: Some(1), ..JOB }, Nodes, 5, 4).nodes, 3, "the nodes that follow the one it names");
        let logged = Job { logged_start: Some(130), ..JOB };
        let starts = [-20, 20, 50].map(|by| moved_job(logged, Submitted, by, 4).logged_start);
        assert_eq!(starts, [Some(130), Some(130), Some(150)], "the start in the log gives way only to the submission");
        let exact = Job { runtime: 60, ..JOB };
        assert_eq!(moved_job(exact, Estimate, 5, 4), Job { estimate: 65, runtime: 65, ..exact }, "and stays exact");
        let late = Job { runtime: 90, ..JOB };
        assert_eq!(moved_job(late, Runtime, 5, 4), Job { runtime: 95, ..late }, "an estimate that was passed anyway stays");
    }
}

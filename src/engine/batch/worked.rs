//! The worked example of Castillo's chapter 5.

use super::job::Job;
use super::scenario::BatchScenario;
use super::scheduler::{BatchPolicy, Scheduler};

/// Figures 5.1 and 5.2: idle periods X = [4, 25), V = [2, 27), Y = [16, 35) and Z = [14, 31) on four servers, and the request R for two of them from 17 to 29.
/// Seconds stand for the figure's units.
pub fn figure_5_1() -> BatchScenario {
    // Submission, start asked for, length, nodes. Of those that ask for a start the latest comes first: it takes the period that begins last.
    let rows = [
        (0, None, 4, 1),
        (0, None, 2, 1),
        (0, None, 16, 1),
        (0, None, 14, 1),
        (0, Some(35), 10, 1),
        (0, Some(31), 9, 1),
        (0, Some(25), 12, 1),
        (0, Some(27), 9, 1),
        (17, None, 12, 2),
    ];
    let job = |(user, (submitted, earliest_start, length, nodes))| Job {
        user,
        submitted,
        estimate: length,
        runtime: length,
        nodes,
        earliest_start,
        ..Job::SMALLEST
    };
    let policy = BatchPolicy { horizon: 100, quantum: 10, step: 10, ..BatchPolicy::of(Scheduler::CoAllocation) };
    BatchScenario { policy, ..BatchScenario::of_jobs(4, (1..).zip(rows).map(job).collect(), policy.scheduler) }
}

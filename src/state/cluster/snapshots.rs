//! Examples of a cluster that runs: invented jobs of the shapes that queues of real machines have, at a present moment.

use crate::engine::batch::BatchScenario;
use crate::engine::batch::job::Job;
use crate::engine::batch::scheduler::Scheduler;
use crate::engine::core::calendar::ClockStart;

const MINUTE: u32 = 60;
/// Tuesday, 24 November 2026, 9:00 in Central Europe.
const NINE: i64 = 1_795_507_200;
const UTC_OFFSET: i32 = 3_600;

/// A job that runs: its number, for how many minutes, its limit in minutes, its nodes.
type Running = (u32, u32, u32, u32);
/// A job that waits: its number, its limit in minutes, its nodes.
type Waiting = (u32, u32, u32);
/// A reservation: its number, in how many minutes it begins, how many it lasts, its nodes.
type Reserved = (u32, u32, u32, u32);

/// The cluster at nine. Second 0 is the start of the job that has run longest.
fn at_nine(nodes: u32, reserved: Reserved, running: &[Running], waiting: &[Waiting]) -> BatchScenario {
    let now = running.iter().map(|job| job.1).max().unwrap_or(0) * MINUTE;
    let (user, begins, lasts, held) = reserved;
    let job = |user: u32, submitted: u32, limit: u32, nodes: u32| Job {
        user,
        submitted,
        estimate: limit * MINUTE,
        runtime: limit * MINUTE,
        nodes,
        ..Job::SMALLEST
    };
    let reservation = Job { earliest_start: Some(now + begins * MINUTE), ..job(user, 0, lasts, held) };
    let running = running.iter().map(|&(user, ago, limit, nodes)| {
        let start = now - ago * MINUTE;
        Job { logged_start: Some(start), ..job(user, start, limit, nodes) }
    });
    let waiting = waiting.iter().map(|&(user, limit, nodes)| job(user, now, limit, nodes));
    let jobs = std::iter::once(reservation).chain(running).chain(waiting).collect();
    let start = ClockStart { unix_seconds: NINE - i64::from(now), utc_offset: UTC_OFFSET };
    BatchScenario { start: Some(start), now: Some(now), ..BatchScenario::of_jobs(nodes, jobs, Scheduler::Conservative) }
}

/// A machine of 48 nodes, with maintenance of all of them from six in the evening on.
pub fn morning() -> BatchScenario {
    at_nine(
        48,
        (48_193, 540, 240, 48),
        &[
            (48_120, 1_270, 1_440, 8),
            (48_133, 820, 1_200, 4),
            (48_140, 640, 720, 6),
            (48_151, 400, 480, 2),
            (48_152, 400, 480, 2),
            (48_160, 250, 720, 8),
            (48_166, 130, 240, 4),
            (48_171, 95, 180, 1),
            (48_172, 95, 180, 1),
            (48_177, 60, 120, 2),
            (48_181, 38, 60, 4),
            (48_184, 25, 240, 1),
            (48_187, 12, 30, 2),
            (48_190, 4, 60, 1),
        ],
        &[
            (48_155, 240, 32),
            (48_163, 720, 8),
            (48_168, 240, 4),
            (48_169, 240, 4),
            (48_174, 180, 16),
            (48_175, 1_440, 1),
            (48_176, 60, 2),
            (48_178, 60, 2),
            (48_179, 30, 1),
            (48_182, 90, 12),
            (48_185, 480, 6),
            (48_186, 600, 1),
            (48_188, 120, 24),
            (48_189, 45, 3),
            (48_191, 120, 1),
            (48_192, 60, 8),
        ],
    )
}

/// A machine of 24 nodes, half of which a course has from one to three in the afternoon.
pub fn course() -> BatchScenario {
    at_nine(
        24,
        (9_038, 240, 120, 12),
        &[
            (9_004, 300, 480, 6),
            (9_011, 200, 360, 4),
            (9_017, 110, 240, 8),
            (9_019, 90, 120, 2),
            (9_023, 45, 60, 1),
            (9_024, 45, 60, 1),
            (9_028, 20, 180, 2),
        ],
        &[
            (9_021, 180, 18),
            (9_025, 360, 4),
            (9_026, 60, 8),
            (9_029, 240, 6),
            (9_030, 30, 2),
            (9_031, 30, 2),
            (9_032, 120, 12),
            (9_033, 600, 1),
            (9_034, 45, 4),
            (9_036, 90, 20),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::core::calendar::Civil;
    use crate::engine::core::error::FieldPath;

    #[test]
    fn what_runs_started_when_it_did_and_nothing_waits_in_vain() {
        for cluster in [morning(), course()] {
            cluster.check(&FieldPath::new("")).unwrap();
            let (now, start) = (cluster.now.unwrap(), cluster.start.unwrap());
            assert_eq!(Civil::of(start.local_seconds() + i64::from(now)).time(), "09:00");
            let outcome = cluster.run().unwrap();
            let (jobs, starts) = (&outcome.jobs, &outcome.decisions.start);
            let reserved = (0..jobs.len()).find(|&row| jobs.is_advance(row)).unwrap();
            assert_eq!(starts[reserved], jobs.ready(reserved));
            for (row, &started) in starts.iter().enumerate() {
                if jobs.submitted[row] < now {
                    assert!(row == reserved || started == u64::from(jobs.submitted[row]), "job {}", jobs.user[row]);
                } else {
                    assert!(started >= u64::from(now));
                }
            }
        }
        // Under maintenance nothing runs.
        let outcome = morning().run().unwrap();
        let (from, to) = (u64::from(morning().now.unwrap()) + 540 * 60, u64::from(morning().now.unwrap()) + 780 * 60);
        let others = (0..outcome.jobs.len()).filter(|&row| !outcome.jobs.is_advance(row));
        for row in others {
            assert!(outcome.decisions.end[row] <= from || outcome.decisions.start[row] >= to, "job {}", outcome.jobs.user[row]);
        }
    }
}

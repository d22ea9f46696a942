//! The figures of a plan of a cluster, one formula each.

pub mod curves;
pub mod formulas;

use super::decisions::{Decisions, How};
use super::job::{Jobs, NEVER, Time};
use super::overbooked::nodes_found;
use crate::core::fragmentation::{FreeTime, median};
use serde::{Deserialize, Serialize};

/// Jobs that run for less count as if they ran so long where a slowdown is bounded, in seconds (Feitelson et al. 1997).
pub const BOUND: Time = 10;

/// The figures of a plan. Waits are W = s′_r − s_r: from the start a job asks for, else from its submission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BatchMetrics {
    /// Jobs whose start is known.
    pub jobs: u32,
    /// Mean wait in seconds.
    pub mean_wait: f64,
    /// Median wait: that of the ⌈n/2⌉-th job by wait.
    pub median_wait: Time,
    /// The wait that 95 % of the jobs do not exceed: that of the ⌈0.95 n⌉-th job.
    pub p95_wait: Time,
    /// The longest wait.
    pub longest_wait: Time,
    /// Mean of max(1, (W + run time) / max(run time, 10 s)).
    pub bounded_slowdown: f64,
    /// Mean of W / l_r, the temporal penalty; l_r is the estimate.
    pub temporal_penalty: f64,
    /// Busy node-seconds ÷ (nodes × (last end − first submission)). Above 1 where a log uses more nodes than there are.
    pub utilisation: f64,
    /// Share of the free node-seconds from the first submission to the last end that lie in holes shorter than the median request, as in `core::fragmentation`.
    pub fragmentation: f64,
    /// The first submission.
    pub first: Time,
    /// The last end.
    pub end: Time,
    /// Jobs that went ahead of one that waited.
    pub backfilled: u32,
    /// Jobs of the queue that were promised a start, those of co-allocation and of logs left out.
    pub promised: u32,
    /// Those of them that start later than the first one they were promised.
    pub put_off: u32,
    /// Those of them that start earlier.
    pub moved_forward: u32,
    /// Jobs of a log that ran without enough nodes on this machine.
    pub overbooked: u32,
    /// The first second at which such a log needs more nodes than there are; 0 where it does not.
    pub overbooked_from: Time,
    /// The most nodes that such a log needs at once; 0 where there are enough.
    pub most_needed: u64,
    /// How often a start was put off by Δt, over all jobs.
    pub retries: u64,
    /// Entries of the structure of co-allocation that were looked at, over all jobs.
    pub operations: u64,
    /// Jobs that ask for a start and have one.
    pub reservations: u32,
    /// Jobs that ask for a start and were refused.
    pub refused: u32,
    /// Of those that have one, the ones whose users took less than they asked for.
    pub offers_taken: u32,
    /// Mean wait of the jobs that ask for no start, in seconds; 0 if there is none.
    pub queued_wait: f64,
}

/// How long a job waits.
pub fn wait(jobs: &Jobs, decisions: &Decisions, row: usize) -> Time {
    decisions.start[row].saturating_sub(jobs.ready(row))
}

impl BatchMetrics {
    /// Of what is decided so far.
    pub fn of(nodes: u32, jobs: &Jobs, decisions: &Decisions) -> Self {
        let rows = || (0..jobs.len()).filter(|&row| decisions.start[row] != NEVER);
        let mut waits: Vec<Time> = rows().map(|row| wait(jobs, decisions, row)).collect();
        let count = waits.len();
        let refused = (0..jobs.len()).filter(|&row| decisions.is_refused(row)).count() as u32;
        if count == 0 {
            return Self { refused, ..Self::default() };
        }
        let (mut slowdown, mut penalty, mut busy, mut end) = (0.0, 0.0, 0_u128, 0);
        for (row, &wait) in rows().zip(&waits) {
            let runtime = Time::from(jobs.runtime[row]);
            slowdown += ((wait + runtime) as f64 / runtime.max(BOUND) as f64).max(1.0);
            penalty += wait as f64 / f64::from(jobs.estimate[row]);
            busy += u128::from(jobs.runtime[row]) * u128::from(jobs.nodes[row]);
            end = end.max(decisions.end[row]);
        }
        let (queued, queued_wait) = queued_waits(jobs, decisions);
        let [promised, put_off, moved_forward] = promises(jobs, decisions);
        let total: u128 = waits.iter().map(|&wait| u128::from(wait)).sum();
        let first = Time::from(jobs.submitted[0]);
        let capacity = u128::from(nodes) * u128::from(end.saturating_sub(first));
        waits.sort_unstable();
        let overbooked = rows().filter(|&row| decisions.how(row) == How::Overbooked).count() as u32;
        let over = (overbooked > 0).then(|| {
            let held: Vec<_> = rows().map(|row| (decisions.start[row], decisions.end[row], jobs.nodes[row])).collect();
            nodes_found(nodes, &held).1
        });
        let over = over.flatten();
        Self {
            overbooked,
            overbooked_from: over.map_or(0, |over| over.first),
            most_needed: over.map_or(0, |over| over.most),
            jobs: count as u32,
            mean_wait: total as f64 / count as f64,
            median_wait: waits[(count - 1) / 2],
            p95_wait: waits[(count * 95).div_ceil(100) - 1],
            longest_wait: waits[count - 1],
            bounded_slowdown: slowdown / count as f64,
            temporal_penalty: penalty / count as f64,
            utilisation: if capacity == 0 { 0.0 } else { busy as f64 / capacity as f64 },
            fragmentation: free_time(nodes, jobs, decisions).0.fragmentation(),
            first,
            end,
            backfilled: rows().filter(|&row| decisions.how(row) == How::Backfilled).count() as u32,
            promised,
            put_off,
            moved_forward,
            retries: decisions.retries.iter().map(|&retries| u64::from(retries)).sum(),
            operations: decisions.operations.iter().map(|&operations| u64::from(operations)).sum(),
            reservations: count as u32 - queued,
            refused,
            offers_taken: rows().filter(|&row| decisions.offered(row).is_some()).count() as u32,
            queued_wait: if queued == 0 { 0.0 } else { queued_wait as f64 / f64::from(queued) },
        }
    }
}

/// How many jobs that ask for no start have one, and the sum of their waits.
pub(in crate::batch) fn queued_waits(jobs: &Jobs, decisions: &Decisions) -> (u32, u128) {
    let queued = (0..jobs.len()).filter(|&row| !jobs.is_advance(row) && decisions.start[row] != NEVER);
    queued.fold((0, 0), |(count, sum), row| (count + 1, sum + u128::from(wait(jobs, decisions, row))))
}

/// The jobs of a queue that were promised a start and have one; those of them that start later than the first one they were promised; those that start earlier.
pub(super) fn promises(jobs: &Jobs, decisions: &Decisions) -> [u32; 3] {
    let is_queued = |row: usize| {
        let how = decisions.how(row);
        !jobs.is_advance(row) && !matches!(how, How::CoAllocated | How::Logged | How::Overbooked)
    };
    let starts = (0..jobs.len()).filter(|&row| is_queued(row)).map(|row| (decisions.promised[row], decisions.start[row]));
    starts.filter(|&(promised, start)| promised != NEVER && start != NEVER).fold([0; 3], |[all, late, early], (promised, start)| {
        [all + 1, late + u32::from(start > promised), early + u32::from(start < promised)]
    })
}

/// The free node-seconds from the first submission to the last end, with those in short holes, and the length of the median request: the lower middle of the times
/// that are reserved, by the estimate, for the jobs whose start is known. Holes are those of nodes that may be exchanged: a queue only counts how many are free.
/// O(n log n).
pub(in crate::batch) fn free_time(nodes: u32, jobs: &Jobs, decisions: &Decisions) -> (FreeTime, Time) {
    let rows = || (0..jobs.len()).filter(|&row| decisions.start[row] != NEVER);
    let median = median(rows().map(|row| jobs.reserved(row)).collect());
    let first = jobs.submitted.first().map_or(0, |&first| Time::from(first));
    // Twice the row at a start, and one more at an end.
    let ends_of = |row: usize| [(decisions.start[row], 2 * row as u32), (decisions.end[row], 2 * row as u32 + 1)];
    let mut changes: Vec<(Time, u32)> = rows().flat_map(ends_of).collect();
    changes.sort_unstable();
    let mut busy = 0;
    let steps = changes.chunk_by(|one, other| one.0 == other.0).map(|at_once| {
        for (_, change) in at_once {
            let nodes = i64::from(jobs.nodes[*change as usize / 2]);
            busy += if change % 2 == 0 { nodes } else { -nodes };
        }
        // A log may need more nodes than there are.
        (at_once[0].0, (i64::from(nodes) - busy).max(0) as u32)
    });
    let end = changes.last().map_or(first, |(end, _)| *end);
    (FreeTime::of_steps([(first, nodes)].into_iter().chain(steps), end, median), median)
}

/// Jobs of a size, and how they fared: a row of Table 5.3 and a point of Figure 5.6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SizeGroup {
    /// Nodes of the group: more than this,
    pub above: u32,
    /// and at most this.
    pub up_to: u32,
    /// Its jobs.
    pub jobs: u32,
    /// Mean wait in seconds: the spatial penalty P_r^n.
    pub mean_wait: f64,
    /// Mean number of retries.
    pub mean_retries: f64,
}

/// The jobs by nodes in groups of `width`, those without a job left out.
pub fn by_nodes(jobs: &Jobs, decisions: &Decisions, width: u32) -> Vec<SizeGroup> {
    let width = width.max(1);
    let mut groups: Vec<(u32, u128, u64)> = Vec::new();
    for row in (0..jobs.len()).filter(|&row| decisions.start[row] != NEVER) {
        let at = ((jobs.nodes[row] - 1) / width) as usize;
        if groups.len() <= at {
            groups.resize(at + 1, (0, 0, 0));
        }
        let group = &mut groups[at];
        group.0 += 1;
        group.1 += u128::from(wait(jobs, decisions, row));
        group.2 += u64::from(decisions.retries[row]);
    }
    let group = |(at, &(jobs, waits, retries)): (usize, &(u32, u128, u64))| SizeGroup {
        above: at as u32 * width,
        up_to: (at as u32 + 1).saturating_mul(width),
        jobs,
        mean_wait: waits as f64 / f64::from(jobs),
        mean_retries: retries as f64 / f64::from(jobs),
    };
    groups.iter().enumerate().filter(|(_, group)| group.0 > 0).map(group).collect()
}

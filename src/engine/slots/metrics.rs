//! The figures of a plan, each with its formula.

use super::request::Slot;
use super::scenario::Machine;
use super::workload::Arrivals;
use crate::core::fragmentation::FreeTime;
use crate::slots::decisions::{Decisions, Move, REFUSED};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Slots of the sliding window over which utilisation is averaged (one hour of five-minute slots; Umar 6.4).
pub const WINDOW: Slot = 12;

/// Figures of a whole plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// Requests decided.
    pub requests: u32,
    /// Requests all of whose jobs were accepted.
    pub requests_whole: u32,
    /// Requests some, but not all, of whose jobs were accepted.
    pub requests_partly: u32,
    /// Jobs decided.
    pub jobs: u32,
    /// Jobs accepted.
    pub accepted: u32,
    /// accepted ÷ jobs; 0 without jobs.
    pub acceptance: f64,
    /// Node-slots the accepted jobs occupy: Σ nodes × duration.
    pub busy_node_slots: u64,
    /// First slot in use.
    pub first_slot: Slot,
    /// First slot after the last in use.
    pub end_slot: Slot,
    /// busy_node_slots ÷ (capacity × (end_slot − first_slot)); 0 for an empty plan.
    pub utilisation: f64,
    /// Mean of start − earliest_start over accepted jobs, in slots; 0 without any.
    pub mean_delay: f64,
    /// Moves of accepted jobs that were kept.
    pub shifts: u32,
    /// Accepted jobs that stand elsewhere than where they were first placed.
    pub moved_jobs: u32,
    /// Moves tried for jobs that were refused in the end, and put back.
    pub shifts_put_back: u64,
    /// Times that an accepted job was given another start by a later decision; however often it moved within one.
    pub revisions: u32,
    /// Messages that the user of an accepted job gets if each start is told as soon as it is known: (accepted + revisions) ÷ accepted; 0 without any. Told only
    /// when the job begins, it is one for each job (Umar 3.4, Pujiyanta III.A).
    pub messages: f64,
    /// Share of the free node-slots from the first start to the last end that lie in holes shorter than the median request, as in `core::fragmentation`.
    pub fragmentation: f64,
}

/// How often jobs were given another start: moves as they were made, several of one job within one decision counted as one, and none if it stands where it
/// stood before.
pub fn revisions(moves: &[Move]) -> u32 {
    let (mut revised, mut by_job) = (0, Vec::<&Move>::new());
    for of_one in moves.chunk_by(|one, other| one.beneficiary == other.beneficiary) {
        by_job.clear();
        by_job.extend(of_one);
        // Stable, so that the moves of one job stay in their order.
        by_job.sort_by_key(|made| made.job);
        let jobs = by_job.chunk_by(|one, other| one.job == other.job);
        revised += jobs.filter(|of_job| of_job[0].from != of_job[of_job.len() - 1].to).count() as u32;
    }
    revised
}

impl Metrics {
    /// The figures of the jobs decided so far.
    pub fn of(arrivals: &Arrivals, decisions: &Decisions, machine: Machine) -> Self {
        let mut metrics = Self { jobs: decisions.start.len() as u32, shifts: decisions.moves.len() as u32, ..Self::default() };
        metrics.first_slot = Slot::MAX;
        let mut delay: u64 = 0;
        let decided = metrics.jobs;
        for (row, pair) in arrivals.first_job.windows(2).enumerate() {
            let (first, end) = (pair[0].min(decided), pair[1].min(decided));
            let (duration, earliest_start) = (arrivals.duration[row], arrivals.earliest_start[row]);
            let mut accepted = 0;
            for job in first as usize..end as usize {
                let start = decisions.start[job];
                if start == REFUSED {
                    continue;
                }
                accepted += 1;
                metrics.first_slot = metrics.first_slot.min(start);
                metrics.end_slot = metrics.end_slot.max(start + duration);
                metrics.moved_jobs += u32::from(start != decisions.first_start[job]);
                delay += u64::from(start - earliest_start);
            }
            metrics.accepted += accepted;
            metrics.busy_node_slots += u64::from(accepted) * u64::from(arrivals.nodes[row]) * u64::from(duration);
            metrics.requests += u32::from(first < end);
            metrics.requests_whole += u32::from(first < end && accepted == end - first);
            metrics.requests_partly += u32::from(accepted > 0 && accepted < end - first);
        }
        metrics.first_slot = metrics.first_slot.min(metrics.end_slot);
        metrics.shifts_put_back = decisions.refusals.iter().map(|refusal| u64::from(refusal.put_back)).sum();
        let ratio = |a: u64, b: u64| if b == 0 { 0.0 } else { a as f64 / b as f64 };
        metrics.acceptance = ratio(u64::from(metrics.accepted), u64::from(metrics.jobs));
        let span = u64::from(metrics.end_slot - metrics.first_slot);
        metrics.utilisation = ratio(metrics.busy_node_slots, u64::from(machine.nodes) * span);
        metrics.mean_delay = ratio(delay, u64::from(metrics.accepted));
        metrics.revisions = revisions(&decisions.moves);
        metrics.messages = ratio(u64::from(metrics.accepted) + u64::from(metrics.revisions), u64::from(metrics.accepted));
        let until_now = metrics.first_slot..metrics.end_slot;
        metrics.fragmentation = free_time(arrivals, decisions, machine, until_now).0.fragmentation();
        metrics
    }
}

/// The free node-slots from the first start to the last end (`span`), with those in short holes, and the duration of the median request: the lower middle of
/// the requests decided, each once. Holes are those of the logical plan: which nodes a job gets is settled when it begins, so that until then only the number of
/// free nodes says what fits. O(jobs + slots).
pub(super) fn free_time(arrivals: &Arrivals, decisions: &Decisions, machine: Machine, span: Range<Slot>) -> (FreeTime, Slot) {
    let decided = arrivals.first_job.partition_point(|&first| (first as usize) < decisions.start.len());
    let median = median_duration(&arrivals.duration[..decided]);
    let busy = busy_per_slot(arrivals, decisions);
    let free = busy.iter().zip(0_u64..).map(|(&busy, slot)| (slot, machine.nodes.saturating_sub(busy)));
    let free = free.skip(span.start as usize);
    (FreeTime::of_steps(free, span.end.into(), median.into()), median)
}

/// The lower middle; 0 without requests. Counted, as figures are told in every frame of a drag: O(requests + longest).
fn median_duration(durations: &[Slot]) -> Slot {
    let mut counts = vec![0_usize; durations.iter().max().map_or(0, |&longest| longest as usize + 1)];
    durations.iter().for_each(|&duration| counts[duration as usize] += 1);
    let mut so_far = 0;
    let is_half = |count: &usize| {
        so_far += count;
        2 * so_far >= durations.len()
    };
    counts.iter().position(is_half).unwrap_or(0) as Slot
}

/// Busy nodes in every slot from 0 to the end of the plan.
pub fn busy_per_slot(arrivals: &Arrivals, decisions: &Decisions) -> Vec<u32> {
    let end_of = |job: usize| decisions.start[job] + arrivals.duration[arrivals.request[job] as usize];
    let accepted = || (0..decisions.start.len()).filter(|&job| decisions.accepted(job));
    let end = accepted().map(end_of).max().unwrap_or(0) as usize;
    // Differences first, then their running sum: O(jobs + slots) however long the jobs are.
    let mut change = vec![0_i64; end + 1];
    for job in accepted() {
        let nodes = i64::from(arrivals.nodes[arrivals.request[job] as usize]);
        change[decisions.start[job] as usize] += nodes;
        change[end_of(job) as usize] -= nodes;
    }
    let mut busy = 0;
    change.truncate(end);
    change
        .into_iter()
        .map(|change| {
            busy += change;
            busy as u32
        })
        .collect()
}

/// Busy share of the node-slots up to the slot `last`.
pub fn utilisation_until(busy: &[u32], last: Slot, machine: Machine) -> f64 {
    let slots = last as usize + 1;
    let used: u64 = busy.iter().take(slots).map(|&busy| u64::from(busy)).sum();
    used as f64 / (f64::from(machine.nodes) * slots as f64)
}

/// Utilisation in a sliding window at slot t: busy node-slots in (t − 12, t] ÷ (C × min(12, t + 1)).
pub fn sliding_utilisation(busy: &[u32], t: Slot, machine: Machine) -> f64 {
    let width = WINDOW.min(t + 1);
    let from = (t + 1 - width) as usize;
    let to = (t as usize + 1).min(busy.len());
    let sum: u64 = busy.get(from..to).unwrap_or(&[]).iter().map(|&b| u64::from(b)).sum();
    sum as f64 / (u64::from(machine.nodes) * u64::from(width)) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::fragmentation::median;

    #[test]
    fn durations_are_counted_as_they_would_be_sorted() {
        for durations in [&[][..], &[7], &[9, 2], &[5, 1, 3], &[4, 1, 3, 2], &[1, 1, 1, 60], &[60, 60, 1]] {
            let sorted = median(durations.iter().map(|&duration| duration.into()).collect());
            assert_eq!(u64::from(median_duration(durations)), sorted, "{durations:?}");
        }
    }
}

//! Nodes that a job asks for by their numbers, in words.

use super::words::{TOLD, lasting};
use crate::batch::booking::stretch_words;
use crate::batch::decisions::Decisions;
use crate::batch::job::Jobs;
use crate::batch::nodes::NodeTable;
use crate::batch::reservations::ReservationRule;
use crate::batch::scheduler::{BatchPolicy, Scheduler};
use crate::core::words::{counted, list};

/// What came of the nodes that a job names, if it names any; `None` for a refused one as for others that name none.
pub(super) fn named_words(jobs: &Jobs, decisions: &Decisions, policy: BatchPolicy, row: usize) -> Option<String> {
    let nodes = stretch_words(jobs.named(row)?);
    if policy.scheduler != Scheduler::CoAllocation {
        return Some(format!("It asks for {nodes}, but this scheduler counts nodes and names none: it gets any nodes."));
    }
    let step = lasting(policy.step.into());
    Some(match decisions.retries[row] {
        0 => format!("It asks for {nodes}, and no others: they were free from the first start on."),
        retries => format!(
            "It asks for {nodes}, and no others: its start was put off {} by {step} until they were free throughout.",
            counted(retries as usize, "time")
        ),
    })
}

/// Why a reservation that names its nodes was refused.
pub(super) fn named_refusal(jobs: &Jobs, policy: BatchPolicy, row: usize) -> Option<String> {
    let nodes = stretch_words(jobs.named(row).filter(|_| policy.scheduler == Scheduler::CoAllocation)?);
    let (first, last) = (jobs.ready(row), policy.reservations.last_start(jobs, row));
    let free = format!("free throughout {}", lasting(jobs.reserved(row)));
    Some(match policy.reservations {
        _ if jobs.earliest_start[row] == jobs.latest_start[row] => {
            format!("It asks for {nodes}, and no others. From {first} s on, its only start, not all of these are {free}.")
        }
        ReservationRule::Rigid => {
            format!(
                "It asks for {nodes}, and no others. From {first} s on, not all of these are {free}, and the policy looks at the earliest start only."
            )
        }
        ReservationRule::FirstFit | ReservationRule::Osp => {
            format!(
                "It asks for {nodes}, and no others. From none of the starts that were tried from {first} s to {last} s on are these {free}."
            )
        }
    })
}

/// Who had nodes that a job names in the time that it asked for, as far as was known on its submission; `None` if it got them at once or names none. O(jobs).
pub fn who_had_them(jobs: &Jobs, decisions: &Decisions, nodes: &NodeTable, policy: BatchPolicy, row: usize) -> Option<String> {
    let (first, last) = jobs.named(row).filter(|_| policy.scheduler == Scheduler::CoAllocation)?;
    if decisions.retries[row] == 0 && !decisions.is_refused(row) {
        return None;
    }
    let (from, submitted) = (jobs.ready(row), jobs.submitted[row].into());
    let to = from + jobs.reserved(row);
    let mut told = Vec::new();
    for other in (0..row).filter(|&other| decisions.is_decided(other) && decisions.end[other] > submitted) {
        let (start, end) = (decisions.start[other], decisions.start[other] + jobs.reserved(other));
        if start >= to || end <= from {
            continue;
        }
        let shared = nodes.of_row(other).filter(|&(low, high)| low <= last && high >= first);
        let shared: Vec<String> = shared.map(|(low, high)| stretch_words((low.max(first), high.min(last)))).collect();
        if !shared.is_empty() {
            told.push(format!("job {} has {} from {start} s to {end} s", jobs.number(other), list(&shared)));
        }
    }
    let more = told.len().saturating_sub(TOLD);
    told.truncate(TOLD);
    if more > 0 {
        told.push(format!("{more} more have others"));
    }
    (!told.is_empty()).then(|| format!("When it was submitted, it could not have them at once: {}.", told.join("; ")))
}

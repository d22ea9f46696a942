//! Nodes that a job asks for by their numbers, in words.

use super::words::{TOLD, lasting};
use crate::batch::booking::stretch_words;
use crate::batch::decisions::Decisions;
use crate::batch::job::Jobs;
use crate::batch::nodes::NodeTable;
use crate::batch::reservations::ReservationRule;
use crate::batch::scheduler::{BatchPolicy, Scheduler};
use crate::core::words::{counted, list};

/// "It asks for nodes 4 to 7, and no others", and how it is said that they were free, or not.
fn asks((first, last): (u32, u32)) -> (String, &'static str, &'static str) {
    let (others, free, not_free) =
        if first == last { ("other", "it was", "it was not") } else { ("others", "they were all", "not all of them were") };
    (format!("It asks for {}, and no {others}", stretch_words((first, last))), free, not_free)
}

/// What came of the nodes that a job names, if it names any.
pub(super) fn named_words(jobs: &Jobs, decisions: &Decisions, policy: BatchPolicy, row: usize) -> Option<String> {
    let named = jobs.named(row)?;
    if policy.scheduler != Scheduler::CoAllocation {
        let nodes = stretch_words(named);
        return Some(format!("It asks for {nodes}, but this scheduler counts nodes and names none: it gets any nodes."));
    }
    let ((asks, free, _), step) = (asks(named), lasting(policy.step.into()));
    Some(match decisions.retries[row] {
        _ if decisions.start[row] == jobs.ready(row) => format!("{asks}: {free} free throughout from the first start on."),
        0 => format!("{asks}: it was on hold until {free} free throughout."),
        retries => {
            let times = counted(retries as usize, "time");
            format!("{asks}: its start was put off {times} by {step} until {free} free throughout.")
        }
    })
}

/// Why a reservation that names its nodes was refused.
pub(super) fn named_refusal(jobs: &Jobs, policy: BatchPolicy, row: usize) -> Option<String> {
    let (asks, free, not_free) = asks(jobs.named(row).filter(|_| policy.scheduler == Scheduler::CoAllocation)?);
    let (first, last) = (jobs.ready(row), policy.reservations.last_start(jobs, row));
    let length = lasting(jobs.reserved(row));
    let only = |why: &str| format!("{asks}. From {first} s on, {why}, {not_free} free for {length}.");
    Some(match policy.reservations {
        _ if jobs.earliest_start[row] == jobs.latest_start[row] => only("its only start"),
        ReservationRule::Rigid => only("the only start that the policy looks at"),
        ReservationRule::FirstFit | ReservationRule::Osp => {
            format!(
                "{asks}. There was no start, of those that were tried from {first} s to {last} s, from which {free} free for {length}."
            )
        }
    })
}

/// Who had nodes that a job names in the time that it asked for, as far as was known on its submission; `None` if it got them at once or names none. O(jobs).
pub fn who_had_them(jobs: &Jobs, decisions: &Decisions, nodes: &NodeTable, policy: BatchPolicy, row: usize) -> Option<String> {
    let (first, last) = jobs.named(row).filter(|_| policy.scheduler == Scheduler::CoAllocation)?;
    if decisions.start[row] == jobs.ready(row) {
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
        told.push(format!("{more} more jobs have others"));
    }
    (!told.is_empty()).then(|| format!("When it was submitted, others had nodes that it names: {}.", told.join("; ")))
}

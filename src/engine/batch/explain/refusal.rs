//! Why a reservation was refused: what its starts are, and who holds nodes there.

use super::offers;
use super::words::{lasting, named};
use crate::batch::decisions::Decisions;
use crate::batch::job::{Jobs, NEVER, Time};
use crate::batch::reservations::ReservationRule;
use crate::batch::scheduler::{BatchPolicy, Scheduler};
use crate::core::verdict::{Tone, Verdict};
use crate::core::words::counted;

/// Who holds nodes in the time that a refused reservation asks for, as far as was known on its submission. Rows in the order of arrival.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InTheWay {
    /// Jobs that run.
    pub running: Vec<u32>,
    /// Reservations that were made before.
    pub reserved: Vec<u32>,
    /// Jobs that wait in a queue that reserves a start for each.
    pub waiting: Vec<u32>,
}

/// Who is in the way of a refused reservation. O(jobs).
pub fn in_the_way(jobs: &Jobs, decisions: &Decisions, policy: BatchPolicy, row: usize) -> InTheWay {
    let now = Time::from(jobs.submitted[row]);
    let (first, last) = (jobs.ready(row), policy.reservations.last_start(jobs, row));
    let until = last.saturating_add(jobs.reserved(row));
    let mut found = InTheWay::default();
    for other in (0..row).filter(|&other| !decisions.is_refused(other) && decisions.end[other] > now) {
        let start = decisions.start[other];
        let is_fixed = start <= now || jobs.is_advance(other) || policy.scheduler == Scheduler::CoAllocation;
        if is_fixed && (start >= until || start.saturating_add(jobs.reserved(other)) <= first) {
            continue;
        }
        match (start <= now, is_fixed) {
            (true, _) => found.running.push(other as u32),
            (false, true) => found.reserved.push(other as u32),
            (false, false) if policy.scheduler == Scheduler::Conservative => found.waiting.push(other as u32),
            (false, false) => {}
        }
    }
    found
}

/// A refused reservation in words.
pub(super) fn refused(jobs: &Jobs, decisions: &Decisions, policy: BatchPolicy, row: usize) -> Verdict {
    let (first, last) = (jobs.ready(row), policy.reservations.last_start(jobs, row));
    let wants = format!("{} free for {}", counted(jobs.nodes[row] as usize, "node"), lasting(jobs.reserved(row)));
    let by_name = super::named::named_refusal(jobs, policy, row);
    let mut sentences = vec![match policy.reservations {
        _ if by_name.is_some() => by_name.unwrap_or_default(),
        _ if jobs.earliest_start[row] == jobs.latest_start[row] => {
            format!("There are not {wants} from {first} s on, its only start.")
        }
        ReservationRule::FirstFit | ReservationRule::Osp if policy.scheduler == Scheduler::CoAllocation => {
            format!("None of the starts that were tried from {first} s to {last} s has {wants}.")
        }
        ReservationRule::FirstFit | ReservationRule::Osp => format!("None of its starts from {first} s to {last} s has {wants}."),
        ReservationRule::Rigid => {
            format!("There are not {wants} from {first} s on, and the policy looks at the earliest start only.")
        }
    }];
    let found = decisions.shadow[row];
    if found != NEVER {
        sentences
            .push(format!("The first start with so many nodes free is {found} s, {} later.", lasting(found.saturating_sub(last))));
    }
    sentences.extend(decisions.offered(row).map(offers::none_taken));
    let InTheWay { running, reserved, waiting } = in_the_way(jobs, decisions, policy, row);
    let of = |rows: &[u32], one: &str, more: &str| {
        (!rows.is_empty()).then(|| format!("{} {}", named(jobs, rows), if rows.len() == 1 { one } else { more }))
    };
    let told = [
        of(&running, "runs", "run"),
        of(&reserved, "has a reservation", "have reservations"),
        of(&waiting, "waits and has a start reserved", "wait and have starts reserved"),
    ];
    let told: Vec<String> = told.into_iter().flatten().collect();
    if !told.is_empty() {
        sentences.push(format!("On its submission others held nodes in that time: {}.", told.join("; ")));
    }
    Verdict { headline: "Refused".to_string(), sentences, tone: Tone::Refused }
}

//! The reason of a refusal, in one sentence.

use super::blockade::Blockade;
use super::blocked_words::InWords;
use super::names::job_name;
use super::overlapping::look_in_words;
use crate::core::time_names::{TimeNames, TimeUnit};
use crate::core::words::counted;
use crate::slots::decisions::{Decisions, Obstacle, Refusal};
use crate::slots::request::{Request, Slot};
use crate::slots::scenario::{Machine, PlannerKind, Policy};
use crate::slots::workload::Arrivals;

/// Where a refused job could have started, as far as the planner looks.
struct Wanted {
    request: Request,
    /// Last start the planner looks at.
    last_start: Slot,
    /// The planner looks at fewer starts than the request allows.
    cut: bool,
}

impl Wanted {
    fn of(arrivals: &Arrivals, policy: Policy, job: u32) -> Self {
        let request = arrivals.row(arrivals.request[job as usize] as usize);
        let rigid = policy.planner == PlannerKind::Rigid;
        let last_start = if rigid { request.earliest_start } else { request.latest_start };
        Self { request, last_start, cut: rigid && request.relax() > 0 }
    }

    /// Number of possible starts.
    fn starts(&self) -> u32 {
        self.last_start - self.request.earliest_start + 1
    }

    /// "it must start at 12", "it could start at 12, 13 or 14", "it could start in 12–30".
    fn window(&self, time: TimeNames) -> String {
        let (first, last) = (self.request.earliest_start, self.last_start);
        let (at, then) = (time.at(first), |slot: Slot| time.at_after(first, slot));
        match self.starts() {
            1 if self.cut => format!("rigid reservation tries start {at} only"),
            1 => format!("it must start at {at}"),
            2 => format!("it could start at {at} or {}", then(last)),
            3 => format!("it could start at {at}, {} or {}", then(first + 1), then(last)),
            _ => format!("it could start in {}", time.between(first, last)),
        }
    }
}

/// Why a job was refused, in brief and from the record alone: one sentence without capital and full stop, so that it can follow "refused:". For long
/// lists; [`refusal_explained`] names the slots and jobs in the way.
pub fn refusal_reason(arrivals: &Arrivals, machine: Machine, policy: Policy, refusal: &Refusal, unit: TimeUnit) -> String {
    let time = machine.time_names(unit);
    let wanted = Wanted::of(arrivals, policy, refusal.job);
    let request = &wanted.request;
    match refusal.obstacle {
        Obstacle::ShortSlot { .. } => {
            let nodes =
                if request.nodes == 1 { "no node is".to_string() } else { format!("fewer than {} nodes are", request.nodes) };
            let lacks = match (wanted.starts(), request.duration) {
                (1, 1) => format!("{nodes} free there"),
                (1, _) => format!("{nodes} free in one of its slots"),
                _ => format!("{nodes} free in a slot that it would need"),
            };
            format!("{}, and {}{lacks}", wanted.window(time), if wanted.starts() == 1 { "" } else { "each time " })
        }
        Obstacle::NoNodeThroughout { best_start, free, scattered } => no_node(&wanted, time, best_start, (free, scattered)),
        Obstacle::MayNotOverlap(look) => {
            let words = look_in_words(&look, request, policy.overlap, machine, time);
            let others = if wanted.starts() == 1 { "" } else { "; no later start is allowed either" };
            format!("no start has room by the estimates, and it may not overlap others: at {} {words}{others}", time.at(look.start))
        }
        Obstacle::LeftOut { job, placed, waiting } => left_out(arrivals, policy, refusal.job, (job, placed, waiting)),
        Obstacle::TooManyWaiting { waiting, slots } => {
            let limits = match policy.planner {
                PlannerKind::Replan(replan) => replan.limits(),
                _ => (0, 0),
            };
            let (most, most_slots) = limits;
            let limit = if waiting > most {
                format!("{waiting} reservations wait for their start, and this planner plans at most {most} anew together")
            } else {
                format!(
                    "the windows of the {waiting} reservations that wait have {slots} slots in total, and this planner plans at most {most_slots} slots anew together"
                )
            };
            format!("with it, {limit}; this limit of the program refuses it, not the plan: there may be room")
        }
        Obstacle::GivenUp { start, slot, .. } => {
            let moves = match refusal.put_back {
                0 => "other starts had been looked at in vain".to_string(),
                moves => format!("{} had been tried", counted(moves as usize, "move")),
            };
            let (at, slot) = (time.at(start), time.slot(slot));
            format!(
                "{}, and the search for room ended at {at}: {moves}, {slot} is still short of nodes, and no more is done for one job",
                wanted.window(time)
            )
        }
        Obstacle::ClassClosed { class, limit_of, partitioned, first, last, used, limit } => {
            let slots = if first == last { time.slot(first) } else { time.slots(first, last) };
            let needed = if request.nodes == 1 { String::new() } else { format!(", {} needed", request.nodes) };
            let kept = machine.nodes.saturating_sub(limit);
            let kept = match (partitioned, limit_of) {
                (true, _) => format!("the other {kept} nodes belong to the other classes"),
                (false, 1) => format!("{kept} of {} nodes are not for sale", machine.nodes),
                (false, 2) => format!("{} kept for class 1", are_kept(kept)),
                (false, 3) => format!("{} kept for classes 1 and 2", are_kept(kept)),
                (false, k) => format!("{} kept for classes 1–{}", are_kept(kept), k - 1),
            };
            let whose = match limit_of == class {
                true => String::new(),
                false => format!("of class {limit_of} and those below it "),
            };
            format!("class {class} closed for {slots}: {whose}{used} of {limit} used{needed}; {kept}")
        }
    }
}

/// Why a job was refused, with the slots and jobs in the way; no capital and no full stop, so that it can follow "refused:".
pub fn refusal_explained(
    arrivals: &Arrivals,
    decisions: &Decisions,
    machine: Machine,
    policy: Policy,
    refusal: &Refusal,
    unit: TimeUnit,
) -> String {
    let time = machine.time_names(unit);
    match refusal.obstacle {
        Obstacle::ShortSlot { .. } => {
            let blockade = Blockade::of(arrivals, decisions, machine, policy, refusal.job);
            let wanted = Wanted::of(arrivals, policy, refusal.job);
            format!(
                "{}; {}",
                wanted.window(time),
                InWords { arrivals, machine, policy, time, nodes: wanted.request.nodes }.blockade(&blockade)
            )
        }
        _ => refusal_reason(arrivals, machine, policy, refusal, unit),
    }
}

/// "when the seven reservations that had not begun were planned anew in the order of their arrival, 4.1 found no start".
fn left_out(arrivals: &Arrivals, policy: Policy, newcomer: u32, (job, placed, waiting): (u32, u32, u32)) -> String {
    let order = match policy.planner {
        PlannerKind::Replan(replan) => format!(" in the order of {}", replan.order_in_words()),
        _ => String::new(),
    };
    let who = if job == newcomer { "it".to_string() } else { format!("job {}", job_name(arrivals, job)) };
    match waiting {
        1 => "nothing else could change its start, and there is no room for it".to_string(),
        _ => format!(
            "with it {waiting} reservations were planned anew{order}, and {who}, number {} among them, found no start with room",
            placed + 1
        ),
    }
}

/// "1 node is", "9 nodes are".
fn are_kept(nodes: u32) -> String {
    if nodes == 1 { "1 node is".to_string() } else { format!("{nodes} nodes are") }
}

fn no_node(wanted: &Wanted, time: TimeNames, best_start: Slot, (free, scattered): (u32, bool)) -> String {
    let Request { earliest_start, duration, nodes, .. } = wanted.request;
    let throughout = match duration {
        1 => time.in_slot(best_start),
        _ => format!("throughout {}", time.held(best_start, best_start + duration)),
    };
    let (first, last) = (time.at(earliest_start), time.at_after(earliest_start, wanted.last_start));
    let long = if time.is_clock() { time.length(duration) } else { format!("{duration} slots") };
    let is = if free == 1 { "is" } else { "are" };
    let obstacle = match (free, wanted.starts()) {
        (0, 1) => format!("no node is free {throughout}, and the request must start at {first}"),
        (0, _) if duration == 1 => format!("no node is free in any slot from {first} to {last}"),
        (0, _) => format!("no node is free for {long} on end from any start between {first} and {last}"),
        (_, 1) => format!("only {free} of the {nodes} nodes needed {is} free {throughout}"),
        (_, _) => format!(
            "at no start between {first} and {last} are the {nodes} nodes needed free all the time; at best {free} {is}, \
             {throughout}"
        ),
    };
    if scattered {
        format!(
            "{obstacle}; there is room in every slot, but not on the same nodes throughout, and only a logical plan lets a job change nodes"
        )
    } else {
        obstacle
    }
}

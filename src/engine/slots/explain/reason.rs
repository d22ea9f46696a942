//! The reason of a refusal, in one sentence.

use crate::core::words::range;
use crate::slots::decisions::{Obstacle, Refusal};
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
    /// Number of possible starts.
    fn starts(&self) -> u32 {
        self.last_start - self.request.earliest_start + 1
    }

    /// "the request must start at 12" or "between 12 and 14".
    fn window(&self) -> String {
        let first = self.request.earliest_start;
        match self.starts() {
            1 if self.cut => format!("rigid reservation looks at start {first} only"),
            1 => format!("the request must start at {first}"),
            _ => format!("between {first} and {}", self.last_start),
        }
    }

    /// "needs 1 in each of slots 12–14".
    fn needs(&self) -> String {
        let Request { earliest_start, duration, nodes, .. } = self.request;
        match duration {
            1 => format!("needs {nodes} in slot {earliest_start}"),
            _ => format!("needs {nodes} in each of slots {}", range(earliest_start, earliest_start + duration - 1)),
        }
    }
}

/// Why a job was refused: one sentence without capital and full stop, so that it can follow "refused:".
///
/// It names the obstacle that ruled out most of the possible starts, and what keeps it from being cleared.
pub fn refusal_reason(arrivals: &Arrivals, machine: Machine, policy: Policy, refusal: &Refusal) -> String {
    let request = arrivals.row(arrivals.request[refusal.job as usize] as usize);
    let rigid = policy.planner == PlannerKind::Rigid;
    let last_start = if rigid { request.earliest_start } else { request.latest_start };
    let wanted = Wanted { request, last_start, cut: rigid && request.relax() > 0 };
    match refusal.obstacle {
        Obstacle::ShortSlot { slot, free, starts, candidates, begun } => {
            let who = if policy.planner.moves_jobs() { Some(stuck(policy.planner, candidates, begun)) } else { None };
            short_slot(&wanted, machine, slot, free, starts, who)
        }
        Obstacle::NoNodeThroughout { best_start, free, scattered } => no_node(&wanted, best_start, free, scattered),
        Obstacle::ClassClosed { class, limit_of, partitioned, first, last, used, limit } => {
            let slots = format!("slot{} {}", if first == last { "" } else { "s" }, range(first, last));
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

/// "1 node is", "9 nodes are".
fn are_kept(nodes: u32) -> String {
    if nodes == 1 { "1 node is".to_string() } else { format!("{nodes} nodes are") }
}

fn short_slot(wanted: &Wanted, machine: Machine, slot: Slot, free: u32, starts: u32, who: Option<String>) -> String {
    let nodes = wanted.request.nodes;
    let possible = wanted.starts();
    let window = wanted.window();
    let has = format!("slot {slot} has {free} of {} nodes free", machine.nodes);
    let needed = if nodes == 1 { "1 is needed".to_string() } else { format!("{nodes} are needed") };
    if starts < possible {
        // No slot rules out every start; the worst one is named with its share.
        let full =
            if free == 0 { "is full".to_string() } else { format!("has {free} of {} nodes free where {needed}", machine.nodes) };
        let share =
            format!("each of the {possible} starts {window} meets a short slot: slot {slot} {full} and rules out {starts} of them");
        return who.map_or_else(|| share.clone(), |who| format!("{share}, and {who}"));
    }
    match who {
        None if possible == 1 && wanted.cut => format!("{has}; {window}, and the request {}", wanted.needs()),
        None if possible == 1 => format!("{has}; {window} and {}", wanted.needs()),
        None => format!("{has}, {needed}, and every start {window} takes that slot in"),
        Some(who) => {
            let short = if free == 0 { format!("slot {slot} is full") } else { format!("{has}, {needed}") };
            let comma = if possible == 1 { "," } else { "" };
            format!("{window}{comma} {short}, and {who}")
        }
    }
}

/// Why no job could be moved out of a short slot.
fn stuck(planner: PlannerKind, candidates: u32, begun: u32) -> String {
    let holes = planner == PlannerKind::FcfsLrh;
    let there = if holes { "in that slot" } else { "starting there" };
    let can = if holes { "can move to an earlier or later hole" } else { "may wait" };
    let cannot = if holes { "cannot move to an earlier or later hole" } else { "may not wait" };
    match (candidates, begun) {
        (0, _) if holes => "no accepted job is in that slot".to_string(),
        (0, _) => "no accepted job starts there that could be asked to wait".to_string(),
        (1, 0) => format!("the only job {there} {cannot}"),
        (1, _) => format!("the only job {there} has begun"),
        (all, 0) => format!("none of the {all} jobs {there} {can}"),
        (all, begun) if begun >= all => format!("the {all} jobs {there} have begun"),
        (all, begun) => {
            let have = if begun == 1 { "has" } else { "have" };
            let others = if all - begun == 1 { format!("the other {cannot}") } else { format!("none of the others {can}") };
            format!("of the {all} jobs {there} {begun} {have} begun and {others}")
        }
    }
}

fn no_node(wanted: &Wanted, best_start: Slot, free: u32, scattered: bool) -> String {
    let Request { earliest_start, duration, nodes, .. } = wanted.request;
    let slots = range(best_start, best_start + duration - 1);
    let throughout = if duration == 1 { format!("in slot {slots}") } else { format!("throughout {slots}") };
    let last_start = wanted.last_start;
    let is = if free == 1 { "is" } else { "are" };
    let obstacle = match (free, wanted.starts()) {
        (0, 1) => format!("no node is free {throughout}, and the request must start at {earliest_start}"),
        (0, _) if duration == 1 => format!("no node is free in any slot from {earliest_start} to {last_start}"),
        (0, _) => format!("no node is free for {duration} slots on end from any start between {earliest_start} and {last_start}"),
        (_, 1) => format!("only {free} of the {nodes} nodes needed {is} free {throughout}"),
        (_, _) => format!(
            "at no start between {earliest_start} and {last_start} are the {nodes} nodes needed free all the time; at best {free} {is}, \
             {throughout}"
        ),
    };
    if scattered {
        format!("{obstacle}; counted slot by slot there is room, but on changing nodes, which only a logical plan can use")
    } else {
        obstacle
    }
}

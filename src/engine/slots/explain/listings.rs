//! The planners in slots as pseudo-code.

use crate::core::algorithm::{CodeLine, Listing, Variable, accepts, refuses, works};
use crate::slots::replanning::Replan;
use crate::slots::scenario::{PlannerKind, Policy};

/// The planner as pseudo-code; `has_limits` where a market keeps booking limits.
///
/// - First fit, and making room by FCFS-EDS: Umar 3.3.2, Algorithms 3.1 and 3.2; with slots as in Algorithms 4.1 and 4.4.
/// - Making room by FCFS-LRH: Pujiyanta II.C.
/// - Only the earliest start: Umar 2.1.1; physical nodes: 2.1.4; planning anew: 2.1.5, with the orders of Hu et al., Netto et al. and Barzegar et al.
/// - Overlapping others: Xiao et al., Umar 2.1.3.
/// - Offers: Sulistio, Algorithms 1 and 2.
/// - Booking limits: Umar 6.1.
pub fn planner_listing(policy: Policy, has_limits: bool) -> Listing {
    let planner = policy.planner;
    let mut variables: Vec<Variable> = vec![("j", "job to be placed"), ("nodes", "nodes it needs")];
    let mut lines = vec![works("each", 0, "for each job j of the request:")];
    match planner {
        PlannerKind::Rigid => lines.extend([
            works("short", 1, "if a slot s from the earliest start on is too full: no start"),
            works("found", 1, "otherwise: start ← earliest start"),
        ]),
        PlannerKind::FirstFitPhysical => lines.extend([
            works("through", 1, "for each start in its window:"),
            works("count", 2, "free ← nodes free throughout"),
            works("take", 2, "if free ≥ nodes: take start"),
        ]),
        PlannerKind::Osp | PlannerKind::OspEds => {
            lines.extend(offers(planner == PlannerKind::OspEds));
            variables.push(("slots", "slots it needs"));
        }
        PlannerKind::Replan(replan) => lines.extend(anew(replan)),
        PlannerKind::FirstFit | PlannerKind::FcfsEds | PlannerKind::FcfsLrh | PlannerKind::Overlapping => {
            lines.extend(first_fit());
            if planner.has_shift_rule() {
                lines.push(works("room", 1, "no start? Make room: for each start in its window:"));
                lines.extend(making_room(planner));
            }
            if planner.overlaps() {
                lines.extend(overlapping());
            }
        }
    }
    let moves = planner.moves_jobs();
    match planner {
        PlannerKind::Replan(_) => {}
        _ if moves => lines.push(refuses("refuse", 1, "no start? Put all moves back, refuse j")),
        _ => lines.push(refuses("refuse", 1, "no start? Refuse j")),
    }
    if has_limits {
        let back = if moves { "put all moves back, " } else { "" };
        lines.push(works("limits", 1, "used ← nodes used of the limit of class c"));
        lines.push(refuses("closed", 1, format!("if used + nodes > limit: {back}refuse j")));
    }
    let all = if matches!(planner, PlannerKind::Replan(_)) { "the new plan holds: accept j" } else { "place j at start: accept j" };
    lines.push(accepts("accept", 1, all));
    variables.extend(variables_of(planner));
    if has_limits {
        variables.extend([("c", "class whose limit counts"), ("used", "nodes used of its limit"), ("limit", "its booking limit")]);
    }
    let (name, source) = title(planner);
    Listing { name, source, lines, variables }
}

fn first_fit() -> [CodeLine; 3] {
    [
        works("fit", 1, "first fit: for each start in its window:"),
        works("short", 2, "if a slot s is too full: go on at s + 1"),
        works("found", 2, "otherwise: take start"),
    ]
}

fn making_room(planner: PlannerKind) -> [CodeLine; 3] {
    let can = if planner == PlannerKind::FcfsLrh {
        "if a job b in the full slot s can end before it or start after it: move b, look again"
    } else {
        "if a job b that starts in the full slot s can start later: move b, look again"
    };
    [
        works("enough", 2, "if no slot is too full: take start"),
        works("move", 2, can),
        works("blocked", 2, "otherwise: go on at s + 1"),
    ]
}

fn offers(makes_room: bool) -> Vec<CodeLine> {
    let mut lines = vec![
        works("runs", 1, "runs ← slots of equal free nodes, fewest first"),
        works("grow", 1, "each with enough nodes grows left, then right: an offer"),
        works("solution", 1, "if an offer is as long as asked: take its first slots"),
    ];
    if makes_room {
        lines.push(works("room", 1, "none? Make room: for each start in its window:"));
        lines.extend(making_room(PlannerKind::OspEds));
    }
    let back = if makes_room { "put all moves back; " } else { "" };
    let smaller = format!("otherwise: {back}the user takes the longest offer of at least half the slots and nodes");
    lines.push(works("smaller", 1, smaller));
    lines
}

fn overlapping() -> [CodeLine; 6] {
    [
        works("overlap", 1, "no start? Overlap: for each start in its window:"),
        works("twice", 2, "if s were booked twice over: next start"),
        works("few", 2, "if too few slots have room (v*): next start"),
        works("many", 2, "if too many overlap to compute P: next start"),
        works("probable", 2, "if P in s is not below 1 − p*: next start"),
        works("overlaps", 2, "otherwise: take start"),
    ]
}

fn anew(replan: Replan) -> [CodeLine; 6] {
    [
        works("list", 1, "list ← j and all whose start may still change"),
        refuses("waiting", 1, "too many of them? Refuse j"),
        works("order", 1, format!("for each b of it, in the order of {}:", replan.order_in_words())),
        works("again", 2, "new ← first start with room for b"),
        works("gone", 2, "there is none? End"),
        refuses("refuse", 1, "a b without place? Keep the old plan, refuse j"),
    ]
}

fn variables_of(planner: PlannerKind) -> Vec<Variable> {
    let start = ("start", "start that is looked at");
    let short = [("s", "slot with too few free nodes"), ("free", "free nodes of s")];
    let moved = [("b", "job that is asked to move"), ("back", "moves that are put back")];
    match planner {
        PlannerKind::Rigid | PlannerKind::FirstFit => [&[start], &short[..]].concat(),
        PlannerKind::FirstFitPhysical => vec![start, ("free", "nodes free throughout")],
        PlannerKind::Osp => [&[start], &short[..]].concat(),
        PlannerKind::FcfsEds | PlannerKind::FcfsLrh | PlannerKind::OspEds => [&[start], &short[..], &moved[..]].concat(),
        PlannerKind::Overlapping => {
            let [s, free] = short;
            vec![start, s, free, ("booked", "nodes booked in s, those of j included"), ("P", "probability of a violation in s")]
        }
        PlannerKind::Replan(_) => vec![
            ("b", "reservation that is placed again"),
            ("old", "start of b so far"),
            ("new", "start of b in the new plan"),
            ("start", "start of j"),
        ],
    }
}

fn title(planner: PlannerKind) -> (&'static str, &'static str) {
    match planner {
        PlannerKind::Rigid => ("Rigid", "Umar 2.1.1"),
        PlannerKind::FirstFit => ("First fit", "Umar 3.3.2, step 1"),
        PlannerKind::FirstFitPhysical => ("First fit on physical nodes", "Umar 2.1.4"),
        PlannerKind::FcfsEds => ("FCFS-EDS", "Umar 3.3.2, Algorithms 3.1 and 3.2"),
        PlannerKind::FcfsLrh => ("FCFS-LRH", "Pujiyanta II.C"),
        PlannerKind::Osp => ("Strip packing", "Sulistio, Algorithms 1 and 2"),
        PlannerKind::OspEds => ("Strip packing, then FCFS-EDS", "Sulistio, Algorithms 1 and 2; Umar 3.3.2"),
        PlannerKind::Overlapping => ("Overlapping", "Xiao et al.; Umar 2.1.3"),
        PlannerKind::Replan(_) => ("Planning anew", "Umar 2.1.5"),
    }
}

//! A plan as text, so that a failing test reads like a chart.

use bookahead::engine::Outcome;
use bookahead::engine::slots::decisions::Obstacle;
use bookahead::formats::studies::slots::draw_plan;
use std::fmt::Write;

/// The plan as `bookahead plan` draws it, or a list of its jobs where it is too large for that. Then one line for each move and each
/// refusal.
pub fn gantt(outcome: &Outcome, machine_nodes: u32) -> String {
    let Outcome { arrivals, decisions, nodes, .. } = outcome;
    let name = |job: usize| format!("{}.{}", arrivals.user[arrivals.request[job] as usize], arrivals.number[job]);
    let mut text = draw_plan(machine_nodes, outcome).unwrap_or_default();
    if text.is_empty() {
        for job in (0..decisions.start.len()).filter(|&job| decisions.accepted(job)) {
            let (start, duration) = (decisions.start[job], arrivals.duration[arrivals.request[job] as usize]);
            writeln!(text, "{:>6} in {start} .. {} on {:?}", name(job), start + duration, nodes.of(job)).unwrap();
        }
    }
    for m in &decisions.moves {
        let (job, beneficiary) = (name(m.job as usize), name(m.beneficiary as usize));
        writeln!(text, "{job} moved {} -> {} for {beneficiary} (slot {} was short)", m.from, m.to, m.short_slot).unwrap();
    }
    for refusal in &decisions.refusals {
        let job = refusal.job as usize;
        let request = arrivals.row(arrivals.request[job] as usize);
        let why = match refusal.obstacle {
            Obstacle::ShortSlot { slot, free, .. } => format!("slot {slot} has {free} free"),
            Obstacle::NoNodeThroughout { best_start, free, .. } => {
                format!("at best {free} nodes free throughout from {best_start}")
            }
            Obstacle::GivenUp { start, slot, free } => format!("given up at {start}, where slot {slot} has {free} free"),
            Obstacle::ClassClosed { class, limit_of, first, last, used, limit, .. } => {
                format!("class {class} closed in {first}..={last}: limit of class {limit_of}, {used} of {limit} used")
            }
            Obstacle::LeftOut { job, placed, waiting } => {
                format!("{} has no place after {placed} of {waiting}", name(job as usize))
            }
            Obstacle::MayNotOverlap(look) => format!("may not overlap: {look:?}"),
            Obstacle::TooManyWaiting { waiting, slots } => format!("{waiting} wait, over {slots} slots"),
        };
        let window = format!(
            "{}..={} for {} slots on {} nodes",
            request.earliest_start, request.latest_start, request.duration, request.nodes
        );
        writeln!(text, "{} refused: wants {window}; {why}; {} moves put back", name(job), refusal.put_back).unwrap();
    }
    text
}

//! Algorithm 1 as pseudo-code, and the line of it that is at work in a step.

use super::trail::{PackingStep, Trail};
use crate::core::algorithm::{LineAtWork, Listing, Tracer, accepts, works};
use crate::core::offers::{Run, Side, Stop};
use crate::core::time_names::TimeNames;

/// On-line strip packing as pseudo-code (Sulistio, Algorithm 1).
pub fn packing_listing() -> Listing {
    let lines = vec![
        works("runs", 0, "for each run of slots with equal free nodes, fewest first:"),
        works("skipped", 1, "too few free nodes? Leave it out"),
        works("begun", 1, "offer ← the run"),
        works("left", 1, "while it is too short: take in the run on its left"),
        works("left-end", 1, "until the interval ends or that run has too few free nodes"),
        works("right", 1, "while it is too short: take in the run on its right"),
        works("right-end", 1, "until the interval ends or that run has too few free nodes"),
        works("offer", 1, "list the offer, with the fewest free nodes of its runs"),
        works("solution", 1, "as long as asked? It is the solution: put it on top"),
        accepts("found", 0, "end with the solution"),
        works("over", 0, "or, after the last run, without one"),
    ];
    let variables = vec![
        ("run", "run of slots that is looked at"),
        ("free", "free nodes of the run"),
        ("slots", "slots of the offer"),
        ("nodes", "nodes of the offer"),
        ("short", "slot at which the offer stops growing"),
    ];
    Listing { name: "Strip packing", source: "Sulistio, Algorithm 1", lines, variables }
}

/// The line of [`packing_listing`] at work in each of the first `steps` steps.
pub fn packing_at_work(trail: &Trail, steps: usize, time: TimeNames) -> Vec<LineAtWork> {
    let mut tracer = Tracer::default();
    let run = |tracer: &mut Tracer, run: u32| {
        tracer.forget(&["short"]);
        if let Some(Run { start, end, free }) = trail.runs.get(run as usize) {
            tracer.set("run", time.held(*start, *end));
            tracer.set("free", free);
        }
    };
    let size = |tracer: &mut Tracer, slots: u32, nodes: u32| {
        tracer.set("slots", time.length(slots));
        tracer.set("nodes", nodes);
    };
    for step in trail.steps.iter().take(steps) {
        match *step {
            PackingStep::Skipped { run: at } => {
                tracer.forget(&["slots", "nodes"]);
                run(&mut tracer, at);
                tracer.line("skipped");
            }
            PackingStep::Begun { run: at } => {
                run(&mut tracer, at);
                trail.runs.get(at as usize).iter().for_each(|run| size(&mut tracer, run.slots(), run.free));
                tracer.line("begun");
            }
            PackingStep::Grown { side, run: at, slots, nodes } => {
                run(&mut tracer, at);
                size(&mut tracer, slots, nodes);
                tracer.line(if side == Side::Left { "left" } else { "right" });
            }
            PackingStep::Stopped { side, why } => {
                tracer.forget(&["run", "free", "short"]);
                if let Stop::Short { slot, free } = why {
                    tracer.set("short", time.brief(slot));
                    tracer.set("free", free);
                }
                tracer.line(if side == Side::Left { "left-end" } else { "right-end" });
            }
            PackingStep::Offered { offer, .. } => {
                tracer.forget(&["run", "free", "short"]);
                size(&mut tracer, offer.end - offer.start, offer.nodes);
                tracer.line(if offer.is_solution { "solution" } else { "offer" });
            }
            PackingStep::Ended { found } => tracer.line(if found { "found" } else { "over" }),
        }
    }
    tracer.lines()
}

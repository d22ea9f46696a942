//! The figures of a plan in slots with their formulas, from its decisions; see [`Metrics`](super::metrics::Metrics).

use super::metrics::{free_time, revisions};
use super::nodes::quick_node_changes;
use super::overlap::Reality;
use super::request::Slot;
use super::revenue::{Market, Report};
use super::scenario::{Machine, Policy};
use super::workload::Arrivals;
use crate::core::formula::{Expression, Formula};
use crate::slots::decisions::{Decisions, REFUSED};

/// Acceptance, utilisation, mean delay and moves of the jobs decided so far; violations where reservations may overlap.
pub fn formulas(arrivals: &Arrivals, decisions: &Decisions, machine: Machine, policy: Policy) -> Vec<Formula> {
    let (mut accepted, mut busy, mut delay) = (0_u64, 0_u64, 0_u64);
    let (mut first, mut end) = (Slot::MAX, 0);
    for (job, &start) in decisions.start.iter().enumerate().filter(|(_, start)| **start != REFUSED) {
        let row = arrivals.request[job] as usize;
        let duration = arrivals.duration[row];
        accepted += 1;
        busy += u64::from(arrivals.nodes[row]) * u64::from(duration);
        delay += u64::from(start - arrivals.earliest_start[row]);
        (first, end) = (first.min(start), end.max(start + duration));
    }
    let reality = Reality::of(arrivals, decisions, machine, policy);
    let told = accepted + u64::from(revisions(&decisions.moves));
    let changes = quick_node_changes(arrivals, decisions, machine, policy);
    let (free, median) = free_time(arrivals, decisions, machine, first.min(end)..end);
    let accepted_jobs = accepted;
    let accepted = || Expression::count("accepted jobs", accepted_jobs);
    let span = Expression::term("slot after the last end", end).less(Expression::term("first start", first.min(end)));
    let put_back = decisions.refusals.iter().map(|refusal| u64::from(refusal.put_back)).sum();
    let formula = |key, name, expression| Formula { key, name, expression };
    let real = reality.into_iter().flat_map(|reality| {
        let span = Expression::term("slot after the last end", end).less(Expression::term("first start", first.min(end)));
        let violated = Expression::count("violated jobs", reality.violations.into());
        [
            formula("violations", "Violation rate", violated.over(accepted())),
            formula(
                "real_utilisation",
                "Utilisation by real durations",
                Expression::count("Σ nodes × real duration of the jobs that run", reality.used_node_slots)
                    .over(Expression::term("nodes", machine.nodes).times(span)),
            ),
        ]
    });
    let mut formulas = vec![
        formula("acceptance", "Acceptance", accepted().over(Expression::count("jobs", decisions.start.len() as u64))),
        formula(
            "utilisation",
            "Utilisation",
            Expression::count("Σ nodes × duration of accepted jobs", busy)
                .over(Expression::term("nodes", machine.nodes).times(span)),
        ),
        formula("fragmentation", "Fragmentation", free.expression("node-slots", &format!("{median} slots"))),
        formula("mean_delay", "Mean delay, slots", Expression::count("Σ (start − earliest start)", delay).over(accepted())),
        formula("shifts", "Moves made", Expression::count("moves of accepted jobs that were kept", decisions.moves.len() as u64)),
        formula("shifts_put_back", "Moves put back", Expression::count("moves tried for jobs that were then refused", put_back)),
        formula(
            "messages",
            "Messages per accepted job",
            Expression::count("starts told (the first one of each accepted job, and each new one)", told).over(accepted()),
        ),
    ];
    let first = "accepted jobs (their first nodes), and other nodes at the same start after a later decision";
    formulas.extend(changes.map(|changes| {
        let told = Expression::count(first, changes + accepted_jobs);
        formula("node_messages", "Messages of nodes per accepted job", told.over(accepted()))
    }));
    formulas.extend(real);
    formulas
}

/// The revenue of a plan, class by class, and what is lost by limits and by the lack of them.
pub fn revenue_formulas(market: &Market, report: &Report) -> Vec<Formula> {
    let classes = report.classes.iter().zip(&market.classes).enumerate().map(|(k, (figures, class))| {
        let price = Expression::term(format!("price of class {}", k + 1), class.price);
        price.times(Expression::count(format!("node-slots sold to class {}", k + 1), figures.node_slots))
    });
    let formula = |key, name, expression| Formula { key, name, expression };
    let spoilage = "Σ over slots to the last submission: lesser of idle nodes and nodes asked for at the earliest start by jobs refused by a limit";
    let dilution =
        "Σ over jobs refused for lack of nodes: node-slots of lower classes with which they would have fitted, each counted once";
    vec![
        formula("revenue", "Revenue, minor units", Expression::Sum(classes.collect())),
        formula("spoilage", "Spoilage, node-slots", Expression::count(spoilage, report.losses.spoilage)),
        formula("dilution", "Dilution, node-slots", Expression::count(dilution, report.losses.dilution)),
    ]
}

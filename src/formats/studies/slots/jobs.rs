//! A plan in slots as other tools see it, and as CSV.

use crate::csv::CsvWriter;
use crate::plan_rows::{Held, Intervals, Machine, TakenJob};
use bookahead_engine::Outcome;
use bookahead_engine::core::time_names::TimeUnit;
use bookahead_engine::slots::decisions::REFUSED;
use bookahead_engine::slots::explain::refusal_reason;
use bookahead_engine::slots::overlap::bookable;
use bookahead_engine::slots::scenario::SlotsScenario;
use std::borrow::Cow;
use std::io;

pub(super) fn machine(slots: &SlotsScenario) -> Machine {
    Machine { prefix: "cn", nodes: bookable(slots.machine, slots.policy), seconds: slots.machine.slot_seconds, unit: "slot" }
}

/// Calls `found` with every job in arrival order.
pub(super) fn for_each_job(
    slots: &SlotsScenario,
    outcome: &Outcome,
    found: &mut dyn FnMut(TakenJob<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let Outcome { arrivals, decisions, nodes, .. } = outcome;
    (0..decisions.start.len()).try_for_each(|job| {
        let row = arrivals.request[job] as usize;
        let (start, duration) = (decisions.start[job], u64::from(arrivals.duration[row]));
        let held = (start != REFUSED).then(|| {
            let start = u64::from(start);
            Held { start, end: start + duration, nodes: Cow::Borrowed(nodes.of(job)) }
        });
        let first = decisions.first_start[job];
        let refusal = decisions.refusal(job);
        found(TakenJob {
            name: format!("{}.{}", arrivals.user[row], arrivals.number[job]),
            submitted: u64::from(arrivals.submitted[row]),
            nodes: arrivals.nodes[row],
            duration,
            held: held.into_iter().collect(),
            moved_from: (start != REFUSED && first != start).then_some(u64::from(first)),
            refused: refusal.map(|refusal| refusal_reason(arrivals, slots.machine, slots.policy, refusal, TimeUnit::Slots)),
        })
    })
}

/// Writes a line for each job in arrival order, under the names of the JSON; `end` is the first slot after the job, nodes are intervals (`0-3 5`).
///
/// # Errors
/// Those of `out`.
pub(super) fn write_csv(out: &mut impl io::Write, slots: &SlotsScenario, outcome: &Outcome) -> io::Result<()> {
    let Outcome { arrivals, decisions, nodes: table, .. } = outcome;
    let market = slots.market.as_ref();
    let mut out = CsvWriter::new(out);
    let columns = "user,job,submitted,earliest_start,latest_start,duration,nodes,accepted,start,end,first_start,delay,physical";
    out.head(&format!("{columns}{}", if market.is_some() { ",class,charged" } else { "" }))?;
    for job in 0..decisions.start.len() {
        let request = arrivals.row(arrivals.request[job] as usize);
        let number = arrivals.number[job];
        let (user, duration, nodes) = (request.user, request.duration, request.nodes);
        out.values(&[&user, &number, &request.submitted, &request.earliest_start, &request.latest_start, &duration, &nodes])?;
        let start = decisions.start[job];
        let is_accepted = start != REFUSED;
        if is_accepted {
            let (first, delay) = (decisions.first_start[job], start - request.earliest_start);
            out.values(&[&"yes", &start, &(start + duration), &first, &delay, &Intervals(table.of(job))])?;
        } else {
            out.values(&[&"no"])?;
            out.empty(5)?;
        }
        if let Some(market) = market {
            let class = market.class_of(request.earliest_start - request.submitted);
            let price = market.classes.get(class).map_or(0, |class| u64::from(class.price));
            let charged = if is_accepted { price * u64::from(nodes) * u64::from(duration) } else { 0 };
            out.values(&[&(class + 1), &charged])?;
        }
        out.end()?;
    }
    Ok(())
}

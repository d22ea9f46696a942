//! What happened to one request in planner, revenue management and forecaster (Umar 6.1), in words.

use super::market_edit::class_name;
use crate::engine::core::verdict::Tone;
use crate::engine::slots::decisions::{Decisions, Obstacle};
use crate::engine::slots::request::Slot;
use crate::engine::slots::revenue::RunSeries;
use crate::engine::slots::revenue::{ClassFigures, Market, Method};
use crate::engine::slots::workload::Arrivals;

/// One stage of the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Its name.
    pub name: &'static str,
    /// What happened, in a few words.
    pub headline: String,
    /// The facts, in sentences.
    pub words: String,
    /// How the request fared in it; `None` where it did not get there.
    pub tone: Option<Tone>,
}

/// The four stages of the request in `row`, and what became of its jobs in numbers.
pub fn pipeline(
    market: &Market,
    run: &RunSeries,
    arrivals: &Arrivals,
    decisions: &Decisions,
    row: usize,
) -> ([Stage; 4], ClassFigures) {
    let counted = figures(market, arrivals, decisions, row);
    let first = Facts::of(market, arrivals, decisions, row);
    (
        [
            planning(&counted, &first),
            revenue(market, run, &counted, &first),
            decision(&counted, &first),
            forecaster(market, &counted, &first),
        ],
        counted,
    )
}

/// What is told of a request by name: its class, and the first of its jobs of each kind.
struct Facts {
    class: usize,
    submitted: Slot,
    earliest_start: Slot,
    duration: Slot,
    nodes: u32,
    /// Where the first confirmed job was placed first.
    placed: Option<Slot>,
    /// Why the first job whose class was closed was refused: first and last slot, used, limit.
    closed: Option<(Slot, Slot, u32, u32)>,
    /// Whether something was moved for a refused job, and put back.
    has_moves: bool,
}

impl Facts {
    fn of(market: &Market, arrivals: &Arrivals, decisions: &Decisions, row: usize) -> Self {
        let (earliest_start, submitted) = (arrivals.earliest_start[row], arrivals.submitted[row]);
        let jobs = || jobs_of(arrivals, decisions, row);
        let closed = |job: usize| match decisions.refusal(job)?.obstacle {
            Obstacle::ClassClosed { first, last, used, limit, .. } => Some((first, last, used, limit)),
            _ => None,
        };
        Self {
            class: market.class_of(earliest_start - submitted),
            submitted,
            earliest_start,
            duration: arrivals.duration[row],
            nodes: arrivals.nodes[row],
            placed: jobs().find(|&job| decisions.accepted(job)).map(|job| decisions.first_start[job]),
            closed: jobs().find_map(closed),
            has_moves: jobs().filter_map(|job| decisions.refusal(job)).any(|refusal| refusal.put_back > 0),
        }
    }
}

/// The decided jobs of a request.
fn jobs_of(arrivals: &Arrivals, decisions: &Decisions, row: usize) -> std::ops::Range<usize> {
    let decided = decisions.start.len();
    (arrivals.first_job[row] as usize).min(decided)..(arrivals.first_job[row + 1] as usize).min(decided)
}

/// What became of the jobs of a request.
fn figures(market: &Market, arrivals: &Arrivals, decisions: &Decisions, row: usize) -> ClassFigures {
    let class = market.class_of(arrivals.earliest_start[row] - arrivals.submitted[row]);
    let node_slots = u64::from(arrivals.nodes[row]) * u64::from(arrivals.duration[row]);
    let value = u64::from(market.classes[class].price) * node_slots;
    let mut figures = ClassFigures::default();
    for job in jobs_of(arrivals, decisions, row) {
        let is_closed = decisions.refusal(job).is_some_and(|refusal| matches!(refusal.obstacle, Obstacle::ClassClosed { .. }));
        let one = ClassFigures { jobs: 1, ..ClassFigures::default() };
        figures += match (decisions.accepted(job), is_closed) {
            (true, _) => ClassFigures { confirmed: 1, node_slots, revenue: value, ..one },
            (_, true) => ClassFigures { closed: 1, forgone: value, ..one },
            _ => ClassFigures { unplaced: 1, missed: value, ..one },
        };
    }
    figures
}

/// "slot 4", "slots 4–6".
fn slots(first: Slot, count: Slot) -> String {
    if count <= 1 { format!("slot {first}") } else { format!("slots {first}–{}", first + (count - 1)) }
}

fn nodes(count: u32) -> String {
    if count == 1 { "1 node".to_string() } else { format!("{count} nodes") }
}

/// "1 node in slot 4 counts", "2 nodes in slots 4–6 count".
fn counts(count: u32, first: Slot, duration: Slot) -> String {
    format!("{} in {} {}", nodes(count), slots(first, duration), if count == 1 { "counts" } else { "count" })
}

/// Some of all: good if all, refused if none.
fn tone(some: u32, all: u32) -> Tone {
    match some {
        0 => Tone::Refused,
        some if some == all => Tone::Good,
        _ => Tone::Partly,
    }
}

/// "place found" for one job, "3 of 4 jobs …" for several.
fn share(some: u32, all: u32, one: &str, none: &str) -> String {
    match (some, all) {
        (0, _) => none.to_string(),
        (1, 1) => one.to_string(),
        (some, all) => format!("{some} of {all} jobs: {one}"),
    }
}

fn planning(counted: &ClassFigures, first: &Facts) -> Stage {
    let ClassFigures { jobs, confirmed, closed, .. } = *counted;
    let placed = confirmed + closed;
    let words = match first.placed {
        Some(start) => format!("{} in {}.", nodes(first.nodes), slots(start, first.duration)),
        None if closed > 0 => "There was room in the plan.".to_string(),
        None => "No start leaves enough free nodes.".to_string(),
    };
    Stage { name: "Planning", headline: share(placed, jobs, "place found", "no place"), words, tone: Some(tone(placed, jobs)) }
}

fn revenue(market: &Market, run: &RunSeries, counted: &ClassFigures, first: &Facts) -> Stage {
    let ClassFigures { confirmed, closed, .. } = *counted;
    let stage = |headline: String, words: String, tone| Stage { name: "Revenue", headline, words, tone };
    if confirmed + closed == 0 {
        return stage("not asked".to_string(), "Revenue management is asked only about jobs that have a place.".to_string(), None);
    }
    let class = class_name(market, first.class);
    let since = match run.update_by(first.submitted) {
        Some(update) => format!("since slot {}", run.updates[update].slot),
        None => "from the start".to_string(),
    };
    let limits = market.in_force(run.limits_at(first.submitted));
    let limit = limits.get(first.class).copied().unwrap_or(0);
    let mut words = match market.method {
        Method::None => format!("{class} has no limit."),
        _ => format!("{class} has a limit of {} {since}.", nodes(limit)),
    };
    if let Some((from, to, used, limit)) = first.closed {
        words += &format!(" In {} {used} of {limit} were used, {} more needed.", slots(from, to - from + 1), first.nodes);
    }
    stage(share(confirmed, confirmed + closed, "class open", "class closed"), words, Some(tone(confirmed, confirmed + closed)))
}

fn decision(counted: &ClassFigures, first: &Facts) -> Stage {
    let ClassFigures { jobs, confirmed, revenue, forgone, missed, .. } = *counted;
    let mut words = Vec::new();
    if revenue > 0 {
        words.push(format!("{revenue} charged."));
    }
    if forgone > 0 {
        let put_back = if first.has_moves { "; what was moved for it was put back" } else { "" };
        words.push(format!("{forgone} given up{put_back}."));
    }
    if missed > 0 {
        words.push(format!("{missed} not to be had for want of room."));
    }
    let headline = share(confirmed, jobs, "confirmed", "refused");
    Stage { name: "Decision", headline, words: words.join(" "), tone: Some(tone(confirmed, jobs)) }
}

fn forecaster(market: &Market, counted: &ClassFigures, first: &Facts) -> Stage {
    let ClassFigures { confirmed, closed, unplaced, .. } = *counted;
    let class = class_name(market, first.class);
    let every = market.update_every.max(1);
    let read_at = |slot: Slot| (slot / every + 1).saturating_mul(every);
    let mut words = Vec::new();
    if let Some(start) = first.placed.filter(|_| confirmed > 0) {
        let what = counts(first.nodes, start, first.duration);
        words.push(format!("{what} as confirmed demand of {class}, read from slot {} on.", read_at(start)));
    }
    if closed > 0 {
        let (what, at) = (counts(first.nodes, first.earliest_start, first.duration), read_at(first.earliest_start));
        words.push(format!("{what} as lost demand of {class}, kept apart, read from slot {at} on."));
    }
    if unplaced > 0 {
        words.push("What finds no place is not reported.".to_string());
    }
    let (headline, tone) = match (confirmed, closed) {
        (0, 0) => ("told nothing", None),
        (_, 0) => ("told: confirmed", Some(Tone::Good)),
        (0, _) => ("told: lost", Some(Tone::Refused)),
        _ => ("told: both", Some(Tone::Partly)),
    };
    Stage { name: "Forecaster", headline: headline.to_string(), words: words.join(" "), tone }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::run;
    use crate::engine::slots::revenue::{DemandSource, Report, Revenue};
    use crate::state::Example;
    use std::sync::Arc;

    #[test]
    fn every_request_is_told_and_the_sums_are_the_reports() {
        let mut scenario = Example::find("three-classes").unwrap().slots().unwrap();
        if let Some(market) = &mut scenario.market {
            (market.demand, market.update_every) = (DemandSource::Forecast, 24);
        }
        let market = scenario.market.clone().unwrap();
        let outcome = run(&scenario).unwrap();
        let updates = outcome.revenue.as_ref().unwrap().updates.clone();
        let run =
            RunSeries { initial: updates[0].before.clone(), updates, ..RunSeries::of(&Revenue::new(Arc::new(market.clone()), 40)) };
        let (arrivals, decisions) = (&outcome.arrivals, &outcome.decisions);
        let mut sums = vec![ClassFigures::default(); 3];
        let mut seen = std::collections::BTreeSet::new();
        for row in 0..arrivals.requests() {
            let ([planning, revenue, decision, forecaster], counted) = pipeline(&market, &run, arrivals, decisions, row);
            sums[market.class_of(arrivals.earliest_start[row] - arrivals.submitted[row])] += counted;
            let texts = [&planning, &revenue, &decision, &forecaster].map(|stage| stage.headline.clone());
            if counted.confirmed == counted.jobs {
                assert_eq!(texts, ["place found", "class open", "confirmed", "told: confirmed"]);
                assert!(decision.words.contains(&counted.revenue.to_string()));
            } else if counted.closed > 0 {
                assert_eq!(texts, ["place found", "class closed", "refused", "told: lost"]);
                assert!(revenue.words.contains("were used") && decision.words.contains("given up"), "{revenue:?}");
            } else {
                assert_eq!(texts, ["no place", "not asked", "refused", "told nothing"]);
            }
            seen.insert(texts);
        }
        assert_eq!(sums, Report::of(&market, arrivals, decisions, 40).classes);
        assert!(seen.len() >= 2);
    }

    #[test]
    fn several_jobs_are_counted() {
        assert_eq!(share(2, 3, "confirmed", "refused"), "2 of 3 jobs: confirmed");
        assert_eq!((share(0, 3, "a", "none"), share(1, 1, "a", "none")), ("none".to_string(), "a".to_string()));
        assert_eq!((slots(4, 1), slots(4, 3)), ("slot 4".to_string(), "slots 4–6".to_string()));
    }
}

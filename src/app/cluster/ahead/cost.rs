//! What the reservation of the range on screen costs the others, in words.

use crate::app::cluster::gantt::axes::shown_start;
use crate::app::kit::text::format::{counted, grouped};
use crate::app::shell::context::Lab;
use crate::chart::cluster::seconds::moment;
use crate::engine::batch::cost::{Cost, CostAnswer, Measure, ReservationCost};
use crate::engine::batch::explain::lasting;
use crate::engine::batch::job::NEVER;
use crate::state::ClusterShown;
use yew::prelude::*;

/// Jobs that are named.
const NAMED: usize = 6;

/// What is known of the cost of the reservation on screen.
pub fn shown_cost(lab: &Lab) -> Option<&CostAnswer> {
    let shown = lab.engine_state.plans.cluster.as_ref()?;
    shown.snapshot.cost.as_ref().filter(|_| lab.model().view.cluster.range.is_some())
}

/// Node-seconds as node-hours.
pub fn node_hours(node_seconds: u64) -> String {
    let hours = node_seconds as f64 / 3_600.0;
    if hours >= 10.0 || node_seconds == 0 {
        format!("{} node-hours", grouped(hours.round() as u64))
    } else {
        format!("{hours:.1} node-hours")
    }
}

/// A cost by a measure, in words.
pub fn by_measure(cost: &Cost, measure: Measure) -> String {
    match measure {
        Measure::Wait => format!("{} of added wait", lasting(cost.wait)),
        Measure::NodeWait => format!("{} of added wait", node_hours(cost.node_wait)),
        Measure::Delayed => format!("{} delayed", counted(cost.delayed.into(), "job", "jobs")),
        Measure::Idle => format!("{} idle", node_hours(cost.idle)),
    }
}

/// All of a cost in a sentence.
pub fn cost_words(cost: &Cost) -> String {
    let delayed = match cost.delayed {
        0 => "It delays nobody".to_string(),
        jobs => format!("It delays {} by {} in all", counted(jobs.into(), "job", "jobs"), lasting(cost.wait)),
    };
    let idle = if cost.idle > 0 { format!("; {} stay idle before it", node_hours(cost.idle)) } else { String::new() };
    format!("{delayed}{idle}.")
}

/// What the reservation on screen costs.
pub fn cost_line(lab: &Lab) -> Html {
    let Some((shown, answer)) = lab.engine_state.plans.cluster.as_ref().zip(shown_cost(lab)) else { return Html::default() };
    let Some(found) = &answer.cost else {
        return html! { <p id="cost-words" role="status">{ "Computing what it costs the others …" }</p> };
    };
    html! { <p id="cost-words" role="status">{ told(lab, shown, found) }</p> }
}

fn told(lab: &Lab, shown: &ClusterShown, found: &ReservationCost) -> String {
    let start = shown_start(lab);
    let ReservationCost { reservation, cost, delayed, by, not_backfilled, .. } = found;
    if cost.granted == NEVER {
        return "It is not granted.".to_string();
    }
    let mut words = format!("{} reserved: ", counted(reservation.nodes.into(), "node", "nodes"));
    if cost.granted != reservation.start {
        words += &format!("its nodes are not free before {}. ", moment(cost.granted, start));
    }
    words += &cost_words(cost);
    let mut worst: Vec<(u64, u32)> = by.iter().copied().zip(delayed.iter().copied()).collect();
    worst.sort_unstable_by_key(|(by, row)| (std::cmp::Reverse(*by), *row));
    let jobs = &shown.plan.jobs;
    let named = worst.iter().take(NAMED).filter(|(_, row)| (*row as usize) < jobs.len());
    let named: Vec<String> = named.map(|(by, row)| format!("job {} by {}", jobs.number(*row as usize), lasting(*by))).collect();
    if !named.is_empty() {
        let more = if worst.len() > NAMED { ", …" } else { "" };
        words += &format!(" Most: {}{more}.", named.join(", "));
    }
    if !not_backfilled.is_empty() {
        words += &format!(" {} no longer go ahead of others.", counted(not_backfilled.len() as u64, "job would", "jobs would"));
    }
    words
}

//! The JSON of a plan in slots, as `bookahead plan --json` prints it.

use crate::json_parts::exact;
use crate::same_fields::{Written, same_fields};
use bookahead_engine::Outcome;
use bookahead_engine::core::time_names::TimeUnit;
use bookahead_engine::slots::decisions::REFUSED;
use bookahead_engine::slots::explain::{refusal_explained, refusal_reason};
use bookahead_engine::slots::metrics::Metrics;
use bookahead_engine::slots::outcome::RevenueOutcome;
use bookahead_engine::slots::overlap::{Reality, real_slots};
use bookahead_engine::slots::revenue::{Class, ClassFigures, ClassForecast, Market, Update};
use bookahead_engine::slots::scenario::SlotsScenario;
use serde::{Serialize, Serializer};

/// Plans of more jobs have the reasons of refusals in brief: to name the slots in the way, the plan as it was is made again for each refusal.
const EXPLAINED_JOBS: usize = 20_000;

/// One job.
#[derive(Serialize)]
struct Decision<'a> {
    user: u32,
    job: u32,
    accepted: bool,
    start: Option<u32>,
    end: Option<u32>,
    nodes: u32,
    physical: Option<&'a [u32]>,
    first_start: Option<u32>,
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<AskedSize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    real_slots: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    violated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    charged: Option<u64>,
}

/// What becomes of the plan when the real durations come to light.
#[derive(Serialize)]
struct RealFigures {
    violations: u32,
    violation_rate: f64,
    #[serde(serialize_with = "exact")]
    used_node_slots: u64,
    utilisation: f64,
    overestimate: f64,
}

/// What was asked for where a smaller offer was taken.
#[derive(Serialize)]
struct AskedSize {
    duration: u32,
    nodes: u32,
}

/// The money and the limits under the names of the format.
#[derive(Serialize)]
struct Money<'a> {
    #[serde(serialize_with = "exact")]
    revenue: u64,
    #[serde(serialize_with = "exact")]
    spoilage: u64,
    #[serde(serialize_with = "exact")]
    dilution: u64,
    classes: Vec<ClassMoney<'a>>,
    booking_limits: &'a [u32],
    updates: Vec<UpdateRow<'a>>,
}

#[derive(Serialize)]
struct ClassMoney<'a> {
    class: usize,
    name: &'a str,
    price: u32,
    jobs: u32,
    confirmed: u32,
    closed: u32,
    unplaced: u32,
    acceptance: f64,
    #[serde(serialize_with = "exact")]
    node_slots: u64,
    #[serde(serialize_with = "exact")]
    revenue: u64,
    #[serde(serialize_with = "exact")]
    forgone: u64,
    #[serde(serialize_with = "exact")]
    missed: u64,
}

#[derive(Serialize)]
struct UpdateRow<'a> {
    slot: u32,
    before: &'a [u32],
    after: &'a [u32],
    mean: Vec<f64>,
    deviation: Vec<f64>,
    confirmed: Vec<f64>,
    lost: Vec<f64>,
}

impl<'a> Money<'a> {
    fn of(market: &'a Market, outcome: &'a RevenueOutcome) -> Self {
        let RevenueOutcome { report, limits, updates } = outcome;
        let class = |(k, (figures, class)): (usize, (&ClassFigures, &'a Class))| {
            let ClassFigures { jobs, confirmed, closed, unplaced, node_slots, revenue, forgone, missed } = *figures;
            let (class, name, price) = (k + 1, class.name.as_str(), class.price);
            let acceptance = figures.acceptance();
            ClassMoney { class, name, price, jobs, confirmed, closed, unplaced, acceptance, node_slots, revenue, forgone, missed }
        };
        let update = |update: &'a Update| {
            let column = |of: fn(&ClassForecast) -> f64| update.forecast.iter().map(of).collect();
            UpdateRow {
                slot: update.slot,
                before: &update.before,
                after: &update.after,
                mean: column(|class| class.demand.mean),
                deviation: column(|class| class.demand.deviation),
                confirmed: column(|class| class.confirmed),
                lost: column(|class| class.lost),
            }
        };
        Self {
            revenue: report.total().revenue,
            spoilage: report.losses.spoilage,
            dilution: report.losses.dilution,
            classes: report.classes.iter().zip(&market.classes).enumerate().map(class).collect(),
            booking_limits: limits,
            updates: updates.iter().map(update).collect(),
        }
    }
}

/// The engine's figures under the names of the format.
#[derive(Serialize)]
struct Figures {
    requests: u32,
    requests_whole: u32,
    requests_partly: u32,
    jobs: u32,
    accepted: u32,
    acceptance: f64,
    #[serde(serialize_with = "exact")]
    busy_node_slots: u64,
    first_slot: u32,
    end_slot: u32,
    utilisation: f64,
    mean_delay: f64,
    shifts: u32,
    moved_jobs: u32,
    #[serde(serialize_with = "exact")]
    shifts_put_back: u64,
    revisions: u32,
    messages: f64,
    fragmentation: f64,
}

same_fields! {
    Figures = Metrics {
        requests, requests_whole, requests_partly, jobs, accepted, acceptance, busy_node_slots, first_slot, end_slot, utilisation,
        mean_delay, shifts, moved_jobs, shifts_put_back, revisions, messages, fragmentation,
    }
    RealFigures = Reality { violations, violation_rate, used_node_slots, utilisation, overestimate }
}

/// The result of running a scenario as it is written: one entry per job in arrival order, the figures, and what the independent checker found.
#[derive(Serialize)]
pub struct PlanReport<'a> {
    decisions: Decisions<'a>,
    metrics: Figures,
    #[serde(skip_serializing_if = "Option::is_none")]
    revenue: Option<Money<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reality: Option<RealFigures>,
    violations: &'a [String],
}

impl<'a> PlanReport<'a> {
    /// The report of a run.
    pub fn new(scenario: &'a SlotsScenario, outcome: &'a Outcome, violations: &'a [String]) -> Self {
        let money = scenario.market.as_ref().zip(outcome.revenue.as_ref());
        Self {
            decisions: Decisions { scenario, outcome, violated: violated_jobs(scenario, outcome) },
            metrics: Figures::of(outcome.metrics),
            revenue: money.map(|(market, revenue)| Money::of(market, revenue)),
            reality: outcome.reality.map(RealFigures::of),
            violations,
        }
    }
}

/// The jobs that are violated when the real durations come to light, ascending; none where reservations may not overlap.
fn violated_jobs(scenario: &SlotsScenario, outcome: &Outcome) -> Vec<u32> {
    Reality::violated(&outcome.arrivals, &outcome.decisions, scenario.machine, scenario.policy)
}

/// The figures alone, those of revenue included where they are known.
///
/// # Errors
/// None: numbers always have a JSON form.
pub fn figures(outcome: &Outcome) -> serde_json::Result<serde_json::Value> {
    let mut figures = serde_json::to_value(Figures::of(outcome.metrics))?;
    if let (Some(revenue), Some(object)) = (&outcome.revenue, figures.as_object_mut()) {
        let total = revenue.report.total();
        object.insert("revenue".to_string(), total.revenue.into());
        object.insert("revenue_forgone".to_string(), total.forgone.into());
        object.insert("spoilage".to_string(), revenue.report.losses.spoilage.into());
        object.insert("dilution".to_string(), revenue.report.losses.dilution.into());
    }
    if let (Some(reality), Some(object)) = (outcome.reality, figures.as_object_mut()) {
        object.insert("reality".to_string(), serde_json::to_value(RealFigures::of(reality))?);
    }
    Ok(figures)
}

/// The decisions, made one by one while they are written: a long plan never takes the room of its written form.
struct Decisions<'a> {
    scenario: &'a SlotsScenario,
    outcome: &'a Outcome,
    /// Violated jobs, ascending.
    violated: Vec<u32>,
}

impl Serialize for Decisions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.outcome.decisions.start.len()).map(|job| self.decision(job)))
    }
}

impl Decisions<'_> {
    fn decision(&self, job: usize) -> Decision<'_> {
        let Outcome { arrivals, decisions, nodes, .. } = self.outcome;
        let market = self.scenario.market.as_ref();
        let row = arrivals.request[job] as usize;
        let accepted = decisions.accepted(job);
        let slot = |slot: u32| (slot != REFUSED).then_some(slot);
        let refusal = decisions.refusal(job);
        let class = market.map(|market| market.class_of(arrivals.earliest_start[row] - arrivals.submitted[row]));
        let policy = self.scenario.policy;
        let is_real = accepted && policy.planner.overlaps();
        let charge = |market: &Market| {
            let size = u64::from(arrivals.nodes[row]) * u64::from(arrivals.duration[row]);
            if accepted { u64::from(market.classes[class.unwrap_or(0)].price) * size } else { 0 }
        };
        Decision {
            user: arrivals.user[row],
            job: arrivals.number[job],
            accepted,
            start: slot(decisions.start[job]),
            end: slot(decisions.start[job]).map(|start| start + arrivals.duration[row]),
            nodes: arrivals.nodes[row],
            physical: accepted.then(|| nodes.of(job)),
            first_start: slot(decisions.first_start[job]),
            reason: refusal.map(|refusal| {
                let (machine, policy) = (self.scenario.machine, self.scenario.policy);
                if arrivals.jobs() <= EXPLAINED_JOBS {
                    refusal_explained(arrivals, decisions, machine, policy, refusal, TimeUnit::Slots)
                } else {
                    refusal_reason(arrivals, machine, policy, refusal, TimeUnit::Slots)
                }
            }),
            asked: decisions.taken(job as u32).map(|taken| AskedSize { duration: taken.asked.duration, nodes: taken.asked.nodes }),
            real_slots: is_real
                .then(|| real_slots(policy.overlap, arrivals.user[row], arrivals.number[job], arrivals.duration[row])),
            violated: is_real.then(|| self.violated.binary_search(&(job as u32)).is_ok()),
            class: class.map(|class| class + 1),
            charged: market.map(charge),
        }
    }
}

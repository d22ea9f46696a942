//! Fingerprints of whole runs, computed natively and in a real browser's WebAssembly and compared: the same scenario gives the same bytes.
//!
//! `expected.txt` holds one line per scenario and policy. A native test (`tests/it/same_bytes.rs`) and one in the browser
//! (`tests/browser/same_bytes.rs`) each compute all lines again. A change of the engine's behaviour changes the file, and the change shows in review.

mod cluster;
mod idle;
mod moment;
mod slots_cost;
mod workflow;

use bookahead::engine::slots::decisions::Obstacle;
use bookahead::engine::slots::elastic::{Asked, Choice, ElasticQuery, OfferOrder};
use bookahead::engine::slots::metrics::{busy_per_slot, sliding_utilisation};
use bookahead::engine::slots::offers;
use bookahead::engine::slots::overlap::{OverlapLook, Reality};
use bookahead::engine::slots::overlap_rule::OverlapRule;
use bookahead::engine::slots::revenue::{
    ClassForecast, LevelPoint, Method, Nesting, Offer, RevenueCurve, expected_revenue, normal, optimal_levels, protection_levels,
};
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule};
use bookahead::engine::slots::workload::{Generator, Preset, Range, Workload};
use bookahead::engine::{Outcome, Request, SlotsScenario, run};
use bookahead::papers::experiment::{Experiment, ExperimentRun, Options};
use bookahead::papers::slots::revenue::RevenueExperiment;
use std::fmt::Write;

/// What every platform must find.
pub const EXPECTED: &str = include_str!("expected.txt");

/// One line per scenario and policy: name, accepted of all jobs, moves kept, fingerprint of everything.
pub fn lines() -> Vec<String> {
    let mut lines = Vec::new();
    for (name, machine, workload) in workloads() {
        let mut fragmentation = Fingerprint::new();
        for policy in policies() {
            let scenario = SlotsScenario { machine, workload: workload.clone(), policy, market: None, tariff: Default::default() };
            let outcome = run(&scenario).expect("the scenarios of this list are in bounds");
            let mut line = format!("{name} {}", policy.planner.name());
            if policy.planner.has_shift_rule() {
                let _ = write!(line, "/{}", policy.shift.name());
            }
            let metrics = &outcome.metrics;
            let _ =
                write!(line, " {}/{} {} {:016x}", metrics.accepted, metrics.jobs, metrics.shifts, fingerprint(&outcome, machine));
            lines.push(line);
            fragmentation.number(metrics.fragmentation.to_bits());
        }
        lines.push(format!("{name} fragmentation {:016x}", fragmentation.0));
    }
    lines.extend(market_lines());
    lines.extend(offer_lines());
    lines.extend(idle::lines());
    lines.extend(cluster::lines());
    lines.extend(workflow::lines());
    lines.extend(slots_cost::lines());
    lines.push(trust_line());
    lines
}

/// Overlapping reservations of users that come back, some of whom estimate exactly.
fn trust_line() -> String {
    let drawn = Preset { mpi: true, rate: 2, flexible_percent: 50 }.generator(3, 1_000).generate().expect("a preset is in bounds");
    let requests = drawn.into_iter().zip(0..).map(|(request, at)| Request { user: 1 + at % 20, ..request }).collect();
    let overlap = OverlapRule { exact_users: 30, seed: 9, ..OverlapRule::rarp(60) };
    let policy = Policy { planner: PlannerKind::Overlapping, overlap, ..Policy::default() };
    let machine = Machine { nodes: Preset::NODES, ..Machine::default() };
    let workload = Workload::of_requests(requests);
    let scenario = SlotsScenario { machine, workload, policy, market: None, tariff: Default::default() };
    let outcome = run(&scenario).expect("the scenario is in bounds");
    format!("trust {}/{} {:016x}", outcome.metrics.accepted, outcome.metrics.jobs, fingerprint(&outcome, machine))
}

/// Offers of a plan to the last bit of their prices, and a run of Sulistio's figures.
fn offer_lines() -> Vec<String> {
    let mut lines = Vec::new();
    for (name, machine, workload) in workloads() {
        let policy = Policy { planner: PlannerKind::Osp, shift: ShiftRule::Hold, ..Policy::default() };
        let scenario = SlotsScenario { machine, workload, policy, market: None, tariff: Default::default() };
        for (duration, nodes, choice) in
            [(None, None, Choice::Largest), (Some(9), None, Choice::Cheapest), (Some(40), Some(3), Choice::ALL[4])]
        {
            let query = ElasticQuery { from: 3, to: 400, duration, nodes: nodes.map(|nodes: u32| nodes.min(machine.nodes)) };
            let asked = Asked { query, choice, order: OfferOrder::default(), with_steps: false, most: u32::MAX };
            let answer = offers(&scenario, asked).expect("the queries of this list are allowed");
            let mut print = Fingerprint::new();
            for told in &answer.offers {
                print.column(&[told.offer.start, told.offer.end, told.offer.nodes, told.booking.end, told.is_dominated.into()]);
                print.numbers([told.price.to_bits(), told.booking.price.to_bits()].into_iter());
            }
            lines.push(format!("offers {name} {} {:?} {:016x}", answer.count, answer.chosen, print.0));
        }
    }
    for name in ["sulistio-4-9", "sulistio-5"] {
        let mut run = ExperimentRun::new(name, Options { runs: 1, requests: 150, seed: 6 }).expect("in bounds");
        run.finish().expect("in bounds");
        let mut print = Fingerprint::new();
        for curve in run.results().panels.iter().flat_map(|panel| &panel.curves) {
            print.numbers(curve.points.iter().map(|point| point.y.mean.to_bits()));
        }
        lines.push(format!("experiment {name} {:016x}", print.0));
    }
    lines
}

/// Markets: limits, forecasts and money of whole runs, and what the optimisers find, to the last bit.
fn market_lines() -> Vec<String> {
    let mut lines = Vec::new();
    for experiment in RevenueExperiment::ALL {
        let mut lost = Fingerprint::new();
        for method in [Method::None, Method::Fixed, Method::EmsrA, Method::EmsrB, Method::Optimal] {
            for nesting in Nesting::ALL {
                let mut scenario = experiment.scenario(5, 2_000);
                let market = scenario.market.as_mut().expect("it has one");
                (market.method, market.nesting, market.update_every) = (method, nesting, 100);
                let outcome = run(&scenario).expect("the scenarios of this list are in bounds");
                let revenue = outcome.revenue.as_ref().expect("it has a market");
                let mut print = Fingerprint(fingerprint(&outcome, scenario.machine));
                print.numbers(revenue.report.per_slot.iter().copied());
                for update in &revenue.updates {
                    print.column(&[update.slot, update.job]);
                    print.column(&update.after);
                    let bits = |class: &ClassForecast| [class.confirmed, class.lost, class.demand.mean, class.demand.deviation];
                    print.numbers(update.forecast.iter().flat_map(bits).map(f64::to_bits).collect::<Vec<_>>().into_iter());
                }
                let (key, method, nesting) = (experiment.key(), method.name(), nesting.name());
                let total = revenue.report.total();
                lines.push(format!("{key} {method}/{nesting} {:?} {} {:016x}", revenue.limits, total.revenue, print.0));
                let losses = revenue.report.losses;
                lost.numbers([losses.spoilage, losses.dilution].into_iter());
            }
        }
        lines.push(format!("{} spoilage and dilution {:016x}", experiment.key(), lost.0));
    }
    for (capacity, classes) in [(40, 3), (333, 8), (1_000, 8), (3_000, 4)] {
        let share = f64::from(capacity) / f64::from(classes);
        let offer = |k: u32| Offer::new(1_000 >> k, share * (0.6 + 0.13 * f64::from(k)), share * (0.11 + 0.07 * f64::from(k % 3)));
        let offers: Vec<Offer> = (0..classes).map(offer).collect();
        let mut print = Fingerprint::new();
        for method in [Method::EmsrA, Method::EmsrB, Method::Optimal] {
            let levels = protection_levels(method, capacity, &offers);
            print.column(&levels);
            print.number(expected_revenue(capacity, &offers, &levels).to_bits());
        }
        let curve = RevenueCurve::of(capacity, 1_000.0, offers[0].demand, 500.0, offers[1].demand);
        let values = |point: &LevelPoint| [point.revenue, point.spoilage_nodes, point.dilution_nodes];
        print.numbers(curve.points.iter().flat_map(values).map(f64::to_bits).collect::<Vec<_>>().into_iter());
        print.numbers((0..=1_000).map(|i| normal::quantile(f64::from(i) / 1_000.0).to_bits()).collect::<Vec<_>>().into_iter());
        lines.push(format!("limits {capacity} {classes} {:?} {:016x}", optimal_levels(capacity, &offers), print.0));
    }
    lines
}

/// The lines that differ from the expected ones, both versions of each; empty if all is well.
pub fn differences(lines: &[String]) -> String {
    let expected: Vec<&str> = EXPECTED.lines().collect();
    let mut text = String::new();
    for i in 0..lines.len().max(expected.len()) {
        let (here, file) = (lines.get(i).map_or("", String::as_str), expected.get(i).copied().unwrap_or(""));
        if here != file {
            let _ = writeln!(text, "expected  {file}\nfound     {here}");
        }
    }
    text
}

/// Every planner, those that move jobs under both shift rules.
fn policies() -> Vec<Policy> {
    let rules = |planner: PlannerKind| if planner.has_shift_rule() { &ShiftRule::ALL[..] } else { &ShiftRule::ALL[..1] };
    PlannerKind::usual()
        .into_iter()
        .flat_map(|planner| rules(planner).iter().map(move |&shift| Policy { planner, shift, ..Policy::default() }))
        .collect()
}

/// Worked examples of the papers, their generated experiments, and rates at which the generator's sampler takes its other paths.
fn workloads() -> Vec<(&'static str, Machine, Workload)> {
    let machine = |nodes| Machine { nodes, ..Machine::default() };
    let preset = |mpi, rate, flexible_percent| Preset { mpi, rate, flexible_percent };
    let generated = |preset: Preset, seed, requests| Workload::of_generator(preset.generator(seed, requests));
    let sparse = Generator {
        arrivals_per_slot: 0.37,
        nodes: Range::new(1, 30),
        jobs: Range::new(1, 4),
        ..preset(true, 3, 75).generator(7, 2_000)
    };
    let dense = Generator {
        arrivals_per_slot: 25.5,
        nodes: Range::new(1, 64),
        duration: Range::new(1, 200),
        ..preset(false, 3, 100).generator(u64::MAX, 3_000)
    };
    vec![
        ("umar-3.4-parametric", machine(5), Workload::of_requests(umar_table_3_4())),
        ("umar-3.5-mpi", machine(5), Workload::of_requests(umar_table_3_5())),
        ("pujiyanta-1", machine(5), Workload::of_requests(pujiyanta_table_1())),
        ("parametric-2-25", machine(30), generated(preset(false, 2, 25), 1, 3_000)),
        ("parametric-3-100", machine(30), generated(preset(false, 3, 100), 2, 4_000)),
        ("mpi-2-50", machine(30), generated(preset(true, 2, 50), 3, 3_000)),
        ("mpi-3-100", machine(30), generated(preset(true, 3, 100), 4, 4_000)),
        ("sparse-mixed", machine(30), Workload::of_generator(sparse)),
        ("dense-wide", machine(2_000), Workload::of_generator(dense)),
    ]
}

/// `(user, earliest start, latest start, duration, nodes, jobs)`, all submitted in slot 0.
fn requests(rows: &[(u32, u32, u32, u32, u32, u32)]) -> Vec<Request> {
    let request = |&(user, earliest_start, latest_start, duration, nodes, jobs)| Request {
        user,
        submitted: 0,
        earliest_start,
        latest_start,
        duration,
        nodes,
        jobs,
    };
    rows.iter().map(request).collect()
}

/// Umar Table 3.4.
fn umar_table_3_4() -> Vec<Request> {
    requests(&[
        (1, 11, 11, 1, 1, 2),
        (2, 11, 11, 3, 1, 1),
        (3, 12, 12, 3, 1, 1),
        (4, 15, 16, 1, 1, 1),
        (5, 15, 15, 1, 1, 2),
        (6, 11, 11, 2, 1, 1),
        (7, 13, 13, 1, 1, 1),
        (8, 16, 16, 2, 1, 1),
        (9, 11, 11, 2, 1, 1),
        (10, 15, 15, 3, 1, 1),
        (11, 12, 14, 3, 1, 3),
    ])
}

/// Umar Table 3.5: users 1, 5 and 11 ask for two nodes at once.
fn umar_table_3_5() -> Vec<Request> {
    let mut requests = umar_table_3_4();
    for request in requests.iter_mut().filter(|request| [1, 5, 11].contains(&request.user)) {
        (request.nodes, request.jobs) = (2, 1);
    }
    requests
}

/// Pujiyanta Table I.
fn pujiyanta_table_1() -> Vec<Request> {
    requests(&[
        (1, 3, 3, 2, 1, 1),
        (2, 3, 3, 3, 1, 2),
        (3, 3, 3, 4, 1, 1),
        (4, 3, 3, 2, 1, 1),
        (5, 6, 6, 1, 1, 1),
        (6, 6, 6, 5, 1, 1),
        (7, 7, 7, 2, 1, 1),
        (8, 9, 9, 1, 1, 1),
        (9, 9, 9, 2, 1, 1),
        (10, 10, 10, 2, 1, 1),
        (11, 9, 9, 3, 1, 1),
        (12, 5, 10, 3, 1, 3),
    ])
}

/// 64-bit FNV-1a over little-endian bytes, columns preceded by their lengths.
struct Fingerprint(u64);

impl Fingerprint {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn number(&mut self, value: u64) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn numbers(&mut self, values: impl ExactSizeIterator<Item = u64>) {
        self.number(values.len() as u64);
        values.for_each(|value| self.number(value));
    }

    fn column(&mut self, values: &[u32]) {
        self.numbers(values.iter().map(|&value| u64::from(value)));
    }
}

/// Everything a run found out: requests, decisions, moves, refusals, nodes, figures to the last bit, utilisation slot by slot.
fn fingerprint(outcome: &Outcome, machine: Machine) -> u64 {
    let mut print = Fingerprint::new();
    let Outcome { arrivals, decisions, nodes, metrics, reality, .. } = outcome;
    for column in [&arrivals.id, &arrivals.user, &arrivals.submitted, &arrivals.earliest_start, &arrivals.latest_start] {
        print.column(column);
    }
    for column in [&arrivals.duration, &arrivals.nodes, &arrivals.first_job, &arrivals.request, &arrivals.number, &arrivals.rank] {
        print.column(column);
    }
    for column in [&decisions.start, &decisions.first_start, &nodes.first, &nodes.ids] {
        print.column(column);
    }
    print.number(decisions.moves.len() as u64);
    for m in &decisions.moves {
        print.column(&[m.job, m.from, m.to, m.beneficiary, m.short_slot]);
    }
    print.number(decisions.refusals.len() as u64);
    for refusal in &decisions.refusals {
        print.column(&[refusal.job, refusal.put_back]);
        match refusal.obstacle {
            Obstacle::ShortSlot { slot, free, starts, candidates, begun } => print.column(&[slot, free, starts, candidates, begun]),
            Obstacle::NoNodeThroughout { best_start, free, scattered } => print.column(&[best_start, free, u32::from(scattered)]),
            Obstacle::GivenUp { start, slot, free } => print.column(&[start, slot, free]),
            Obstacle::ClassClosed { class, limit_of, partitioned, first, last, used, limit } => {
                print.column(&[u32::from(class), u32::from(limit_of), u32::from(partitioned), first, last, used, limit]);
            }
            Obstacle::LeftOut { job, placed, waiting } => print.column(&[job, placed, waiting]),
            Obstacle::MayNotOverlap(OverlapLook { start, free_slots, slot, booked, chance, why_not }) => {
                print.column(&[start, free_slots, slot, booked, chance, why_not.map_or(0, |why| 1 + why as u32)]);
            }
            Obstacle::TooManyWaiting { waiting, slots } => print.numbers([u64::from(waiting), slots].into_iter()),
        }
    }
    print.column(&[metrics.requests, metrics.requests_whole, metrics.requests_partly, metrics.jobs, metrics.accepted]);
    print.column(&[metrics.first_slot, metrics.end_slot, metrics.shifts, metrics.moved_jobs]);
    print.numbers([metrics.busy_node_slots, metrics.shifts_put_back].into_iter());
    print.numbers([metrics.acceptance, metrics.utilisation, metrics.mean_delay].map(f64::to_bits).into_iter());
    if let Some(Reality { violations, violation_rate, used_node_slots, utilisation, overestimate }) = *reality {
        print.numbers([u64::from(violations), used_node_slots].into_iter());
        print.numbers([violation_rate, utilisation, overestimate].map(f64::to_bits).into_iter());
    }
    let busy = busy_per_slot(arrivals, decisions);
    print.numbers((0..busy.len()).map(|t| sliding_utilisation(&busy, t as u32, machine).to_bits()));
    print.0
}

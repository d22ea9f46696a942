//! Clusters: drawn jobs under every scheduler, all decisions, nodes, figures and curves to the last bit; and an experiment.

use super::Fingerprint;
use bookahead::engine::batch::cost::map::{MapAsked, MapAxis};
use bookahead::engine::batch::cost::{CostAsked, Measure};
use bookahead::engine::batch::forecast::WhenAsked;
use bookahead::engine::batch::forecast::earlier::EarlierForecasts;
use bookahead::engine::batch::forecast::past::Past;
use bookahead::engine::batch::forecast::run_times::RunTimes;
use bookahead::engine::batch::job::Job;
use bookahead::engine::batch::metrics::curves::curves;
use bookahead::engine::batch::reservations::{OfferRules, ReservationRule};
use bookahead::engine::batch::scheduler::{BackfillOptions, BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::generator::LublinWorkload;
use bookahead::engine::batch::workload::{BatchSource, BatchWorkload};
use bookahead::engine::batch::{BatchOutcome, BatchQuery, BatchRun, BatchScenario};
use bookahead::engine::core::offers::{Choice, OfferOrder};
use bookahead::engine::core::run::{Answer, StudyRun};
use bookahead::papers::experiment::{ExperimentRun, Options};
use std::sync::Arc;

/// One line per workload and scheduler: name, jobs, longest wait, fingerprint of everything.
pub fn lines() -> Vec<String> {
    let drawn = |seed, jobs, load, overestimate, advance_percent| {
        BatchWorkload::of(BatchSource::Lublin(LublinWorkload {
            seed,
            jobs,
            load,
            overestimate,
            advance_percent,
            ..LublinWorkload::default()
        }))
    };
    let workloads = [
        ("exact", 64, drawn(1, 1_500, 0.8, 0.0, 0)),
        ("estimated", 128, drawn(u64::MAX, 2_000, 0.9, 4.0, 0)),
        ("reserved-ahead", 100, drawn(7, 1_500, 0.7, 2.0, 30)),
        ("logged", 10, BatchWorkload::of_jobs(logged())),
    ];
    let mut lines = Vec::new();
    for (name, nodes, workload) in workloads {
        let is_logged = matches!(workload.source, BatchSource::Jobs(_));
        let mut fragmentation = Fingerprint::new();
        for scheduler in Scheduler::ALL.into_iter().filter(|scheduler| is_logged || *scheduler != Scheduler::AsLogged) {
            let cluster = BatchScenario::new(nodes, workload.clone(), BatchPolicy::of(scheduler));
            let plan = cluster.run().expect("the scenarios of this list are in bounds");
            let (jobs, longest) = (plan.metrics.jobs, plan.metrics.longest_wait);
            lines.push(format!("cluster-{name} {} {jobs} {longest} {:016x}", scheduler.name(), fingerprint(nodes, &plan)));
            fragmentation.number(plan.metrics.fragmentation.to_bits());
        }
        lines.push(format!("cluster-{name} fragmentation {:016x}", fragmentation.0));
        let backfill = BackfillOptions { depth: 3, window: 14_400, resolution: 60, per_moment: 50, ..BackfillOptions::default() };
        let policy = BatchPolicy { backfill, ..BatchPolicy::of(Scheduler::Backfill) };
        let plan = BatchScenario::new(nodes, workload, policy).run().expect("the scenarios of this list are in bounds");
        lines.push(format!("cluster-{name} {} {} {:016x}", policy.name(), plan.metrics.longest_wait, fingerprint(nodes, &plan)));
    }
    lines.extend([ReservationRule::FirstFit, ReservationRule::Osp].map(windows));
    lines.push(named());
    for policy in Scheduler::ALL.into_iter().filter(|scheduler| *scheduler != Scheduler::AsLogged).map(BatchPolicy::of) {
        lines.push(future(policy));
    }
    lines.push(later(BatchPolicy::of(Scheduler::Easy)));
    lines.push(run_of("cluster-sweep", "castillo-5.3", Options { runs: 2, requests: 400, seed: 3 }));
    lines.push(run_of("cluster-questions", "when-start", Options { runs: 2, requests: 400, seed: 3 }));
    lines
}

/// Reservations with windows beside every queue, and what is taken of offers.
fn windows(reservations: ReservationRule) -> String {
    let drawn = LublinWorkload { seed: 11, jobs: 1_000, advance_percent: 40, window: Some(1_800), ..LublinWorkload::default() };
    let offers = OfferRules { choice: Choice::Cheapest, order: OfferOrder::Fullest, half_nodes: true };
    let (mut print, mut refused, mut taken) = (Fingerprint::new(), 0, 0);
    for scheduler in Scheduler::ALL.into_iter().filter(|scheduler| scheduler.is_queue()) {
        let policy = BatchPolicy { reservations, offers, ..BatchPolicy::of(scheduler) };
        let cluster = BatchScenario::new(64, BatchWorkload::of(BatchSource::Lublin(drawn)), policy);
        let plan = cluster.run().expect("the scenarios of this list are in bounds");
        print.number(fingerprint(64, &plan));
        for offered in plan.decisions.offered.iter() {
            print.numbers([offered.row, offered.offers, offered.taken, offered.seconds, offered.nodes].map(u64::from).into_iter());
        }
        (refused, taken) = (refused + plan.metrics.refused, taken + plan.metrics.offers_taken);
    }
    format!("cluster-windows {} {refused} {taken} {:016x}", reservations.name(), print.0)
}

/// Jobs that name their nodes, under co-allocation.
fn named() -> String {
    let name = |job: Job| Job { first_node: job.user.is_multiple_of(3).then(|| job.user % (11 - job.nodes)), ..job };
    let policy = BatchPolicy { step: 20, ..BatchPolicy::of(Scheduler::CoAllocation) };
    let cluster = BatchScenario::new(10, BatchWorkload::of_jobs(logged().into_iter().map(name).collect()), policy);
    let plan = cluster.run().expect("the scenarios of this list are in bounds");
    format!("cluster-named {} {:016x}", plan.metrics.longest_wait, fingerprint(10, &plan))
}

/// A forecast and a map of costs, as they are computed in pieces, of a machine that is running.
fn future(policy: BatchPolicy) -> String {
    let workload = BatchWorkload::of_jobs(logged());
    let mut run = BatchRun::open(BatchScenario { now: Some(700), ..BatchScenario::new(10, workload, policy) }).expect("in bounds");
    while !run.advance(usize::MAX).is_done {}
    drop(run.update());
    let when = WhenAsked { job: 98, draws: 40, seed: 5, run_times: RunTimes::Uniform, within: 60 };
    let map = MapAsked { from: 700, to: 1_500, columns: 9, rows: 7, axis: MapAxis::Nodes, most: 10, near: None };
    let cost =
        CostAsked { start: 800, latest: Some(900), seconds: 60, nodes: 6, announced: None, measure: Measure::Wait, map: Some(map) };
    run.query(BatchQuery { when: Some(when), cost: Some(cost), ..BatchQuery::default() });
    let mut last = None;
    loop {
        match run.snapshot(100) {
            Answer::Ready(snapshot) => last = Some(snapshot),
            Answer::Working => {}
            Answer::Nothing => break,
        }
    }
    let (when, cost) = last.map(|snapshot| (snapshot.when, snapshot.cost)).expect("an answer");
    let (when, map) = (when.expect("a forecast"), cost.and_then(|cost| cost.map).expect("a map"));
    let mut print = Fingerprint::new();
    print.numbers(when.draws.iter().copied());
    for (nodes, seconds) in &when.fits {
        print.numbers([u64::from(*nodes), *seconds].into_iter());
    }
    for column in [&map.granted, &map.wait, &map.node_wait, &map.idle] {
        print.numbers(column.iter().copied());
    }
    print.column(&map.delayed);
    print.column(&map.cheapest);
    format!("cluster-future {} {} {} {:016x}", policy.name(), when.point, when.draws.len(), print.0)
}

/// A forecast with later jobs, calibrated by those for the jobs of the log.
fn later(policy: BatchPolicy) -> String {
    // Hours for minutes, and submissions closer together: there are days to draw from, and jobs wait.
    let slower = |job: Job| Job {
        submitted: job.submitted * 200,
        estimate: job.estimate.max(job.runtime) * 400,
        runtime: job.runtime * 400,
        earliest_start: None,
        latest_start: None,
        logged_start: None,
        ..job
    };
    let log: Vec<Job> = logged().into_iter().map(slower).collect();
    let scenario = BatchScenario::new(10, BatchWorkload::of_jobs(log.clone()), policy);
    let past = Past::of_log(&log, None, None, 1_000).map(Arc::new);
    let mut run = BatchRun::open(BatchScenario { past, ..scenario.clone() }).expect("in bounds");
    while !run.advance(usize::MAX).is_done {}
    let when = WhenAsked { job: 98, draws: 20, seed: 5, run_times: RunTimes::Uniform, within: 0 };
    let mut forecasting = run.forecast(when).expect("a forecast");
    forecasting.advance(usize::MAX);
    let mut forecast = forecasting.into_answer();
    let mut earlier = EarlierForecasts::of_jobs(run.jobs(), scenario.nodes, policy, 3);
    while !earlier.is_done() {
        earlier.advance(usize::MAX);
    }
    forecast.calibrate(&earlier.answers());
    let mut print = Fingerprint::new();
    print.numbers(forecast.draws.iter().copied());
    print.numbers(forecast.range().unwrap_or_default().into_iter());
    let by = forecast.calibrated.map_or(0, |(_, earlier)| earlier);
    format!("cluster-later {} {} {by} {:016x}", policy.name(), forecast.days, print.0)
}

fn logged() -> Vec<Job> {
    let job = |i: u32| Job {
        user: i + 1,
        submitted: 7 * i,
        estimate: 30 + i * 13 % 50,
        runtime: 10 + i * 17 % 60,
        nodes: 1 + i * 5 % 10,
        earliest_start: i.is_multiple_of(6).then_some(7 * i + 40),
        logged_start: Some(7 * i + i % 9),
        ..Job::SMALLEST
    };
    (0..200).map(job).collect()
}

fn fingerprint(nodes: u32, plan: &BatchOutcome) -> u64 {
    let (decisions, mut print) = (&plan.decisions, Fingerprint::new());
    for column in [&decisions.start, &decisions.end, &decisions.promised, &decisions.shadow] {
        print.numbers(column.iter().copied());
    }
    for column in [&decisions.how, &decisions.head, &decisions.extra, &decisions.retries, &decisions.operations] {
        print.column(column);
    }
    for row in 0..plan.jobs.len() {
        let stretches: Vec<u32> = plan.nodes.of_row(row).flat_map(|(first, last)| [first, last]).collect();
        print.column(&stretches);
    }
    let metrics = &plan.metrics;
    let figures = [metrics.mean_wait, metrics.bounded_slowdown, metrics.temporal_penalty, metrics.utilisation];
    print.numbers(figures.into_iter().map(f64::to_bits).collect::<Vec<_>>().into_iter());
    for curve in curves(nodes, &plan.jobs, decisions) {
        print.numbers(curve.x.iter().chain(&curve.y).map(|value| value.to_bits()).collect::<Vec<_>>().into_iter());
    }
    print.0
}

fn run_of(name: &str, experiment: &str, options: Options) -> String {
    let mut run = ExperimentRun::new(experiment, options).expect("it is there");
    run.finish().expect("in bounds");
    let mut print = Fingerprint::new();
    let points = |of: &dyn Fn(f64)| {
        let results = run.results();
        let all = results.panels.iter().flat_map(|panel| &panel.curves).flat_map(|curve| &curve.points);
        all.for_each(|point| [point.x, point.y.mean, point.y.half].into_iter().for_each(of));
    };
    let values = std::cell::RefCell::new(Vec::new());
    points(&|value| values.borrow_mut().push(value.to_bits()));
    print.numbers(values.into_inner().into_iter());
    format!("{name} {experiment} {:016x}", print.0)
}

//! How many requests a second each strategy on named servers decides, decisions and refusals recorded, and how that grows with the machine;
//! beside a scan over all idle periods, one global search tree, and the paper's own structures.
//!
//! `cargo bench --bench idle` prints two tables; `cargo bench --bench idle -- growth`, `beside` or `sweep` one of them (`scripts/bench idle` has the
//! requests a second, natively and in WebAssembly). Figures depend on the machine; ratios within one run do much less and are what to compare before and after a change.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

use bookahead::engine::idle::generator::ParetoWorkload;
use bookahead::engine::idle::geometry;
use bookahead::engine::idle::reference::ReferencePlan;
use bookahead::engine::idle::{IdleArrivals, IdleSession, OPEN, Period, Servers, Strategy, Want};
use bookahead::papers::experiment::Options;
use bookahead::papers::idle::{Figure, PAPER_SIZE, Sweep};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

/// Runs of each measurement; the fastest counts.
const RUNS: usize = 5;
/// Requests of a measurement: a million, at load 0.9.
const REQUESTS: u32 = 1_000_000;

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let wants = |table: &str| asked.is_empty() || asked.iter().any(|arg| arg == table);
    if wants("growth") {
        growth();
    }
    if wants("beside") {
        beside();
    }
    if asked.iter().any(|arg| arg == "sweep") {
        sweep();
    }
}

/// A machine of the paper, and requests at load 0.9.
fn workload(servers: u32, requests: u32) -> (Arc<Servers>, Arc<IdleArrivals>) {
    let machine = ParetoWorkload::machine(servers);
    let workload =
        ParetoWorkload { seed: 1, requests, load: 0.9, mean_size: ParetoWorkload::MEAN_SIZE, tightness: 0.1, book_ahead: 1.0 };
    let arrivals = workload.generate(&machine).expect("the bench's workloads are in bounds");
    (Arc::new(machine), Arc::new(arrivals))
}

/// Seconds of the fastest of [`RUNS`] runs, and what the last one returned.
fn fastest<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let mut once = || {
        let began = Instant::now();
        let found = run();
        (began.elapsed().as_secs_f64(), found)
    };
    let mut best = once();
    for _ in 1..RUNS {
        let next = once();
        best = (best.0.min(next.0), next.1);
    }
    best
}

/// Seconds that a strategy takes for all requests.
fn seconds(servers: &Arc<Servers>, arrivals: &Arc<IdleArrivals>, strategy: Strategy) -> f64 {
    let run = || {
        let mut session = IdleSession::new(Arc::clone(servers), strategy, Arc::clone(arrivals));
        session.finish();
        black_box(&session).decisions().refusals.len()
    };
    fastest(run).0
}

/// Nanoseconds per request from 20 to 10,000 servers.
fn growth() {
    let sizes = [20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];
    print!("{:<16}", "ns per request");
    sizes.iter().for_each(|servers| print!(" {servers:>8}"));
    println!(" {:>12}", "per doubling");
    let workloads: Vec<_> = sizes.iter().map(|&servers| workload(servers, REQUESTS)).collect();
    for strategy in Strategy::ALL {
        print!("{:<16}", strategy.name());
        let mut row = Vec::new();
        for (machine, arrivals) in &workloads {
            let seconds = seconds(machine, arrivals, strategy);
            row.push(seconds / f64::from(REQUESTS) * 1e9);
            print!(" {:>8.0}", row[row.len() - 1]);
        }
        let doublings = libm::log2(f64::from(sizes[sizes.len() - 1]) / f64::from(sizes[0]));
        println!(" {:>9.1} ns", (row[row.len() - 1] - row[0]) / doublings);
    }
    println!();
}

/// The same requests from the same plan in full swing: the session, a scan over all idle periods, one global tree, the paper's structures.
fn beside() {
    println!(
        "{:<16} {:>8} {:>9} {:>12} {:>12} {:>12} {:>12}   ns per request",
        "strategy", "servers", "periods", "session", "scan", "global tree", "paper"
    );
    for (servers, warm, timed, scanned) in [(20, 20_000, 200_000, 20_000), (2_000, 300_000, 100_000, 300)] {
        let (machine, arrivals) = workload(servers, warm + timed);
        for strategy in Strategy::ALL {
            let mut session = IdleSession::new(Arc::clone(&machine), strategy, Arc::clone(&arrivals));
            session.advance(warm as usize);
            let now = arrivals.submitted[warm as usize];
            let periods = geometry::idle_periods(&session, now);
            let rows = |count: u32| warm as usize..(warm + count) as usize;
            let per = |seconds: f64, count: u32| seconds / f64::from(count) * 1e9;
            let quick = (0..RUNS).map(|_| {
                let mut session = session.clone();
                timed_once(|| {
                    session.advance(timed as usize);
                    black_box(session.decided());
                })
            });
            let quick = quick.fold(f64::INFINITY, f64::min);
            let scan = timed_once(|| {
                let mut periods = periods.clone();
                rows(scanned).for_each(|row| scan_one(&mut periods, &machine, &arrivals, row, strategy));
            });
            let shown = |factor: u32| {
                // Chapter 4's structures have no strips: the global tree beside them is first-fit's.
                let kind = if factor > 1 && strategy.slowest_first() | (strategy == Strategy::FfHu) {
                    Strategy::FirstFitIdle
                } else {
                    strategy
                };
                let mut plan = ReferencePlan::new(&machine, kind, factor).expect("the bench's strips are in bounds");
                (0..servers).for_each(|server| assert!(plan.remove(Period { start: 0, server, end: OPEN })));
                periods.iter().for_each(|period| plan.insert(*period));
                let count = if servers > 1_000 { timed / 20 } else { timed / 10 };
                let seconds = timed_once(|| {
                    for row in rows(count) {
                        let request = arrivals.row(row);
                        if factor == 1 {
                            plan.expire(request.submitted);
                        }
                        if let Some((period, start, end)) = plan.search(&request).chosen {
                            plan.take(period, start, end);
                        }
                    }
                });
                per(seconds, count)
            };
            let (global, paper) = (shown(1_000_000), shown(1));
            println!(
                "{:<16} {servers:>8} {:>9} {:>12.0} {:>12.0} {:>12.0} {:>12.0}",
                strategy.name(),
                periods.len(),
                per(quick, timed),
                per(scan, scanned),
                global,
                paper
            );
        }
    }
}

fn timed_once(run: impl FnOnce()) -> f64 {
    let began = Instant::now();
    run();
    began.elapsed().as_secs_f64()
}

/// One request the plain way: every idle period in one list, the best by rank.
fn scan_one(periods: &mut Vec<Period>, servers: &Servers, arrivals: &IdleArrivals, row: usize, strategy: Strategy) {
    let request = arrivals.row(row);
    let Some(want) = Want::new(request.earliest_start, u64::from(request.size), request.deadline) else { return };
    let usable = |period: &Period| want.fits(period) && (strategy.uses_gaps() || period.is_open());
    let fitting = periods.iter().enumerate().filter(|(_, period)| usable(period));
    let best = fitting.min_by_key(|(_, period)| want.rank(period, strategy)).map(|(at, period)| (at, *period));
    let Some((at, period)) = best else { return };
    let start = want.place(&period, strategy);
    periods.swap_remove(at);
    let rest = [Period { end: start, ..period }, Period { start: start + want.duration, ..period }];
    periods.extend(rest.into_iter().filter(|rest| rest.length() >= servers.least_size));
}

/// The sweep of Figure 3.4 on one core, at a thirtieth of the runs, and what the whole would take on two.
fn sweep() {
    let options = Options { runs: 1, ..PAPER_SIZE };
    let began = Instant::now();
    let results = Sweep::new(Figure::LossByLoad, options).and_then(|mut sweep| sweep.finish()).expect("in bounds");
    let seconds = began.elapsed().as_secs_f64();
    let whole = seconds * f64::from(PAPER_SIZE.runs) / 2.0;
    println!(
        "{}: one run of 11 points × 5 strategies × 10^6 jobs in {seconds:.1} s; 30 runs on two cores: {whole:.0} s",
        results.figure.key()
    );
}

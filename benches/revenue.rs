//! Revenue management: requests a second through plan, revenue and forecaster; the exact optimum; re-optimising a market with its curves.
//!
//! `cargo bench --bench revenue` prints a table. Figures depend on the machine; the ratio to the same run without a market depends on it much
//! less.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::revenue::{
    Market, Method, Offer, Report, RevenueCurve, VirtualClass, expected_revenue, optimal_levels, protection_levels,
};
use bookahead::engine::slots::scenario::{PlannerKind, Policy, ShiftRule};
use bookahead::papers::slots::revenue::RevenueExperiment;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

/// Runs of each measurement; the fastest counts.
const RUNS: usize = 5;

fn main() {
    pipeline();
    println!();
    optimum();
    println!();
    markets();
}

/// Seconds of the fastest of [`RUNS`] runs.
fn fastest(mut run: impl FnMut()) -> f64 {
    let one = |_| {
        let began = Instant::now();
        run();
        began.elapsed().as_secs_f64()
    };
    (0..RUNS).map(one).fold(f64::INFINITY, f64::min)
}

/// A million requests of the paper's first parametric and first MPI experiment.
fn pipeline() {
    println!(
        "{:<26}{:>20}{:>12}{:>14}{:>12}{:>8}",
        "a million requests", "planner", "method", "M requests/s", "no market", "ratio"
    );
    for experiment in [RevenueExperiment::ALL[0], RevenueExperiment::ALL[4]] {
        let scenario = experiment.scenario(1, 1_000_000);
        let arrivals = scenario.workload.arrivals().expect("the bench's workloads are in bounds");
        let name = if experiment.mpi { "MPI, 80 nodes" } else { "parametric, 40 nodes" };
        for planner in [PlannerKind::FirstFit, PlannerKind::FcfsEds] {
            let policy = Policy { planner, shift: ShiftRule::Hold, ..Policy::default() };
            let seconds = |market: Option<Market>| {
                let market = market.map(Arc::new);
                fastest(|| {
                    let mut session = Session::for_market(scenario.machine, policy, market.clone(), arrivals.clone());
                    session.finish();
                    if let Some(market) = &market {
                        black_box(
                            Report::of(market, session.arrivals(), session.decisions(), session.machine().nodes).total().revenue,
                        );
                    }
                    black_box(&session);
                })
            };
            let plain = seconds(None);
            for method in [Method::None, Method::Fixed, Method::EmsrB, Method::Optimal] {
                let with = seconds(Some(Market { method, ..experiment.market() }));
                let millions = |seconds: f64| arrivals.requests() as f64 / seconds / 1e6;
                let (planner, method) = (planner.name(), method.name());
                println!(
                    "{name:<26}{planner:>20}{method:>12}{:>14.2}{:>12.2}{:>8.2}",
                    millions(with),
                    millions(plain),
                    plain / with
                );
            }
        }
    }
}

/// Classes that together ask for as many nodes as there are.
fn offers(capacity: u32, classes: u32) -> Vec<Offer> {
    let share = f64::from(capacity) / f64::from(classes);
    (0..classes).map(|k| Offer::new(1_000 - 110 * k, share, share * 0.25)).collect()
}

fn optimum() {
    println!("{:<40}{:>10}{:>10}", "exact optimum", "classes", "ms");
    for capacity in [100, 1_000, 10_000] {
        for classes in [3, 8] {
            let offers = offers(capacity, classes);
            let seconds = fastest(|| {
                black_box(optimal_levels(capacity, &offers));
            });
            println!("{:<40}{classes:>10}{:>10.2}", format!("{capacity} nodes"), seconds * 1e3);
        }
    }
}

/// What a drag of a price costs: every method's levels and worth, and every curve.
fn markets() {
    println!("{:<40}{:>10}{:>10}", "market re-optimised, with its curves", "classes", "ms");
    for (capacity, classes) in [(40, 3), (1_000, 8)] {
        let offers = offers(capacity, classes);
        let seconds = fastest(|| {
            for method in [Method::EmsrA, Method::EmsrB, Method::Optimal] {
                let levels = protection_levels(method, capacity, &offers);
                black_box(expected_revenue(capacity, &offers, &levels));
            }
            for k in 1..offers.len() {
                let (class, lower) = (VirtualClass::of(&offers[..k]), offers[k]);
                let price = f64::from(lower.price);
                black_box(RevenueCurve::of(capacity, class.price, class.demand, price, lower.demand));
                black_box(RevenueCurve::of(capacity, f64::from(offers[k - 1].price), offers[k - 1].demand, price, lower.demand));
            }
        });
        println!("{:<40}{classes:>10}{:>10.2}", format!("{capacity} nodes"), seconds * 1e3);
    }
}

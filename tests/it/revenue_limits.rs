//! Limits after the update (Umar, Tables 6.5–6.8, 6.11–6.14) as the experiments read them, against counts by hand and a plain walk.

use bookahead::engine::core::statistics::Interval;
use bookahead::engine::slots::decisions::Obstacle;
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::revenue::{Market, Method, known_demand, known_demand_in};
use bookahead::engine::slots::workload::{Arrivals, Workload};
use bookahead::papers::experiment::{ClaimVerdict, Experiment, Options, Results, Runner};
use bookahead::papers::slots::revenue::{PAPER_RUNS, RevenueExperiment};
use statrs::distribution::{ContinuousCDF, Normal};
use std::sync::Arc;

#[test]
fn demand_in_some_of_the_slots_by_hand() {
    let market = Market::umar(40);
    // Submitted in slot 0, asks for slots 2 and 3; submitted in 4, asks for slots 4 … 6.
    let request = |submitted, ahead, duration, nodes| bookahead::engine::Request {
        user: submitted,
        submitted,
        earliest_start: submitted + ahead,
        latest_start: submitted + ahead,
        duration,
        nodes,
        jobs: 2,
    };
    let requests = vec![request(0, 2, 2, 3), request(4, 0, 3, 1)];
    let arrivals = Workload::of_requests(requests).arrivals().expect("within bounds");
    // 6 2 2: mean 10 ÷ 3, variance 44 ÷ 3 − (10 ÷ 3)².
    let class_1 = known_demand_in(&market, &arrivals, 3..6)[0];
    assert!((class_1.mean - 10.0 / 3.0).abs() < 1e-12, "{class_1:?}");
    assert!((class_1.deviation - libm::sqrt(44.0 / 3.0 - 100.0 / 9.0)).abs() < 1e-12, "{class_1:?}");
    assert_eq!(known_demand_in(&market, &arrivals, 0..5), known_demand(&market, &arrivals));
}

/// Mean and population deviation of the nodes of a class in slots 288 to 575, slot by slot and job by job. `counted` says where a job counts.
fn demand(arrivals: &Arrivals, class: usize, counted: impl Fn(usize) -> Option<u32>) -> (f64, f64) {
    let market = Market::umar(40);
    let nodes = |slot: u32| -> f64 {
        let job_nodes = |job: usize| {
            let row = arrivals.request[job] as usize;
            let is_of_class = market.class_of(arrivals.earliest_start[row] - arrivals.submitted[row]) == class;
            let at = counted(job).filter(|_| is_of_class && arrivals.submitted[row] < 576);
            at.filter(|at| (*at..*at + arrivals.duration[row]).contains(&slot)).map_or(0.0, |_| f64::from(arrivals.nodes[row]))
        };
        (0..arrivals.jobs()).map(job_nodes).sum()
    };
    let samples: Vec<f64> = (288..576).map(nodes).collect();
    let mean = samples.iter().sum::<f64>() / 288.0;
    (mean, (samples.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 288.0).sqrt())
}

/// b_2 and b_3 by Umar (3), (10)–(13) and (5), with another crate's normal distribution.
fn limits(capacity: u32, (m1, s1): (f64, f64), (m2, s2): (f64, f64)) -> [f64; 2] {
    let normal = Normal::new(0.0, 1.0).expect("a distribution");
    let price = (100.0 * m1 + 60.0 * m2) / (m1 + m2);
    let capacity = f64::from(capacity);
    let y2 = (m1 + m2 + s1.hypot(s2) * normal.inverse_cdf(1.0 - 40.0 / price)).floor().min(capacity);
    let y1 = (m1 + s1 * normal.inverse_cdf(0.4)).floor().min(y2);
    [capacity - y1, capacity - y2]
}

fn measured(results: &Results, key: &str) -> Interval {
    results.measures.iter().find(|(measure, _)| measure.key == key).expect("it is measured").1
}

#[test]
fn forecasts_of_the_second_day_agree_with_a_plain_walk() {
    for (place, seed) in [(0, 3), (1, 4), (3, 5), (4, 6), (7, 7)] {
        let experiment = RevenueExperiment::ALL[place];
        let options = Options { runs: 1, requests: 2_700, seed };
        let results = Runner::new(experiment, options).finish().expect("within bounds");
        let scenario = experiment.scenario(seed, options.requests);
        let arrivals = scenario.workload.arrivals().expect("within bounds");
        let market = Arc::new(Market { method: Method::Fixed, ..experiment.market() });
        let mut session = Session::for_market(scenario.machine, scenario.policy, Some(market), arrivals.clone());
        session.advance(usize::MAX);
        let decisions = session.decisions();
        let earliest = |job: usize| arrivals.earliest_start[arrivals.request[job] as usize];
        let seen = |job: usize| match decisions.refusal(job) {
            None => Some(decisions.start[job]),
            Some(refusal) if matches!(refusal.obstacle, Obstacle::ClassClosed { .. }) => Some(earliest(job)),
            Some(_) => None,
        };
        let every = |job: usize| Some(earliest(job));
        let [full_day, every_request] =
            [[0, 1].map(|class| demand(&arrivals, class, seen)), [0, 1].map(|class| demand(&arrivals, class, every))]
                .map(|[first, second]| limits(experiment.nodes(), first, second));
        for (name, expected) in [("full_day", full_day), ("every_request", every_request)] {
            let ours = [2, 3].map(|k| measured(&results, &format!("limit_{k}_{name}")).mean);
            assert_eq!(ours, expected, "{} {name}", experiment.key());
        }
    }
}

/// Why b_3 differs from the thesis's: in the first day the machine fills, and of a full machine class 1 is not seen whole.
#[test]
fn limits_of_the_thesis_are_those_of_a_full_day() {
    for experiment in RevenueExperiment::ALL {
        let results = Runner::new(experiment, PAPER_RUNS).finish().expect("within bounds");
        println!("{}", results.title);
        for claim in &results.claims[RevenueExperiment::TABLE_CLAIMS] {
            println!("  {}: {} ({:.2} ± {:.2})", claim.verdict.words(), claim.words, claim.measured.mean, claim.measured.half);
            assert!(claim.reading.is_some());
        }
        for beside in &results.beside {
            println!("  {}: paper {}, here {:.1} ± {:.1}", beside.words, beside.paper, beside.ours.mean, beside.ours.half);
        }
        assert_eq!(results.claims.len(), RevenueExperiment::TABLE_CLAIMS.end);
        // Parametric #1: the first update raises b_3, which the thesis lowers; a full day comes nearer to its 22 and 2.
        if experiment == RevenueExperiment::ALL[0] {
            let claims = &results.claims[RevenueExperiment::TABLE_CLAIMS];
            assert_eq!(
                [0, 1, 2].map(|place| claims[place].verdict),
                [ClaimVerdict::Held, ClaimVerdict::NotHeld, ClaimVerdict::NotHeld]
            );
            assert!(claims[3].measured.low() > claims[2].measured.high() && claims[4].measured.low() > claims[2].measured.high());
        }
        // Demand is greater on a full machine, so that less is left for classes 2 and 3.
        for class in [1, 2] {
            let [first, .., every] = [0, 3, 6, 9].map(|forecast| results.beside[forecast + class].ours);
            assert!(every.mean <= first.mean, "{}: {first:?} {every:?}", experiment.key());
        }
    }
}

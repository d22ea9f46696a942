//! The price of planning anew: a run against plans made one by one, who waits counted from the plan, the command line.

use crate::cli::ok;
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::scenario::{Machine, Policy};
use bookahead::engine::slots::workload::{Preset, Workload};
use bookahead::papers::experiment::{ExperimentRun, Options, catalogue, find};
use bookahead::papers::slots::price::{PriceAxis, PriceStudy};

/// Work, waiting reservations and accepted jobs of a plan, each for all jobs, counted the slow way.
fn counted(axis: PriceAxis, place: u32, policy: Policy, options: Options) -> [f64; 3] {
    let generator = axis.generator(place, options.seed, options.requests);
    let arrivals = Workload::of_generator(generator).arrivals().expect("within bounds");
    let machine = Machine { nodes: Preset::NODES, ..Machine::default() };
    let mut session = Session::new(machine, policy, arrivals.clone());
    session.finish();
    let decisions = session.decisions();
    let jobs = decisions.start.len();
    let waits = |job: usize| {
        let now = arrivals.submitted[arrivals.request[job] as usize];
        let stood = decisions.stood_before(job as u32);
        // Refused ones stand nowhere: their start is beyond every slot.
        (0..job).filter(|&other| decisions.accepted(other) && stood[other] > now).count()
    };
    let waiting: usize = (0..jobs).map(waits).sum();
    let accepted = (0..jobs).filter(|&job| decisions.accepted(job)).count();
    [session.searches() as f64, waiting as f64, 100.0 * accepted as f64].map(|sum| sum / jobs as f64)
}

#[test]
fn every_point_is_that_of_plans_made_one_by_one() {
    let options = Options { runs: 1, requests: 60, seed: 4 };
    let policies = PriceStudy::policies();
    assert_eq!(policies.len(), 15);
    for axis in PriceAxis::ALL {
        let mut run = ExperimentRun::new(axis.key(), options).expect("within bounds");
        run.finish().expect("within bounds");
        let results = run.results();
        let curves: Vec<_> = results.panels.iter().flat_map(|panel| &panel.curves).collect();
        assert_eq!(curves.len(), 3 * policies.len());
        for (at, &policy) in policies.iter().enumerate() {
            for (index, &place) in axis.places().iter().enumerate().step_by(3) {
                let found = [0, 1, 2].map(|kind| curves[kind * policies.len() + at].points[index]);
                assert_eq!(found.map(|point| point.x), [f64::from(place); 3]);
                let expected = counted(axis, place, policy, options);
                assert!(
                    found.iter().zip(expected).all(|(point, value)| (point.y.mean - value).abs() < 1e-9),
                    "{} {place}",
                    policy.name()
                );
            }
        }
    }
}

/// Umar tells no price; what must hold anyway: first fit costs a search, no planner less, and an order that is searched for costs more than a sorted one.
#[test]
fn planning_anew_costs_more_the_more_wait() {
    let mut run = ExperimentRun::new("price-outstanding", Options { runs: 2, requests: 150, seed: 1 }).expect("within bounds");
    run.finish().expect("within bounds");
    let results = run.results();
    let curve = |key: &str| {
        let curve = results.panels.iter().flat_map(|panel| &panel.curves).find(|curve| curve.key == key).expect("it is there");
        curve.points.iter().map(|point| point.y.mean).collect::<Vec<f64>>()
    };
    assert!(curve("work_first-fit").iter().all(|&work| work == 1.0));
    for name in ["first-min-slack", "netto-lff", "first-min-min", "gelsar"] {
        let (work, waiting) = (curve(&format!("work_{name}")), curve(&format!("waiting_{name}")));
        assert!(work.first() < work.last() && waiting.first() < waiting.last(), "{name}: {work:?} {waiting:?}");
    }
    let (sorted, searched) = (curve("work_netto-shuffle"), curve("work_genetic"));
    assert!(sorted.iter().zip(&searched).all(|(sorted, searched)| 5.0 * sorted < *searched), "{sorted:?} {searched:?}");
    assert_eq!(results.claims.len(), 1);
}

#[test]
fn the_command_line_has_the_curves() {
    let last: Vec<String> = catalogue().into_iter().rev().take(3).map(|listed| listed.key).collect();
    assert_eq!(last, ["castillo-3.4-soon", "coallocation-horizon", "coallocation-quantum"], "what is new stands at the end");
    let listed = find("price-load").expect("it is listed");
    assert_eq!(listed.plans, 15 * 7);
    let csv = ok(&["experiment", "price-load", "--runs", "1", "--jobs", "20", "--csv"], "");
    assert!(csv.contains("work_fcfs-lrh:hold") && csv.contains("accepted_genetic"), "{csv}");
}

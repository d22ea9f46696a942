//! Refused requests that are submitted again, as an experiment. The rule itself is tested beside its code.

use crate::cli::ok;
use bookahead::papers::experiment::{ExperimentRun, Options};

#[test]
fn who_comes_again_gets_more_and_costs_more() {
    let mut run = ExperimentRun::new("resubmission", Options { runs: 3, requests: 200, seed: 1 }).expect("within bounds");
    run.finish().expect("within bounds");
    let results = run.results();
    let curve = |key: &str| {
        let curve = results.panels.iter().flat_map(|panel| &panel.curves).find(|curve| curve.key == key).expect("it is there");
        curve.points.iter().map(|point| point.y.mean).collect::<Vec<f64>>()
    };
    for planner in ["rigid", "first-fit", "fcfs-eds:hold"] {
        let (accepted, attempts) = (curve(&format!("accepted_{planner}")), curve(&format!("attempts_{planner}")));
        assert_eq!(attempts[0], 1.0, "{planner}");
        assert!(attempts.is_sorted() && accepted.first() < accepted.last(), "{planner}: {attempts:?} {accepted:?}");
        // At most so many times.
        assert!(attempts.iter().zip([0.0, 1.0, 2.0, 3.0, 5.0, 8.0]).all(|(attempts, again)| *attempts <= 1.0 + again));
    }
    assert_eq!(curve("delay_rigid")[0], 0.0);
    assert_eq!(results.claims.len(), 3);
    assert!(results.claims.iter().all(|claim| claim.reading.is_some()));
}

/// The attempts of more requests would pass what a workload may have.
#[test]
fn a_run_has_no_more_requests_than_can_come_again() {
    let begin = |requests| ExperimentRun::new("resubmission", Options { runs: 1, requests, seed: 1 }).map(|run| run.units());
    assert_eq!(begin(10_000).ok(), Some(1));
    let allowed = "jobs: 10001 is not allowed; must be 1 to 10000 for resubmission, whose refused requests come again";
    assert_eq!(begin(10_001).map_err(|error| error.to_string()), Err(allowed.to_string()));
}

#[test]
fn the_command_line_has_the_curves() {
    let csv = ok(&["experiment", "resubmission", "--runs", "1", "--jobs", "30", "--csv"], "");
    assert!(csv.contains("attempts_rigid") && csv.contains("fragmentation_fcfs-eds:hold"), "{csv}");
}

//! Planners against a share, as experiments: trust in users, and messages.

use crate::cli::ok;
use bookahead::papers::experiment::{ClaimVerdict, ExperimentRun, Options, Results};

fn results(name: &str, requests: u32) -> Results {
    let mut run = ExperimentRun::new(name, Options { runs: 3, requests, seed: 1 }).expect("within bounds");
    run.finish().expect("within bounds");
    run.results()
}

fn curve(results: &Results, key: &str) -> Vec<f64> {
    let curve = results.panels.iter().flat_map(|panel| &panel.curves).find(|curve| curve.key == key);
    curve.unwrap_or_else(|| panic!("{key}")).points.iter().map(|point| point.y.mean).collect()
}

#[test]
fn trust_avoids_violations() {
    let results = results("trust", 400);
    for claim in &results.claims {
        println!("{:?} {:+.3} ± {:.3}: {}", claim.verdict, claim.measured.mean, claim.measured.half, claim.words);
        assert!(claim.reading.is_some() && claim.measured.runs == 3);
    }
    // Where nothing overlaps nothing is violated, and who estimates exactly makes no difference to it but for the use.
    assert_eq!(curve(&results, "violations_first-fit"), [0.0; 6]);
    assert!(curve(&results, "utilisation_first-fit").is_sorted());
    let (rarp, trusting) = (curve(&results, "violations_rarp"), curve(&results, "violations_rarp-trust"));
    assert!(rarp.iter().zip(&trusting).all(|(without, with)| with < without), "{rarp:?} {trusting:?}");
    // Nobody is trusted where everybody estimates exactly: first fit.
    assert_eq!(trusting[5], 0.0);
    assert_eq!(curve(&results, "served_rarp-trust")[5], curve(&results, "served_first-fit")[5]);
    // Trust is less careful than p* where many end early, and more where few do.
    assert!(results.panels.iter().flat_map(|panel| &panel.curves).all(|curve| curve.points.len() == 6));
}

#[test]
fn nodes_are_told_more_often_than_starts() {
    let results = results("messages", 300);
    assert!(results.claims.iter().all(|claim| claim.verdict == ClaimVerdict::Held), "{:?}", results.claims);
    for physical in ["starts", "nodes", "both"] {
        assert_eq!(curve(&results, &format!("{physical}_first-fit-physical")), [1.0; 4]);
    }
    assert_eq!(curve(&results, "starts_first-fit"), [1.0; 4]);
    for planner in ["first-fit", "fcfs-eds:hold", "fcfs-lrh:hold", "first-min-slack", "netto-edf"] {
        let [starts, nodes, both] = ["starts", "nodes", "both"].map(|figure| curve(&results, &format!("{figure}_{planner}")));
        let sums = starts.iter().zip(&nodes).map(|(starts, nodes)| starts + nodes - 1.0);
        assert!(sums.zip(&both).all(|(sum, both)| (sum - both).abs() < 1e-9), "{planner}");
    }
}

#[test]
fn runs_are_bounded_and_the_command_line_has_the_curves() {
    let refused = ExperimentRun::new("messages", Options { runs: 1, requests: 20_001, seed: 1 }).map(|_| ());
    let allowed = "jobs: 20001 is not allowed; must be 1 to 20000 for messages, in which much is looked at after every decision";
    assert_eq!(refused.map_err(|error| error.to_string()), Err(allowed.to_string()));
    let csv = ok(&["experiment", "trust", "--runs", "1", "--jobs", "60", "--csv"], "");
    assert!(csv.contains("exact_users") && csv.contains("served_rarp-trust"), "{csv}");
}

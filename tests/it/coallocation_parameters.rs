//! Co-allocation against its parameters: the curves against runs made one by one, the claims, the command line.

use crate::cli::ok;
use bookahead::engine::batch::coalloc::session::Coallocation;
use bookahead::engine::batch::job::Jobs;
use bookahead::engine::batch::metrics::wait;
use bookahead::engine::batch::workload::generator::LublinWorkload;
use bookahead::papers::batch::{LOG_NODES, ParameterStudy};
use bookahead::papers::experiment::{ExperimentRun, Options, Paper, catalogue};
use std::sync::Arc;

#[test]
fn the_curves_are_those_of_runs_made_one_by_one() {
    let listed: Vec<String> =
        catalogue().into_iter().filter(|listed| listed.paper == Paper::Parameters).map(|listed| listed.key).collect();
    assert!(listed.iter().map(String::as_str).eq(ParameterStudy::ALL.map(ParameterStudy::name)));
    let options = Options { runs: 1, requests: 120, seed: 3 };
    let lublin = LublinWorkload { seed: 3, jobs: 120, load: 0.7, overestimate: 0.0, ..LublinWorkload::default() };
    let jobs = Arc::new(Jobs::numbered((0..).zip(lublin.generate(LOG_NODES).expect("within bounds"))));
    for study in ParameterStudy::ALL {
        let mut run = ExperimentRun::new(study.name(), options).expect("within bounds");
        run.finish().expect("within bounds");
        let results = run.results();
        assert_eq!((results.panels.len(), results.claims.len()), (5, 2), "{}", study.name());
        for (index, &place) in study.places().iter().enumerate() {
            let policy = study.policy(place);
            // These jobs are shorter than every horizon.
            assert!((0..jobs.len()).all(|row| jobs.reserved(row) <= u64::from(policy.horizon)));
            let mut plain = Coallocation::reference(LOG_NODES, policy, Arc::clone(&jobs), None);
            plain.advance(usize::MAX);
            let decisions = plain.decisions();
            let waits: u64 = (0..jobs.len()).map(|row| wait(&jobs, decisions, row)).sum();
            let sums = [
                waits as f64 / 3_600.0,
                decisions.retries.iter().map(|&retries| f64::from(retries)).sum(),
                decisions.operations.iter().map(|&operations| f64::from(operations)).sum(),
            ];
            for (panel, sum) in results.panels.iter().zip(sums) {
                let found = panel.curves[0].points[index].y.mean;
                assert!((found - sum / 120.0).abs() < 1e-9, "{} {place}: {found} for {}", study.name(), sum / 120.0);
            }
        }
    }
}

#[test]
fn the_command_line_knows_the_parameters() {
    let csv = ok(&["experiment", "coallocation-step", "--runs", "1", "--jobs", "50", "--csv"], "");
    assert!(csv.contains("retries_50") && csv.contains("update_0") && csv.contains("rebuild_0"), "{csv}");
}

//! Revenue and class 1 against the arrival rate (Umar 6.6 a, 6.7 a), and EMSR-a beside EMSR-b: against plans made one by one.

use bookahead::engine::run;
use bookahead::engine::slots::revenue::{LossesPerSlot, Market, Method};
use bookahead::engine::slots::workload::Workload;
use bookahead::papers::experiment::{ClaimVerdict, Experiment, ExperimentRun, Options, Results, Runner};
use bookahead::papers::slots::revenue::{RATE_LECTURE, RateStudy, RevenueExperiment};

/// The point of a curve at a rate.
fn point(results: &Results, curve: &str, rate: u32) -> f64 {
    let curves = results.panels.iter().flat_map(|panel| &panel.curves);
    let curve = curves.into_iter().find(|found| found.key == curve).expect("a curve");
    curve.points.iter().find(|point| point.x == f64::from(rate)).expect("a point").y.mean
}

#[test]
fn points_agree_with_plans_made_one_by_one() {
    let options = Options { runs: 1, requests: 5_400, seed: 3 };
    for (study, experiment) in RateStudy::all().into_iter().zip([RevenueExperiment::ALL[1], RevenueExperiment::ALL[5]]) {
        let results = Runner::new(study, options).finish().expect("within bounds");
        for (rate, requests) in [(3, 1_350), (12, 5_400)] {
            let mut scenario = experiment.scenario(3, requests);
            let mut generator = experiment.generator(3, requests);
            generator.arrivals_per_slot = f64::from(rate);
            scenario.workload = Workload::of_generator(generator);
            for (name, method) in [("none", Method::None), ("fixed", Method::Fixed), ("updated", Method::EmsrB)] {
                scenario.market = Some(Market { method, ..experiment.market() });
                let outcome = run(&scenario).expect("within bounds");
                let (arrivals, decisions) = (&outcome.arrivals, &outcome.decisions);
                let (mut earned, mut sold, mut of_class_1) = (0_u64, 0_u64, 0_u64);
                for job in (0..arrivals.jobs()).filter(|&job| decisions.accepted(job)) {
                    let row = arrivals.request[job] as usize;
                    let size = u64::from(arrivals.nodes[row] * arrivals.duration[row]);
                    let ahead = arrivals.earliest_start[row] - arrivals.submitted[row];
                    let price = [100, 60, 40][usize::from(ahead > 12) + usize::from(ahead > 24)];
                    sold += size;
                    of_class_1 += if ahead <= 12 { size } else { 0 };
                    earned += if arrivals.submitted[row] >= 288 { price * size } else { 0 };
                }
                let slots = f64::from(arrivals.submitted.last().expect("some requests") - 287);
                let of = |number: &str| point(&results, &format!("{number}_{name}"), rate);
                assert!((of("revenue") - earned as f64 / slots).abs() < 1e-9, "{} {name} {rate}", study.key());
                assert!((of("class_1") - 100.0 * of_class_1 as f64 / sold as f64).abs() < 1e-9, "{} {name} {rate}", study.key());
            }
        }
    }
}

/// The thesis says that at a very high rate class 1 has all nodes, so that no limits are needed. Here it has the fewest, and limits earn more than at any
/// lower rate: whoever books ahead comes first.
#[test]
fn class_1_loses_its_nodes_as_the_rate_rises() {
    for study in RateStudy::all() {
        let results = Runner::new(study, RATE_LECTURE).finish().expect("within bounds");
        for claim in &results.claims {
            println!("{}: {} ({:.1} ± {:.1})", claim.verdict.words(), claim.words, claim.measured.mean, claim.measured.half);
            assert_eq!(claim.verdict, ClaimVerdict::NotHeld, "{}", claim.words);
            assert!(claim.reading.is_some());
        }
        assert!(point(&results, "class_1_none", 12) < 5.0 && point(&results, "class_1_none", 1) > 25.0);
        assert_eq!((results.panels.len(), results.axis.key.as_str(), results.measures.len()), (2, "rate", 0));
    }
    let short =
        ExperimentRun::new("revenue-mpi-rate", Options { requests: 5_183, ..RATE_LECTURE }).expect_err("refused").to_string();
    let allowed = "must be at least 5184 at the highest rate, to see limits after their first update";
    assert_eq!(short, format!("jobs: 5183 is not allowed; {allowed}"));
}

#[test]
fn emsr_a_and_losses_agree_with_plans_made_one_by_one() {
    let options = Options { runs: 1, requests: 2_700, seed: 8 };
    for (place, method, name) in
        [(1, Method::EmsrA, "emsr_a"), (1, Method::EmsrB, "updated"), (7, Method::EmsrA, "emsr_a"), (0, Method::Fixed, "fixed")]
    {
        let experiment = RevenueExperiment::ALL[place];
        let results = Runner::new(experiment, options).finish().expect("within bounds");
        let mut scenario = experiment.scenario(8, options.requests);
        let market = Market { method, ..experiment.market() };
        scenario.market = Some(market.clone());
        let outcome = run(&scenario).expect("within bounds");
        let per_slot = &outcome.revenue.as_ref().expect("a market").report.per_slot;
        let slots = (per_slot.len() - 288) as f64;
        let losses = LossesPerSlot::of(&market, &outcome.arrivals, &outcome.decisions, experiment.nodes());
        let share = |column: &[u32]| {
            column[288..].iter().map(|&nodes| f64::from(nodes)).sum::<f64>() / (slots * f64::from(experiment.nodes()))
        };
        let measured = |key: &str| {
            let key = format!("{key}_{name}");
            results.measures.iter().find(|(measure, _)| measure.key == key).expect("it is measured").1.mean
        };
        assert!((measured("revenue") - per_slot[288..].iter().sum::<u64>() as f64 / slots).abs() < 1e-9, "{place} {name}");
        assert!((measured("spoilage") - share(&losses.spoilage)).abs() < 1e-12, "{place} {name}");
        assert!((measured("dilution") - share(&losses.dilution)).abs() < 1e-12, "{place} {name}");
        assert!(measured("spoilage") > 0.0);
    }
}

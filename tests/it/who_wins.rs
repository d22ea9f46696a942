//! Who wins: ranks against a slow twin, the figures of a run against plans made one by one, the planners' work by hand, logs, shards, the command line.

use crate::cli::{fails, ok, refusal};
use crate::support::random::{Case, case, cases};
use crate::support::{policies, scenario};
use bookahead::engine::core::statistics::ranks;
use bookahead::engine::slots::decisions::{Decisions, Move};
use bookahead::engine::slots::metrics::revisions;
use bookahead::engine::slots::overlap::Reality;
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::replanning::{FirstOrder, NettoOrder, Replan, WaitShare};
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy};
use bookahead::engine::slots::workload::{Preset, Workload};
use bookahead::papers::experiment::{Best, ClaimVerdict, ExperimentRun, Options, Panel, PanelForm, Results, find};
use bookahead::papers::slots::ranking::{Figure, RankingStudy};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A rank counted: who is better, and half of those that are equal.
fn counted(values: &[f64]) -> Vec<f64> {
    let rank = |own: &f64| {
        let better = values.iter().filter(|other| *other < own).count();
        let equal = values.iter().filter(|other| *other == own).count();
        better as f64 + (equal as f64 + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn ranks_are_those_that_are_counted(values in prop::collection::vec((0..6_i32).prop_map(f64::from), 0..40)) {
        let found = ranks(&values);
        prop_assert_eq!(&found, &counted(&values));
        let n = values.len() as f64;
        prop_assert_eq!(found.iter().sum::<f64>(), n * (n + 1.0) / 2.0);
    }

    /// A planner that moves nobody looks for one place for each job; one that moves single jobs once more for each move it tries.
    #[test]
    fn work_is_newcomers_and_moves(Case { nodes, requests } in case()) {
        for policy in policies() {
            let scenario = scenario(nodes, &requests, policy);
            let mut session = Session::new(scenario.machine, policy, scenario.workload.arrivals().expect("within bounds"));
            session.finish();
            let jobs = session.decided() as u64;
            let decisions = session.decisions();
            if matches!(policy.planner, PlannerKind::Replan(_)) {
                prop_assert!(session.searches() >= jobs, "{}", policy.name());
                continue;
            }
            let tried: u64 = decisions.refusals.iter().map(|refusal| u64::from(refusal.put_back)).sum();
            // A smaller offer is taken after the moves for the whole one were put back; those are told by no refusal.
            if !policy.planner.is_elastic() {
                prop_assert_eq!(session.searches(), jobs + decisions.moves.len() as u64 + tried, "{}", policy.name());
            }
        }
    }
}

#[test]
fn ranks_by_hand() {
    assert_eq!(ranks(&[]), [] as [f64; 0]);
    assert_eq!(ranks(&[7.0]), [1.0], "a planner alone");
    assert_eq!(ranks(&[3.0, 1.0, 3.0, 9.0]), [2.5, 1.0, 2.5, 4.0]);
    assert_eq!(ranks(&[0.0, -0.0]), [1.5, 1.5]);
}

/// Three reservations of one slot each wait on one node, the second smaller window first: what is looked at again depends on the order.
#[test]
fn the_work_of_planning_anew_by_hand() {
    let of = |user, latest_start| Request { user, submitted: 0, earliest_start: 1, latest_start, duration: 1, nodes: 1, jobs: 1 };
    let searches = |replan, latest: [u32; 3]| {
        let requests: Vec<Request> = (1..).zip(latest).map(|(user, latest)| of(user, latest)).collect();
        let policy = Policy { planner: PlannerKind::Replan(replan), ..Policy::default() };
        let scenario = scenario(1, &requests, policy);
        let mut session = Session::new(scenario.machine, policy, scenario.workload.arrivals().expect("within bounds"));
        session.finish();
        session.searches()
    };
    // By arrival the newcomer is last: those before it stay.
    assert_eq!(searches(Replan::First(FirstOrder::Fifo), [9, 9, 9]), 3);
    // By slack each newcomer is first: 1, then both, then all three.
    assert_eq!(searches(Replan::First(FirstOrder::MinSlack), [9, 8, 7]), 1 + 2 + 3);
    assert_eq!(searches(Replan::First(FirstOrder::MinSlack), [7, 8, 9]), 3);
    // An order that does not last is planned from its beginning: 1, both, all three.
    assert_eq!(searches(Replan::Netto(NettoOrder::LeastFlexible, WaitShare::Whole), [7, 8, 9]), 1 + 2 + 3);
    // Min-min looks at all at first, and again at those that are in the way of whoever was placed: 1; 2 + 1; 3 + 2 + 1.
    assert_eq!(searches(Replan::First(FirstOrder::MinMin), [9, 9, 9]), 1 + 3 + 6);
}

/// How often a job stands elsewhere after a decision than before it, by the whole plans between the decisions.
fn told_anew(decisions: &Decisions) -> u32 {
    let jobs = decisions.start.len() as u32;
    let changed = |job: u32| {
        let (before, after) = (decisions.stood_before(job), decisions.stood_before(job + 1));
        before.iter().zip(&after).filter(|(before, after)| before != after).count() as u32
    };
    (0..jobs).map(changed).sum()
}

#[test]
fn starts_told_anew_by_hand() {
    let made = |job, from, to, beneficiary| Move { job, from, to, beneficiary, short_slot: 0 };
    assert_eq!(revisions(&[]), 0);
    // Twice on for one newcomer is one message; there and back is none; for another newcomer it is one more.
    let twice = [made(0, 1, 2, 3), made(1, 1, 4, 3), made(0, 2, 5, 3), made(1, 4, 1, 3), made(0, 5, 6, 4)];
    assert_eq!(revisions(&twice), 2);
}

fn results(options: Options) -> Results {
    let mut run = ExperimentRun::new("who-wins", options).expect("within bounds");
    run.finish().expect("within bounds");
    run.results()
}

fn mean(panel: &Panel, name: &str) -> f64 {
    let curve = panel.curves.iter().find(|curve| curve.label == name).expect("a planner");
    assert_eq!(curve.points.len(), 1);
    curve.points[0].y.mean
}

/// One run, every figure of every plan computed again from a session of its own, every rank counted.
#[test]
fn a_run_agrees_with_plans_made_one_by_one() {
    let (requests, seed) = (60, 5);
    let found = results(Options { runs: 1, requests, seed });
    let policies = RankingStudy::policies();
    assert_eq!(policies.len(), 38);
    let kinds: BTreeSet<&str> = policies.iter().map(|policy| policy.planner.name()).collect();
    assert_eq!(kinds.len(), PlannerKind::EVERY.len(), "every planner is there");
    let machine = Machine { nodes: 30, ..Machine::default() };
    let (mut ranked, mut valued) = (vec![[0.0; 6]; policies.len()], vec![[0.0; 6]; policies.len()]);
    for preset in Preset::all() {
        let arrivals = Workload::of_generator(preset.generator(seed, requests)).arrivals().unwrap();
        let mut plans = Vec::new();
        for &policy in &policies {
            let mut session = Session::new(machine, policy, arrivals.clone());
            session.finish();
            let (arrivals, decisions) = (session.arrivals(), session.decisions());
            let last = *arrivals.submitted.last().unwrap();
            let (mut busy, mut accepted, mut delay) = (vec![0_u32; last as usize + 1], 0_u32, 0_u32);
            for job in 0..arrivals.jobs() {
                let request = arrivals.row(arrivals.request[job] as usize);
                if decisions.accepted(job) {
                    let start = decisions.start[job];
                    for slot in (start..start + request.duration).filter(|slot| *slot <= last) {
                        busy[slot as usize] += request.nodes;
                    }
                    accepted += 1;
                    delay += start - request.earliest_start;
                }
            }
            let all = arrivals.jobs() as f64;
            // Reservations that overlap use no more nodes than there are, and who is violated has not got what was asked for.
            let used: u32 = busy.into_iter().map(|busy| busy.min(30)).sum();
            let violated = Reality::of(arrivals, decisions, machine, policy).map_or(0, |reality| reality.violations);
            plans.push([
                100.0 * (f64::from(used) / (30.0 * f64::from(last + 1))),
                100.0 * ((f64::from(accepted) - decisions.taken.len() as f64 - f64::from(violated)) / all),
                f64::from(delay) / f64::from(accepted),
                decisions.moves.len() as f64 / all,
                f64::from(accepted + told_anew(decisions)) / f64::from(accepted),
                session.searches() as f64 / all,
            ]);
        }
        for (of, figure) in Figure::ALL.into_iter().enumerate() {
            let sign = if figure.best() == Best::Greatest { -1.0 } else { 1.0 };
            let values: Vec<f64> = plans.iter().map(|plan| sign * plan[of]).collect();
            for (policy, rank) in counted(&values).into_iter().enumerate() {
                ranked[policy][of] += rank / 16.0;
                valued[policy][of] += plans[policy][of] / 16.0;
            }
        }
    }
    for (of, figure) in Figure::ALL.into_iter().enumerate() {
        let (ranks, values) = (&found.panels[of], &found.panels[of + 6]);
        assert_eq!((ranks.measure.key.as_str(), values.measure.key.as_str()), (&*format!("rank_{}", figure.key()), figure.key()));
        assert_eq!(values.form, PanelForm::Rows(figure.best()));
        for (at, policy) in policies.iter().enumerate() {
            let name = policy.title();
            assert!((mean(ranks, &name) - ranked[at][of]).abs() < 1e-9, "{name} {figure:?}");
            assert!((mean(values, &name) - valued[at][of]).abs() < 1e-9, "{name} {figure:?}");
        }
        // Whoever is better is before whoever is worse.
        let sorted: Vec<f64> = values.rows().iter().map(|(_, value)| value.mean).collect();
        let is_sorted = sorted.is_sorted_by(|a, b| if figure.best() == Best::Greatest { a >= b } else { a <= b });
        assert!(is_sorted, "{figure:?} {sorted:?}");
    }
}

#[test]
fn ranks_have_intervals_and_a_constant_sum() {
    let found = results(Options { runs: 5, requests: 120, seed: 1 });
    for panel in &found.panels[..6] {
        let sum: f64 = panel.curves.iter().map(|curve| curve.points[0].y.mean).sum();
        assert!((sum - 38.0 * 39.0 / 2.0).abs() < 1e-6, "{}: {sum}", panel.measure.key);
        assert!(panel.curves.iter().all(|curve| curve.points[0].y.runs == 5));
        assert!(panel.curves.iter().any(|curve| curve.points[0].y.half > 0.0), "{}", panel.measure.key);
    }
    // Who moves nobody shares the first places by moves.
    let still = RankingStudy::policies().into_iter().filter(|policy| !policy.planner.moves_jobs()).map(Policy::title);
    let firsts: BTreeSet<String> = still.map(|name| format!("{:.9}", mean(&found.panels[3], &name))).collect();
    assert_eq!(firsts.len(), 1);
    // Tables have the ranks, then the figures, each best first by the chosen column.
    assert_eq!(found.tables(), [vec![0, 1, 2, 3, 4, 5], vec![6, 7, 8, 9, 10, 11]]);
    let by_work = found.table(&[0, 1, 2, 3, 4, 5], 5);
    assert!(by_work.is_sorted_by_key(|(_, numbers)| numbers[5].mean) && by_work.len() == 38);
}

/// Umar 6.4 and 6.5.
#[test]
fn planning_is_above_no_planning_in_all_sixteen() {
    let found = results(Options { runs: 4, requests: 600, seed: 1 });
    let gains = &found.measures[..16];
    // Umar's own claim, and five that he reports of others, on readings.
    assert_eq!(found.claims.iter().map(|claim| claim.reading.is_some()).collect::<Vec<_>>(), [false, true, true, true, true, true]);
    assert_ne!(found.claims[0].verdict, ClaimVerdict::NotHeld, "{:?}", found.claims[0]);
    assert!(gains.iter().filter(|(_, gain)| gain.mean > 0.0).count() >= 14, "{gains:?}");
    // A difference of two planners is that of their figures.
    let of = |curve: &str| mean(&found.panels[6], curve);
    let title = |name: &str| Policy::from_name(name).expect("a policy").title();
    let difference =
        found.measures.iter().find(|(measure, _)| measure.key == "utilisation_gelsar_over_genetic").expect("a difference");
    let expected = of(&title("gelsar")) - of(&title("genetic"));
    assert!((difference.1.mean - expected).abs() < 1e-9, "{difference:?}, {expected}");
}

const LOG: &str = "; Computer: Test\n; UnixStartTime: 843465000\n; MaxProcs: 4\n\
    1 100 0 600 3 -1 -1 3 900 -1 1 1 1 -1 1 -1 -1 -1\n\
    2 400 9 300 2 -1 -1 2 900 -1 1 1 1 -1 1 -1 -1 -1\n\
    3 700 0 900 4 -1 -1 4 900 -1 1 1 1 -1 1 -1 -1 -1\n\
    4 9000 0 600 3 -1 -1 3 900 -1 1 1 1 -1 1 -1 -1 -1\n\
    5 9300 0 600 3 -1 -1 3 900 -1 1 1 1 -1 1 -1 -1 -1\n";

#[test]
fn runs_take_one_stretch_of_a_log_after_another() {
    let path = std::env::temp_dir().join(format!("bookahead-who-wins-{}.swf", std::process::id()));
    std::fs::write(&path, LOG).expect("written");
    let log = path.to_str().expect("UTF-8");
    // Five jobs: at the usual size each is a run of its own, a job alone on an empty machine.
    let text = ok(&["experiment", "who-wins", "--log", log], "");
    assert!(text.starts_with("Who wins? All planners on the jobs of a log"), "{text}");
    assert!(text.contains("5 runs of 1 requests"), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&ok(&["experiment", "who-wins", "--log", log, "--runs", "5", "--jobs", "1", "--json"], "")).unwrap();
    assert_eq!(json["curves"]["accepted_rigid"][0]["mean"], 100.0);
    assert_eq!(json["curves"]["rank_accepted_rigid"][0]["mean"], 19.5, "all share the middle");
    assert_eq!(json["curves"]["delay_first-fit"][0]["mean"], 0.0);
    // Umar claims nothing about logs; what he reports of others is told.
    assert_eq!(json["claims"].as_array().map(Vec::len), Some(5));
    // The first three together: the second does not fit beside the first, the third waits for both.
    let three = ok(&["experiment", "who-wins", "--log", log, "--runs", "2", "--jobs", "3", "--json"], "");
    let three: serde_json::Value = serde_json::from_str(&three).unwrap();
    let of = |name: &str| three["curves"][name][0]["mean"].as_f64().unwrap();
    // Rigid: slots 0–1 by job 1, 1 by job 2 (refused), 2–4 by job 3; then job 5 one slot after job 4 is refused too.
    assert!((of("accepted_rigid") - (200.0 / 3.0 + 50.0) / 2.0).abs() < 1e-9);
    assert_eq!(of("accepted_first-fit"), 100.0);
    let refused = refusal(&["experiment", "who-wins", "--log", log, "--runs", "3", "--jobs", "3"], "");
    assert!(refused.contains("--runs: 3 is not allowed; must be at most 2: 5 jobs in stretches of 3"), "{refused}");
    drop(std::fs::remove_file(path));
}

#[test]
fn the_command_line_ranks_the_planners() {
    let text = ok(&["experiment", "who-wins", "--runs", "2", "--jobs", "40"], "");
    let head = text.lines().find(|line| line.trim_start().starts_with("rank_utilisation  rank_accepted")).expect("a table");
    assert_eq!(head.split_whitespace().count(), 6);
    assert!(
        text.contains("FIRST sufferage") && text.contains("Netto EDF 25 %") && text.contains("FCFS-LRH (gives place up)"),
        "{text}"
    );
    let csv = ok(&["experiment", "who-wins", "--runs", "2", "--jobs", "40", "--csv"], "");
    assert!(csv.contains("rank_work_osp-eds:hold") && csv.contains("delay_netto-bjf-50"), "{csv}");
    assert!(find("who-wins").expect("it is listed").log_use().is_some_and(|usage| usage.by_stretch));
    fails(&["experiment", "who-wins", "--runs", "0"], "", "--runs: 0 is not allowed; must be a whole number from 1 to 1000");
}

/// A real log, if one is there: `BOOKAHEAD_DATA` is the folder that holds it.
#[test]
fn a_real_log_is_ranked() {
    let Some(folder) = std::env::var_os("BOOKAHEAD_DATA") else {
        eprintln!(
            "skipped: set BOOKAHEAD_DATA to the folder that holds swf/KTH-SP2-1996-2.1-cln.swf.gz to rank planners on a real log"
        );
        return;
    };
    let log = std::path::Path::new(&folder).join("swf/KTH-SP2-1996-2.1-cln.swf.gz");
    let log = log.to_str().expect("UTF-8");
    let json = ok(&["experiment", "who-wins", "--log", log, "--runs", "3", "--jobs", "300", "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let of = |name: &str| json["curves"][name][0]["mean"].as_f64().expect("a number");
    assert!(of("utilisation_first-fit") >= of("utilisation_rigid") && of("accepted_first-fit") > of("accepted_rigid"));
}

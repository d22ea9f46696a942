//! Sulistio's experiment: against the planners of plans in slots where every job reserves, and on the jobs of logs.

use crate::cli::{fails, ok};
use crate::support::scenario;
use bookahead::engine::batch::job::Job;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::run;
use bookahead::engine::slots::elastic::Tariff;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{PlannerKind, Policy, ShiftRule};
use bookahead::formats::studies::cluster::{LogChoices, log_input};
use bookahead::formats::swf::read_log;
use bookahead::papers::batch::ClusterInput;
use bookahead::papers::experiment::{ClaimVerdict, ExperimentRun, LogUse, Options, find, readings};
use bookahead::papers::slots::elastic::{AskedInterval, Finder, Line, NODES, TWO_WEEKS, play};
use proptest::prelude::*;

proptest! {
    #![proptest_config(crate::support::random::cases(150))]

    /// Where no other job is there, a line of the figures does what its planner does with the same requests.
    #[test]
    fn where_every_job_reserves_the_lines_are_the_planners(
        rows in prop::collection::vec((0..2_000_u32, 1..20_000_u32, 1..=6_u32), 1..60),
        (ahead, search) in (1..=3_u32, 0..=6_u32),
    ) {
        const MACHINE: u32 = 6;
        let mut submitted = 0;
        let job = |(gap, runtime, nodes): (u32, u32, u32)| {
            submitted += gap;
            Job { user: 1, submitted, estimate: runtime, runtime, nodes, earliest_start: Some(submitted), ..Job::SMALLEST }
        };
        let jobs: Vec<Job> = rows.into_iter().map(job).collect();
        let request = |(user, job): (u32, &Job)| {
            let earliest_start = (job.submitted + ahead * 3_600).div_ceil(300);
            let latest_start = earliest_start + search * 12;
            let duration = job.runtime.max(240).div_ceil(300);
            Request { user, submitted: job.submitted / 300, earliest_start, latest_start, duration, nodes: job.nodes, jobs: 1 }
        };
        let requests: Vec<Request> = (1..).zip(&jobs).map(request).collect();
        for (finder, planner) in [
            (Finder::Rigid, PlannerKind::Rigid),
            (Finder::FirstFit, PlannerKind::FirstFit),
            (Finder::Packing, PlannerKind::Osp),
            (Finder::Ejecting, PlannerKind::FcfsEds),
            (Finder::PackingEjecting, PlannerKind::OspEds),
        ] {
            let found = play(&jobs, MACHINE, Line { finder, queue: Scheduler::Easy }, AskedInterval { ahead, search });
            let plan = run(&scenario(MACHINE, &requests, Policy { planner, shift: ShiftRule::Hold, ..Policy::default() })).unwrap();
            prop_assert_eq!(found.rejected, plan.metrics.jobs - plan.metrics.accepted, "{:?}", planner);
            prop_assert_eq!(found.self_selected as usize, plan.decisions.taken.len());
            prop_assert_eq!(found.revenue, plan.metrics.busy_node_slots as f64);
            prop_assert!(found.moved <= plan.metrics.shifts && (found.moved > 0) == (plan.metrics.shifts > 0));
        }
        // Holes are filled as the planner fills them, but for those in the present slot: it has begun.
        let holes = Line { finder: Finder::Holes, queue: Scheduler::Fcfs };
        let found = play(&jobs, MACHINE, holes, AskedInterval { ahead, search });
        prop_assert!(found.busy.iter().all(|&busy| busy <= f64::from(MACHINE) + 1e-9));
    }

    /// Beside other jobs nobody gets more nodes than there are, whoever moves.
    #[test]
    fn the_machine_is_never_too_small(
        rows in prop::collection::vec((0..1_500_u32, 1..20_000_u32, 1..=6_u32, any::<bool>()), 1..60),
        (ahead, search) in (1..=3_u32, 0..=6_u32),
    ) {
        let mut submitted = 0;
        let job = |(gap, runtime, nodes, reserves): (u32, u32, u32, bool)| {
            submitted += gap;
            let earliest_start = reserves.then_some(submitted);
            Job { user: 1, submitted, estimate: runtime, runtime, nodes, earliest_start, ..Job::SMALLEST }
        };
        let jobs: Vec<Job> = rows.into_iter().map(job).collect();
        for finder in [Finder::Packing, Finder::Ejecting, Finder::Holes, Finder::PackingEjecting, Finder::PackingAgain] {
            for queue in [Scheduler::Fcfs, Scheduler::Easy] {
                let found = play(&jobs, 6, Line { finder, queue }, AskedInterval { ahead, search });
                prop_assert!(found.busy.iter().all(|&busy| busy <= 6.0 + 1e-9), "{:?}: {:?}", finder, found.busy);
                prop_assert!(found.utilisation <= 1.0 + 1e-9);
                let reserving = jobs.iter().filter(|job| job.earliest_start.is_some()).count() as u32;
                prop_assert!(found.rejected + found.self_selected <= reserving);
            }
        }
    }
}

#[test]
fn half_of_the_nodes_is_found_by_a_second_query_only() {
    // Somebody holds three of the six nodes for the whole interval; who wants five of them takes three, half of five rounded up, if asked again.
    let reserves = |submitted: u32, nodes: u32| Job {
        user: 1,
        submitted,
        estimate: 7_200,
        runtime: 7_200,
        nodes,
        earliest_start: Some(submitted),
        ..Job::SMALLEST
    };
    let found = |wanted: u32, finder: Finder| {
        let jobs = [reserves(0, 3), reserves(0, wanted)];
        let found = play(&jobs, 6, Line { finder, queue: Scheduler::Easy }, AskedInterval { ahead: 1, search: 0 });
        (found.rejected, found.self_selected, found.revenue)
    };
    assert_eq!(found(5, Finder::Packing), (1, 0, 3.0 * 24.0));
    assert_eq!(found(5, Finder::PackingAgain), (0, 1, 6.0 * 24.0));
    // All three that are left are taken, though two would do; and a solution is taken as it is.
    assert_eq!(found(4, Finder::PackingAgain), (0, 1, 6.0 * 24.0));
    assert_eq!(found(3, Finder::PackingAgain), (0, 0, 6.0 * 24.0));
    // Half of six is three; of one node there is no half.
    assert_eq!(found(6, Finder::PackingAgain), (0, 1, 6.0 * 24.0));
    let one = [reserves(0, 6), reserves(0, 1)];
    let found = play(&one, 6, Line { finder: Finder::PackingAgain, queue: Scheduler::Easy }, AskedInterval { ahead: 1, search: 0 });
    assert_eq!((found.rejected, found.self_selected), (1, 0));
}

#[test]
fn busy_nodes_are_those_of_slots_and_everybody_pays() {
    // An hour's job on two nodes that waits for nobody, beside a reservation of all four in the third hour; the last submission is after two hours.
    let job = |submitted: u32, nodes: u32, reserves: bool| Job {
        user: 1,
        submitted,
        estimate: 3_600,
        runtime: 3_600,
        nodes,
        earliest_start: reserves.then_some(submitted),
        ..Job::SMALLEST
    };
    let jobs = [job(150, 2, false), job(3_600, 4, true), job(3_600, 4, true), job(7_200, 1, false)];
    let found = play(&jobs, 4, Line { finder: Finder::Rigid, queue: Scheduler::Easy }, AskedInterval { ahead: 1, search: 0 });
    // Slots of five minutes: half of the first, all of eleven, half of the thirteenth.
    let expected: Vec<f64> =
        (0..24).map(|slot| if slot == 0 || slot == 12 { 1.0 } else { 2.0 * f64::from(u8::from(slot < 12)) }).collect();
    assert_eq!(found.busy, expected);
    assert!((found.fluctuation() - 3.0 / 23.0).abs() < 1e-12, "{}", found.fluctuation());
    // Both reservations ask for the same hour.
    assert_eq!((found.wide, found.wide_accepted()), ((2, 1), 0.5));
    // (3): twelve slots of four nodes at 4 · 0.05 · 5; (2): 60 minutes of two nodes at 0.05, and nothing of the last job before its submission.
    assert_eq!(found.income(Tariff::default()), 12.0 * 4.0 + 60.0 * 2.0 * 0.05);
}

#[test]
fn what_figure_5_shows_is_tested() {
    let of_runs = |runs: u32| {
        let mut run = ExperimentRun::new("sulistio-5", Options { runs, requests: 300, seed: 1 }).unwrap();
        run.finish().unwrap();
        run.results()
    };
    let results = of_runs(3);
    // However many runs there are, the curves are the first one's.
    assert_eq!(results.panels, of_runs(1).panels);
    assert_eq!((results.claims.len(), readings(&results.claims).len(), results.measures.len()), (2, 2, 12));
    let points = &results.panels[0].curves[1].points;
    assert!((points[12].x - 1.0).abs() < 1e-12, "twelve slots are an hour: {}", points[12].x);
    let mean = |key: &str| results.measures.iter().find(|(measure, _)| measure.key == key).unwrap().1.mean;
    // The claim shows the line that speaks most against it.
    let gaps = ["rigid-fcfs", "first-fit-easy"].map(|line| mean(&format!("fluctuation_{line}")) - mean("fluctuation_osp-easy"));
    assert!(gaps.iter().any(|gap| (gap - results.claims[0].measured.mean).abs() < 1e-9), "{gaps:?} {:?}", results.claims[0]);
}

/// A log of so many jobs, one every twenty minutes; nodes of eight processors.
fn small_log(jobs: u32) -> String {
    let line = |i: u32| {
        let (submit, run, processors) = (i * 1_200, 300 + i * 977 % 20_000, 8 * (1 + i * 31 % 80));
        format!("{} {submit} 0 {run} {processors} -1 -1 {processors} {} -1 1 1 1 1 1 1 -1 -1\n", i + 1, 2 * run)
    };
    format!("; MaxNodes: 144\n; MaxProcs: 1152\n{}", (0..jobs).map(line).collect::<String>())
}

#[test]
fn a_log_becomes_64_nodes_and_two_weeks() {
    let log = read_log(small_log(1_200).into_bytes()).unwrap();
    let listed = find("sulistio-4-9").unwrap();
    assert_eq!(
        listed.log_use(),
        Some(LogUse { nodes: Some(NODES), by_node: true, clips: true, seconds: TWO_WEEKS, has_runs: true, by_stretch: false })
    );
    let (input, report) = log_input(&log, &listed, LogChoices::default()).unwrap();
    // Eight processors are a node; what is larger than 64 nodes is cut.
    let nodes: Vec<u32> = input.jobs.iter().take(4).map(|job| job.nodes).collect();
    assert_eq!((input.nodes, nodes), (64, vec![1, 32, 63, 14]));
    assert_eq!(report.clipped, (0..1_200).filter(|i| 1 + i * 31 % 80 > 64).count() as u32);
    assert!(input.jobs.iter().any(|job| job.nodes == 64));
    // Fourteen days of 72 jobs each; several runs, as these draw who reserves.
    assert_eq!(listed.size_with(&input, listed.full), Options { runs: 10, requests: 1_008, seed: 1 });
    // What is said counts, and a processor may be a node.
    let choices = LogChoices { nodes: Some(100), processors_per_node: Some(1), with_estimates: true, ..LogChoices::default() };
    let (input, _) = log_input(&log, &listed, choices).unwrap();
    assert_eq!((input.nodes, input.jobs[0].nodes, input.jobs[2].nodes), (100, 8, 100));
    assert_eq!(input.taken(3, u32::MAX).iter().map(|job| job.estimate).collect::<Vec<_>>(), [600, 2_554, 4_508]);
    // Castillo's experiments take it as it is, once.
    let castillo = find("castillo-5.4").unwrap();
    let (input, _) = log_input(&log, &castillo, LogChoices::default()).unwrap();
    assert_eq!((input.nodes, input.jobs[0].nodes), (1_152, 8));
    assert_eq!(castillo.size_with(&input, castillo.full), Options { runs: 1, requests: 1_200, ..castillo.full });
    let error = log_input(&log, &find("castillo-3.4").unwrap(), LogChoices::default()).unwrap_err().to_string();
    assert!(error.starts_with("log: a log for castillo-3.4 is not allowed; must be used with one of castillo-5.3,"), "{error}");
    assert!(error.ends_with("sulistio-4-9, sulistio-5, who-wins, when-start"), "{error}");
}

#[test]
fn both_experiments_run_on_a_log() {
    let log = read_log(small_log(150).into_bytes()).unwrap();
    for name in ["sulistio-4-9", "sulistio-5"] {
        let listed = find(name).unwrap();
        let (input, _) = log_input(&log, &listed, LogChoices::default()).unwrap();
        let options = Options { runs: 2, ..listed.size_with(&input, listed.lecture) };
        let mut logged = ExperimentRun::with_log(name, options, input.clone()).unwrap();
        logged.finish().unwrap();
        let logged = logged.results();
        assert!(logged.title.contains("jobs of a log"), "{}", logged.title);
        let curves: Vec<_> = logged.panels.iter().flat_map(|panel| &panel.curves).collect();
        assert!(curves.iter().all(|curve| !curve.points.is_empty()));
        assert!(logged.measures.iter().any(|(_, measured)| measured.half > 0.0), "runs differ by who reserves");
        // The curves of Figure 5 are those of one run.
        assert!(curves.iter().any(|curve| curve.points.iter().any(|point| point.y.half > 0.0)) == (name == "sulistio-4-9"));
        let mut drawn = ExperimentRun::new(name, Options { runs: 2, requests: 150, seed: 1 }).unwrap();
        drawn.finish().unwrap();
        assert_ne!(drawn.results().panels, logged.panels);
        // Its jobs are those of the log: with more of them, the curves are others.
        let fewer = ClusterInput { jobs: std::sync::Arc::new(input.jobs[..100].to_vec()), ..input };
        let mut shorter = ExperimentRun::with_log(name, options, fewer).unwrap();
        shorter.finish().unwrap();
        assert_ne!(shorter.results().panels, logged.panels);
    }
}

#[test]
fn what_is_gained_over_first_fit_is_told() {
    let mut run = ExperimentRun::new("sulistio-4-9", Options { runs: 2, requests: 200, seed: 3 }).unwrap();
    run.finish().unwrap();
    let results = run.results();
    // Claims under the same reading do not stand side by side; each reading is told once.
    assert_eq!(readings(&results.claims).len(), 3);
    let keys: Vec<&str> = results.measures.iter().map(|(measure, _)| measure.key.as_str()).collect();
    let lines = ["osp-easy", "fcfs-eds-easy", "fcfs-lrh-easy", "osp-eds-easy"];
    let expected: Vec<String> =
        ["fewer_rejections", "more_revenue"].into_iter().flat_map(|what| lines.map(|line| format!("{what}_{line}"))).collect();
    assert_eq!(keys, expected);
    let mean = |panel: usize, line: &str| -> f64 {
        let curves = results.panels[panel].curves.iter().filter(|curve| curve.key.contains(&format!("_{line}-easy_")));
        let points: Vec<f64> = curves.flat_map(|curve| curve.points.iter().map(|point| point.y.mean)).collect();
        assert_eq!(points.len(), 24);
        points.iter().sum()
    };
    // Run by run, so not the same as of the means; but of the same sign.
    let more = mean(3, "osp") - mean(3, "first-fit");
    let told = results.measures[4].1.mean;
    assert!(more * told > 0.0 || (more.abs() < 1e-9 && told.abs() < 1e-9), "{more}, {told}");
    let labels: Vec<&str> = results.panels[0].curves.iter().map(|curve| curve.label.as_str()).take(9).collect();
    assert_eq!(
        labels[5..],
        [
            "FCFS-EDS (Umar), EASY, b_t = 1 h",
            "FCFS-LRH (Pujiyanta), EASY, b_t = 1 h",
            "OSP-EDS (ours), EASY, b_t = 1 h",
            "OSP, again for half the nodes, EASY, b_t = 1 h"
        ]
    );
}

#[test]
fn the_command_line_takes_a_log() {
    let folder = std::env::temp_dir().join(format!("bookahead-elastic-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("log.swf");
    std::fs::write(&path, small_log(120)).unwrap();
    let path = path.to_string_lossy().into_owned();
    let text = ok(&["experiment", "sulistio-4-9", "--log", &path, "--runs", "2"], "");
    assert!(text.starts_with("Elastic reservation: rigid, first fit and strip packing, jobs of a log (Sulistio, Figures 4, 6–9)\n2 runs of 120 requests"), "{text}");
    let by_processor = ok(&["experiment", "sulistio-4-9", "--log", &path, "--runs", "2", "--processors-per-node", "1"], "");
    assert_ne!(text, by_processor);
    fails(
        &["experiment", "sulistio-5", "--log", &path, "--processors-per-node", "0"],
        "",
        &format!("{path}: processors_per_node: 0 is not allowed; must be a whole number from 1 to 1048576"),
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The paper's log, where it is there.
#[test]
fn the_first_two_weeks_of_sdsc_blue_horizon_are_played() {
    let Some(folder) = std::env::var_os("BOOKAHEAD_DATA") else {
        eprintln!(
            "skipped: set BOOKAHEAD_DATA to the folder that holds swf/SDSC-BLUE-2000-4.2-cln-14d.swf.gz to play the paper's log"
        );
        return;
    };
    let bytes = std::fs::read(std::path::Path::new(&folder).join("swf/SDSC-BLUE-2000-4.2-cln-14d.swf.gz")).unwrap();
    let log = read_log(bytes).unwrap();
    let listed = find("sulistio-4-9").unwrap();
    let (input, report) = log_input(&log, &listed, LogChoices::default()).unwrap();
    assert_eq!((log.jobs.len(), report.jobs, input.nodes, report.clipped), (4_025, 4_025, 64, 11));
    let options = listed.size_with(&input, listed.full);
    assert_eq!(options, Options { runs: 10, requests: 4_025, seed: 1 });
    let mut run = ExperimentRun::with_log("sulistio-4-9", Options { runs: 3, ..options }, input).unwrap();
    run.finish().unwrap();
    let results = run.results();
    assert_eq!((results.claims.len(), results.beside.len()), (11, 4));
    // What docs/papers.md says of ten runs holds of three as well.
    assert_eq!(results.claims[1].verdict, ClaimVerdict::Held, "rigid earns least");
    assert_eq!(results.claims[4].verdict, ClaimVerdict::Held, "the others wait less as b_t grows");
    // A second query for half of the nodes avoids more of the rejections where the interval is longest.
    assert!(results.beside[3].ours.mean > results.beside[1].ours.mean, "{:?}", results.beside);
}

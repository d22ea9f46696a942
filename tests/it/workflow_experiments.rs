//! Mondol's tables and figures, computed again: their shape, their graphs, and single numbers by another way.

use crate::cli::{ok, refusal};
use bookahead::engine::workflow::WorkflowScenario;
use bookahead::engine::workflow::graph::{Communication, TaskGraph};
use bookahead::engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead::engine::workflow::scenario::Application;
use bookahead::papers::experiment::{ClaimVerdict, ExperimentRun, Options, Paper, Results, catalogue};
use bookahead::papers::workflow::{Kind, Size, WorkflowExperiment};
use std::sync::Arc;

const SMALL: Options = Options { runs: 4, requests: 40, seed: 5 };

fn finished(mut run: ExperimentRun) -> Results {
    run.finish().expect("in bounds");
    run.results()
}

/// The mean of a curve at a place of the axis.
fn at(results: &Results, curve: &str, x: f64) -> f64 {
    let mut curves = results.panels.iter().flat_map(|panel| &panel.curves);
    let found = curves.find(|listed| listed.key == curve).unwrap_or_else(|| panic!("no curve {curve}"));
    found.points.iter().find(|point| point.x == x).unwrap_or_else(|| panic!("no place {x}")).y.mean
}

/// A fork of `width` tasks of 7 between two of 3.
fn fork(width: u32) -> TaskGraph {
    let mut durations = vec![3];
    durations.extend((0..width).map(|_| 7));
    durations.push(3);
    let middle: Vec<u32> = (1..=width).collect();
    let mut parents: Vec<&[u32]> = vec![&[]];
    parents.extend((0..width).map(|_| &[0_u32][..]));
    parents.push(&middle);
    TaskGraph::of_parents(&durations, &parents)
}

#[test]
fn every_table_and_figure_has_its_curves_claims_and_paper_numbers() {
    let listed: Vec<_> = catalogue().into_iter().filter(|listed| listed.paper == Paper::Mondol).collect();
    let names = ["b.1", "b.2", "b.3", "4.7", "4.8", "4.9", "4.13", "4.14", "4.15", "b.1-share", "b.2-share", "b.3-share"];
    let names = names.map(|name| format!("mondol-{name}"));
    assert_eq!(listed.iter().map(|listed| listed.key.clone()).collect::<Vec<_>>(), names);
    for info in listed {
        assert_eq!((info.full.runs, info.full.requests), (100, info.lecture.requests), "{}", info.key);
        let experiment = WorkflowExperiment::from_key(&info.key).expect("it is listed");
        let (panels, places, beside) = match experiment.kind {
            Kind::Table => (8, 9, 144),
            Kind::Iterations => (2, 50, if experiment.size == Size::Hundred { 6 } else { 0 }),
            Kind::Work => (1, 9, 0),
        };
        let results = finished(ExperimentRun::new(&info.key, SMALL).expect("in bounds"));
        assert_eq!((results.panels.len(), results.beside.len()), (panels, beside), "{}", info.key);
        for curve in results.panels.iter().flat_map(|panel| &panel.curves) {
            assert_eq!(curve.points.len(), places, "{}", curve.key);
            assert!(curve.points.iter().all(|point| point.y.runs == SMALL.runs && point.y.mean >= 0.0), "{}", curve.key);
        }
        assert!(results.panels.iter().all(|panel| panel.curves.len() == 3), "{}", info.key);
        // The thesis leaves open what a pre-load is, when applications start and Blythe's α: no verdict without saying so.
        assert!(results.claims.iter().all(|claim| claim.reading.is_some()), "{:?}", results.claims);
        assert!(results.claims.len() >= 3 && results.claims.iter().all(|claim| claim.measured.runs > 0), "{:?}", results.claims);
        // Nothing is claimed of nothing.
        let empty = ExperimentRun::new(&info.key, SMALL).expect("in bounds").results();
        assert!(empty.claims.iter().all(|claim| claim.verdict == ClaimVerdict::Open && claim.measured.runs == 0));
        for options in [Options { requests: 1, ..SMALL }, Options { requests: 1_001, ..SMALL }, Options { runs: 0, ..SMALL }] {
            assert!(ExperimentRun::new(&info.key, options).is_err(), "{options:?}");
        }
    }
}

#[test]
fn the_thesis_numbers_stand_beside_ours() {
    let results = finished(ExperimentRun::new("mondol-b.2", SMALL).expect("in bounds"));
    let paper = |words: &str| results.beside.iter().find(|row| row.words == words).map(|row| row.paper);
    assert_eq!(paper("10 nodes, pre-load 0 %: delayed, per cent, Blythe"), Some(32.0));
    assert_eq!(paper("35 nodes, pre-load 50 %: mean delay, Slack"), Some(0.71));
    assert_eq!(paper("50 nodes, pre-load 75 %: mean delay, Blythe"), Some(0.14));
    // Ours is what the curves say.
    let row = results.beside.iter().find(|row| row.words == "15 nodes, pre-load 75 %: mean delay, Slack").expect("a row");
    assert_eq!(row.ours.mean, at(&results, "delay_75_slack", 15.0));
    let tests = finished(ExperimentRun::new("mondol-4.8", SMALL).expect("in bounds")).beside;
    assert_eq!(tests.iter().map(|row| row.paper).collect::<Vec<_>>(), [1.54, 0.0187, 0.49, 0.0105, 0.3, 0.0483]);
    assert!(tests.iter().skip(1).step_by(2).all(|row| (0.0..=1.0).contains(&row.ours.mean)), "{tests:?}");
}

#[test]
fn without_pre_load_a_cell_is_what_the_broker_finds() {
    // The first cell has 10 nodes and no pre-load: its delay does not depend on the start.
    let options = Options { runs: 3, requests: 40, seed: 9 };
    let graphs = Arc::new(vec![fork(37)]);
    for (name, method) in [("slack", Method::Slack), ("blythe", Method::Blythe), ("heft", Method::Heft)] {
        let results = finished(ExperimentRun::with_graphs("mondol-b.1", options, graphs.clone()).expect("in bounds"));
        let delay = |run: u32| {
            let mut workflow = WorkflowScenario::of_applications(10, vec![Application::new(1, 0, graphs[0].clone())]);
            let (seed, communication) = (options.seed_of(run), Communication::Ignored);
            workflow.policy = WorkflowPolicy { method, seed, communication, ..WorkflowPolicy::default() };
            workflow.run().expect("in bounds").served[0].delay
        };
        let by_hand = (0..options.runs).map(|run| delay(run) as f64).sum::<f64>() / f64::from(options.runs);
        // 37 tasks of 7 on 10 nodes: four rounds, three more than on 37 nodes.
        assert!(by_hand >= 21.0);
        assert_eq!(at(&results, &format!("delay_0_{name}"), 10.0), by_hand);
        assert_eq!(at(&results, &format!("delayed_0_{name}"), 10.0), 100.0);
        assert_eq!(at(&results, &format!("delay_0_{name}"), 40.0), 0.0);
        assert_eq!(at(&results, &format!("delayed_0_{name}"), 40.0), 0.0);
    }
}

#[test]
fn more_mappings_never_delay_more_and_the_pre_load_delays() {
    let options = Options { runs: 12, requests: 60, seed: 2 };
    let results = finished(ExperimentRun::new("mondol-4.7", options).expect("in bounds"));
    for name in ["slack", "blythe"] {
        for mappings in 2..=50 {
            let of = |curve: &str, mappings: u32| at(&results, &format!("{curve}_{name}"), f64::from(mappings));
            assert!(of("delay", mappings) <= of("delay", mappings - 1));
            assert!(of("zero_delay", mappings) >= of("zero_delay", mappings - 1));
        }
    }
    // The table has the same cell, and more.
    let table = finished(ExperimentRun::new("mondol-b.1", options).expect("in bounds"));
    let verdict = |words: &str| table.claims.iter().find(|claim| claim.words.contains(words)).map(|claim| claim.verdict);
    assert_eq!(verdict("A higher pre-load delays more"), Some(ClaimVerdict::Held));
    assert_eq!(verdict("More nodes delay fewer applications"), Some(ClaimVerdict::Held));
    // Where all of these few applications are delayed on any number of nodes, that is no verdict.
    let share = finished(ExperimentRun::new("mondol-b.1-share", options).expect("in bounds"));
    let claim = share.claims.iter().find(|claim| claim.words.contains("More nodes delay fewer applications"));
    assert_eq!(claim.map(|claim| claim.verdict), Some(ClaimVerdict::NothingDiffers));
    let work = finished(ExperimentRun::new("mondol-4.13", options).expect("in bounds"));
    assert!(
        (10..=50).step_by(5).all(|nodes| at(&work, "work_slack", f64::from(nodes)) < at(&work, "work_blythe", f64::from(nodes)))
    );
}

#[test]
fn delays_vanish_with_more_nodes_unless_the_pre_load_grows_with_them() {
    let options = Options { runs: 100, requests: 100, seed: 1 };
    let verdict = |results: &Results| {
        let mut claims = results.claims.iter();
        claims.find(|claim| claim.words.contains("vanish")).map(|claim| claim.verdict).expect("it is claimed of every table")
    };
    let table = finished(ExperimentRun::new("mondol-b.2", options).expect("in bounds"));
    let few = Options { runs: 12, ..options };
    let share = finished(ExperimentRun::new("mondol-b.2-share", few).expect("in bounds"));
    assert_eq!((verdict(&table), verdict(&share)), (ClaimVerdict::Held, ClaimVerdict::NotHeld));
    // The thesis' Table B.2: so many of a hundred applications are delayed on 10 nodes, and on 50.
    for (load, on_ten, on_fifty) in [(0, 20.0, 0.0), (25, 40.0, 0.0), (50, 63.0, 0.0), (75, 77.0, 1.0)] {
        let ours = |nodes| at(&table, &format!("delayed_{load}_slack"), nodes);
        assert!(
            (ours(10.0) - on_ten).abs() <= 5.0 && (ours(50.0) - on_fifty).abs() <= 2.0,
            "{load} %: {} {}",
            ours(10.0),
            ours(50.0)
        );
    }
    assert!(at(&share, "delayed_75_slack", 50.0) > 50.0);
    // Without pre-load there is no difference between the two: the start alone differs, and it does not matter.
    let table = finished(ExperimentRun::new("mondol-b.2", few).expect("in bounds"));
    for nodes in (10..=50).step_by(5) {
        assert_eq!(at(&table, "delay_0_slack", f64::from(nodes)), at(&share, "delay_0_slack", f64::from(nodes)), "{nodes} nodes");
    }
}

#[test]
fn the_scenario_behind_a_table_has_the_other_applications_before_its_own() {
    let experiment = WorkflowExperiment::from_key("mondol-b.1").expect("it is listed");
    let scenario = experiment.scenario(SMALL);
    assert_eq!(scenario.applications().len(), 5, "four others are a pre-load of 50 %");
    let served = scenario.run().expect("in bounds").served;
    assert!(served.iter().all(|application| application.delay < 10_000), "all of them are mapped");
    let share = WorkflowExperiment::from_key("mondol-b.1-share").expect("it is listed").scenario(SMALL);
    assert_eq!((share.applications().len(), share.preload.percent), (1, 50));
}

#[test]
fn any_order_gives_the_same_and_other_graphs_something_else() {
    let run = || ExperimentRun::new("mondol-4.13", SMALL).expect("in bounds");
    let mut other = run();
    for index in (0..other.units()).rev() {
        let mut unit = other.unit(index).expect("a unit");
        while !unit.advance(1).expect("in bounds") {
            assert!(unit.share() > 0.0 && unit.share() < 1.0);
        }
        other.take_in(index, unit.into_found());
    }
    assert_eq!(other.results(), finished(run()));
    let graphs = Arc::new(vec![fork(9), fork(20)]);
    let given = finished(ExperimentRun::with_graphs("mondol-4.13", SMALL, graphs.clone()).expect("in bounds"));
    assert_ne!(given.panels, other.results().panels);
    let error = ExperimentRun::with_graphs("castillo-3.4", SMALL, graphs).expect_err("no graphs there").to_string();
    assert!(error.contains("used with one of mondol-b.1"), "{error}");
    for graphs in [Vec::new(), vec![TaskGraph::of_parents(&[5], &[&[]])]] {
        assert!(ExperimentRun::with_graphs("mondol-b.1", SMALL, Arc::new(graphs)).is_err());
    }
}

#[test]
fn on_the_command_line_graphs_come_from_a_folder() {
    let folder = std::env::temp_dir().join(format!("bookahead-graphs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("a.stg"), "3\n0 4 0\n1 5 1 0\n2 6 1 0\n").expect("a file");
    std::fs::write(folder.join("b.stg"), "2\n0 4 0\n1 5 1 0\n").expect("a file");
    let path = folder.display().to_string();
    let text = ok(&["experiment", "mondol-4.8", "--graphs", &path, "--runs", "3"], "");
    assert!(text.contains("Figures 4.8 and 4.11") && text.contains("two-tailed paired t-test"), "{text}");
    let json = ok(&["experiment", "mondol-b.1", "--graphs", &path, "--runs", "2", "--json"], "");
    assert!(json.contains("\"delay_75_blythe\"") && json.contains("10 nodes, pre-load 0 %: mean delay, Slack"), "{json}");
    let refused = refusal(&["experiment", "castillo-3.4", "--graphs", &path], "");
    assert!(refused.contains("used with one of mondol-b.1"), "{refused}");
    std::fs::write(folder.join("c.stg"), "2\n0 4 1 1\n1 5 1 0\n").expect("a file");
    let refused = refusal(&["experiment", "mondol-b.1", "--graphs", &path], "");
    assert!(refused.contains("c.stg") && refused.contains("cycle"), "{refused}");
    std::fs::remove_dir_all(&folder).expect("our own folder");
    refusal(&["experiment", "mondol-b.1", "--graphs", &path], "");
}

#[test]
fn a_graph_is_drawn_as_svg_on_the_command_line() {
    let folder = std::env::temp_dir().join(format!("bookahead-svg-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let graph = folder.join("fork.stg").display().to_string();
    std::fs::write(&graph, "4\n0 4 0\n1 5 1 0\n2 6 1 0\n3 2 2 1 2\n").expect("a file");
    let nodes = ok(&["workflow", &graph, "--nodes", "2", "--svg"], "");
    let drawing = roxmltree::Document::parse(&nodes).expect("XML");
    let titles: Vec<_> = drawing.descendants().filter(|node| node.has_tag_name("title")).filter_map(|node| node.text()).collect();
    assert!(titles.iter().any(|title| title.starts_with("fork: Nodes")), "{titles:?}");
    assert!((0..4).all(|task| titles.iter().any(|title| title.starts_with(&format!("T{task}: node ")))), "{titles:?}");
    let drawn = ok(&["workflow", &graph, "--svg", "--chart", "graph"], "");
    let drawing = roxmltree::Document::parse(&drawn).expect("XML");
    assert_eq!(drawing.descendants().filter(|node| node.has_tag_name("path")).count(), 4, "an edge each");
    assert!(refusal(&["workflow", &graph, "--svg", "--chart", "tree"], "").contains("--chart must be one of nodes, graph"));
    // A scenario file goes the same way.
    let file = r#"{"version": 2, "study": "workflow", "providers": [{"nodes": 2}], "applications": [{}],
        "tasks": [{"duration": 4}, {"duration": 5, "parents": [0]}]}"#;
    for chart in ["nodes", "graph"] {
        let svg = ok(&["plan", "-", "--svg", "--chart", chart], file);
        assert!(roxmltree::Document::parse(&svg).is_ok() && svg.contains("Bookahead"), "{svg}");
    }
    std::fs::remove_dir_all(&folder).expect("our own folder");
}

//! Short recipes that are a lot of work: they are known as such before anything is planned, and can be worked on piece by piece.

use bookahead::engine::core::error::FieldPath;
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::idle::run::IdleRun;
use bookahead::engine::idle::{IdleRequest, IdleScenario, IdleWorkload, Servers, Strategy, adaptive::Adaptability};
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::revenue::{Market, Method};
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, SlotsScenario};
use bookahead::engine::slots::workload::{Generator, Preset, Range, Workload};
use bookahead::engine::study::{AnyRun, Study};
use bookahead::engine::workflow::graph::{Edge, TaskGraph};
use bookahead::engine::workflow::scenario::{Application, WorkflowScenario};
use bookahead::state::{EXAMPLES, Example};

/// The page leaves larger studies to a worker.
const LOCAL_SIZE_MAX: usize = 20_000;

fn wide(latest_start: u32, duration: u32) -> Request {
    Request { user: 1, submitted: 0, earliest_start: 1, latest_start, duration, nodes: 1, jobs: 1 }
}

fn of(workload: Workload) -> SlotsScenario {
    SlotsScenario { workload, ..Example::find("eleven-requests").unwrap().slots().unwrap() }
}

/// Jobs that may move through windows of millions of slots: one decision can take minutes.
fn wide_windows() -> SlotsScenario {
    let requests = [1_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000].map(|duration| wide(4_000_000, duration));
    let machine = Machine { nodes: 1, ..Machine::default() };
    SlotsScenario { machine, ..of(Workload::of_requests(requests.to_vec())) }
}

/// Reservations that are planned anew on thousands of servers.
fn many_servers(servers: u32, requests: u32) -> IdleScenario {
    let request = |at: u32| IdleRequest { submitted: at, earliest_start: at, size: 4_000, deadline: at + 9_000 };
    let requests = (0..requests).map(request).collect();
    IdleScenario {
        servers: Servers::identical(servers, 1_000_000, 1_000),
        workload: IdleWorkload::of_requests(requests),
        adaptability: Adaptability { replanning: true, opportunistic: false },
        ..Example::find("eleven-servers").unwrap().idle().unwrap()
    }
}

#[test]
fn what_may_take_long_is_known_from_the_recipe() {
    let small = |study: &Study| study.size() <= LOCAL_SIZE_MAX;
    for example in EXAMPLES {
        let study = example.open().scenario.study;
        let requests = study.size();
        assert!(small(&study) || requests >= LOCAL_SIZE_MAX, "{}: {requests}", example.key);
    }
    assert!(!small(&Study::Slots(wide_windows())));
    // The same by an edit, and drawn by a generator.
    let narrow = Workload::of_requests(vec![wide(1, 1)]);
    assert!(small(&Study::Slots(of(narrow.clone()))));
    assert!(!small(&Study::Slots(of(narrow.with_edit(0, Some(wide(4_000_000, 1_000)))))));
    let generator = |relax, flexible_percent| {
        Workload::of_generator(Generator {
            relax: Range { min: 0, max: relax },
            duration: Range { min: 1, max: 100_000 },
            flexible_percent,
            ..Preset::all()[0].generator(1, 10)
        })
    };
    assert!(small(&Study::Slots(of(generator(10, 50)))));
    assert!(!small(&Study::Slots(of(generator(1_000_000, 50)))));
    assert!(small(&Study::Slots(of(generator(1_000_000, 0)))), "nobody is flexible");
    assert!(!small(&Study::Idle(many_servers(65_535, 200))));
    assert!(small(&Study::Idle(many_servers(20, 200))));
    // Every edge of a graph is walked before anything is decided.
    let graph = |edges: u32| {
        let edge = |i: u32| Edge { parent: i % 999, child: 999, cost: 0 };
        TaskGraph { durations: vec![1; 1_000], edges: (0..edges).map(edge).collect(), ..TaskGraph::default() }
    };
    let workflow = |edges| Study::Workflow(WorkflowScenario::of_applications(1, vec![Application::new(1, 0, graph(edges))]));
    assert!(small(&workflow(999)) && !small(&workflow(400_000)));
    let fixed = IdleScenario { adaptability: Adaptability::default(), ..many_servers(65_535, 200) };
    assert!(small(&Study::Idle(fixed)), "a search tree finds a server among many");
}

#[test]
fn a_run_that_adapts_goes_on_by_single_requests() {
    let scenario = many_servers(7, 60);
    let mut run = IdleRun::open(scenario.clone()).unwrap();
    let mut looks = Vec::new();
    loop {
        let progress = run.advance(1);
        looks.push(progress.decided);
        assert_eq!(run.update().is_some(), progress.is_done, "nothing is told before the end");
        if progress.is_done {
            break;
        }
    }
    assert!(looks.windows(2).all(|pair| pair[1] <= pair[0] + 1), "one at a time: {looks:?}");
    assert!(looks.len() >= 120, "decided without adapting first, then with it: {}", looks.len());
    let whole = scenario.run().unwrap();
    assert_eq!(run.metrics(), whole.figures);
    assert!(run.verify().violations.is_empty());
    // After an edit all of it is decided again.
    let edited = IdleScenario { workload: scenario.workload.with_edit(3, None), ..scenario };
    run.edit(edited.clone()).unwrap();
    assert!(!run.advance(1).is_done);
    while !run.advance(5).is_done {}
    assert_eq!(run.metrics(), edited.run().unwrap().figures);
}

/// Whoever asks for one decision has its turn after it, under every planner there is, every strategy and every method of revenue management.
#[test]
fn a_call_for_one_decision_makes_no_more() {
    let slots = EXAMPLES.iter().filter_map(|example| example.slots());
    let by_planner = slots.flat_map(|scenario| {
        let with = |planner| Policy { planner, ..scenario.policy };
        PlannerKind::EVERY.map(|planner| Study::Slots(SlotsScenario { policy: with(planner), ..scenario.clone() }))
    });
    let markets =
        EXAMPLES.iter().filter_map(|example| example.slots()).filter_map(|scenario| Some((scenario.market.clone()?, scenario)));
    let by_method = markets.flat_map(|(market, scenario)| {
        let fits = |method: &Method| method.check(market.classes.len(), scenario.machine.nodes, &FieldPath::new("market")).is_ok();
        let of = |method| SlotsScenario { market: Some(Market { method, ..market.clone() }), ..scenario.clone() };
        Method::ALL.into_iter().filter(fits).map(of).map(Study::Slots).collect::<Vec<_>>()
    });
    let by_method: Vec<Study> = by_method.collect();
    let methods = by_method.len();
    assert!(methods >= 4, "{methods} methods of revenue management");
    let idle = EXAMPLES.iter().filter_map(|example| example.idle());
    let by_strategy =
        idle.flat_map(|scenario| Strategy::ALL.map(|strategy| Study::Idle(IdleScenario { strategy, ..scenario.clone() })));
    let mut studies = 0;
    for study in by_planner.chain(by_strategy).filter(|study| study.size() <= 1_000).chain(by_method) {
        let mut run = AnyRun::open(study.clone()).expect("an example");
        let mut decided = 0;
        loop {
            let progress = run.advance(1);
            assert!(progress.decided <= decided + 1, "{}: {decided}, then {}", study.policy_name(), progress.decided);
            decided = progress.decided;
            if progress.is_done {
                break;
            }
        }
        studies += 1;
    }
    assert!(studies > PlannerKind::EVERY.len() + Strategy::ALL.len() + methods, "{studies} studies");
}

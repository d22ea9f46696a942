//! A solution that is recorded by hand leads to what was made by hand, and is read from the lesson as it was written.

use crate::samples;
use crate::study_runs::cluster_sample;
use crate::support::random::{cases, market_case};
use bookahead::engine::Scenario;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::core::error::FieldPath;
use bookahead::engine::slots::scenario::{Policy, SlotsScenario, scenario_of};
use bookahead::engine::workflow::WorkflowScenario;
use bookahead::engine::workflow::generator::GraphGenerator;
use bookahead::engine::workflow::scenario::WorkflowSource;
use bookahead::formats::json;
use bookahead::lessons::levers::{changes, played, with};
use bookahead::lessons::model::{Ask, Assignment, Lever, Setting, Which};
use bookahead::lessons::parse;
use bookahead::lessons::record::Given;
use bookahead::lessons::recorded::{Recorded, record};
use bookahead::lessons::resumed::brought_to;
use bookahead::lessons::session::{Outcome, Place};
use bookahead::lessons::settings::{choices, singles, value};
use bookahead::lessons::write::{solution, with_solution};
use proptest::prelude::*;
use std::sync::Arc;

const WHO: &str = include_str!("../../www/lessons/who-makes-room.lesson.md");

fn anything() -> Vec<Lever> {
    vec![Lever { name: "anything".to_string(), of: None }]
}

fn lever(name: &str, of: Option<u32>) -> Lever {
    Lever { name: name.to_string(), of: of.map(Which::One) }
}

/// Everything of a scenario that a lesson could allow to be changed one by one.
fn levers(scenario: &Scenario) -> Vec<Lever> {
    // A few of each: looking for all of a long list would take long.
    let few = |name: &'static str| (1..=3).map(move |number| lever(name, Some(number)));
    let policies = ["planner", "shift", "strategy", "scheduler", "method", "machine"].map(|name| lever(name, None));
    let known = policies.into_iter().filter(|lever| value(scenario, lever).is_some());
    let all: Vec<Lever> = ["request", "limit", "price"].into_iter().flat_map(few).collect();
    known.chain(all.iter().flat_map(|lever| singles(scenario, lever))).collect()
}

/// A scenario that somebody made of another: each pick is one thing, and what it is set to.
fn made(base: &Scenario, picks: &[(usize, u32)]) -> Scenario {
    let levers = levers(base);
    let mut now = base.clone();
    for (at, to) in picks {
        let lever = &levers[at % levers.len()];
        let names = choices(&now, lever);
        let setting = match value(&now, lever) {
            Some(Setting::Word(_)) if !names.is_empty() => Setting::Word(names[*to as usize % names.len()].clone()),
            Some(Setting::Number(number)) => Setting::Number(number + f64::from(to % 7)),
            _ => continue,
        };
        // What is out of bounds nobody can make.
        now = with(&now, lever, &setting).unwrap_or(now);
    }
    now
}

/// What is recorded leads to the scenario that was made, or names what is missing; and it is read back from a lesson.
fn check(base: &Scenario, now: &Scenario) -> Recorded {
    let recorded = record(base, now, &anything());
    let reached = played(base, &recorded.solution).expect("each change is within bounds").pop().unwrap_or_else(|| base.clone());
    assert!(recorded.locked.is_empty());
    assert_eq!(changes(&reached, now).is_empty(), recorded.unsaid.is_empty(), "{recorded:?}");
    if !recorded.solution.is_empty() {
        let file = json::write(base);
        let text = format!(
            "# A lesson\n\n## A step\nscenario:\n```json\n{file}\n```\nallow: anything\n\nbet: Change it.\nhint: Anything.\n\nAn end.\n"
        );
        let line = text.lines().position(|line| line.starts_with("bet: ")).expect("a task") + 1;
        let written = with_solution(&text, line, &recorded.solution).expect("the task");
        let lesson = parse::read(&written).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(lesson.steps[0].tasks[0].solution, recorded.solution);
        // A second one takes the place of the first.
        assert_eq!(with_solution(&written, line, &recorded.solution), Some(written));
    }
    recorded
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn what_is_recorded_leads_to_what_was_made(
        (case, market) in market_case(),
        has_market in any::<bool>(),
        servers in samples::servers(),
        picks in prop::collection::vec((any::<usize>(), any::<u32>()), 0..6),
    ) {
        let slots = scenario_of(case.nodes, case.requests);
        let slots = Scenario::new("", SlotsScenario { market: has_market.then_some(market), policy: Policy::default(), ..slots });
        // Every change is made in the whole file: a long list would take long. Lessons have no more decisions.
        let is_small = servers.workload.source.len() <= 60 && servers.check(&FieldPath::new("")).is_ok();
        let servers = Scenario::new("", servers);
        let is_small = is_small && servers.study.size() <= 10_000;
        for base in [Some(slots), is_small.then_some(servers)].into_iter().flatten() {
            let now = made(&base, &picks);
            let recorded = check(&base, &now);
            // These are single numbers and names: all of it can be said.
            prop_assert_eq!(recorded.unsaid, Vec::<String>::new());
            // Nobody allows it: nothing is recorded, and all of it is named.
            let locked = record(&base, &now, &[]);
            prop_assert!(locked.solution.is_empty() && locked.unsaid.is_empty());
            prop_assert_eq!(locked.locked.is_empty(), changes(&base, &now).is_empty());
        }
    }
}

#[test]
fn clusters_and_workflows_are_recorded_too() {
    let cluster = Scenario { title: String::new(), study: cluster_sample(Scheduler::Fcfs) };
    let graph = GraphGenerator { tasks: 6, ..GraphGenerator::default() };
    let workflow = WorkflowScenario::of(4, WorkflowSource::Drawn(graph));
    let workflow = Scenario { title: String::new(), study: workflow.into() };
    for base in [cluster, workflow] {
        for picks in [vec![(0, 3)], vec![(1, 2), (5, 4), (9, 1)], vec![(0, 1), (2, 6), (3, 3), (8, 2)]] {
            check(&base, &made(&base, &picks));
        }
    }
}

#[test]
fn only_what_is_allowed_is_recorded_and_the_rest_is_named() {
    let lesson = Arc::new(parse::read(WHO).expect("a lesson"));
    let session = brought_to(&lesson, Place { step: 2, task: 0 }).expect("a session");
    let given = session.here().scenario;
    let set =
        |scenario: &Scenario, lever: Lever, number: f64| with(scenario, &lever, &Setting::Number(number)).expect("within bounds");
    assert_eq!(session.recorded(&given), Ok(Recorded::default()));
    let solved = set(&given, lever("latest_start", Some(2)), 6.0);
    let more = set(&set(&solved, lever("duration", Some(3)), 1.0), lever("machine", None), 3.0);
    let recorded = session.recorded(&more).expect("a plan");
    let change = Assignment { lever: lever("latest_start", Some(2)), value: Setting::Number(6.0) };
    assert_eq!(recorded.solution, [change]);
    assert_eq!(solution(&recorded.solution), "solution: latest_start(2) = 6");
    assert_eq!((recorded.locked, recorded.unsaid), (vec!["machine".to_string(), "duration(3)".to_string()], Vec::new()));
}

#[test]
fn a_solution_that_is_missing_is_put_below_the_last_field_of_its_task() {
    let without = WHO.replacen("solution: latest_start(2) = 6\n", "", 1);
    assert!(parse::read(&without).is_err());
    let draft = parse::read_draft(&without).expect("only the solution is missing");
    let task = &draft.steps[2].tasks[0];
    let change = Assignment { lever: lever("latest_start", Some(2)), value: Setting::Number(6.0) };
    assert_eq!(with_solution(&without, task.line, &[change]).as_deref(), Some(WHO));
    assert_eq!(with_solution(&without, task.line + 1, &[]), None, "no task asks there");
    // Whatever else is wrong.
    assert!(parse::read_draft(&without.replacen("answer:", "anser:", 1)).is_err());
}

#[test]
fn who_comes_to_a_task_has_solved_those_before_it() {
    let lesson = Arc::new(parse::read(WHO).expect("a lesson"));
    for (step, tasks) in lesson.steps.iter().map(|step| step.tasks.len()).enumerate() {
        for task in 0..=tasks {
            let session = brought_to(&lesson, Place { step, task }).expect("a session");
            assert_eq!(session.place(), Place { step, task });
            assert_eq!(session.is_settled(), task == tasks);
        }
    }
    // Beyond its end is at its end.
    let last = lesson.steps.len() - 1;
    assert_eq!(brought_to(&lesson, Place { step: 99, task: 99 }).expect("a session").place(), Place { step: last, task: 0 });
}

#[test]
fn the_right_order_of_lines_is_known() {
    let lesson = Arc::new(parse::read(WHO).expect("a lesson"));
    let session = brought_to(&lesson, Place { step: 4, task: 0 }).expect("a session");
    assert_eq!(session.task().map(|task| &task.ask), Some(&Ask::Order));
    let now = session.here().scenario;
    let right = session.right(&now).expect("a plan").expect("an order");
    assert_eq!(right, Given::Order(vec![1, 0]));
    assert_eq!(session.look(&right, &now).expect("a plan").outcome, Outcome::Right);
}

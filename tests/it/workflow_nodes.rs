//! Tasks that take another time on each node: the published example of HEFT and CPOP, both against slow twins, edits, files and messages.

use crate::oracle::workflow::{ListScheduling, Nodes, Places};
use crate::support::random::cases;
use crate::workflows::on_differing_nodes;
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::workflow::check::verify_workflow;
use bookahead::engine::workflow::generator::{GraphGenerator, Shape};
use bookahead::engine::workflow::graph::Communication;
use bookahead::engine::workflow::policy::Method;
use bookahead::engine::workflow::scenario::{BusyPeriod, Provider, WorkflowScenario, WorkflowSource};
use bookahead::engine::workflow::worked::ten_tasks;
use bookahead::engine::workflow::{WorkflowOutcome, WorkflowRun};
use bookahead::formats::json::{read, write};
use bookahead::state::{WorkflowEdit, workflow_with};
use proptest::prelude::*;
use std::sync::Arc;

fn by(scenario: &WorkflowScenario, method: Method) -> WorkflowScenario {
    let mut scenario = scenario.clone();
    scenario.policy.method = method;
    scenario
}

#[track_caller]
fn planned(scenario: &WorkflowScenario) -> WorkflowOutcome {
    let outcome = scenario.run().expect("a scenario within bounds");
    assert_eq!(verify_workflow(scenario, &outcome).violations, Vec::<String>::new(), "{scenario:?}");
    outcome
}

/// Topcuoglu, Hariri and Wu 2002, Figure 5: (a) HEFT ends at 80, (b) CPOP at 86.
#[test]
fn the_published_example_is_what_was_published() {
    let heft = planned(&ten_tasks());
    assert_eq!(heft.tasks.node, [2, 0, 2, 1, 2, 1, 2, 0, 1, 1]);
    assert_eq!(heft.tasks.start, [0, 27, 9, 18, 28, 26, 38, 57, 56, 73]);
    assert_eq!((heft.metrics.end, heft.metrics.reserved), (80, 1));
    let cpop = planned(&by(&ten_tasks(), Method::Cpop));
    assert_eq!(cpop.metrics.end, 86);
    let on_path: Vec<u32> = [0, 1, 8, 9].iter().map(|&task| cpop.tasks.node[task]).collect();
    assert_eq!(on_path, [1, 1, 1, 1], "the tasks of the critical path run on the second node");
    let others = Method::ALL.map(|method| planned(&by(&ten_tasks(), method)).metrics.end);
    assert!(others.iter().all(|end| *end >= heft.served[0].length), "{others:?}");
}

#[test]
fn a_task_is_explained_with_what_it_takes_elsewhere() {
    let mut run = WorkflowRun::open(ten_tasks()).unwrap();
    while !run.advance(1_000).is_done {}
    let words = |run: &mut WorkflowRun, task: u32| run.explain(task).unwrap().sentences.join(" ");
    assert!(words(&mut run, 0).contains("It takes 9 there, no longer than elsewhere (14 on node 0, 16 on node 1)."));
    assert!(words(&mut run, 8).contains("It takes 12 there, no longer"), "{}", words(&mut run, 8));
    assert!(words(&mut run, 6).contains("It takes 11 there (7 on node 0, 15 on node 1)."), "{}", words(&mut run, 6));
}

fn slow(scenario: &WorkflowScenario) -> ListScheduling<'_> {
    let WorkflowSource::Given(applications) = &scenario.source else { unreachable!("given") };
    let mut nodes: Nodes = vec![Vec::new(); scenario.nodes() as usize];
    scenario.busy.iter().for_each(|busy| nodes[busy.node as usize].push((busy.start.into(), busy.end.into())));
    let sends = scenario.policy.communication == Communication::BetweenNodes;
    ListScheduling { graph: &applications[0].graph, start: applications[0].start.into(), nodes, sends }
}

fn places(outcome: &WorkflowOutcome) -> Places {
    outcome.tasks.node.iter().map(|&node| node as usize).zip(outcome.tasks.start.iter().copied()).collect()
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn heft_and_cpop_are_those_of_slow_twins(
        (shape, tasks, width, cost_max, seed) in (proptest::sample::select(&Shape::ALL[..]), 1..14_u32, 1..5_u32, 0..20_u32, any::<u64>()),
        busy in proptest::collection::vec((0..4_u32, 0..60_u32, 1..20_u32), 0..5),
        (providers, sends, differ) in (1..=4_u32, any::<bool>(), any::<bool>()),
    ) {
        let drawn = GraphGenerator { seed, shape, tasks, width, cost_max, edge_percent: 30, ..GraphGenerator::default() };
        let mut scenario = WorkflowScenario::of(1, WorkflowSource::Drawn(drawn));
        scenario.providers = vec![Provider::of(1); providers as usize];
        let periods = busy.into_iter().map(|(node, start, length)| BusyPeriod { node: node % providers, start, end: start + length });
        scenario.busy = Arc::new(periods.collect());
        scenario.policy.communication = if sends { Communication::BetweenNodes } else { Communication::Ignored };
        let given = if differ { on_differing_nodes(&scenario, seed) } else { (*scenario.applications()).clone() };
        scenario.source = WorkflowSource::Given(Arc::new(given));
        prop_assert_eq!(places(&planned(&by(&scenario, Method::Heft))), slow(&scenario).heft());
        prop_assert_eq!(places(&planned(&by(&scenario, Method::Cpop))), slow(&scenario).cpop());
    }

    /// Nodes that take the same time are nodes that do not differ, whatever the method.
    #[test]
    fn equal_durations_on_all_nodes_are_one_duration(tasks in 1..30_u32, nodes in 1..5_u32, seed in any::<u64>()) {
        let drawn = GraphGenerator { seed, tasks, cost_max: 4, ..GraphGenerator::default() };
        let mut alike = WorkflowScenario::of(nodes, WorkflowSource::Drawn(drawn));
        alike.policy.iterations = 5;
        let differ = workflow_with(&alike, WorkflowEdit::NodesDiffer(0, true)).expect("an edit");
        for method in Method::ALL {
            prop_assert_eq!(planned(&by(&differ, method)), planned(&by(&alike, method)), "{:?}", method);
        }
    }
}

#[test]
fn durations_on_nodes_follow_what_is_edited() {
    let graph = |scenario: &WorkflowScenario| scenario.applications()[0].graph.clone();
    let edited = |scenario: &WorkflowScenario, edit| {
        let next = workflow_with(scenario, edit).expect("an edit");
        planned(&next);
        next
    };
    let longer = edited(&ten_tasks(), WorkflowEdit::Duration { task: 0, node: 2, duration: 15 });
    assert_eq!((graph(&longer).durations_of(0).to_vec(), graph(&longer).durations[0]), (vec![14, 16, 15], 14));
    let more = edited(&longer, WorkflowEdit::AddTask(0, 6, Some(9)));
    assert_eq!((graph(&more).durations_of(10), graph(&more).nodes()), (&[6, 6, 6][..], 3));
    let fewer = edited(&more, WorkflowEdit::RemoveTask(0));
    assert_eq!((graph(&fewer).durations_of(0), graph(&fewer).len()), (&[13, 19, 18][..], 10));
    let mut wider = fewer.clone();
    wider.providers.push(Provider::of(2));
    wider.fit_nodes();
    planned(&wider);
    assert_eq!(graph(&wider).durations_of(0), [13, 19, 18, 18, 18], "further nodes are like the last one");
    wider.providers = vec![Provider::of(1)];
    wider.fit_nodes();
    planned(&wider);
    assert_eq!((graph(&wider).durations_of(1), graph(&wider).durations[1]), (&[11][..], 11));
    let alike = edited(&ten_tasks(), WorkflowEdit::NodesDiffer(0, false));
    assert_eq!((graph(&alike).nodes(), graph(&alike).durations[8]), (0, 12));
}

#[test]
fn the_checker_knows_what_a_task_takes_where() {
    let good = planned(&ten_tasks());
    let finds = |what: &str, change: fn(&mut WorkflowOutcome)| {
        let mut bad = good.clone();
        change(&mut bad);
        let found = verify_workflow(&ten_tasks(), &bad).violations;
        assert!(found.iter().any(|violation| violation.contains(what)), "{what}: {found:?}");
    };
    finds("task 8 has duration 12 instead of 18", |plan| plan.tasks.node[8] = 0);
    finds("task 4 has 11 as its least duration", |plan| plan.tasks.least[4] = 11);
    finds("longest path", |plan| plan.served[0].length += 1);
}

#[test]
fn bad_durations_are_named_with_their_place() {
    let refused = |tasks: &str, message: &str| {
        let text = format!(r#"{{"version": 2, "study": "workflow", "providers": [{{"nodes": 2}}], "tasks": [{tasks}]}}"#);
        let found = match read(&text) {
            Ok(content) => content.scenario.check().expect_err("out of bounds").to_string(),
            Err(error) => error.to_string(),
        };
        assert!(found.contains(message), "{found}");
    };
    refused(r#"{"duration": 3, "durations": [3, 4]}"#, "tasks[0].durations: a second way to give the duration");
    refused(r#"{"name": "a"}"#, "tasks[0].duration: no duration is not allowed; must be a duration, or durations on each node");
    refused(r#"{"durations": [3, 4]}, {"durations": [3]}"#, "tasks[1].durations: 1 durations on nodes");
    refused(r#"{"durations": [3, 4]}, {"duration": 3}"#, "tasks[1].durations: 0 durations on nodes");
    refused(r#"{"duration": 3}, {"durations": [3, 4]}"#, "tasks[1].durations: 2 durations on nodes");
    refused(
        r#"{"durations": [3, 4, 5]}"#,
        "durations: 3 durations for each task is not allowed; must be one for each of the 2 nodes",
    );
    refused(r#"{"durations": [3, 1000000001]}"#, "tasks[0].durations[1]: 1000000001");
    let text = write(&bookahead::engine::Scenario::new("", ten_tasks()));
    assert!(text.contains(r#""durations": [14, 16, 9]"#) && !text.contains(r#""duration": "#), "{text}");
}

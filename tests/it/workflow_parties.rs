//! What providers are told, and what becomes of pins when one of them refuses.

use crate::cli::{ok, ran};
use bookahead::chart::workflow::parties::ends;
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::workflow::check::verify_workflow;
use bookahead::engine::workflow::parties::{Fate, Message, MessageKind, NO_PROVIDER};
use bookahead::engine::workflow::scenario::{Provider, WorkflowScenario, WorkflowSource};
use bookahead::engine::workflow::{WorkflowOutcome, WorkflowRun};
use bookahead::formats::json::read;
use bookahead::state::Example;
use serde_json::Value;
use std::sync::Arc;

const PIN: &str = include_str!("../graphs/pin_on_refusing_provider.json");

fn example() -> WorkflowScenario {
    Example::find("changed-mind").expect("an example").open().scenario.study.workflow().expect("workflows").clone()
}

fn failures(outcome: &WorkflowOutcome, application: u32) -> Vec<Message> {
    let own = outcome.messages.iter().filter(|message| message.application == application);
    own.filter(|message| message.kind == MessageKind::Failure).copied().collect()
}

/// The providers whose nodes the tasks of an application have.
fn concerned(outcome: &WorkflowOutcome, application: u32) -> Vec<u32> {
    let served = outcome.served[application as usize];
    let rows = served.first as usize..(served.first + served.tasks) as usize;
    let mut providers: Vec<u32> = rows.map(|row| outcome.provider_of[outcome.tasks.node[row] as usize]).collect();
    providers.sort_unstable();
    providers.dedup();
    providers
}

/// Mondol 3.2.2: "a message is sent to both the User and the corresponding RPs indicating the failure".
#[test]
fn user_and_providers_are_told_that_nothing_comes_of_it() {
    let scenario = example();
    let mut given = (*scenario.applications()).clone();
    given[1].deadline = Some(given[1].start + 1);
    let late = WorkflowScenario { source: WorkflowSource::Given(Arc::new(given)), ..scenario.clone() };
    let outcome = late.run().expect("in bounds");
    assert_eq!(outcome.served[1].fate, Fate::TooLate);
    let told = failures(&outcome, 1);
    let end = outcome.served[1].start + outcome.served[1].makespan;
    let expected: Vec<(u32, u64)> = [NO_PROVIDER].into_iter().chain(concerned(&outcome, 1)).map(|who| (who, end)).collect();
    assert!(expected.len() >= 2, "one provider at least");
    assert_eq!(told.iter().map(|message| (message.provider, message.value)).collect::<Vec<_>>(), expected);
    let parties: Vec<u32> = told.iter().map(|message| ends(message).1).collect();
    assert_eq!((parties[0], parties[1]), (0, expected[1].0 + 2), "the user, then the providers");
    // Nobody left: the only provider has refused.
    let alone = WorkflowScenario { providers: vec![Provider { refuses: Some(0), ..Provider::of(2) }], ..scenario };
    let outcome = alone.run().expect("in bounds");
    assert_eq!(failures(&outcome, 0).iter().map(|message| message.provider).collect::<Vec<_>>(), [NO_PROVIDER, 0]);
    assert_eq!(verify_workflow(&alone, &outcome).violations, Vec::<String>::new());
    // The checker misses each of them.
    for left_out in 0..2 {
        let mut bad = outcome.clone();
        let at = bad
            .messages
            .iter()
            .enumerate()
            .filter(|(_, message)| message.kind == MessageKind::Failure)
            .nth(left_out)
            .expect("one")
            .0;
        bad.messages.remove(at);
        let found = verify_workflow(&alone, &bad).violations;
        assert!(found.iter().any(|violation| violation.contains("deadline and the messages")), "{left_out}: {found:?}");
    }
}

#[test]
fn a_pin_on_a_provider_that_refuses_is_a_violation_that_is_said() {
    let scenario = read(PIN).expect("a scenario").scenario.study.workflow().expect("workflows").clone();
    let outcome = scenario.run().expect("in bounds");
    assert_eq!((outcome.served[0].fate, outcome.tasks.node[0]), (Fate::Reserved, 0), "reserved elsewhere");
    let said = "task 0 is pinned to node 1, but runs on node 0, because provider 2 refused the application";
    assert_eq!(verify_workflow(&scenario, &outcome).violations, [said]);
    let (code, printed, told) = ran(&["plan", "-", "--json"], PIN);
    let plan: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!((code, &plan["violations"]), (Some(1), &serde_json::json!([said])));
    assert!(
        told.contains("the plan breaks its rules in 1 place; please report this scenario, unless it asks for that itself"),
        "{told}"
    );
    let mut run = WorkflowRun::open(scenario).expect("in bounds");
    run.advance(usize::MAX);
    let verdict = run.explain(0).expect("a task");
    assert_eq!(verdict.headline, "Not on the node it is pinned to: starts at 2 on node 0");
    let last = verdict.sentences.last().expect("a sentence");
    assert_eq!(last, "It is pinned to node 1, but provider 2 of that node refused the application.");
    // Nobody refuses: nothing is broken.
    let kept = ok(&["plan", "-", "--json"], &PIN.replace(", \"refuses\": 0", ""));
    assert!(kept.contains("\"violations\":[]") || kept.contains("\"violations\": []"), "{kept}");
}

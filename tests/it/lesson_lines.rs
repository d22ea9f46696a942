//! Lessons that ask for a line of the policy: what comes next is what the engine recorded, in every study that has lines; only one line is right; what is not
//! there is told.

use crate::cli::ok;
use crate::support::random::{Case, case, cases};
use crate::support::scenario;
use bookahead::engine::Scenario;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::idle::strategy::Strategy as IdleStrategy;
use bookahead::engine::slots::scenario::{PlannerKind, Policy};
use bookahead::formats::link::{Shared, View, encode};
use bookahead::lessons::answer_code::{Answers, Short};
use bookahead::lessons::check::check;
use bookahead::lessons::class::words_of;
use bookahead::lessons::lines::Lines;
use bookahead::lessons::model::Lesson;
use bookahead::lessons::parse;
use bookahead::lessons::record::{Given, State, Thing};
use bookahead::lessons::resumed::resume;
use bookahead::lessons::session::{Outcome, Session};
use bookahead::state::Example;
use proptest::prelude::*;
use std::sync::Arc;

const THREE: &str = r#"# Three
## Step
scenario:
```json
{"version": 1, "title": "", "machine": {"nodes": 2}, "workload": {"requests": [
  {"earliest_start": 4, "duration": 2},
  {"earliest_start": 4, "latest_start": 9, "duration": 2},
  {"earliest_start": 4, "duration": 2}
]}, "policy": {"planner": "fcfs-eds"}}
```
show: step 3, lines 2

pick line: Which line comes next?
answer: next
if right: Job 2 moves.
if 9: It is not refused.

number: Which line is at work now?
answer: line
"#;

fn lesson(text: &str) -> Arc<Lesson> {
    Arc::new(parse::read(text).unwrap_or_else(|errors| panic!("{errors:#?}")))
}

fn begin(text: &str) -> Session {
    Session::new(lesson(text), "").expect("a session")
}

fn shown(session: &Session) -> Lines {
    session.lines_shown(&session.here().scenario).expect("a plan").expect("lines")
}

/// What the check of the changed lesson tells.
fn complaints(from: &str, to: &str) -> Vec<String> {
    assert!(THREE.contains(from));
    check(&lesson(&THREE.replacen(from, to, 1))).iter().map(ToString::to_string).collect()
}

#[test]
fn the_line_that_comes_next_is_the_one_that_the_planner_went_to() {
    let mut session = begin(THREE);
    let now = session.here().scenario;
    let lines = shown(&session);
    assert_eq!(lines.so_far().iter().map(|line| line.line).collect::<Vec<_>>(), ["each", "short"]);
    assert_eq!(lines.so_far()[1].value("s"), Some("4"), "{:?}", lines.so_far());
    let candidates = session.candidates(&now).expect("a plan");
    assert_eq!(candidates.len(), lines.listing.lines.len());
    let right = Given::Thing(Thing::Line(7));
    assert_eq!(session.right(&now).expect("a plan"), Some(right.clone()));
    let judged = session.answer(Given::Thing(Thing::Line(9)), &now, 3).expect("a plan");
    assert_eq!(
        (judged.outcome, judged.feedback.map(|text| text.plain())),
        (Outcome::Again, Some("It is not refused.".to_string()))
    );
    assert_eq!(shown(&session).shown, 2, "a wrong answer shows nothing");
    assert_eq!(session.answer(right, &now, 3).expect("a plan").outcome, Outcome::Right);
    assert_eq!(shown(&session).so_far().last().map(|line| line.line), Some("move"), "the answer is shown");
    session.next(&now).expect("a plan");
    assert_eq!(session.right(&now).expect("a plan"), Some(Given::Number(7.0)), "the next task begins there");
    assert!(check(session.lesson()).is_empty(), "{:?}", check(session.lesson()));
}

#[test]
fn what_cannot_be_asked_is_told() {
    for (from, to, says) in [
        ("lines 2", "lines 9", "5 lines were at work in the decision that is shown; this would be number 10"),
        ("lines 2", "lines 5", "this would be number 6"),
        (", lines 2", "", "next: no line of a policy is shown"),
        ("answer: next", "answer: it > 6", "4 answers are right, among them \"line 7\" and \"line 8\""),
        ("answer: next", "answer: it = 70", "none of the 10 answers is right"),
        ("answer: next", "answer: nxt", "none of the 10 answers is right"),
        ("if 9:", "if 70:", "`if 70:` is never shown"),
    ] {
        let told = complaints(from, to);
        assert!(told.iter().any(|line| line.contains(says)), "{from} → {to}: {told:?}");
    }
    let errors = parse::read(&THREE.replace("lines 2", "lines two")).expect_err("no number");
    assert!(errors[0].to_string().contains("lines needs a number of lines at work"), "{errors:?}");
    let errors = parse::read(&THREE.replace("pick line", "pick lines")).expect_err("a wrong name");
    assert!(errors[0].to_string().contains("did you mean `line`"), "{errors:?}");
    // A plan of nothing, and a workflow, have no lines.
    let empty = THREE.replace("step 3", "step 0");
    assert!(begin(&empty).lines_shown(&begin(&empty).here().scenario).expect("a plan").is_none());
    let graph = Example::find("six-tasks").expect("a workflow").open().scenario;
    let text = format!("# W\n\n## S\nscenario: {}\nshow: lines 1\n\nRead.\n", link(&graph));
    assert!(begin(&text).lines_shown(&graph).expect("a plan").is_none());
}

#[test]
fn a_line_goes_through_codes_sheets_and_the_class_page() {
    let mut session = begin(THREE);
    let now = session.here().scenario;
    session.answer(Given::Thing(Thing::Line(9)), &now, 3).expect("a plan");
    session.answer(Given::Thing(Thing::Line(7)), &now, 3).expect("a plan");
    let answers = Answers::decode(&Answers::of(&session).encode()).expect("a code");
    assert_eq!((&answers.tasks[0].first, answers.tasks[0].state), (&Some(Short::Number(9.0)), State::Later));
    assert_eq!(words_of(&session.lesson().steps[0].tasks[0], &Short::Number(9.0)), "line 9");
    let back = resume(session.lesson(), &answers).expect("the same lesson");
    assert_eq!(back.records()[0].first, Some(Given::Thing(Thing::Line(9))));
    assert_eq!(shown(&back).shown, 3, "the answer stays shown");
    let sheet = ok(&["lesson", "sheet", "-"], THREE);
    assert!(sheet.contains("<li class=\"now\"><code>\u{2003}\u{2003}if a slot s is too full"), "{sheet}");
    assert!(sheet.contains("line 7"), "the answer is on the last page");
}

fn link(scenario: &Scenario) -> String {
    encode(&Shared { scenario: scenario.clone(), view: View::first(scenario) })
}

/// Goes through all lines of a decision: each is the only right answer after the ones before it.
fn check_lines(scenario: &Scenario, step: u32) {
    let text = |lines: usize| {
        format!("# T\n\n## S\nscenario: {}\nshow: step {step}, lines {lines}\n\npick line: Next?\nanswer: next\n", link(scenario))
    };
    let all = shown(&begin(&text(1))).at_work.len();
    for lines in 1..all {
        let session = begin(&text(lines));
        let found = shown(&session);
        assert_eq!(found.so_far().len(), lines);
        let right: Vec<Given> = session
            .candidates(scenario)
            .expect("a plan")
            .into_iter()
            .map(|(given, _)| given)
            .filter(|given| session.look(given, scenario).expect("a plan").outcome == Outcome::Right)
            .collect();
        let next = &found.at_work[lines];
        let expected = found.listing.place_of(next.line).map(|place| Given::Thing(Thing::Line(place as u32 + 1)));
        assert_eq!(right, expected.into_iter().filter(|_| next.left_out == 0).collect::<Vec<_>>(), "{lines} of {all}");
    }
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn every_line_of_every_planner_can_be_asked_for(Case { nodes, requests } in case(), planner in prop::sample::select(PlannerKind::EVERY.to_vec()), at in 0..100_u32) {
        let step = at % requests.len() as u32 + 1;
        check_lines(&Scenario::new("", scenario(nodes, &requests, Policy { planner, ..Policy::default() })), step);
    }
}

#[test]
fn servers_and_clusters_have_lines_too() {
    let servers = Example::find("figure-3-3").and_then(|example| example.idle()).expect("servers");
    for strategy in IdleStrategy::ALL {
        let mut servers = servers.clone();
        servers.strategy = strategy;
        check_lines(&Scenario::new("", servers), 4);
    }
    let queues = lesson(include_str!("../../www/lessons/queues.lesson.md"));
    let cluster = queues.steps[0].scenario.as_ref().expect("a cluster").scenario.clone();
    // The jobs were never logged.
    for scheduler in Scheduler::ALL.into_iter().filter(|scheduler| *scheduler != Scheduler::AsLogged) {
        let name = scheduler.name();
        let scenario = bookahead::lessons::levers::with_policy(&cluster, "scheduler", name).expect("a scheduler");
        for step in 1..=4 {
            check_lines(&scenario, step);
        }
    }
}

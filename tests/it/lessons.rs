//! Lessons: those that are shipped work; a student's way through one; terms against the plan's own JSON; links, sheets, answer codes.

use crate::cli::{ended, ok};
use crate::samples;
use crate::study_runs::cluster_sample;
use crate::support::random::{cases, market_case};
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::slots::scenario::{Policy, SlotsScenario, scenario_of};
use bookahead::engine::workflow::WorkflowScenario;
use bookahead::engine::workflow::generator::GraphGenerator;
use bookahead::engine::workflow::scenario::WorkflowSource;
use bookahead::engine::{Scenario, Study};
use bookahead::formats::json;
use bookahead::formats::link::{self as scenario_link, Shared, View};
use bookahead::formats::studies::Planned;
use bookahead::lessons::answer_code::{Answers, CodeError, Short};
use bookahead::lessons::check::{Solving, check};
use bookahead::lessons::class::{Class, Question, Row, Shift, Votes};
use bookahead::lessons::hash;
use bookahead::lessons::link::{self, CHAT_CHARS, LessonLinkError};
use bookahead::lessons::model::{Ask, Language, Lesson, Task};
use bookahead::lessons::parse;
use bookahead::lessons::record::{Given, State, Thing};
use bookahead::lessons::session::{Judged, Outcome, Session};
use bookahead::lessons::words::{of_condition, of_lever, of_locked};
use bookahead::lessons::write::with_step;
use bookahead::state::EXAMPLES;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

const WHO: &str = include_str!("../../www/lessons/who-makes-room.lesson.md");

fn lesson(text: &str) -> Arc<Lesson> {
    Arc::new(parse::read(text).unwrap_or_else(|errors| panic!("{errors:#?}")))
}

/// Every shipped lesson: its name and its text.
fn shipped() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/www/lessons");
    let mut all: Vec<(String, String)> = fs::read_dir(folder)
        .expect("the folder of lessons")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), fs::read_to_string(&path).expect("a text")))
        .collect();
    all.sort();
    all
}

#[test]
fn every_shipped_lesson_works() {
    let all = shipped();
    assert!(all.iter().any(|(name, _)| name == "who-makes-room.lesson.md"));
    for (name, text) in all {
        assert!(name.ends_with(".lesson.md"), "{name}");
        let errors: Vec<String> =
            check(&lesson(&text)).into_iter().filter(|finding| finding.is_error).map(|finding| finding.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
        assert_eq!(link::decode(&link::encode(&text)), Ok(text), "{name}");
    }
}

#[test]
fn a_translation_has_the_same_scenarios_and_checks() {
    let all = shipped();
    for (name, text) in &all {
        if let Some(base) = name.strip_suffix(".id.lesson.md") {
            let original = &all.iter().find(|(other, _)| *other == format!("{base}.lesson.md")).expect("the original").1;
            let hash = |text: &str| Answers::of(&Session::new(lesson(text), "").expect("a session")).lesson;
            assert_eq!(hash(text), hash(original), "{name}");
        }
    }
}

#[test]
fn conditions_are_told_in_the_language_of_the_lesson() {
    let shared: BTreeSet<&str> = "= < > ≤ ≥ ≠ + − × ÷ job slot node server makespan".split(' ').collect();
    let is_name = |word: &str| shared.contains(word) || word.contains('-') || word.starts_with(|c: char| c.is_ascii_digit());
    for (name, text) in shipped().into_iter().filter(|(name, _)| name.ends_with(".id.lesson.md")) {
        let lesson = lesson(&text);
        let tasks = lesson.steps.iter().flat_map(|step| &step.tasks);
        let conditions = tasks.filter_map(|Task { ask, .. }| if let Ask::Do(condition) = ask { Some(condition) } else { None });
        let said = conditions.flat_map(|condition| condition.parts()).map(|part| Language::ALL.map(|it| of_condition(part, it)));
        let levers = lesson.steps.iter().flat_map(|step| &step.allow).map(|lever| Language::ALL.map(|it| of_lever(lever, it)));
        for [english, indonesian] in said.chain(levers) {
            let words: BTreeSet<&str> = english.split_whitespace().filter(|word| !is_name(word)).collect();
            let kept: Vec<&str> = indonesian.split_whitespace().filter(|word| words.contains(word)).collect();
            assert!(kept.is_empty(), "{name}: {english:?} is {indonesian:?}: {kept:?}");
        }
    }
}

#[test]
fn the_page_knows_its_lessons_by_their_hashes() {
    let list = include_str!("../../src/app/shell/lesson/shipped.rs");
    for (name, text) in shipped() {
        let Some(base) = name.strip_suffix(".lesson.md").filter(|name| !name.ends_with(".id")) else { continue };
        let (_, entry) = list.split_once(&format!("name: \"{base}\"")).unwrap_or_else(|| panic!("{base} is listed"));
        let (_, hash) = entry.split_once("hash: ").expect("a hash");
        let (hash, _) = hash.split_once(',').expect("its end");
        let right = hash::of(&lesson(&text));
        assert_eq!(hash.replace('_', "").parse(), Ok(right), "the hash of {base}");
    }
}

/// A student with the scenario on screen.
struct Student {
    session: Session,
    now: Scenario,
}

impl Student {
    fn new(text: &str) -> Self {
        let session = Session::new(lesson(text), "Ana").expect("a session");
        Self { now: session.here().scenario, session }
    }

    fn gives(&mut self, given: Given) -> Judged {
        let judged = self.session.answer(given, &self.now, 30).expect("a plan");
        if self.session.is_settled() {
            self.now = self.session.revealed(&self.now).expect("a scenario").scenario;
        }
        judged
    }

    /// What an answer is told, with the beginning of the feedback.
    fn told(&mut self, given: Given, outcome: Outcome, feedback: &str) {
        let judged = self.gives(given.clone());
        let said = judged.feedback.map(|prose| prose.plain()).unwrap_or_default();
        assert_eq!(judged.outcome, outcome, "{given:?}: {said}");
        assert!(said.starts_with(feedback) && said.is_empty() == feedback.is_empty(), "{given:?}: {said}");
    }

    /// Puts a latest start into the scenario.
    fn sets_latest_start(&mut self, request: usize, slot: u64) {
        let mut file: Value = serde_json::from_str(&json::write(&self.now)).expect("JSON");
        file["workload"]["requests"][request - 1]["latest_start"] = slot.into();
        self.now = json::read(&file.to_string()).expect("a scenario").scenario;
    }

    fn goes_on(&mut self) {
        if self.session.next(&self.now).expect("a plan") {
            self.now = self.session.here().scenario;
        }
    }
}

fn job(request: u32) -> Given {
    Given::Thing(Thing::Job(request, None))
}

/// One who tries every wrong way that has feedback, and then the right one.
fn walked() -> Student {
    let mut ana = Student::new(WHO);
    ana.told(Given::Choice(0), Outcome::Missed, "Look at slots 4 and 5");
    assert_eq!(ana.session.revealed(&ana.now).expect("a view").view.step, Some(3));
    ana.goes_on();
    ana.told(job(1), Outcome::Again, "Job 1 has no bracket");
    assert!(ana.session.hint().expect("a hint").plain().starts_with("A bracket shows"));
    ana.told(job(2), Outcome::Right, "Job 2 starts in slot 6 now.");
    ana.goes_on();
    ana.sets_latest_start(1, 5);
    let locked = ana.session.allows(&ana.now).expect_err("request 1 is locked");
    let said = Language::ALL.map(|language| of_locked(&locked, language));
    assert_eq!(
        said,
        [
            "Only the latest start of request 2 can be changed in this step.",
            "Hanya mulai paling lambat permintaan 2 yang dapat diubah pada langkah ini."
        ]
    );
    ana.now = ana.session.here().scenario;
    for (slot, outcome, feedback) in [
        (5, Outcome::Again, "With one slot of patience"),
        (8, Outcome::Again, "Everybody is accepted. User 2 could"),
        (6, Outcome::Right, "Job 2 starts in slot 6, two slots late."),
    ] {
        ana.sets_latest_start(2, slot);
        assert_eq!(ana.session.allows(&ana.now), Ok(()));
        ana.told(Given::Scenario, outcome, feedback);
    }
    ana.goes_on();
    for (start, feedback) in
        [(4, "Two jobs can wait."), (5, "Job 2 would still"), (7, "The first job that may wait makes room. It")]
    {
        ana.told(Given::Start(start), Outcome::Again, feedback);
    }
    ana.told(Given::Start(6), Outcome::Right, "The first job that may wait makes room, and");
    ana.goes_on();
    ana.told(Given::Number(2.0), Outcome::Again, "Job 2 is two slots late.");
    ana.told(Given::Number(0.4), Outcome::Again, "Add up");
    ana.told(Given::Number(0.5), Outcome::Right, "One of the four jobs");
    ana.goes_on();
    ana.told(Given::Order(vec![0, 1]), Outcome::Again, "Job 2 is in slots 4 and 5 and job 3");
    ana.told(Given::Order(vec![1, 0]), Outcome::Right, "Slot 4 comes first");
    ana.goes_on();
    let first = ana.session.look(&Given::Scenario, &ana.now).expect("a plan");
    assert!(first.parts.iter().all(|part| !part.holds));
    for (language, said) in [
        (Language::English, ["every request is accepted", "job 3 has not moved", "latest start of request 4 = 7"]),
        (Language::Indonesian, ["setiap permintaan diterima", "job 3 tidak dipindahkan", "mulai paling lambat permintaan 4 = 7"]),
    ] {
        assert_eq!(first.parts.iter().map(|part| of_condition(&part.condition, language)).collect::<Vec<_>>(), said);
    }
    for (slot, outcome, feedback) in [
        (6, Outcome::Again, "Job 3 still makes room"),
        (8, Outcome::Again, "Job 3 stays in slot 6. User 4"),
        (7, Outcome::Right, "Request 4 waits itself."),
    ] {
        ana.sets_latest_start(4, slot);
        ana.told(Given::Scenario, outcome, feedback);
    }
    ana.goes_on();
    assert!(ana.session.task().is_none() && !ana.session.has_next());
    ana
}

#[test]
fn every_wrong_way_with_feedback_and_the_right_one_can_be_walked() {
    let ana = walked();
    let states: Vec<(State, u32)> = ana.session.records().iter().map(|record| (record.state, record.tries)).collect();
    let later = |tries| (State::Later, tries);
    assert_eq!(states, [(State::Shown, 1), later(2), later(3), later(4), later(3), later(2), later(3)]);
    assert_eq!(ana.session.records()[1].hints, 1);
}

#[test]
fn show_me_plays_the_solution_and_is_recorded() {
    let mut ana = Student::new(WHO);
    ana.session.go_to(2, &ana.now).expect("a plan");
    let played = ana.session.show_me().expect("a solution");
    let last = played.last().expect("one change").clone();
    assert_eq!(ana.session.look(&Given::Scenario, &last).expect("a plan").outcome, Outcome::Right);
    assert_eq!(ana.session.record().expect("a task").state, State::Shown);
}

#[test]
fn two_votes_are_kept_and_nothing_is_told_between_them() {
    let mut ana = Student::new(&WHO.replacen("predict:", "predict twice:", 1));
    assert_eq!(ana.gives(Given::Choice(0)), Judged { outcome: Outcome::Voted, ..Judged::default() });
    assert!(ana.session.awaits_second_vote() && !ana.session.is_settled());
    ana.told(Given::Choice(1), Outcome::Right, "Both nodes are taken");
    let record = ana.session.record().expect("a task");
    assert_eq!((&record.first, &record.second), (&Some(Given::Choice(0)), &Some(Given::Choice(1))));
}

#[test]
fn a_session_goes_on_where_it_was_saved() {
    let mut ana = Student::new(WHO);
    ana.gives(Given::Choice(1));
    ana.goes_on();
    ana.goes_on();
    ana.sets_latest_start(2, 5);
    let saved = ana.session.save(&ana.now);
    let back = Session::resume(lesson(WHO), &saved).expect("the same lesson");
    assert_eq!((back.place(), back.records()), (ana.session.place(), ana.session.records()));
    assert_eq!(json::write(&back.here().scenario), json::write(&ana.now));
    let other = WHO.replace("latest_start(2) = 6", "latest_start(2) = 7");
    assert!(Session::resume(lesson(&other), &saved).is_none(), "another check");
    assert!(Session::resume(lesson(&WHO.replace("Both nodes", "All nodes")), &saved).is_some(), "other words");
    assert!(Session::resume(lesson(WHO), "{}").is_none());
}

#[test]
fn bets_hide_until_they_are_placed() {
    let bet = WHO.replace("do: accepted(all) and latest_start(2) = 6", "bet: How patient should user 2 be?").replacen(
        "allow: latest_start(2)",
        "hide: figures\nallow: latest_start(2)",
        1,
    );
    let mut ana = Student::new(&bet);
    ana.session.go_to(2, &ana.now).expect("a plan");
    ana.now = ana.session.here().scenario;
    assert!(ana.session.hidden().figures);
    ana.sets_latest_start(2, 9);
    ana.told(Given::Scenario, Outcome::Right, "Job 2 starts in slot 6");
    assert!(!ana.session.hidden().figures);
}

#[test]
fn requests_are_drawn_from_the_name() {
    let text = "# Drawn\nseed: each student\n\n## Step\nscenario:\n```json\n{\"version\": 1, \"machine\": {\"nodes\": 2}, \"workload\": {\"generator\": \
                {\"requests\": 8}}}\n```\n\nnumber: When does job 1 want to start?\nanswer: earliest_start(1)\n";
    let of = |name: &str| Session::new(lesson(text), name).expect("a session").here().scenario.study.seed();
    assert_eq!(of("Ana"), of(" ana "));
    assert!(of("Ana") != of("Budi") && of("").is_some());
    assert!(check(&lesson(text)).iter().all(|finding| !finding.is_error));
}

/// What a check of a changed lesson has to say.
#[track_caller]
fn complains(from: &str, to: &str, message: &str) {
    assert!(WHO.contains(from), "{from}");
    let found: Vec<String> = check(&lesson(&WHO.replacen(from, to, 1))).iter().map(ToString::to_string).collect();
    assert!(found.iter().any(|finding| finding.contains(message)), "{found:#?}");
}

#[test]
fn the_check_finds_what_does_not_work() {
    complains("answer: accepted(3)", "answer: accepted(9)", "the plan that is shown has no such request; it has 1, 2, 3");
    complains("answer: accepted(3)", "answer: acepted(3)", "did you mean `accepted`?");
    complains("- yes\n- no", "- maybe\n- perhaps", "none of the 2 answers is right");
    complains("- yes\n- no", "- no\n- no", "2 answers are right");
    complains("answer: moved", "answer: accepted", "2 answers are right");
    complains("do: accepted(all) and latest_start(2) = 6", "do: latest_start(2) = 4", "it is solved when it is given");
    complains("solution: latest_start(2) = 6", "solution: latest_start(2) = 5", "the solution does not solve it");
    complains("allow: latest_start(2)", "allow: latest_start(1)", "the solution changes latest_start(2), and that is not allowed");
    complains("if latest_start(2) = 5:", "if latest_start(2) = 2:", "is never shown");
    complains("if 4: Two jobs", "if 6: Two jobs", "is never shown");
    complains("do: accepted(all) and latest_start(2) = 6", "do: accepted(all)", "allowed scenarios solve it");
    complains("if latest_start(2) = 5:", "if planer = first-fitt:", "is a term of the plan; did you mean `planner`?");
    complains("answer: mean_delay within", "answer: planner within", "not a number");
    complains("reveal: step 4, select 4", "reveal: step 3", "no order of the lines is right");
}

/// A lesson of one step that asks whether an expression is yes, or for its number; the answer of the crate to it.
fn asked(scenario: &Scenario, expression: &str, expected: &Value) -> Outcome {
    let fragment = scenario_link::encode(&Shared { scenario: scenario.clone(), view: View::first(scenario) });
    let (task, given) = match expected {
        Value::Bool(truth) => ("predict: So?\n- yes\n- no", Given::Choice(usize::from(!truth))),
        expected => ("number: What?", Given::Number(expected.as_f64().expect("a number"))),
    };
    let text = format!("# T\n\n## S\nscenario: {fragment}\n\n{task}\nanswer: {expression}\n");
    let session = Session::new(lesson(&text), "").expect("a session");
    session.look(&given, scenario).expect("a plan").outcome
}

/// Terms and their values, looked up in what `bookahead plan --json` prints.
fn looked_up(scenario: &Scenario) -> Vec<(String, Value)> {
    let planned = Planned::new(scenario.study.clone()).expect("a plan");
    let provenance = planned.provenance();
    let plan = serde_json::to_value(planned.report(&provenance, &[])).expect("JSON");
    let decisions = plan["decisions"].as_array().expect("decisions");
    let name = |row: &Value| match &scenario.study {
        Study::Slots(_) => (row["user"].as_u64(), row["job"].as_u64()),
        Study::Idle(_) => (row["request"].as_u64(), row["job"].as_u64()),
        Study::Cluster(_) => (row["job"].as_u64(), None),
        Study::Workflow(_) => (row["task"].as_u64(), None),
    };
    let mut terms = Vec::new();
    let mut seen = BTreeSet::new();
    for row in decisions {
        let (request, job) = name(row);
        let request = request.expect("a number");
        let all: Vec<&Value> = decisions.iter().filter(|other| name(other).0 == Some(request)).collect();
        let called = job.filter(|_| all.len() > 1).map_or(format!("{request}"), |job| format!("{request}.{job}"));
        // Of two jobs with one name the first is meant.
        if !seen.insert(called.clone()) {
            continue;
        }
        for field in ["start", "end", "nodes", "first_start", "class", "charged", "server", "wait", "node", "slack"] {
            if row[field].is_number() {
                terms.push((format!("{field}({called})"), row[field].clone()));
            } else if row.get(field).is_some() {
                terms.push((format!("{field}({called}) > 0 or {field}({called}) = 0"), json!(false)));
            }
        }
        terms.push((format!("accepted({called})"), row["accepted"].clone()));
        if let Some(how) = row["how"].as_str() {
            terms.push((format!("how({called}) = {how}"), json!(true)));
        }
        if row.get("first_start").is_some() {
            terms.push((format!("moved({called})"), json!(row["first_start"] != row["start"])));
        }
    }
    let accepted = decisions.iter().filter(|row| row["accepted"] == true).count();
    terms.push(("accepted(all)".to_string(), json!(accepted == decisions.len())));
    terms.push(("accepted(none)".to_string(), json!(accepted == 0)));
    terms.push(("accepted(any)".to_string(), json!(accepted > 0)));
    for (name, value) in plan["metrics"].as_object().expect("figures") {
        if value.is_number() {
            terms.push((name.clone(), value.clone()));
        }
    }
    if plan["metrics"]["wait"]["mean"].is_number() {
        terms.push(("wait.mean".to_string(), plan["metrics"]["wait"]["mean"].clone()));
    }
    if plan["revenue"]["revenue"].is_number() {
        terms.push(("revenue".to_string(), plan["revenue"]["revenue"].clone()));
    }
    terms
}

fn assert_agrees(scenario: &Scenario, at: usize) {
    let terms = looked_up(scenario);
    // Each is planned anew: a few of a scenario, others of the next.
    for place in 0..terms.len().min(6) {
        let (term, value) = &terms[(at * 7 + place * 5) % terms.len()];
        assert_eq!(asked(scenario, term, value), Outcome::Right, "{term} is {value} in\n{}", json::write(scenario));
        let wrong = match value {
            Value::Bool(truth) => json!(!truth),
            other => json!(other.as_f64().expect("a number") + 1.0),
        };
        assert_ne!(asked(scenario, term, &wrong), Outcome::Right, "{term} is {value}, not {wrong}");
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn terms_of_plans_in_slots_are_those_of_the_json((case, market) in market_case(), at in 0..40_usize) {
        let slots = scenario_of(case.nodes, case.requests.clone());
        let slots = SlotsScenario { market: (at % 2 == 0).then_some(market), policy: Policy::default(), ..slots };
        assert_agrees(&Scenario::new("", slots), at);
    }

    #[test]
    fn terms_of_named_servers_are_those_of_the_json(servers in samples::servers(), at in 0..40_usize) {
        // Each term is planned anew.
        let is_small = servers.workload.source.len() <= 60;
        if is_small && !servers.is_adaptive() && servers.check(&bookahead::engine::core::error::FieldPath::new("")).is_ok() {
            assert_agrees(&Scenario::new("", servers), at);
        }
    }

    #[test]
    fn terms_of_workflows_are_those_of_the_json(seed in 0..1_000_u64, at in 0..40_usize) {
        let graphs = GraphGenerator { seed, tasks: 8, width: 3, ..GraphGenerator::default() };
        assert_agrees(&Scenario::new("", WorkflowScenario::of(3, WorkflowSource::Drawn(graphs))), at);
    }

    #[test]
    fn no_link_and_no_code_stops_the_reader(text in "(l1\\.|a1\\.|l2\\.|#)?[A-Za-z0-9_=-]{0,200}") {
        let _ = link::decode(&text);
        let _ = Answers::decode(&text);
        let _ = Class::read(&text, &lesson(WHO));
    }

    #[test]
    fn any_text_comes_back_from_its_link(text in "[ -~\n\u{e9}]{0,400}") {
        prop_assert_eq!(link::decode(&link::encode(&text)), Ok(text));
    }
}

#[test]
fn terms_of_clusters_are_those_of_the_json() {
    for scheduler in [Scheduler::Fcfs, Scheduler::Easy, Scheduler::Conservative] {
        (0..8).for_each(|at| assert_agrees(&Scenario::new("", cluster_sample(scheduler)), at));
    }
}

#[test]
fn a_lesson_of_five_steps_fits_into_a_chat() {
    let fragment = link::encode(WHO);
    assert!(fragment.len() < CHAT_CHARS, "{} characters", fragment.len());
    assert_eq!(link::decode(&format!("https://example.org/#{fragment}")).as_deref(), Ok(WHO));
}

/// A link of the first build, and the text in it.
const PINNED: (&str, &str) = (
    "l1.lZfBCQAwCMRWKXSaztP9QaOI-FIH8JeQ8x6cYY_UmcAZFcfogYH7rPdm-e8A-pmg9w3DgG_WH1VAALzat7g",
    "# Two jobs\nlanguage: en\n\n## One step\nscenario:\n```json\n{\"version\": 1, \"machine\": {\"nodes\": 1}, \"workload\": {\"requests\": [{\"earliest_start\": 2, \"duration\": 1}]}}\n```\n\npredict: Is the request accepted?\n- yes\n- no\nanswer: accepted(1)\n",
);

#[test]
fn old_links_of_lessons_stay_readable() {
    assert_eq!(link::decode(PINNED.0).as_deref(), Ok(PINNED.1));
}

#[test]
fn damaged_and_foreign_links_are_named() {
    let fragment = link::encode(WHO);
    for at in (3..fragment.len()).step_by(97) {
        let mut other = fragment.clone();
        let new = if &fragment[at..=at] == "A" { "B" } else { "A" };
        other.replace_range(at..=at, new);
        assert_eq!(link::decode(&other), Err(LessonLinkError::Damaged), "character {at}");
    }
    assert_eq!(link::decode(&fragment[..fragment.len() - 5]), Err(LessonLinkError::Damaged));
    assert_eq!(link::decode("l2.abc"), Err(LessonLinkError::OtherVersion { version: "l2".to_string() }));
    assert_eq!(link::decode("v3.abc"), Err(LessonLinkError::NotALesson));
    assert!(link::is_lesson(&format!("#{fragment}")) && link::is_lesson("l9.x") && !link::is_lesson("v1.x"));
}

#[test]
fn a_link_that_unpacks_to_more_than_a_lesson_is_refused() {
    let long = "a".repeat(4 << 20);
    assert_eq!(link::decode(&link::encode(&long)), Err(LessonLinkError::TooLong));
}

#[test]
fn a_code_holds_what_was_answered() {
    let ana = walked();
    let answers = Answers::of(&ana.session);
    let code = answers.encode();
    assert!(code.len() < 75, "{} characters: {code}", code.len());
    let read = Answers::decode(&code).expect("a code");
    assert_eq!(read, answers);
    assert_eq!((read.name.as_str(), read.variant), ("Ana", 0));
    let first: Vec<Option<Short>> = read.tasks.iter().map(|task| task.first.clone()).collect();
    let number = |number| Some(Short::Number(number));
    let order = Some(Short::Order(vec![1, 2]));
    assert_eq!(first, [number(1.0), number(1.0), Some(Short::Done), number(4.0), number(2.0), order, Some(Short::Done)]);
    let counts: Vec<(u8, u8, u8)> = read.tasks.iter().map(|task| (task.tries, task.hints, task.minutes)).collect();
    assert_eq!(counts, [(1, 0, 1), (2, 1, 1), (3, 0, 2), (4, 0, 2), (3, 0, 2), (2, 0, 1), (3, 0, 2)]);
}

#[test]
fn every_kind_of_answer_comes_back() {
    let mut answers = Answers::of(&Session::new(lesson(WHO), "N. N.").expect("a session"));
    let shorts = [0.0, 3.0, 0.05, 12.75, -2.5, 1e300, 0.1 + 0.2].map(Short::Number);
    for short in shorts.into_iter().chain([Short::Pair(11, 3), Short::Order(vec![3, 1, 2]), Short::Done]) {
        answers.tasks[0].first = Some(short.clone());
        answers.tasks[0].second = Some(short);
        assert_eq!(Answers::decode(&answers.encode()), Ok(answers.clone()));
    }
}

#[test]
fn damaged_codes_are_refused() {
    let code = Answers::of(&walked().session).encode();
    for at in 3..code.len() {
        let mut other = code.clone();
        let new = if &code[at..=at] == "A" { "B" } else { "A" };
        other.replace_range(at..=at, new);
        assert_eq!(Answers::decode(&other), Err(CodeError::Damaged), "character {at}");
    }
    assert_eq!(Answers::decode("a1."), Err(CodeError::Damaged));
    assert_eq!(Answers::decode("hello"), Err(CodeError::NotACode));
}

/// Somebody who answers the first task alone.
fn code_of(name: &str, choice: usize) -> String {
    let mut session = Session::new(lesson(WHO), name).expect("a session");
    let now = session.here().scenario;
    session.answer(Given::Choice(choice), &now, 10).expect("a plan");
    Answers::of(&session).encode()
}

#[test]
fn a_class_is_read_from_any_text() {
    let mut damaged = code_of("Dian", 0);
    damaged.truncate(damaged.len() - 2);
    let other = lesson(&WHO.replace("latest_start(2) = 6", "latest_start(2) = 7"));
    let foreign = Answers::of(&Session::new(other, "Eko").expect("a session")).encode();
    let text = format!(
        "09:12 Ana: here it is {}, thanks!\n\"Budi\";\"{}\"\nCitra {}. Ana again: {}\n{damaged} {foreign} xa1.abc",
        code_of("Ana", 0),
        code_of("=Budi", 1),
        code_of("Citra", 1),
        code_of("ana", 1)
    );
    let who = lesson(WHO);
    let class = Class::read(&text, &who);
    assert_eq!(class.students.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["ana", "=Budi", "Citra"]);
    let rows = Question::all(&who)[0].answered(&class).rows;
    let votes: Vec<(&str, u32)> =
        rows.iter().map(|Row { words, votes: Votes { first, .. }, .. }| (words.as_str(), *first)).collect();
    assert_eq!(votes, [("yes", 0), ("no", 3)]);
    assert_eq!(class.replaced, ["ana"]);
    assert_eq!(class.left_out.len(), 2, "{:?}", class.left_out);
    let left_out: Vec<String> = class.left_out.iter().map(ToString::to_string).collect();
    assert!(left_out[0].contains("damaged") && left_out[1].starts_with("Eko: answers to another lesson"), "{left_out:?}");
    let csv = class.csv(&who, &class.names(false));
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("name,1.1 first,1.1 second,1.1 tries,1.1 hints,1.1 state,1.1 minutes,2.1 first"));
    assert!(lines[2].starts_with("'=Budi,2,,1,0,first try,1,"), "{}", lines[2]);
}

#[test]
fn answers_of_a_class_are_counted_in_order_and_the_right_one_is_marked() {
    let text = "# Numbers\n\n## One\nscenario:\n```json\n{\"version\": 1, \"title\": \"One\", \"machine\": {\"nodes\": 1}, \"workload\": {\"requests\": \
                [{\"earliest_start\": 2, \"duration\": 1}]}}\n```\n\nnumber: When does job 1 end?\nanswer: end(1) within 0.5\n\npredict twice: Is it \
                accepted?\n- yes\n- no\nanswer: accepted(1)\n";
    let numbers = lesson(text);
    let code = |name: &str, number: f64, votes: [usize; 2]| {
        let mut session = Session::new(Arc::clone(&numbers), name).expect("a session");
        let now = session.here().scenario;
        session.answer(Given::Number(number), &now, 1).expect("a plan");
        if !session.is_settled() {
            session.show_me().expect("a plan");
        }
        session.next(&now).expect("a task");
        votes.into_iter().for_each(|vote| drop(session.answer(Given::Choice(vote), &now, 1).expect("a plan")));
        Answers::of(&session).encode()
    };
    let codes = [code("a", 12.0, [1, 0]), code("b", -3.5, [0, 1]), code("c", 3.25, [1, 1]), code("d", 12.0, [0, 0])].join("\n");
    let class = Class::read(&codes, &numbers);
    assert_eq!((class.students.len(), class.left_out.len()), (4, 0));
    let mut questions = Question::all(&numbers);
    for met in Solving::new(&numbers).expect("a lesson that can be planned") {
        let met = met.expect("a plan");
        questions[numbers.number_of(met.step, met.task)].solve(&numbers, &met);
    }
    let told = |question: &Question| -> Vec<(String, u32, u32, bool)> {
        let rows = question.answered(&class).rows;
        rows.into_iter().map(|row| (row.words, row.votes.first, row.votes.second, row.is_right)).collect()
    };
    let row = |words: &str, first, second, is_right| (words.to_string(), first, second, is_right);
    // Nobody said 3, which is right; 3.25 is near enough.
    let ends = [row("-3.5", 1, 0, false), row("3", 0, 0, true), row("3.25", 1, 0, true), row("12", 2, 0, false)];
    assert_eq!(told(&questions[0]), ends);
    assert_eq!(questions[0].answered(&class).right_at_first, 1);
    assert_eq!(told(&questions[1]), [row("yes", 2, 2, true), row("no", 2, 2, false)]);
    assert_eq!(questions[1].answered(&class).shift, Some(Shift { voted: 4, to_right: 1, from_right: 1, between: 0 }));
    assert_eq!((questions[0].name.as_str(), questions[1].name.as_str()), ("1.1", "1.2"));
}

#[test]
fn a_step_of_every_example_can_be_read() {
    for example in EXAMPLES {
        let opened = example.open();
        let text = with_step("", &opened);
        let read = parse::read(&text).unwrap_or_else(|errors| panic!("{}: {errors:?}\n{text}", example.key));
        let step = read.steps[0].scenario.as_ref().expect("a scenario");
        assert_eq!(step.scenario, opened.scenario, "{}", example.key);
        let session = Session::new(Arc::new(read), "").unwrap_or_else(|error| panic!("{}: {error}", example.key));
        assert_eq!(session.here().view.panel, opened.view.panel, "{}", example.key);
    }
}

#[test]
fn the_command_line_checks_links_and_prints() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/www/lessons/who-makes-room.lesson.md");
    assert!(ok(&["lesson", "check", path], "").contains("works: 6 steps, 7 tasks, a link of"));
    assert_eq!(ok(&["lesson", "link", path], "").trim(), link::encode(WHO));
    assert!(ok(&["lesson", "link", "--base", "https://example.org/", "-"], WHO).starts_with("https://example.org/#l1."));
    let (out, error) = ended(&["lesson", "check", "-"], &WHO.replacen("answer: accepted(3)", "answer: accepted(", 1), 1);
    assert!(out.contains("line 26, column 18: the end is not allowed here") && error.contains("one error"), "{out}{error}");
    let hostile = WHO.replacen("# Who makes room?", "# <script>alert(1)</script> & \"Who\"?", 1);
    let sheet = ok(&["lesson", "sheet", "-"], &hostile);
    assert!(!sheet.contains("<script") && sheet.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Who&quot;?"));
    assert_eq!(sheet.matches("<svg ").count(), 10, "two charts for each step with a task");
    let answers = sheet.split("class=\"answers\"").nth(1).expect("answers");
    for right in ["<p>no</p>", "<p>job 2</p>", "latest start of request 2 = 6", "<p>6</p>", "<p>0.5</p>", "<p>job 2, job 3</p>"] {
        assert!(answers.contains(right), "{right} in {answers}");
    }
}

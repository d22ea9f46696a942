//! Tests of the reader: what it refuses and where, and that no text stops it.

use super::error::{EXPR_CHARS_MAX, LessonError};
use super::piece::Piece;
use super::{At, expr, read};
use crate::expr::{Comparison, Expr, Name, Of, Operation, Within};
use crate::model::{Ask, Lever, When, Which};
use proptest::prelude::*;

const LESSON: &str = include_str!("../../../www/lessons/who-makes-room.lesson.md");

fn errors(text: &str) -> Vec<String> {
    read(text).expect_err("an error").iter().map(LessonError::to_string).collect()
}

/// The lesson with one part of it replaced.
fn with(from: &str, to: &str) -> String {
    assert!(LESSON.contains(from), "{from} is in the lesson");
    LESSON.replacen(from, to, 1)
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

#[test]
fn a_lesson_is_read_with_everything_in_its_place() {
    let lesson = read(LESSON).expect("a lesson");
    assert_eq!(
        (lesson.title.as_str(), lesson.head.minutes, lesson.steps.len(), lesson.tasks()),
        ("Who makes room?", Some(10), 6, 7)
    );
    assert!(lesson.introduction.plain().starts_with("Two nodes, three users."));
    let [predict, pick, change, place, two, rest] = &lesson.steps[..] else { panic!("six steps") };
    assert_eq!(predict.tasks[0].choices.iter().map(|choice| choice.text.plain()).collect::<Vec<_>>(), ["yes", "no"]);
    assert_eq!(
        predict.tasks[0].text.plain(),
        "Jobs 1 and 2 have their nodes. Request 3 arrives now. It needs one node in slots 4 and 5 and cannot wait."
    );
    assert!(pick.scenario.is_none() && pick.tasks[0].hints.len() == 2);
    assert_eq!(pick.tasks[0].feedback[1].when, When::Given("1".to_string()));
    assert_eq!(change.allow, [Lever { name: "latest_start".to_string(), of: Some(Which::One(2)) }]);
    assert!(matches!(change.tasks[0].ask, Ask::Do(Expr::And(_))));
    assert_eq!(place.tasks[1].answer.as_ref().and_then(|answer| answer.within), Some(Within::Amount(0.01)));
    assert_eq!((two.tasks.len(), rest.tasks.len(), rest.text.0.len()), (2, 0, 1));
}

#[test]
fn every_mistake_is_told_with_its_place_and_what_is_allowed() {
    for (from, to, message) in [
        ("language: en", "langage: en", "line 2, column 1: there is no field `langage`; did you mean `language`?"),
        ("language: en", "language: fr", "line 2, column 11: `fr` is no language of lessons; allowed are en and id"),
        ("minutes: 10", "minutes: soon", "line 5, column 10: `soon` is no number of minutes; allowed are 1 to 600"),
        ("predict: Will", "predct: Will", "line 23, column 1: there is no field `predct`; did you mean `predict`?"),
        ("step 2\n\nJobs", "step two\n\nJobs", "line 19, column 26: step needs a number of decisions; found `two`"),
        (
            "show: planner first-fit,",
            "show: planner first-fitt,",
            "line 10, column 1: in `show:` of this step: planner: \"first-fitt\" is not allowed; must be one of rigid,",
        ),
        (
            "answer: accepted(3)",
            "answer: accepted(",
            "line 26, column 18: the end is not allowed here; allowed is a number, it, all,",
        ),
        (
            "answer: accepted(3)",
            "answer: accepted(3) accepted",
            "line 26, column 21: `accepted` is not allowed here; allowed is an operator",
        ),
        ("answer: moved", "answer: moved and", "line 37, column 18: the end is not allowed here; allowed is a term"),
        (
            "pick job:",
            "pick jb:",
            "line 36, column 6: `jb` cannot be picked; allowed are job, request, task, slot, server, node, period, line; did you mean `job`?",
        ),
        ("allow: latest_start(2)", "allow: latest_strt(2)", "in `allow:` of this step: latest_strt: latest_strt(2) is not allowed"),
        ("\"duration\": 2},", "\"duraton\": 2},", "line 14, column 33: in the scenario: unknown field `duraton`"),
        ("First fit never asks", "<b>First</b> fit never asks", "HTML is not allowed in a text"),
        ("First fit never asks", "![x](https://example.org/x.png) asks", "an image is not allowed in a text"),
        ("First fit never asks", "[x](javascript:x) asks", "a link to `javascript:x` is not allowed"),
        ("solution: latest_start(2) = 6\n", "", "it needs a `solution:`"),
        ("answer: start(2)\n", "", "it needs an `answer:`"),
        ("- yes\n- no\n", "- yes\n", "at least two lines"),
        ("## Somebody has to go", "### Somebody has to go", "a heading is `#` for the title or `##` for a step"),
    ] {
        let found = errors(&with(from, to));
        assert!(found.iter().any(|error| error.contains(message)), "{to}: {found:#?}");
    }
}

#[test]
fn all_mistakes_are_told_in_the_order_of_the_text() {
    let text =
        with("language: en", "langage: en").replacen("answer: moved", "answer: moved(", 1).replacen("minutes: 10", "minutes: 0", 1);
    let found = read(&text).expect_err("errors");
    assert_eq!(found.iter().map(|error| error.at.line).collect::<Vec<_>>(), [2, 5, 37], "{found:#?}");
}

#[test]
fn a_lesson_needs_a_title_a_step_and_a_scenario() {
    assert_eq!(errors("").len(), 2);
    assert!(errors("# Title\n\n## Step\n\nText.\n")[0].contains("the first step needs a `scenario:`"));
    assert!(read(&"x".repeat(super::BYTES_MAX + 1)).expect_err("too long")[0].what.contains("at most"));
}

#[test]
fn columns_count_characters() {
    let text = with("answer: mean_delay within 0.01", "answer: (mean_delay − é) within 0.01");
    let found = read(&text).expect_err("an error");
    assert_eq!(found[0].at.column, "answer: (mean_delay − ".chars().count() + 1);
}

fn parsed(text: &str) -> Result<(Expr, Option<Within>), LessonError> {
    expr::read(&Piece::new(At { line: 1, column: 1 }, text))
}

#[test]
fn operators_bind_as_in_mathematics() {
    let printed = |text: &str| parsed(text).map(|(expr, _)| expr.to_string()).map_err(|error| error.to_string());
    for (text, expected) in [
        ("a + b * c = 7 and not d or e", "a + b × c = 7 and not d or e"),
        ("(a + b) * c != 7", "(a + b) × c ≠ 7"),
        ("a - (b - c) <= -3", "a − (b − c) ≤ -3"),
        ("not (a and b)", "not (a and b)"),
        ("acceptance > given(acceptance)", "acceptance > given(acceptance)"),
        ("strategy = ff-ha+ and planner = netto-edf-25", "strategy = ff-ha+ and planner = netto-edf-25"),
        ("wait.mean = 3.5 within 5 %", "wait.mean = 3.5 within 5 %"),
        ("start(11.3)=start(all)", "start(11.3) = start(all)"),
        ("count(accepted)÷2≥1", "count(accepted) ÷ 2 ≥ 1"),
    ] {
        assert_eq!(printed(text).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn deep_and_long_expressions_are_refused() {
    assert!(parsed(&format!("{}a{}", "(".repeat(51), ")".repeat(51))).is_err());
    assert!(parsed(&"not ".repeat(60)).is_err());
    assert!(parsed(&"a".repeat(EXPR_CHARS_MAX + 1)).is_err());
    let deep = format!("{}a{}", "(".repeat(50), ")".repeat(50));
    assert_eq!(parsed(&deep).expect("deep enough").0, Expr::Name("a".to_string()));
}

fn word() -> impl Strategy<Value = String> {
    "[a-z][a-z_]{0,6}(\\.[a-z]{1,3})?(-[a-z]{1,3})?".prop_filter("a word of its own", |word| {
        !["and", "or", "not", "within", "given", "it", "all", "none", "any"].contains(&word.as_str())
    })
}

fn of() -> impl Strategy<Value = Of> {
    let name = (0..100_u32, prop::option::of(1..9_u32)).prop_map(|(request, job)| Of::One(Name { request, job }));
    prop_oneof![name, Just(Of::It), Just(Of::All), Just(Of::None), Just(Of::Any), word().prop_map(Of::Property)]
}

fn expression() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        (-50..50_i32).prop_map(|number| Expr::Number(f64::from(number) / 4.0)),
        word().prop_map(Expr::Name),
        (word(), of()).prop_map(|(name, of)| Expr::Of(name, of)),
        (word(), of()).prop_map(|(name, of)| Expr::Given(Box::new(Expr::Of(name, of)))),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let how = prop::sample::select(vec![
            Comparison::Equal,
            Comparison::Unequal,
            Comparison::Less,
            Comparison::AtMost,
            Comparison::Greater,
            Comparison::AtLeast,
        ]);
        let sign = prop::sample::select(vec![Operation::Plus, Operation::Minus, Operation::Times, Operation::By]);
        let within = prop_oneof![
            Just(None),
            (0..9_u32).prop_map(|amount| Some(Within::Amount(amount.into()))),
            (0..9_u32).prop_map(|percent| Some(Within::Percent(percent.into()))),
        ];
        prop_oneof![
            inner.clone().prop_map(|inner| Expr::Not(Box::new(inner))),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::And),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::Or),
            (inner.clone(), sign, inner.clone()).prop_map(|(left, sign, right)| Expr::Arithmetic(
                Box::new(left),
                sign,
                Box::new(right)
            )),
            (inner.clone(), how, inner, within).prop_map(|(left, how, right, within)| Expr::Compare {
                left: Box::new(left),
                how,
                right: Box::new(right),
                within
            }),
        ]
    })
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn what_is_printed_reads_as_it_was(expr in expression()) {
        let text = expr.to_string();
        prop_assert_eq!(parsed(&text).map(|(expr, _)| expr), Ok(expr), "{}", text);
    }

    #[test]
    fn no_text_stops_the_reader(text in "[ -~\n\u{e9}\u{2212}#`:*<>()\\[\\]]{0,300}") {
        let _ = read(&text);
        let _ = parsed(&text);
    }

    #[test]
    fn no_damage_to_a_lesson_stops_the_reader(at in 0..LESSON.len(), length in 0..40_usize, new in "[ -~\n#`:\u{2260}]{0,12}") {
        let at = (0..=at).rev().find(|at| LESSON.is_char_boundary(*at)).unwrap_or(0);
        let end = (at + length..LESSON.len()).find(|end| LESSON.is_char_boundary(*end)).unwrap_or(LESSON.len());
        let text = format!("{}{new}{}", &LESSON[..at], &LESSON[end..]);
        if let Err(errors) = read(&text) {
            let lines = text.lines().count().max(1);
            prop_assert!(!errors.is_empty());
            for error in errors {
                prop_assert!((1..=lines).contains(&error.at.line) && error.at.column > 0, "{}", error);
            }
        }
    }
}

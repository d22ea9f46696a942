//! Checks one task of a lesson.

use super::states;
use crate::answers::{LINES_MAX, candidates, is_right, judge, right_order};
use crate::evaluate::{Context, NoValue};
use crate::expr::Expr;
use crate::levers;
use crate::model::{Ask, Language, Task, When};
use crate::record::{Given, Thing};
use crate::session::Session;
use crate::situation::Value;
use crate::words::{of_condition, of_locked};
use bookahead_engine::{Scenario, ScenarioError};
use std::collections::BTreeSet;

/// What came of it.
#[derive(Default)]
pub struct Found {
    /// What is to be told, and whether it is an error.
    pub told: Vec<(String, bool)>,
    /// The right answer.
    pub right: Option<Given>,
    /// The scenario with the solution.
    pub solved: Option<Scenario>,
    /// What else a student could do, still to be tried.
    pub trying: Option<Box<Trying>>,
}

/// What a student could do in a task that asks for a change; it is tried some scenarios at a time, because there are many.
pub struct Trying {
    session: Session,
    scenarios: std::vec::IntoIter<Scenario>,
    are_all: bool,
    count: usize,
    solving: usize,
    said: BTreeSet<usize>,
    found: Found,
}

/// Checks the task that the session has come to, with the scenario `now`.
pub fn check(session: &Session, now: &Scenario, tries_all: bool) -> Result<Found, ScenarioError> {
    let mut found = Found::default();
    let Some(task) = session.task() else { return Ok(found) };
    let (shown, edits) = session.judged_by(now)?;
    let context = session.context(&shown, edits);
    let mut checking = Checking { task, found: &mut found, said: BTreeSet::new() };
    checking.terms(&context);
    match task.ask {
        Ask::Predict { .. } | Ask::Pick(_) => {
            let all = candidates(task, &session.before(now)?);
            checking.one_of(&all, &context);
        }
        Ask::Place(_) | Ask::Number => checking.number(&context),
        Ask::Order => checking.order(&context),
        Ask::Do(_) | Ask::Bet => checking.change(session, now, tries_all)?,
        Ask::Explain => checking.found.right = Some(Given::Words(String::new())),
    }
    // What is drawn for one student need not lead to all of it.
    if tries_all && !matches!(task.ask, Ask::Do(_) | Ask::Bet) {
        checking.feedback(true);
    }
    Ok(found)
}

struct Checking<'a> {
    task: &'a Task,
    found: &'a mut Found,
    /// The places of the feedback that is said to some answer.
    said: BTreeSet<usize>,
}

impl Checking<'_> {
    fn error(&mut self, what: impl Into<String>) {
        self.found.told.push((what.into(), true));
    }

    fn remark(&mut self, what: impl Into<String>) {
        self.found.told.push((what.into(), false));
    }

    /// Every term has to be one of the plan, and every condition a condition.
    fn terms(&mut self, context: &Context<'_>) {
        let task = self.task;
        let thing = if let Ask::Pick(_) = task.ask {
            context.now.jobs().first().map(|name| Thing::Job(name.request, name.job))
        } else {
            None
        };
        let context = Context { it: thing.as_ref(), ..*context };
        for feedback in &task.feedback {
            if let When::Holds(condition) = &feedback.when {
                self.condition(condition, &context);
            }
        }
        if let Ask::Do(condition) = &task.ask {
            self.condition(condition, &context);
        }
    }

    fn condition(&mut self, condition: &Expr, context: &Context<'_>) {
        if let Err(NoValue(what)) = context.truth(condition) {
            self.error(format!("`{condition}`: {what}"));
        }
        // Two words, of which one should be a term, are never the same.
        condition.visit(&mut |part| {
            if let Expr::Compare { left, right, .. } = part
                && let (Ok(Value::Word(_)), Ok(Value::Word(_))) = (context.value(left), context.value(right))
                && let (Expr::Name(left), Expr::Name(right)) = (left.as_ref(), right.as_ref())
                && [left, right].into_iter().all(|name| context.now.figure(name).is_none())
            {
                let terms = context.now.terms();
                let hint = crate::nearest::hint(left, terms.iter().map(String::as_str));
                self.error(format!("`{part}`: neither `{left}` nor `{right}` is a term of the plan{hint}"));
            }
        });
    }

    /// Answers are tried; notes what is said to each, and whether it is right.
    fn tried(&mut self, given: &Given, context: &Context<'_>) -> bool {
        match is_right(self.task, given, context) {
            Ok(right) => {
                self.said.extend(judge(self.task, given, context).feedback_at);
                right
            }
            Err(NoValue(what)) => {
                let told = (what, true);
                if !self.found.told.contains(&told) {
                    self.found.told.push(told);
                }
                false
            }
        }
    }

    /// Exactly one of the candidates is right.
    fn one_of(&mut self, all: &[(Given, String)], context: &Context<'_>) {
        let right: Vec<&(Given, String)> = all.iter().filter(|(given, _)| self.tried(given, context)).collect();
        match right[..] {
            [(given, _)] => self.found.right = Some(given.clone()),
            [] => {
                let what = match &self.task.answer {
                    Some(answer) => format!(
                        "none of the {} answers is right: `{}` is {}",
                        all.len(),
                        answer.value,
                        in_words(&context.value(&answer.value))
                    ),
                    None => format!("none of the {} lines holds", all.len()),
                };
                self.error(what);
            }
            [first, second, ..] => {
                self.error(format!("{} answers are right, among them \"{}\" and \"{}\"", right.len(), first.1, second.1))
            }
        }
    }

    /// There is a number, and what is said to it, to those that have feedback, and to another.
    fn number(&mut self, context: &Context<'_>) {
        let Some(answer) = &self.task.answer else { return };
        let value = context.value(&answer.value);
        let Ok(Value::Number(right)) = value else {
            self.error(format!("the answer `{}` is {}, not a number", answer.value, in_words(&value)));
            return;
        };
        let is_place = matches!(self.task.ask, Ask::Place(_));
        if is_place && (right < 0.0 || right.fract() != 0.0 || right > f64::from(u32::MAX)) {
            self.error(format!("the answer `{}` is {right}, and a job cannot be placed there", answer.value));
            return;
        }
        let given = |number: f64| if is_place { Given::Start(number as u32) } else { Given::Number(number) };
        let named: Vec<f64> = self
            .task
            .feedback
            .iter()
            .filter_map(|feedback| match &feedback.when {
                When::Given(text) => text.parse().ok(),
                _ => None,
            })
            .collect();
        let other = (1..).map(|more| right + 1_000.0 * f64::from(more)).find(|other| !named.contains(other));
        for number in [Some(right), other].into_iter().flatten().chain(named) {
            self.tried(&given(number), context);
        }
        self.found.right = Some(given(right));
    }

    /// The lines can be put in the right order.
    fn order(&mut self, context: &Context<'_>) {
        let lines: Vec<usize> = (0..self.task.choices.len()).collect();
        let reversed: Vec<usize> = lines.iter().rev().copied().collect();
        if lines.len() > LINES_MAX {
            self.error(format!("{} lines are to be put in order; at most {LINES_MAX}", lines.len()));
            return;
        }
        let right = right_order(self.task, context);
        for order in [Some(lines.clone()), Some(reversed), right.clone()].into_iter().flatten() {
            self.tried(&Given::Order(order), context);
        }
        match right {
            Some(ref order) if *order == lines => self.remark("the lines stand in the right order already"),
            Some(_) => {}
            None => {
                let value = self.task.answer.as_ref().map_or_else(String::new, |answer| in_words(&context.value(&answer.value)));
                self.error(format!("no order of the lines is right: the answer is {value}"));
            }
        }
        self.found.right = right.map(Given::Order);
    }

    /// A change is not there when the task is given, is made by the solution, and can have every outcome that feedback is for.
    fn change(&mut self, session: &Session, now: &Scenario, tries_all: bool) -> Result<(), ScenarioError> {
        let task = self.task;
        let is_solved = |scenario: &Scenario| -> Result<bool, ScenarioError> {
            let (shown, edits) = session.judged_by(scenario)?;
            Ok(is_right(task, &Given::Scenario, &session.context(&shown, edits)).unwrap_or(false))
        };
        let is_do = matches!(task.ask, Ask::Do(_));
        if is_do && is_solved(now)? {
            self.error("it is solved when it is given");
        }
        let base = session.base()?;
        let played = levers::played(now, &task.solution)?;
        let solved = played.last().unwrap_or(now).clone();
        for (scenario, change) in played.iter().zip(&task.solution) {
            if let Err(locked) = levers::check(&base, scenario, &session.step().allow) {
                let (change, locked) = (&change.lever, of_locked(&locked, Language::English));
                self.error(format!("the solution changes {change}, and that is not allowed: {locked}"));
            }
        }
        if !is_solved(&solved)? {
            let (shown, edits) = session.judged_by(&solved)?;
            let parts = judge(task, &Given::Scenario, &session.context(&shown, edits)).parts;
            let open: Vec<String> =
                parts.into_iter().filter(|part| !part.holds).map(|part| of_condition(&part.condition, Language::English)).collect();
            self.error(format!("the solution does not solve it; this does not hold: {}", open.join("; ")));
        }
        self.found.right = Some(Given::Scenario);
        if tries_all {
            let plan = session.before(now)?;
            let states::States { mut scenarios, are_all } = states::of(now, &plan, &session.step().allow);
            let count = scenarios.len();
            scenarios.extend(played);
            let (session, scenarios, said) = (session.clone(), scenarios.into_iter(), std::mem::take(&mut self.said));
            let found = Found::default();
            self.found.trying = Some(Box::new(Trying { session, scenarios, are_all, count, solving: 0, said, found }));
        }
        self.found.solved = Some(solved);
        Ok(())
    }

    /// Feedback that is never said is a mistake, if everything was tried.
    fn feedback(&mut self, all_tried: bool) {
        let task = self.task;
        for (at, feedback) in task.feedback.iter().enumerate().filter(|(at, _)| !self.said.contains(at)) {
            let when = match &feedback.when {
                When::Right => "right".to_string(),
                When::Wrong => "wrong".to_string(),
                When::Given(text) => text.clone(),
                When::Holds(condition) => condition.to_string(),
            };
            let why = if task.feedback[..at].is_empty() { "" } else { ", or another `if` before it always fits first" };
            if all_tried {
                self.found
                    .told
                    .push((format!("`if {when}:` is never shown: nothing that a student can do leads to it{why}"), true));
            } else {
                self.found.told.push((format!("`if {when}:` is not proved: too much may be changed to try all of it"), false));
            }
        }
    }
}

impl Trying {
    /// Tries so many more scenarios. Gives what is to be told once all are tried.
    pub fn go_on(&mut self, most: usize) -> Option<Vec<(String, bool)>> {
        let Self { session, scenarios, are_all, count, solving, said, found } = self;
        let Some(task) = session.task() else { return Some(Vec::new()) };
        let mut checking = Checking { task, found, said: std::mem::take(said) };
        for scenario in scenarios.by_ref().take(most) {
            let Ok((shown, edits)) = session.judged_by(&scenario) else { continue };
            *solving += usize::from(checking.tried(&Given::Scenario, &session.context(&shown, edits)));
        }
        if scenarios.len() > 0 {
            *said = checking.said;
            return None;
        }
        if matches!(task.ask, Ask::Do(_)) && *are_all && *solving * 2 > *count {
            checking.remark(format!("{solving} of {count} allowed scenarios solve it: the condition may ask for too little"));
        }
        checking.feedback(*are_all);
        Some(std::mem::take(&mut found.told))
    }
}

/// A value for a message.
fn in_words(value: &Result<Value, NoValue>) -> String {
    match value {
        Ok(Value::Nothing) => "nothing".to_string(),
        Ok(Value::Number(number)) => number.to_string(),
        Ok(Value::Truth(truth)) => (if *truth { "yes" } else { "no" }).to_string(),
        Ok(Value::Word(word)) => format!("the word \"{word}\", and no term of the plan"),
        Ok(Value::Jobs(jobs)) if jobs.is_empty() => "no job".to_string(),
        Ok(Value::Jobs(jobs)) => format!("job {}", jobs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", job ")),
        Err(error) => error.to_string(),
    }
}

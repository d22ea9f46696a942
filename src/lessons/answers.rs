//! What can be given as an answer, whether it is right, and what is said about it.

use crate::evaluate::{Context, NoValue, is_close};
use crate::expr::{Expr, Name};
use crate::model::{Ask, Choice, Pickable, Task, When};
use crate::prose::Prose;
use crate::record::{Given, Thing};
use crate::situation::{Situation, Value};

/// Most slots that are listed to be picked.
const SLOTS_MAX: u32 = 500;

/// What comes of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// The first of two votes is taken; nothing is shown yet.
    Voted,
    /// Not right; the student may try again.
    #[default]
    Again,
    /// Right, or taken as it is.
    Right,
    /// A prediction that was wrong: the outcome is shown.
    Missed,
}

/// A part of a condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What it says.
    pub condition: Expr,
    /// Whether it holds.
    pub holds: bool,
}

/// What is to be said about an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// What comes of it.
    pub outcome: Outcome,
    /// The feedback that fits.
    pub feedback: Option<Prose>,
    /// The place of that feedback in its task.
    pub feedback_at: Option<usize>,
    /// The parts of the condition of a task that asks for a change.
    pub parts: Vec<Part>,
}

/// The numbers and names of jobs in a text.
fn names(text: &str) -> Vec<Name> {
    text.split(|c: char| c.is_whitespace() || ",;:()".contains(c))
        .filter_map(|word| Name::read(word.trim_end_matches('.')))
        .collect()
}

/// The only number in a text.
fn only_number(text: &str) -> Option<f64> {
    let words = text.split_whitespace().map(|word| word.trim_end_matches(['.', ',', ';', '%']));
    let mut numbers = words.filter_map(|word| word.replace('−', "-").parse::<f64>().ok().filter(|number| number.is_finite()));
    let first = numbers.next()?;
    numbers.next().is_none().then_some(first)
}

/// Whether a line says the same as the value of an answer.
fn says(text: &str, value: &Value) -> bool {
    let text = text.trim().trim_end_matches('.').to_lowercase();
    match value {
        Value::Nothing => false,
        Value::Truth(true) => ["yes", "ya"].contains(&text.as_str()),
        Value::Truth(false) => ["no", "tidak"].contains(&text.as_str()),
        Value::Number(number) => only_number(&text).is_some_and(|found| is_close(found, *number, None)),
        Value::Word(word) => *word == text,
        Value::Jobs(jobs) => names(&text) == *jobs,
    }
}

/// What can be given as an answer, with its words. Lines come in the order in which they are written.
pub fn candidates(task: &Task, before: &Situation) -> Vec<(Given, String)> {
    let things: Vec<Thing> = match task.ask {
        Ask::Predict { .. } => {
            let line = |(at, choice): (usize, &Choice)| (Given::Choice(at), choice.text.plain());
            return task.choices.iter().enumerate().map(line).collect();
        }
        Ask::Pick(pickable) => match pickable {
            Pickable::Job => before.jobs().into_iter().map(|name| Thing::Job(name.request, name.job)).collect(),
            Pickable::Request => before.requests().into_iter().map(Thing::Request).collect(),
            Pickable::Task => before.requests().into_iter().map(Thing::Task).collect(),
            Pickable::Slot => (0..=before.end().min(SLOTS_MAX)).map(Thing::Slot).collect(),
            Pickable::Server => (0..before.machine()).map(Thing::Server).collect(),
            Pickable::Node => (0..before.machine()).map(Thing::Node).collect(),
            Pickable::Period => before.periods(),
            Pickable::Line => {
                let lines = before.lines().map_or(0, |lines| lines.listing.lines.len());
                (1..=lines as u32).map(Thing::Line).collect()
            }
        },
        _ => Vec::new(),
    };
    things.into_iter().map(|thing| (Given::Thing(thing.clone()), thing.to_string())).collect()
}

/// Whether an answer is right.
///
/// # Errors
/// The task's answer has no value.
pub fn is_right(task: &Task, given: &Given, context: &Context<'_>) -> Result<bool, NoValue> {
    let value = |context: &Context<'_>| match &task.answer {
        Some(answer) => context.value(&answer.value),
        None => Ok(Value::Nothing),
    };
    Ok(match (&task.ask, given) {
        (Ask::Predict { .. }, Given::Choice(line)) => match task.choices.get(*line) {
            Some(Choice { holds: Some(holds), .. }) => context.truth(holds)?,
            Some(choice) => says(&choice.text.plain(), &value(context)?),
            None => false,
        },
        (Ask::Pick(_), Given::Thing(thing)) => match value(&Context { it: Some(thing), ..*context })? {
            Value::Truth(truth) => truth,
            Value::Number(number) => f64::from(thing.name().request) == number,
            Value::Jobs(jobs) => jobs.contains(&thing.name()),
            Value::Nothing | Value::Word(_) => false,
        },
        (Ask::Place(_), Given::Start(start)) => value(context)? == Value::Number((*start).into()),
        (Ask::Number, Given::Number(number)) => match value(context)? {
            Value::Number(right) => is_close(*number, right, task.answer.as_ref().and_then(|answer| answer.within)),
            _ => false,
        },
        (Ask::Order, Given::Order(lines)) => is_in_order(task, lines, &value(context)?, context)?,
        (Ask::Do(condition), Given::Scenario) => context.truth(condition)?,
        (Ask::Bet, Given::Scenario) | (Ask::Explain, Given::Words(_)) => true,
        _ => false,
    })
}

/// Whether lines are in the order of the answer, or of the numbers in brackets behind them.
fn is_in_order(task: &Task, lines: &[usize], answer: &Value, context: &Context<'_>) -> Result<bool, NoValue> {
    let mut sorted = lines.to_vec();
    sorted.sort_unstable();
    if sorted != (0..task.choices.len()).collect::<Vec<_>>() {
        return Ok(false);
    }
    if let Value::Jobs(jobs) = answer {
        let given: Vec<Name> = lines.iter().flat_map(|line| names(&task.choices[*line].text.plain())).collect();
        return Ok(given == *jobs);
    }
    let mut numbers = Vec::new();
    for line in lines {
        let Some(holds) = &task.choices[*line].holds else { return Ok(false) };
        match context.value(holds)? {
            Value::Number(number) => numbers.push(number),
            _ => return Err(NoValue(format!("{holds} is no number that lines can be ordered by"))),
        }
    }
    Ok(numbers.is_sorted())
}

/// Most lines that are put in order: nobody orders more by hand, and every order is looked at.
pub const LINES_MAX: usize = 8;

/// The right order of the lines; `None` if no order is right, or there are too many lines to look at all.
pub fn right_order(task: &Task, context: &Context<'_>) -> Option<Vec<usize>> {
    let count = Some(task.choices.len()).filter(|count| *count <= LINES_MAX)?;
    permutations(count).into_iter().find(|order| is_right(task, &Given::Order(order.clone()), context) == Ok(true))
}

/// Every order of so many lines.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: Vec<usize>| {
            (0..count).filter(|line| !order.contains(line)).map(|line| [&order[..], &[line]].concat()).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Whether feedback for a certain answer is for this one.
fn is_given(text: &str, given: &Given, task: &Task) -> bool {
    match given {
        Given::Number(number) => {
            let within = task.answer.as_ref().and_then(|answer| answer.within);
            text.parse().is_ok_and(|wanted| is_close(*number, wanted, within))
        }
        Given::Choice(_) | Given::Thing(_) | Given::Start(_) => given.to_string() == text,
        Given::Order(_) | Given::Scenario | Given::Words(_) => false,
    }
}

/// Judges an answer. What has no value counts as wrong; `lesson check` finds it.
pub fn judge(task: &Task, given: &Given, context: &Context<'_>) -> Judged {
    let is_right = is_right(task, given, context).unwrap_or(false);
    let outcome = match task.ask {
        _ if is_right => Outcome::Right,
        Ask::Predict { .. } => Outcome::Missed,
        _ => Outcome::Again,
    };
    let thing = if let Given::Thing(thing) = given { Some(thing) } else { None };
    let context = Context { it: thing, ..*context };
    let fits = |when: &When| match when {
        When::Right => is_right,
        When::Wrong => !is_right,
        When::Given(text) => is_given(text, given, task),
        When::Holds(condition) => context.truth(condition).unwrap_or(false),
    };
    let feedback_at = task.feedback.iter().position(|feedback| fits(&feedback.when));
    let feedback = feedback_at.map(|at| task.feedback[at].text.clone());
    let part = |part: &Expr| Part { condition: part.clone(), holds: context.truth(part).unwrap_or(false) };
    let parts = if let Ask::Do(condition) = &task.ask { condition.parts().iter().map(part).collect() } else { Vec::new() };
    Judged { outcome, feedback, feedback_at, parts }
}

//! Reads a task: what is asked, and what is said about the answer.

use super::error::{LessonError, quoted};
use super::items::{ASKS, Item};
use super::piece::Piece;
use super::{expr, prose, shown};
use crate::expr::{Expr, Name};
use crate::model::{Answer, Ask, Choice, Feedback, Pickable, Task, When};
use crate::nearest;

/// Begins a task with the field that asks.
pub fn begin(item: (&'static str, &Piece, &Piece), text: crate::prose::Prose, errors: &mut Vec<LessonError>) -> Task {
    let (name, argument, asked) = item;
    let ask = ask(name, argument, asked, errors);
    let question = if matches!(ask, Ask::Do(_)) { Default::default() } else { prose::read(asked, errors) };
    Task {
        text,
        ask,
        question,
        choices: Vec::new(),
        answer: None,
        reveal: Vec::new(),
        feedback: Vec::new(),
        hints: Vec::new(),
        solution: Vec::new(),
        line: asked.at().line,
    }
}

fn ask(name: &'static str, argument: &Piece, asked: &Piece, errors: &mut Vec<LessonError>) -> Ask {
    match name {
        "predict" => Ask::Predict { twice: false },
        "predict twice" => Ask::Predict { twice: true },
        "pick" => {
            let found = Pickable::ALL.into_iter().find(|one| one.key() == argument.text);
            found.map_or_else(
                || {
                    let names = Pickable::ALL.map(Pickable::key);
                    let hint = nearest::hint(&argument.text, names);
                    let what = format!("{} cannot be picked; allowed are {}{hint}", quoted(&argument.text), names.join(", "));
                    errors.push(LessonError::new(argument.at(), what));
                    Ask::Explain
                },
                Ask::Pick,
            )
        }
        "place" => {
            let job = argument.text.strip_prefix("job").and_then(|job| Name::read(job.trim()));
            job.map_or_else(
                || {
                    let what =
                        format!("{} cannot be placed; needed is `place job 2:` or `place job 11.3:`", quoted(&argument.text));
                    errors.push(LessonError::new(argument.at(), what));
                    Ask::Explain
                },
                Ask::Place,
            )
        }
        "number" => Ask::Number,
        "order" => Ask::Order,
        "do" => condition(asked, errors).map_or(Ask::Explain, Ask::Do),
        "bet" => Ask::Bet,
        _ => Ask::Explain,
    }
}

/// Reads a condition.
fn condition(piece: &Piece, errors: &mut Vec<LessonError>) -> Option<Expr> {
    match expr::read(piece) {
        Ok((condition, None)) => Some(condition),
        Ok((condition, Some(within))) => {
            let what =
                format!("`{condition}` is a number, not a condition:{within} goes behind a comparison such as {condition} = 3");
            errors.push(LessonError::new(piece.at(), what));
            None
        }
        Err(error) => {
            errors.push(error);
            None
        }
    }
}

/// Adds a line to choose from, with the condition in brackets at its end.
pub fn add_choice(task: &mut Task, piece: &Piece, errors: &mut Vec<LessonError>) {
    let bracket = piece.text.rfind(" [").filter(|_| piece.text.ends_with(']'));
    let holds = bracket.and_then(|at| condition(&piece.part(at + 2, piece.text.len() - 1), errors));
    let text = bracket.map_or_else(|| piece.clone(), |at| piece.part(0, at));
    task.choices.push(Choice { text: prose::read(&text, errors), holds });
}

/// Adds a field about the task.
pub fn add(task: &mut Task, name: &'static str, argument: &Piece, text: &Piece, errors: &mut Vec<LessonError>) {
    let given_twice = match name {
        "answer" => task.answer.is_some(),
        "reveal" => !task.reveal.is_empty(),
        "solution" => !task.solution.is_empty(),
        _ => false,
    };
    if given_twice {
        errors.push(LessonError::new(text.at(), format!("`{name}:` is given twice for this task")));
        return;
    }
    match name {
        "answer" => match expr::read(text) {
            Ok((value, within)) => task.answer = Some(Answer { value, within }),
            Err(error) => {
                errors.push(error);
                // There is one, and nobody evaluates it.
                task.answer = Some(Answer { value: Expr::Number(0.0), within: None });
            }
        },
        "reveal" => task.reveal = shown::shown(text, errors),
        "solution" => task.solution = shown::solution(text, errors),
        "hint" => task.hints.push(prose::read(text, errors)),
        _ => {
            if let Some(when) = when(argument, &task.ask, errors) {
                task.feedback.push(Feedback { when, text: prose::read(text, errors) });
            }
        }
    }
}

/// Reads what stands behind an `if`.
fn when(argument: &Piece, ask: &Ask, errors: &mut Vec<LessonError>) -> Option<When> {
    match argument.text.as_str() {
        "right" => Some(When::Right),
        "wrong" => Some(When::Wrong),
        text if text.strip_prefix('-').unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
            if matches!(ask, Ask::Predict { .. } | Ask::Pick(_) | Ask::Place(_) | Ask::Number) {
                return Some(When::Given(text.to_string()));
            }
            let what = format!("`if {text}:` fits an answer that is a line, a thing or a number; here a condition is needed");
            errors.push(LessonError::new(argument.at(), what));
            None
        }
        _ => condition(argument, errors).map(When::Holds),
    }
}

/// Checks that a task has what it needs, and nothing that has no meaning for it.
pub fn finish(task: &Task, items: &[Item], needs_solution: bool, errors: &mut Vec<LessonError>) {
    let line = items.iter().find_map(|item| match item {
        Item::Field { name, text, .. } if ASKS.contains(name) && text.at().line == task.line => Some(text.at()),
        _ => None,
    });
    let mut told = |what: &str| errors.push(LessonError::new(line.unwrap_or_default(), what));
    let in_brackets = task.choices.iter().filter(|choice| choice.holds.is_some()).count();
    let needs_answer = match task.ask {
        Ask::Predict { .. } | Ask::Order => {
            if task.choices.len() < 2 {
                told("at least two lines that begin with `- ` have to stand directly below it");
            }
            if in_brackets > 0 && in_brackets < task.choices.len() {
                told("either every line ends with a condition in brackets, or none does");
            }
            if in_brackets > 0 && task.answer.is_some() {
                told("the lines have conditions in brackets, so there is no `answer:`");
            }
            in_brackets == 0
        }
        Ask::Pick(_) | Ask::Place(_) | Ask::Number => true,
        Ask::Do(_) | Ask::Bet | Ask::Explain => {
            if task.answer.is_some() {
                told("an `answer:` has no meaning here: a condition is checked, or nothing");
            }
            false
        }
    };
    if needs_answer && task.answer.is_none() {
        told("it needs an `answer:` that the engine evaluates");
    }
    let is_changing = matches!(task.ask, Ask::Do(_) | Ask::Bet);
    if is_changing && needs_solution && task.solution.is_empty() {
        told("it needs a `solution:`, by which *Show me* and the check know that it can be done");
    }
    if !is_changing && !task.solution.is_empty() {
        told("a `solution:` belongs to `do:` or `bet:`");
    }
}

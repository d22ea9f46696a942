//! Reads what is shown, what stays hidden, what may be changed, and what solves a task.

use super::error::{LessonError, quoted};
use super::expr;
use super::piece::Piece;
use crate::expr::{Comparison, Expr, Name, Of};
use crate::model::{Assignment, ChartName, Hidden, Lever, PanelName, Setting, Shown, Which};
use crate::nearest;
use crate::study::POLICY_KINDS;

/// What can be shown.
const KINDS: [&str; 12] =
    ["planner", "shift", "strategy", "scheduler", "method", "step", "lines", "select", "zoom", "compare", "panel", "chart"];
const HIDDEN: [&str; 3] = ["figures", "demand", "runtimes"];

/// Reads the parts between commas; what is wrong is reported and left out.
fn each<T>(piece: &Piece, errors: &mut Vec<LessonError>, read: impl Fn(&Piece) -> Result<T, LessonError>) -> Vec<T> {
    // The parts may go on in the next line.
    let parts = piece.by_comma().into_iter().map(|part| Piece::new(part.at(), &part.line()));
    parts.filter_map(|part| read(&part).map_err(|error| errors.push(error)).ok()).collect()
}

/// A name of a list, or an error that says which there are.
fn named<T: Copy>(all: &[T], key: fn(T) -> &'static str, found: &str, what: &str, at: &Piece) -> Result<T, LessonError> {
    all.iter().copied().find(|one| key(*one) == found).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|one| key(*one)).collect();
        let hint = nearest::hint(found, names.iter().copied());
        LessonError::new(at.at(), format!("{} is no {what}; there are {}{hint}", quoted(found), names.join(", ")))
    })
}

/// Reads `show:` or `reveal:`.
pub fn shown(piece: &Piece, errors: &mut Vec<LessonError>) -> Vec<Shown> {
    each(piece, errors, one_shown)
}

fn one_shown(part: &Piece) -> Result<Shown, LessonError> {
    let (kind, rest) = part.text.split_once(char::is_whitespace).unwrap_or((&part.text, ""));
    let rest = rest.trim();
    let needs = |what: &str| LessonError::new(part.at(), format!("{kind} needs {what}; found {}", quoted(rest)));
    match kind {
        kind if POLICY_KINDS.contains(&kind) && !rest.is_empty() => Ok(Shown::Policy(kind.to_string(), rest.to_string())),
        "step" => rest.parse().map(Shown::Step).map_err(|_| needs("a number of decisions")),
        "lines" => rest.parse().map(Shown::Lines).map_err(|_| needs("a number of lines at work")),
        "select" => Name::read(rest).map(Shown::Select).ok_or_else(|| needs("the number of a request")),
        "zoom" => {
            let ends = rest.split_once(['–', '-']).map(|(from, until)| (from.trim().parse::<f64>(), until.trim().parse::<f64>()));
            match ends {
                Some((Ok(from), Ok(until))) if from < until && until.is_finite() => Ok(Shown::Zoom(from, until)),
                _ => Err(needs("two numbers such as 0–12, the first below the second")),
            }
        }
        "compare" if !rest.is_empty() => Ok(Shown::Compare(rest.to_string())),
        "panel" => named(&PanelName::ALL, PanelName::key, rest, "panel", part).map(Shown::Panel),
        "chart" => named(&ChartName::ALL, ChartName::key, rest, "chart", part).map(Shown::Chart),
        kind if KINDS.contains(&kind) => Err(needs("the name of a policy")),
        _ => {
            let hint = nearest::hint(kind, KINDS);
            Err(LessonError::new(part.at(), format!("{} cannot be shown; allowed are {}{hint}", quoted(kind), KINDS.join(", "))))
        }
    }
}

/// Reads `hide:`.
pub fn hidden(piece: &Piece, errors: &mut Vec<LessonError>) -> Hidden {
    let names = each(piece, errors, |part| named(&HIDDEN, |name| name, &part.text, "thing to hide", part));
    Hidden { figures: names.contains(&"figures"), demand: names.contains(&"demand"), runtimes: names.contains(&"runtimes") }
}

/// Reads `allow:`.
pub fn allowed(piece: &Piece, errors: &mut Vec<LessonError>) -> Vec<Lever> {
    if piece.text.trim() == "nothing" {
        return Vec::new();
    }
    each(piece, errors, |part| match expr::read(part)? {
        (expr, None) => lever(&expr, part),
        (_, Some(_)) => Err(no_lever(part)),
    })
}

fn no_lever(part: &Piece) -> LessonError {
    let allowed = "something such as latest_start(2), window(4), request(4), limit(all), planner, machine, anything";
    LessonError::new(part.at(), format!("{} cannot be changed; allowed is {allowed}", quoted(&part.text)))
}

/// What an expression names that can be changed.
fn lever(expr: &Expr, part: &Piece) -> Result<Lever, LessonError> {
    match expr {
        Expr::Name(name) if name != "nothing" => Ok(Lever { name: name.clone(), of: None }),
        Expr::Of(name, Of::All) => Ok(Lever { name: name.clone(), of: Some(Which::All) }),
        Expr::Of(name, Of::One(Name { request, job: None })) => Ok(Lever { name: name.clone(), of: Some(Which::One(*request)) }),
        _ => Err(no_lever(part)),
    }
}

/// Reads `solution:`.
pub fn solution(piece: &Piece, errors: &mut Vec<LessonError>) -> Vec<Assignment> {
    each(piece, errors, |part| {
        let needs = || {
            LessonError::new(part.at(), format!("{} is no change; needed is one such as latest_start(2) = 6", quoted(&part.text)))
        };
        match expr::read(part)? {
            (Expr::Compare { left, how: Comparison::Equal, right, within: None }, None) => {
                let value = match *right {
                    Expr::Number(number) => Setting::Number(number),
                    Expr::Name(word) => Setting::Word(word),
                    _ => return Err(needs()),
                };
                Ok(Assignment { lever: lever(&left, part)?, value })
            }
            _ => Err(needs()),
        }
    })
}

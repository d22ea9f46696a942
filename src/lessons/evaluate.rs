//! What an expression is worth in a situation.

use crate::expr::{Comparison, Expr, Name, Of, Operation, Within};
use crate::nearest;
use crate::record::Thing;
use crate::situation::{OF_LINES, Situation, Value};
use std::fmt;

/// What an expression is evaluated in.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The plan that is shown.
    pub now: &'a Situation,
    /// The plan when the step began.
    pub begun: &'a Situation,
    /// How many things differ from the scenario as given.
    pub edits: usize,
    /// What is picked.
    pub it: Option<&'a Thing>,
}

/// Why an expression has no value. `Display` gives one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoValue(pub String);

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Properties of jobs that say yes or no, and mean the thing that is picked where they stand alone.
const PROPERTIES: [&str; 2] = ["accepted", "moved"];
/// Numbers that differ by less are equal.
const CLOSE: f64 = 1e-9;

impl Context<'_> {
    /// The value of an expression.
    ///
    /// # Errors
    /// It has a term that the plan does not have, or something that cannot be computed or compared.
    pub fn value(&self, expr: &Expr) -> Result<Value, NoValue> {
        Ok(match expr {
            Expr::Number(number) => Value::Number(*number),
            Expr::Name(name) => self.name(name)?,
            Expr::Of(term, of) => self.of(term, of)?,
            Expr::Given(inner) => Self { now: self.begun, edits: 0, ..*self }.value(inner)?,
            Expr::Not(inner) => Value::Truth(!self.truth(inner)?),
            Expr::And(parts) => Value::Truth(self.truths(parts)?.into_iter().all(|holds| holds)),
            Expr::Or(parts) => Value::Truth(self.truths(parts)?.into_iter().any(|holds| holds)),
            Expr::Compare { left, how, right, within } => {
                Value::Truth(compare(&self.value(left)?, *how, &self.value(right)?, *within))
            }
            Expr::Arithmetic(left, how, right) => match (self.value(left)?, self.value(right)?) {
                (Value::Number(left), Value::Number(right)) => Value::Number(match how {
                    Operation::Plus => left + right,
                    Operation::Minus => left - right,
                    Operation::Times => left * right,
                    Operation::By => left / right,
                }),
                (Value::Nothing, _) | (_, Value::Nothing) => Value::Nothing,
                _ => return Err(NoValue(format!("{expr} does not compute with numbers"))),
            },
        })
    }

    /// Whether a condition holds. What has no value, such as the start of a refused job, does not.
    ///
    /// # Errors
    /// As [`Context::value`], and an expression that is no condition.
    pub fn truth(&self, expr: &Expr) -> Result<bool, NoValue> {
        match self.value(expr)? {
            Value::Truth(truth) => Ok(truth),
            Value::Nothing => Ok(false),
            _ => Err(NoValue(format!("{expr} is not a condition: it has to be yes or no, such as {expr} = 3"))),
        }
    }

    /// Every part is evaluated, so that an unknown term is found in any of them.
    fn truths(&self, parts: &[Expr]) -> Result<Vec<bool>, NoValue> {
        parts.iter().map(|part| self.truth(part)).collect()
    }

    fn name(&self, name: &str) -> Result<Value, NoValue> {
        if OF_LINES.contains(&name) {
            let lines = self.now.lines().ok_or_else(|| {
                let how = "`show: step 3, lines 2` shows the first two that were at work in the third decision";
                NoValue(format!("{name}: no line of a policy is shown; {how}"))
            })?;
            let line = if name == "next" { lines.next() } else { lines.line() };
            return line.map(|line| Value::Number(line.into())).map_err(NoValue);
        }
        Ok(match (name, self.it) {
            ("moves", _) => Value::Jobs(self.now.moves().to_vec()),
            ("edits", _) => Value::Number(self.edits as f64),
            ("it", Some(thing)) => Value::Number(thing.name().request.into()),
            (property, Some(thing)) if PROPERTIES.contains(&property) => {
                self.now.of(property, thing.name()).unwrap_or(Value::Nothing)
            }
            _ => self.now.figure(name).unwrap_or_else(|| Value::Word(name.to_string())),
        })
    }

    fn of(&self, term: &str, of: &Of) -> Result<Value, NoValue> {
        match (of, self.it) {
            (Of::One(name), _) => self.known(term, *name, of),
            (Of::It, Some(Thing::Period { start, .. })) if term == "start" => Ok(Value::Number((*start).into())),
            (Of::It, Some(Thing::Period { end, .. })) if term == "end" => Ok(Value::Number(end.map_or(f64::INFINITY, f64::from))),
            (Of::It, Some(Thing::Period { server, .. })) if term == "server" => Ok(Value::Number((*server).into())),
            (Of::It, Some(thing)) => self.known(term, thing.name(), of),
            (Of::It, None) => Err(NoValue(format!("{term}(it): `it` is the thing that is picked, and nothing is picked here"))),
            (Of::All, _) => self.each(term, of).map(|all| Value::Truth(all.into_iter().all(|holds| holds))),
            (Of::Any, _) => self.each(term, of).map(|all| Value::Truth(all.into_iter().any(|holds| holds))),
            (Of::None, _) => self.each(term, of).map(|all| Value::Truth(!all.into_iter().any(|holds| holds))),
            (Of::Property(property), _) if term == "count" => {
                let holding = self.each(property, of)?.into_iter().filter(|holds| *holds);
                Ok(Value::Number(holding.count() as f64))
            }
            (Of::Property(name), _) => {
                Err(NoValue(format!("{term}({name}): in the brackets stands a number, all, none, any or it")))
            }
        }
    }

    /// The term of one thing.
    fn known(&self, term: &str, name: Name, of: &Of) -> Result<Value, NoValue> {
        if let Some(value) = self.now.of(term, name) {
            return Ok(value);
        }
        let requests = self.now.requests();
        if self.now.terms().iter().any(|other| other == term) && !requests.contains(&name.request) {
            return Err(NoValue(format!(
                "{term}({of}): the plan that is shown has no such request; it has {}",
                numbers(&requests)
            )));
        }
        Err(self.unknown(term, of))
    }

    fn unknown(&self, term: &str, of: &Of) -> NoValue {
        let hint = nearest::hint(term, self.now.terms().iter().map(String::as_str));
        NoValue(format!("{term}({of}): the plan has no such term{hint}"))
    }

    /// Whether each job has a property.
    fn each(&self, property: &str, of: &Of) -> Result<Vec<bool>, NoValue> {
        let truth = |value| match value {
            Value::Truth(truth) => Ok(truth),
            Value::Nothing => Ok(false),
            _ => Err(NoValue(format!("{property} is not yes or no; only such terms take all, none, any and count"))),
        };
        self.now.of_each(property).ok_or_else(|| self.unknown(property, of))?.into_iter().map(truth).collect()
    }
}

/// Some numbers in words.
fn numbers(all: &[u32]) -> String {
    match all {
        [] => "none".to_string(),
        [.., last] if all.len() > 12 => format!("{} to {last}", all[0]),
        _ => all.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// Whether two numbers are equal.
pub fn is_close(found: f64, right: f64, within: Option<Within>) -> bool {
    let most = match within {
        None => CLOSE * right.abs().max(1.0),
        // As long as decimals are binary, 0.1 is not quite within 0.1 of 0.
        Some(Within::Amount(amount)) => amount.abs() + CLOSE,
        Some(Within::Percent(percent)) => (right * percent / 100.0).abs() + CLOSE,
    };
    found == right || (found - right).abs() <= most
}

/// Compares two values; what has no value is only unequal.
fn compare(left: &Value, how: Comparison, right: &Value, within: Option<Within>) -> bool {
    let equal = match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            let close = is_close(*left, *right, within);
            match how {
                Comparison::Less => return left < right && !close,
                Comparison::AtMost => return left < right || close,
                Comparison::Greater => return left > right && !close,
                Comparison::AtLeast => return left > right || close,
                Comparison::Equal | Comparison::Unequal => close,
            }
        }
        (Value::Jobs(jobs), Value::Number(number)) | (Value::Number(number), Value::Jobs(jobs)) => {
            matches!(jobs[..], [Name { request, job: None }] if f64::from(request) == *number)
        }
        (Value::Word(left), Value::Word(right)) => left == right,
        (Value::Truth(left), Value::Truth(right)) => left == right,
        _ => false,
    };
    match how {
        Comparison::Equal => equal,
        Comparison::Unequal => !equal,
        _ => false,
    }
}

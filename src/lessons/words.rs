//! Conditions and what may be changed, in words.

use crate::expr::{Expr, Of};
use crate::model::{Assignment, Lever, Which};

/// The name of a term as people read it.
fn spaced(name: &str) -> String {
    match name {
        "machine" => "number of nodes".to_string(),
        "moves" => "jobs moved by the last decision".to_string(),
        "edits" => "number of changes".to_string(),
        _ => name.replace(['_', '.'], " "),
    }
}

/// What may be changed.
pub fn of_lever(lever: &Lever) -> String {
    let of_class = ["limit", "price"].contains(&lever.name.as_str());
    let thing = if of_class { "class" } else { "request" };
    match (lever.name.as_str(), lever.of) {
        ("request", Some(Which::One(number))) => format!("request {number}"),
        ("request", _) => "requests".to_string(),
        (name, None) => spaced(name),
        (name, Some(Which::One(number))) => format!("{} of {thing} {number}", spaced(name)),
        (name, Some(Which::All)) => format!("{} of every {thing}", spaced(name)),
    }
}

/// A change.
pub fn of_assignment(change: &Assignment) -> String {
    format!("{} = {}", of_lever(&change.lever), change.value)
}

/// A change as it is written in a file.
pub fn assignment_in_file(change: &Assignment) -> String {
    format!("{} = {}", in_file(&change.lever), change.value)
}

/// As it is written in a file.
pub fn in_file(lever: &Lever) -> String {
    match lever.of {
        None => lever.name.clone(),
        Some(Which::One(number)) => format!("{}({number})", lever.name),
        Some(Which::All) => format!("{}(all)", lever.name),
    }
}

/// A condition.
pub fn of_condition(expr: &Expr) -> String {
    match expr {
        Expr::Not(inner) => match inner.as_ref() {
            Expr::Of(term, Of::One(name)) if term == "accepted" => format!("request {name} is refused"),
            Expr::Of(term, Of::One(name)) if term == "moved" => format!("job {name} has not moved"),
            inner => format!("not: {}", of_condition(inner)),
        },
        Expr::And(parts) => parts.iter().map(of_condition).collect::<Vec<_>>().join(" and "),
        Expr::Or(parts) => parts.iter().map(of_condition).collect::<Vec<_>>().join(" or "),
        Expr::Of(term, of) => match (term.as_str(), of) {
            ("accepted", Of::All) => "every request is accepted".to_string(),
            ("accepted", Of::None) => "no request is accepted".to_string(),
            ("accepted", Of::Any) => "a request is accepted".to_string(),
            ("accepted", Of::One(name)) => format!("request {name} is accepted"),
            ("moved", Of::All) => "every job has moved".to_string(),
            ("moved", Of::None) => "no job has moved".to_string(),
            ("moved", Of::Any) => "a job has moved".to_string(),
            ("moved", Of::One(name)) => format!("job {name} has moved"),
            ("count", Of::Property(property)) => format!("number of jobs {}", spaced(property)),
            ("free", Of::One(name)) => format!("free nodes in slot {name}"),
            ("limit" | "price" | "booking_limits", Of::One(name)) => format!("{} of class {name}", spaced(term)),
            ("start" | "end" | "first_start", Of::One(name)) => format!("{} of job {name}", spaced(term)),
            (_, Of::One(name)) => format!("{} of request {name}", spaced(term)),
            (_, of) => format!("{} of {of}", spaced(term)),
        },
        Expr::Given(inner) => format!("{} at the beginning", of_condition(inner)),
        Expr::Name(name) => spaced_term(name),
        Expr::Number(number) => number.to_string(),
        Expr::Compare { left, how, right, within } => {
            let within = within.map_or(String::new(), |within| within.to_string());
            format!("{} {} {}{within}", of_condition(left), how.sign(), of_condition(right))
        }
        Expr::Arithmetic(left, how, right) => format!("{} {} {}", of_condition(left), how.sign(), of_condition(right)),
    }
}

/// A term; a word such as the name of a policy stays as it is.
fn spaced_term(name: &str) -> String {
    if name.contains('-') { name.to_string() } else { spaced(name) }
}

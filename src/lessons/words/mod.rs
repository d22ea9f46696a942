//! Conditions, what may be changed and what is picked, in words of the lesson's language.

mod table;

use crate::expr::{Expr, Of, Within};
use crate::levers::Locked;
use crate::model::{Assignment, Language, Lever, Setting, Which};
use crate::record::Thing;
use table::{sentence, term};

/// What may be changed.
pub fn of_lever(lever: &Lever, language: Language) -> String {
    let of_class = ["limit", "price"].contains(&lever.name.as_str());
    let kind = |class: &'static str, request: &'static str| if of_class { class } else { request };
    match (lever.name.as_str(), lever.of) {
        ("request", Some(Which::One(number))) => sentence("request", language, &[&number.to_string()]),
        ("request", _) => sentence("requests", language, &[]),
        (name, None) => term(name, language),
        (name, Some(Which::One(number))) => {
            sentence(kind("of class", "of request"), language, &[&term(name, language), &number.to_string()])
        }
        (name, Some(Which::All)) => sentence(kind("of every class", "of every request"), language, &[&term(name, language)]),
    }
}

/// A change.
pub fn of_assignment(change: &Assignment, language: Language) -> String {
    let value = match &change.value {
        Setting::Number(value) => number(*value, language),
        Setting::Word(word) => word.clone(),
    };
    format!("{} = {value}", of_lever(&change.lever, language))
}

/// Why a change is refused.
pub fn of_locked(locked: &Locked, language: Language) -> String {
    let allowed: Vec<String> = locked.allowed.iter().map(|lever| of_lever(lever, language)).collect();
    match allowed.split_last() {
        None => sentence("locked", language, &[]),
        Some((one, [])) => sentence("allowed", language, &[one]),
        Some((last, others)) => {
            let others = others.join(&sentence("allowed comma", language, &[]));
            sentence("allowed", language, &[&sentence("allowed and", language, &[&others, last])])
        }
    }
}

/// Something that was picked.
pub fn of_thing(thing: &Thing, language: Language) -> String {
    let name = thing.name().to_string();
    let kind = match thing {
        Thing::Job(..) => "thing job",
        Thing::Request(_) => "thing request",
        Thing::Task(_) => "thing task",
        Thing::Slot(_) => "thing slot",
        Thing::Server(_) => "thing server",
        Thing::Node(_) => "thing node",
        Thing::Line(_) => "thing line",
        Thing::Period { start, end: Some(end), .. } => {
            return sentence("thing period", language, &[&name, &start.to_string(), &end.to_string()]);
        }
        Thing::Period { start, end: None, .. } => return sentence("thing last period", language, &[&name, &start.to_string()]),
    };
    sentence(kind, language, &[&name])
}

/// A number; in Indonesian with a comma before the decimals.
fn number(number: f64, language: Language) -> String {
    match language {
        Language::English => number.to_string(),
        Language::Indonesian => number.to_string().replace('.', ","),
    }
}

/// A condition.
pub fn of_condition(expr: &Expr, language: Language) -> String {
    let inner = |expr: &Expr| of_condition(expr, language);
    let said = |name: &str, parts: &[&str]| sentence(name, language, parts);
    let joined = |parts: &[Expr], by: &str| parts.iter().map(inner).collect::<Vec<_>>().join(&said(by, &[]));
    match expr {
        Expr::Not(part) => match part.as_ref() {
            Expr::Of(term, Of::One(name)) if term == "accepted" => said("accepted not", &[&name.to_string()]),
            Expr::Of(term, Of::One(name)) if term == "moved" => said("moved not", &[&name.to_string()]),
            part => said("not", &[&inner(part)]),
        },
        Expr::And(parts) => joined(parts, "and"),
        Expr::Or(parts) => joined(parts, "or"),
        Expr::Of(name, of) => of_term(name, of, language),
        Expr::Given(part) => said("given", &[&inner(part)]),
        // The name of a policy and any other word stays as it is.
        Expr::Name(name) if name.contains('-') => name.clone(),
        Expr::Name(name) => term(name, language),
        Expr::Number(value) => number(*value, language),
        Expr::Compare { left, how, right, within } => {
            let within = within.map_or_else(String::new, |within| of_within(within, language));
            format!("{} {} {}{within}", inner(left), how.sign(), value(right, language))
        }
        Expr::Arithmetic(left, how, right) => format!("{} {} {}", inner(left), how.sign(), inner(right)),
    }
}

/// What a term is compared with: words that are no terms stay as they are.
fn value(expr: &Expr, language: Language) -> String {
    match expr {
        Expr::Name(name) if !table::is_term(name) => name.replace(['_', '.'], " "),
        expr => of_condition(expr, language),
    }
}

fn of_within(within: Within, language: Language) -> String {
    let amount = match within {
        Within::Amount(amount) => number(amount, language),
        Within::Percent(percent) => format!("{} %", number(percent, language)),
    };
    sentence("within", language, &[&amount])
}

/// A term of something.
fn of_term(name: &str, of: &Of, language: Language) -> String {
    let words = term(name, language);
    let said = |name: &str, parts: &[&str]| sentence(name, language, parts);
    match (name, of) {
        ("accepted" | "moved", Of::All) => said(&format!("{name} all"), &[]),
        ("accepted" | "moved", Of::None) => said(&format!("{name} none"), &[]),
        ("accepted" | "moved", Of::Any) => said(&format!("{name} any"), &[]),
        ("accepted" | "moved", Of::One(one)) => said(&format!("{name} one"), &[&one.to_string()]),
        ("count", Of::Property(property)) => said("count", &[&term(property, language)]),
        ("free", Of::One(one)) => said("free", &[&one.to_string()]),
        ("limit" | "price" | "booking_limits", Of::One(one)) => said("of class", &[&words, &one.to_string()]),
        ("start" | "end" | "first_start", Of::One(one)) => said("of job", &[&words, &one.to_string()]),
        (_, Of::One(one)) => said("of request", &[&words, &one.to_string()]),
        (_, of) => said("of", &[&words, &of.to_string()]),
    }
}

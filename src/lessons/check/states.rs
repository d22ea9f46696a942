//! The scenarios that a student can make in a step, as far as they can be listed.

use crate::levers;
use crate::model::{Lever, Setting, Which};
use crate::situation::{Situation, Value};
use crate::{expr::Name, study};
use bookahead_engine::Scenario;

/// Most scenarios that are planned for one task.
pub const STATES_MAX: usize = 2_000;
/// Slots behind the end of the plan to which times are tried.
const BEHIND: u32 = 8;

/// The scenarios that can be made.
pub struct States {
    /// Those that were listed.
    pub scenarios: Vec<Scenario>,
    /// Whether they are all.
    pub are_all: bool,
}

/// One thing that can be changed, with the values that are tried.
struct Range {
    lever: Lever,
    values: Vec<Setting>,
}

/// Lists what can be made of a scenario: every combination if there are not too many, else every value of each thing alone.
pub fn of(base: &Scenario, plan: &Situation, allow: &[Lever]) -> States {
    let (mut ranges, mut are_all) = (Vec::new(), true);
    for lever in allow {
        let found = ranges_of(base, plan, lever);
        are_all &= !found.is_empty();
        ranges.extend(found);
    }
    let count = ranges.iter().try_fold(1_usize, |count, range| count.checked_mul(range.values.len()));
    are_all &= count.is_some_and(|count| count <= STATES_MAX);
    let mut scenarios = vec![base.clone()];
    for Range { lever, values } in ranges {
        let before = if are_all { std::mem::take(&mut scenarios) } else { vec![base.clone()] };
        let changed = before.iter().flat_map(|scenario| values.iter().map(|value| levers::with(scenario, &lever, value)));
        // What is out of range nobody can make.
        scenarios.extend(changed.filter_map(Result::ok));
        scenarios.truncate(STATES_MAX);
    }
    States { scenarios, are_all }
}

/// The things that a lever moves, each with its values; none if they cannot be listed.
fn ranges_of(base: &Scenario, plan: &Situation, lever: &Lever) -> Vec<Range> {
    let words = |names: Vec<&'static str>| names.into_iter().map(|name| Setting::Word(name.to_string())).collect();
    let numbers =
        |from: u32, until: u32| (from..=until).take(STATES_MAX + 1).map(|number| Setting::Number(number.into())).collect();
    let single = |name: &str, of: Option<u32>| Lever { name: name.to_string(), of: of.map(Which::One) };
    let Some(which) = lever.of else {
        let values: Vec<Setting> = match lever.name.as_str() {
            "machine" => numbers(1, plan.machine().saturating_mul(2).saturating_add(2)),
            kind => words(study::policy_names(&base.study, kind)),
        };
        return if values.is_empty() { Vec::new() } else { vec![Range { lever: lever.clone(), values }] };
    };
    let all = || if lever.name == "limit" { (1..=8).collect() } else { plan.requests() };
    let numbered = if let Which::One(number) = which { vec![number] } else { all() };
    let fields: Vec<&str> = match lever.name.as_str() {
        // From the end on, so that the window never turns around on the way.
        "window" => study::layout(base.study.kind()).window.iter().rev().copied().collect(),
        name => vec![name],
    };
    let mut ranges = Vec::new();
    for number in numbered {
        for field in &fields {
            let value = |term: &str| match plan.of(term, Name::whole(number)) {
                Some(Value::Number(value)) => Some(value as u32),
                _ => None,
            };
            let behind = plan.end().max(value("latest_start").unwrap_or(0)).saturating_add(BEHIND);
            let Some(now) = value(field) else { continue };
            let values = match *field {
                "latest_start" | "deadline" | "earliest_start" => {
                    let from =
                        if fields.len() > 1 || *field == "earliest_start" { value("submitted") } else { value("earliest_start") };
                    numbers(from.unwrap_or(0), behind)
                }
                "duration" | "size" | "estimate" | "runtime" => numbers(1, now.saturating_mul(2).saturating_add(4)),
                "nodes" => numbers(1, plan.machine()),
                "limit" => numbers(0, plan.machine()),
                _ => continue,
            };
            ranges.push(Range { lever: single(field, Some(number)), values });
        }
    }
    ranges
}

//! What of a scenario may be changed, what was changed, and changing it. All of it goes by the scenario's file, so that every field has the name that it has there.

use crate::expr::Name;
use crate::file;
use crate::model::{Assignment, Lever, Setting, Which};
use crate::situation::asked;
use crate::study::{self, Layout};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::{Scenario, Study};
use serde_json::Value;

/// Why a change is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locked {
    /// What may be changed instead; empty if nothing.
    pub allowed: Vec<Lever>,
}

/// One thing that differs between two scenarios.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it is called: a field of a request or class, a policy, `machine`, or its place in the file.
    name: String,
    /// The request or class.
    of: Option<u32>,
    /// Whether it is something of a request.
    is_request: bool,
}

impl Change {
    /// What would make the change.
    pub(crate) fn lever(&self) -> Lever {
        Lever { name: self.name.clone(), of: self.of.map(Which::One) }
    }
}

/// A scenario's file with its requests in a list.
pub(crate) fn listed(scenario: &Scenario) -> Result<Value, ScenarioError> {
    Ok(file::value_of(&Scenario { title: String::new(), study: study::listed(&scenario.study)? }))
}

/// What differs between two scenarios; their titles do not count.
pub fn changes(base: &Scenario, now: &Scenario) -> Vec<Change> {
    let whole = |name: &str| vec![Change { name: name.to_string(), of: None, is_request: false }];
    if base.study.kind() != now.study.kind() {
        return whole("study");
    }
    let (Ok(base), Ok(now_file)) = (listed(base), listed(now)) else { return whole("workload") };
    let mut found = Vec::new();
    let differing = Differing { layout: study::layout(now.study.kind()), base: &base };
    differing.walk(&mut String::new(), &base, &now_file, &mut found);
    found
}

struct Differing<'a> {
    layout: &'static Layout,
    base: &'a Value,
}

impl Differing<'_> {
    fn walk(&self, place: &mut String, base: &Value, now: &Value, found: &mut Vec<Change>) {
        let whole = place.len();
        match (base, now) {
            _ if base == now => {}
            (Value::Object(one), Value::Object(other)) => {
                let added = other.keys().filter(|key| !one.contains_key(*key));
                for key in one.keys().chain(added) {
                    place.push('/');
                    place.push_str(key);
                    let null = &Value::Null;
                    self.walk(place, one.get(key).unwrap_or(null), other.get(key).unwrap_or(null), found);
                    place.truncate(whole);
                }
            }
            (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
                for (at, (one, other)) in one.iter().zip(other).enumerate() {
                    place.push('/');
                    place.push_str(&at.to_string());
                    self.walk(place, one, other, found);
                    place.truncate(whole);
                }
            }
            _ => found.push(self.named(place)),
        }
    }

    /// What the thing at a place of the file is called.
    fn named(&self, place: &str) -> Change {
        let Layout { list, classes, policies, policy, machine, .. } = self.layout;
        let change = |name: &str, of| Change { name: name.to_string(), of, is_request: false };
        let below = |list: &str| {
            let (at, field) = place.strip_prefix(list)?.strip_prefix('/')?.split_once('/')?;
            Some((at.parse::<usize>().ok()?, field.to_string()))
        };
        if let Some((at, name)) = below(list) {
            let request = asked(self.base, self.layout).into_iter().find(|(_, row)| *row == at).map(|(name, _)| name.request);
            return Change { name, of: request, is_request: true };
        }
        if let Some((at, field)) = classes.and_then(below) {
            return change(&field, Some(at as u32 + 1));
        }
        if let Some((name, _)) = policies.iter().find(|(_, pointer)| *pointer == place) {
            return change(name, None);
        }
        if place.starts_with(policy) {
            return change(policies[0].0, None);
        }
        if machine.contains(&place) {
            return change("machine", None);
        }
        change(&place.trim_start_matches('/').replace('/', "."), None)
    }
}

impl Lever {
    /// Whether it allows a change.
    fn allows(&self, change: &Change, layout: &Layout) -> bool {
        let is_of = match self.of {
            None | Some(Which::All) => true,
            Some(Which::One(number)) => change.of == Some(number),
        };
        is_of
            && match self.name.as_str() {
                "anything" => true,
                "request" => change.is_request,
                "window" => change.is_request && layout.window.contains(&change.name.as_str()),
                name => name == change.name,
            }
    }
}

/// Whether the change from one scenario to another is allowed.
///
/// # Errors
/// What may be changed instead.
pub fn check(base: &Scenario, now: &Scenario, allow: &[Lever]) -> Result<(), Locked> {
    if changes(base, now).iter().all(|change| is_allowed(base, change, allow)) {
        return Ok(());
    }
    Err(Locked { allowed: allow.to_vec() })
}

/// Whether one change is allowed.
pub(crate) fn is_allowed(scenario: &Scenario, change: &Change, allow: &[Lever]) -> bool {
    let layout = study::layout(scenario.study.kind());
    allow.iter().any(|lever| lever.allows(change, layout))
}

/// The scenario under another policy.
///
/// # Errors
/// The study has no such policy.
pub fn with_policy(scenario: &Scenario, kind: &str, name: &str) -> Result<Scenario, ScenarioError> {
    with(scenario, &Lever { name: kind.to_string(), of: None }, &Setting::Word(name.to_string()))
}

/// The places in a file that a lever moves.
pub(crate) fn places(file: &Value, study: &Study, lever: &Lever) -> Result<Vec<String>, ScenarioError> {
    let layout = study::layout(study.kind());
    let refused = |allowed: &str| ScenarioError::new(FieldPath::new(&lever.name), lever, allowed);
    let field = &lever.name;
    match lever.of {
        None if field == "machine" => {
            let found = layout.machine.iter().filter(|pointer| file.pointer(pointer).is_some());
            Ok(found.map(|pointer| (*pointer).to_string()).collect())
        }
        None => {
            let found = layout.policies.iter().find(|(name, _)| name == field);
            Ok(vec![found.ok_or_else(|| refused("something that the scenario has"))?.1.to_string()])
        }
        Some(which) => {
            let is_meant = |number: u32| which == Which::All || which == Which::One(number);
            let rows = asked(file, layout).into_iter().filter(|(name, _)| is_meant(name.request));
            let requests: Vec<String> = rows.map(|(_, row)| format!("{}/{row}/{field}", layout.list)).collect();
            let is_field = |pointer: &String| file.pointer(pointer).is_some();
            if requests.iter().any(is_field) {
                return Ok(requests.into_iter().filter(is_field).collect());
            }
            let classes = layout.classes.and_then(|classes| Some((classes, file.pointer(classes)?.as_array()?.len())));
            let (list, count) = classes.ok_or_else(|| refused("a field of a request of the scenario"))?;
            let found = (0..count).filter(|at| is_meant(*at as u32 + 1)).map(|at| format!("{list}/{at}/{field}"));
            let found: Vec<String> = found.filter(is_field).collect();
            if found.is_empty() { Err(refused("a field of a request or class of the scenario")) } else { Ok(found) }
        }
    }
}

/// The scenario with one thing changed.
///
/// # Errors
/// There is no such thing, or the value is out of range.
pub fn with(scenario: &Scenario, lever: &Lever, value: &Setting) -> Result<Scenario, ScenarioError> {
    if let Setting::Word(name) = value
        && !study::policy_names(&scenario.study, &lever.name).is_empty()
    {
        let mut changed = scenario.clone();
        return study::put_policy(&mut changed.study, &lever.name, name).map(|()| changed);
    }
    let mut file = listed(scenario)?;
    for pointer in places(&file, &scenario.study, lever)? {
        *file::at(&mut file, &pointer)? = match value {
            // Whole numbers without a point, as files have them.
            Setting::Number(number) if number.fract() == 0.0 => Value::from(*number as i64),
            Setting::Number(number) => Value::from(*number),
            Setting::Word(word) => Value::from(word.as_str()),
        };
    }
    let changed = file::scenario_of(&file)?;
    changed.check()?;
    Ok(Scenario { title: scenario.title.clone(), ..changed })
}

/// The scenario after each of some changes.
///
/// # Errors
/// The first change that leads out of bounds.
pub fn played(base: &Scenario, changes: &[Assignment]) -> Result<Vec<Scenario>, ScenarioError> {
    let mut scenarios = Vec::new();
    for change in changes {
        let last = scenarios.last().unwrap_or(base);
        scenarios.push(with(last, &change.lever, &change.value)?);
    }
    Ok(scenarios)
}

/// Whether a scenario has what a lever of a step allows to change.
///
/// # Errors
/// It has not.
pub fn known(scenario: &Scenario, lever: &Lever) -> Result<(), ScenarioError> {
    let layout = study::layout(scenario.study.kind());
    match (lever.name.as_str(), lever.of) {
        ("anything", None) | ("request" | "window", Some(Which::All)) => Ok(()),
        ("request" | "window", Some(Which::One(number))) => study::id_of(&scenario.study, Name::whole(number)).map(|_| ()),
        _ => {
            let found = places(&listed(scenario)?, &scenario.study, lever)?;
            let refused = || ScenarioError::new(FieldPath::new(&lever.name), lever, "something that the scenario has");
            if found.is_empty() && layout.policies.iter().all(|(name, _)| *name != lever.name) { Err(refused()) } else { Ok(()) }
        }
    }
}

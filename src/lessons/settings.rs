//! What the things that may be changed are set to: for fields beside the picture.

use crate::levers::{listed, places};
use crate::model::{Lever, Setting, Which};
use crate::situation::asked;
use crate::study;
use bookahead_engine::Scenario;
use serde_json::Value;

/// Most classes of a market.
const CLASSES: u32 = 8;

/// What a lever is set to; of several the first.
pub fn value(scenario: &Scenario, lever: &Lever) -> Option<Setting> {
    let file = listed(scenario).ok()?;
    match file.pointer(places(&file, &scenario.study, lever).ok()?.first()?)? {
        Value::Number(number) => Some(Setting::Number(number.as_f64()?)),
        Value::String(word) => Some(Setting::Word(word.clone())),
        _ => None,
    }
}

/// The words that a lever can be set to: the names of the policies. What follows a colon in them is another lever's.
pub fn choices(scenario: &Scenario, lever: &Lever) -> Vec<String> {
    if lever.name == "shift" {
        return study::shift_rules();
    }
    let mut names: Vec<String> = Vec::new();
    for (name, _) in scenario.study.policies() {
        let name = name.split(':').next().unwrap_or_default();
        if names.last().is_none_or(|last| last != name) {
            names.push(name.to_string());
        }
    }
    names
}

/// The levers of single numbers or words that a lever stands for: `limit(all)` is one for each class.
pub fn singles(scenario: &Scenario, lever: &Lever) -> Vec<Lever> {
    let one = |name: &str, number| Lever { name: name.to_string(), of: Some(Which::One(number)) };
    let layout = study::layout(scenario.study.kind());
    let names: Vec<&str> = match lever.name.as_str() {
        "anything" => return Vec::new(),
        "window" => layout.window.to_vec(),
        "request" => layout.window.iter().copied().chain(["duration", "size", "estimate", "runtime", "nodes"]).collect(),
        name => vec![name],
    };
    let numbers = match lever.of {
        None => return vec![lever.clone()],
        Some(Which::One(number)) => vec![number],
        Some(Which::All) => {
            let requests = listed(scenario).map(|file| asked(&file, layout)).unwrap_or_default();
            let mut numbers: Vec<u32> = requests.iter().map(|(name, _)| name.request).chain(1..=CLASSES).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        }
    };
    let all = numbers.into_iter().flat_map(|number| names.iter().map(move |name| one(name, number)));
    all.filter(|lever| value(scenario, lever).is_some()).collect()
}

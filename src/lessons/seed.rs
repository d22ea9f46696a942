//! Requests that are drawn from the name of a student.

use crate::file;
use crate::study;
use bookahead_engine::{Scenario, ScenarioError};

/// The number that a name stands for: 0 for none. Case and spaces around it do not matter.
pub fn of_name(name: &str) -> u32 {
    let name = name.trim().to_lowercase();
    if name.is_empty() { 0 } else { crc32fast::hash(name.as_bytes()) }
}

/// The scenario with its seeds moved on by this number; one whose requests are given stays as it is.
///
/// # Errors
/// What is drawn leads out of bounds.
pub fn drawn_for(scenario: &Scenario, variant: u32) -> Result<Scenario, ScenarioError> {
    let mut json = file::value_of(scenario);
    let mut is_drawn = false;
    for pointer in study::layout(scenario.study.kind()).seeds {
        if let Some(seed) = json.pointer_mut(pointer) {
            *seed = seed.as_u64().unwrap_or_default().wrapping_add(variant.into()).into();
            is_drawn = true;
        }
    }
    if is_drawn { file::scenario_of(&json) } else { Ok(scenario.clone()) }
}

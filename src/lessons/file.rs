//! A scenario as the JSON of its file, and back.

use bookahead_engine::Scenario;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_formats::json::{self, FileError};
use serde_json::Value;

/// A scenario as the JSON of its file.
pub fn value_of(scenario: &Scenario) -> Value {
    // What the writer makes is JSON.
    serde_json::from_str(&json::write(scenario)).unwrap_or_default()
}

/// The scenario that a file holds.
///
/// # Errors
/// The first thing out of range.
pub fn scenario_of(file: &Value) -> Result<Scenario, ScenarioError> {
    // As text: the page has the reader already.
    json::read(&file.to_string()).map(|content| content.scenario).map_err(|error| match error {
        FileError::Scenario(error) => error,
        error => ScenarioError::new(FieldPath::new(""), error.to_string(), "a scenario file"),
    })
}

/// The value at a place of a file, to be changed.
///
/// # Errors
/// There is none.
pub fn at<'a>(file: &'a mut Value, pointer: &str) -> Result<&'a mut Value, ScenarioError> {
    let place = pointer.trim_start_matches('/').replace('/', ".");
    file.pointer_mut(pointer).ok_or_else(|| ScenarioError::new(FieldPath::new(place), "nothing", "something that the scenario has"))
}

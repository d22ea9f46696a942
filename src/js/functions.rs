//! The functions of the module. Each gives what the command of the same name prints with `--json`.

use crate::border::{Thrown, plain, reader, thrown};
use bookahead_engine::ScenarioError;
use bookahead_engine::core::error::FieldPath;
use bookahead_formats::json::{ExperimentReport, read_object, read_options};
use bookahead_formats::studies::Planned;
use bookahead_formats::studies::slots::{LimitsReport, read_limits};
use bookahead_papers::experiment::{ExperimentRun, find};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// The plan that the command line makes of a scenario.
fn planned(scenario: &JsValue) -> Result<Planned, Thrown> {
    read_object(|| reader(scenario)).and_then(|content| Planned::new(content.into_planned().study)).map_err(thrown)
}

/// Plans a scenario, an object as in a scenario file. Throws a `Refusal` if the scenario is not allowed.
#[wasm_bindgen(skip_typescript)]
pub fn plan(scenario: &JsValue) -> Result<JsValue, Thrown> {
    let planned = planned(scenario)?;
    plain(&planned.report(&planned.provenance(), &planned.violations()))
}

/// What [`check`] gives.
#[derive(Serialize)]
struct Check {
    violations: Vec<String>,
}

/// Plans a scenario and gives only what the independent checker finds wrong with the plan. Throws as [`plan`].
#[wasm_bindgen(skip_typescript)]
pub fn check(scenario: &JsValue) -> Result<JsValue, Thrown> {
    plain(&Check { violations: planned(scenario)?.violations() })
}

/// Finds protection levels and booking limits for given prices and demand. Throws a `Refusal` if they are not allowed.
#[wasm_bindgen(skip_typescript)]
pub fn limits(market: &JsValue) -> Result<JsValue, Thrown> {
    let answer = read_limits(reader(market)).and_then(|question| question.answer()).map_err(thrown)?;
    plain(&LimitsReport::from(&answer))
}

/// Runs an experiment from start to end. Throws a `Refusal` for a name or an option that is not allowed.
#[wasm_bindgen(skip_typescript)]
pub fn experiment(name: &JsValue, options: &JsValue) -> Result<JsValue, Thrown> {
    let run = || {
        let no_text = || ScenarioError::new(FieldPath::new("name"), "a value that is no text", "the name of an experiment");
        let name = &name.as_string().ok_or_else(no_text)?;
        let standard = find(name)?.lecture;
        let options = if options.is_undefined() { standard } else { read_options(reader(options), standard)? };
        let mut run = ExperimentRun::new(name, options)?;
        run.finish()?;
        Ok(run.results())
    };
    plain(&ExperimentReport::new(&run().map_err(thrown)?))
}

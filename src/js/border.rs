//! The border to JavaScript: values as plain objects, refusals as `Error`.

use bookahead_engine::ScenarioError;
use js_sys::{Error, Reflect};
use serde::Serialize;
use serde_wasm_bindgen::{Deserializer, Serializer};
use wasm_bindgen::JsValue;

/// Why a call failed: an `Error` of JavaScript.
pub type Thrown = JsValue;

/// A reader of a value.
pub fn reader(value: &JsValue) -> Deserializer {
    Deserializer::from(value.clone())
}

/// A value as `JSON.parse` gives it: plain objects, lists and numbers, and `null` for what is not there. Whole numbers that a JavaScript
/// number cannot hold are BigInts.
pub fn plain(value: &impl Serialize) -> Result<JsValue, Thrown> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}

/// The `Error` of a refusal: the sentence as its message, and the properties `place`, `found` and `allowed`.
pub fn thrown(error: ScenarioError) -> Thrown {
    let ScenarioError { place, found, allowed } = &error;
    let message = match place.as_str() {
        "" => format!("the argument: {found} is not allowed; must be {allowed}"),
        _ => error.to_string(),
    };
    let thrown = Error::new(&message);
    for (name, text) in [("place", place.as_str()), ("found", found), ("allowed", allowed)] {
        // A new object takes every property.
        let _ = Reflect::set(&thrown, &name.into(), &text.into());
    }
    thrown.into()
}

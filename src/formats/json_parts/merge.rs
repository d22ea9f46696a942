//! Values with some of their fields changed, under the names of the file.

use super::object::read;
use super::value::Object;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Fields by name.
pub type Fields = serde_json::Map<String, Value>;

/// The value with these fields in place of its own; one that is `null` is taken away, so that it is as in a file without it.
///
/// # Errors
/// The first field that is unknown or of a wrong type, by its place below `place`.
pub(crate) fn merged<T: Serialize + DeserializeOwned>(own: &T, fields: &Fields, place: &FieldPath) -> Result<T, ScenarioError> {
    let mut value = serde_json::to_value(own).unwrap_or_default();
    if let Value::Object(object) = &mut value {
        for (name, field) in fields {
            if field.is_null() {
                object.remove(name)
            } else {
                object.insert(name.clone(), field.clone())
            };
        }
    }
    read(value).map(|Object(value)| value).map_err(|error| below(place, error))
}

/// The error, with its place below another.
pub(crate) fn below(place: &FieldPath, error: ScenarioError) -> ScenarioError {
    let place = if error.place.as_str().is_empty() { place.clone() } else { place.field(error.place.as_str()) };
    ScenarioError { place, ..error }
}

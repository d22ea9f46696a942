//! Values that come as objects of another language, such as JavaScript, and not as text: read by the types of the file format and refused in
//! the same words. There are no lines and columns, so every refusal names its place.

use super::message::{Complaint, place_of};
use super::{STUDY_VERSION, VERSION};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Deserializer};

/// Reads a value.
///
/// # Errors
/// The first thing that is missing, unknown or of a wrong type.
pub(crate) fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(object: D) -> Result<T, ScenarioError> {
    serde_path_to_error::deserialize(object).map_err(|error| {
        let message = error.inner().to_string();
        // JavaScript puts the name of the error's class in front.
        refusal(message.trim_start_matches("Error: "), &place_of(error.path()))
    })
}

/// What a reader complains of, as place, found and allowed.
fn refusal(message: &str, place: &FieldPath) -> ScenarioError {
    match Complaint::of(message) {
        Complaint::Missing { field } => missing(&place.field(field)),
        // The place ends with the field where the reader says how far it came, and with its object where it does not.
        Complaint::Unknown { field, allowed } => {
            let is_named = place.as_str() == field || place.as_str().ends_with(&format!(".{field}"));
            let place = if is_named { place.clone() } else { place.field(field) };
            ScenarioError::new(place, "an unknown field", allowed)
        }
        Complaint::Value { found, allowed } => ScenarioError::new(place.clone(), found, allowed),
        Complaint::Other if message.contains("BigInt") => {
            ScenarioError::new(place.clone(), "a BigInt of more than 64 bits", "a number of at most 64 bits")
        }
        Complaint::Other => ScenarioError::new(place.clone(), format!("a value that cannot be read ({message})"), "plain data"),
    }
}

/// A field that is needed is not there.
pub(super) fn missing(place: &FieldPath) -> ScenarioError {
    ScenarioError::missing(place.clone(), "given")
}

/// A version of the format that this program does not read.
pub(super) fn other_version(found: String) -> ScenarioError {
    ScenarioError::new(FieldPath::new("version"), found, format!("{VERSION} or {STUDY_VERSION}"))
}

//! Where the fields of a scenario file come from: from text, or from an object of another language. Both are read by the same types, once for each
//! type that is tried.

use super::error::{FileError, parse};
use super::object::{missing, other_version, read};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use serde::Deserializer;
use serde::de::DeserializeOwned;

/// Something that can be read as a value, again and again.
pub(crate) trait Source {
    /// Why it is refused.
    type Error: From<ScenarioError>;

    /// All of it as one value.
    ///
    /// # Errors
    /// What is wrong and where.
    fn value<T: DeserializeOwned>(&self) -> Result<T, Self::Error>;

    /// The file has no such field.
    fn missing(field: &str) -> Self::Error;

    /// The file is of a version that this program does not read.
    fn other_version(found: String) -> Self::Error;
}

/// A JSON text.
pub(crate) struct Text<'a>(pub &'a str);

impl Source for Text<'_> {
    type Error = FileError;

    fn value<T: DeserializeOwned>(&self) -> Result<T, FileError> {
        parse(self.0)
    }

    fn missing(field: &str) -> FileError {
        FileError::Missing { place: FieldPath::new(""), field: field.to_string() }
    }

    fn other_version(found: String) -> FileError {
        FileError::Version { found }
    }
}

/// An object of another language: a function that gives a reader of it, each time from its start.
pub(crate) struct Foreign<F>(pub F);

impl<'de, D: Deserializer<'de>, F: Fn() -> D> Source for Foreign<F> {
    type Error = ScenarioError;

    fn value<T: DeserializeOwned>(&self) -> Result<T, ScenarioError> {
        read((self.0)())
    }

    fn missing(field: &str) -> ScenarioError {
        missing(&FieldPath::new(field))
    }

    fn other_version(found: String) -> ScenarioError {
        other_version(found)
    }
}

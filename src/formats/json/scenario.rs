//! Scenario files: from text to a checked scenario and back. Files of version 1 do not say which study they hold, files of version 2 do. Each study
//! has its own types for its files: the engine may change without changing what old files mean.

use crate::json_parts::{FileContent, FileError, Foreign, MAX_BYTES, Object, STUDY_VERSION, Scalar, Source, Text, VERSION};
use crate::studies;
use bookahead_engine::Scenario;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::study::StudyKind;
use serde::{Deserialize, Deserializer};

/// Version and study alone, read first so that a file of another version is refused by that name and not by its first unknown field.
#[derive(Deserialize)]
struct Head {
    version: Scalar,
    #[serde(default, deserialize_with = "study_name")]
    study: Option<Scalar>,
}

fn study_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Scalar>, D::Error> {
    Scalar::read(deserializer, "the name of a study").map(Some)
}

/// Reads a file's scenario from JSON and checks it.
///
/// # Errors
/// Text that is too long, is not JSON or has an unknown field (line and column), has another version or study, lacks a field that is needed,
/// or holds something of a wrong type or out of range (the place, what stands there, what is allowed).
pub fn read(text: &str) -> Result<FileContent, FileError> {
    if text.len() > MAX_BYTES {
        return Err(FileError::TooLong);
    }
    read_source(&Text(text.strip_prefix('\u{feff}').unwrap_or(text)))
}

/// Reads a file's scenario that comes as an object of another language, and checks it. `object` gives a reader of it, each time from its start.
///
/// # Errors
/// As [`read`]; every error has a place.
pub fn read_object<'de, D: Deserializer<'de>>(object: impl Fn() -> D) -> Result<FileContent, ScenarioError> {
    read_source(&Foreign(object))
}

/// Reads a file's scenario from its bytes.
///
/// # Errors
/// As [`read`], and bytes that are not UTF-8.
pub fn read_bytes(bytes: &[u8]) -> Result<FileContent, FileError> {
    if bytes.len() > MAX_BYTES {
        return Err(FileError::TooLong);
    }
    let text = std::str::from_utf8(bytes).map_err(|error| FileError::NotText { byte: error.valid_up_to() })?;
    read(text)
}

fn read_source<S: Source>(source: &S) -> Result<FileContent, S::Error> {
    let Object(Head { version: Scalar(version), study }) = source.value()?;
    let is = |known: u64| version.as_f64().is_some_and(|number| number == known as f64);
    let kind = match study {
        _ if is(VERSION) => studies::OF_VERSION_1,
        _ if !is(STUDY_VERSION) => return Err(S::other_version(version.to_string())),
        None => return Err(S::missing("study")),
        Some(Scalar(study)) => named_study(&study)?,
    };
    Ok(studies::read_file(kind, source)?.checked()?)
}

/// The study that a file of version 2 names.
///
/// # Errors
/// There is no such study, or it is that of version 1.
fn named_study(name: &serde_json::Value) -> Result<StudyKind, ScenarioError> {
    let named = || StudyKind::ALL.into_iter().filter(|kind| *kind != studies::OF_VERSION_1);
    let found = named().find(|kind| name.as_str() == Some(kind.key()));
    found.ok_or_else(|| {
        let keys: Vec<String> = named().map(|kind| format!("{:?}", kind.key())).collect();
        let allowed = format!("{}; {}", keys.join(" or "), studies::VERSION_1_HINT);
        ScenarioError::new(FieldPath::new("study"), name, allowed)
    })
}

/// Writes a scenario as JSON that [`read`] takes back: every field, one request to a line, so that two files differ where the scenarios
/// do. Edits of a given list are written into the list; those of a generated workload stay edits.
pub fn write(scenario: &Scenario) -> String {
    studies::file_text(scenario)
}

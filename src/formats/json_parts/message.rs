//! The messages of serde's readers, taken apart: they name types of Rust, and give the place in the file or not at all.

use bookahead_engine::core::error::FieldPath;
use serde_path_to_error::{Path, Segment};

/// Characters of a found text that a message quotes.
const QUOTED_CHARS: usize = 60;

/// What a reader complains of.
pub(super) enum Complaint<'a> {
    /// A field that is needed is not there.
    Missing {
        /// Its name.
        field: &'a str,
    },
    /// The object has no such field.
    Unknown {
        /// Its name.
        field: &'a str,
        /// The names of the fields it has.
        allowed: String,
    },
    /// A value of a wrong type, or a wrong value.
    Value {
        /// What stands there.
        found: String,
        /// What may stand there.
        allowed: &'a str,
    },
    /// Anything else, in the reader's words.
    Other,
}

impl<'a> Complaint<'a> {
    /// Takes the message of a reader apart.
    pub(super) fn of(message: &'a str) -> Self {
        if let Some(field) = message.strip_prefix("missing field `") {
            return Self::Missing { field: field.trim_end_matches('`') };
        }
        if let Some((field, allowed)) = message.strip_prefix("unknown field `").and_then(|rest| rest.split_once("`, ")) {
            return Self::Unknown { field, allowed: allowed.trim_start_matches("expected ").replace('`', "") };
        }
        let refused = ["invalid type: ", "invalid value: ", "invalid length "].iter().find_map(|kind| message.strip_prefix(kind));
        // What was found may hold the same words in quotes; what is allowed does not.
        match refused.and_then(|refused| refused.rsplit_once(", expected ")) {
            Some((found, allowed)) => Self::Value { found: in_words(found), allowed: allowed_in_words(allowed) },
            None => Self::Other,
        }
    }
}

/// The place that a reader had come to.
pub(super) fn place_of(path: &Path) -> FieldPath {
    path.iter().fold(FieldPath::new(""), |place, segment| match segment {
        Segment::Seq { index } => place.index(*index),
        Segment::Map { key } => place.field(key),
        Segment::Enum { variant } => place.field(variant),
        Segment::Unknown => place,
    })
}

/// What was found, without the name that serde gives its type.
fn in_words(found: &str) -> String {
    let quoted = found.split_once('`').and_then(|(_, rest)| rest.strip_suffix('`'));
    let text = match found {
        "sequence" => "a list",
        "map" => "an object",
        "unit value" => "null",
        // The length of a list.
        count if count.bytes().all(|byte| byte.is_ascii_digit()) => return format!("a list of {count}"),
        text if text.starts_with("string ") => text.trim_start_matches("string "),
        // Or a value of JavaScript that has no counterpart in serde.
        other => other.strip_prefix("JsValue(").and_then(|rest| rest.strip_suffix(')')).or(quoted).unwrap_or(other),
    };
    if text.chars().count() <= QUOTED_CHARS { text.to_string() } else { text.chars().take(QUOTED_CHARS).chain(['…']).collect() }
}

/// What is allowed, where serde names a type of Rust.
fn allowed_in_words(allowed: &str) -> &str {
    match allowed {
        "a string" => "a text in quotes",
        "a boolean" => "true or false",
        "f64" => "a number",
        other => other,
    }
}

//! Files that are chosen or dropped on the class page: texts with codes, and lessons.

use super::lesson::Shared;
use crate::app::kit::text::format::counted;
use crate::app::shell::file_import::bytes_of;
use crate::lessons::class::codes::{found_in, text_of};
use crate::lessons::{link, parse};
use std::sync::Arc;
use web_sys::File;

/// Largest file that is read, in bytes.
const FILE_BYTES_MAX: f64 = 16.0 * 1024.0 * 1024.0;

/// What a file holds.
pub enum Brought {
    /// Codes, one a line, and a word about them.
    Codes(String, String),
    /// A lesson.
    Lesson(Shared),
}

/// Reads a file.
///
/// # Errors
/// What is wrong with it, in words.
pub async fn read(file: &File) -> Result<Brought, String> {
    let name = file.name();
    if file.size() > FILE_BYTES_MAX {
        return Err(format!("{name} has {:.0} MB; at most 16 MB are read", file.size() / 1e6));
    }
    let bytes = bytes_of(file).await.map_err(|_| format!("{name} cannot be read: the browser refused"))?.to_vec();
    let text = text_of(&bytes);
    if name.ends_with(".md") {
        return lesson(&text).map(Brought::Lesson).map_err(|why| format!("{name} is no lesson that can be opened: {why}"));
    }
    let codes: Vec<&str> = found_in(&text).collect();
    if codes.is_empty() {
        return Err(format!(
            "{name} holds no answer codes, which begin with \"a1.\"; a lesson has a name that ends with \".lesson.md\""
        ));
    }
    let told = format!("{} from {name} added.", counted(codes.len() as u64, "code", "codes"));
    Ok(Brought::Codes(codes.join("\n"), told))
}

/// The lesson in a link.
///
/// # Errors
/// What is wrong with it, in words.
pub fn of_link(address: &str) -> Result<Shared, String> {
    let text = link::decode(address).map_err(|error| error.to_string())?;
    lesson(&text)
}

fn lesson(text: &str) -> Result<Shared, String> {
    let read = parse::read(text).map_err(|errors| errors.first().map(ToString::to_string).unwrap_or_default())?;
    Ok(Shared(Arc::new(read)))
}

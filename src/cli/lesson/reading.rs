//! Reads lessons, and tells what is wrong with them.

use super::super::files::{Failure, print, read_bytes};
use bookahead::lessons::model::Lesson;
use bookahead::lessons::parse::{self, error::BYTES_MAX};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Reads a lesson. All that is wrong with it is printed; the failure tells how much.
pub fn read(path: &Path) -> Result<(String, Arc<Lesson>), Failure> {
    read_text(path, &read_bytes(path, BYTES_MAX)?)
}

/// The same of bytes that were read.
pub fn read_text(path: &Path, bytes: &[u8]) -> Result<(String, Arc<Lesson>), Failure> {
    match parse::read_bytes(bytes) {
        Ok(lesson) => Ok((String::from_utf8_lossy(bytes).into_owned(), Arc::new(lesson))),
        Err(errors) => {
            print(|out| errors.iter().try_for_each(|error| writeln!(out, "{}: {error}", path.display())))?;
            Err(Failure::at(path, counted(errors.len())))
        }
    }
}

/// Errors, in words.
pub fn counted(errors: usize) -> String {
    if errors == 1 { "one error".to_string() } else { format!("{errors} errors") }
}

//! From text to a lesson. Everything that is wrong is found, not only the first thing.

pub mod error;
mod expr;
mod items;
mod lesson;
mod lines;
mod piece;
mod prose;
mod scenario;
mod shown;
mod task;
#[cfg(test)]
mod tests;

pub use error::{At, LessonError};
pub use lines::solution_lines;

use crate::model::{Assignment, Lesson};
use bookahead_engine::core::sorting::sort_shared_by_key;
use error::{BYTES_MAX, ERRORS_MAX};

/// Reads a lesson.
///
/// # Errors
/// What is wrong: each with its line, its column, what stands there and what is allowed. At least one, in the order of the text.
pub fn read(text: &str) -> Result<Lesson, Vec<LessonError>> {
    read_whole(text, true)
}

/// Reads a lesson that is being written: a solution may still be missing, because it is recorded in the lesson's own picture.
///
/// # Errors
/// As [`read`], but for missing solutions.
pub fn read_draft(text: &str) -> Result<Lesson, Vec<LessonError>> {
    read_whole(text, false)
}

/// Reads the changes of a `solution:`; what is wrong is left out.
pub(crate) fn read_solution(text: &str) -> Vec<Assignment> {
    shown::solution(&piece::Piece::new(At { line: 1, column: 1 }, text), &mut Vec::new())
}

fn read_whole(text: &str, needs_solutions: bool) -> Result<Lesson, Vec<LessonError>> {
    if text.len() > BYTES_MAX {
        let what = format!("the lesson has {} bytes; at most {BYTES_MAX}", text.len());
        return Err(vec![LessonError::new(At { line: 1, column: 1 }, what)]);
    }
    let mut errors = Vec::new();
    let items = items::divide(text.strip_prefix('\u{feff}').unwrap_or(text), &mut errors);
    let lesson = lesson::read(&items, needs_solutions, &mut errors);
    if errors.is_empty() {
        return Ok(lesson);
    }
    sort_shared_by_key(&mut errors, |error| error.at);
    errors.dedup();
    errors.truncate(ERRORS_MAX);
    Err(errors)
}

/// Reads a lesson from the bytes of a file.
///
/// # Errors
/// As [`read`], and bytes that are not UTF-8.
pub fn read_bytes(bytes: &[u8]) -> Result<Lesson, Vec<LessonError>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => read(text),
        Err(error) => {
            let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let column = before.lines().last().map_or(0, |line| line.chars().count()) + 1;
            let at = At { line: before.matches('\n').count() + 1, column };
            Err(vec![LessonError::new(at, "the text is not UTF-8 from here on")])
        }
    }
}

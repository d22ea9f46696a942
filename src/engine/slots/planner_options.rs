//! Numbers behind the name of a planner, as command lines and tables write them: `gelsar:population=12:seed=7`.

use std::fmt::Write;

/// The numbers that differ from the usual ones, each given with its name and the usual one: ":population=12:seed=7".
pub(super) fn written(numbers: impl IntoIterator<Item = (&'static str, u64, u64)>) -> String {
    let mut name = String::new();
    for (key, number, _) in numbers.into_iter().filter(|(_, number, usual)| number != usual) {
        // Writing to memory cannot fail.
        let _ = write!(name, ":{key}={number}");
    }
    name
}

/// Names and numbers behind the first colon, in any order; `None` if a part is not of this form, or a name comes twice.
pub(super) fn read(parts: &str) -> Option<Vec<(&str, &str)>> {
    let mut read: Vec<(&str, &str)> = Vec::new();
    for part in parts.split(':') {
        let (key, number) = part.split_once('=')?;
        if read.iter().any(|(other, _)| *other == key) {
            return None;
        }
        read.push((key, number));
    }
    Some(read)
}

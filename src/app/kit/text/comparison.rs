//! What every comparison of two plans says, in the same words.

use super::format::{counted, grouped, percent};
use crate::engine::core::compare::{DifferenceCounts, DifferenceKind, Unit};

/// "5 of 15 decisions differ: 2 only A, 1 only B, 2 moved."
pub fn counts_sentence(counts: &DifferenceCounts) -> String {
    let kinds = DifferenceKind::ALL.map(|kind| format!("{} {}", grouped(counts.of(kind).into()), kind.name())).join(", ");
    let differ = if counts.differing() == 1 { "differs" } else { "differ" };
    format!(
        "{} of {} {differ}: {kinds}.",
        grouped(counts.differing().into()),
        counted(counts.decisions.into(), "decision", "decisions")
    )
}

/// What is said where nothing differs.
pub fn same_sentence(counts: &DifferenceCounts) -> String {
    format!("All {} are the same in A and B.", counted(counts.decisions.into(), "decision", "decisions"))
}

/// A figure for people; a dash where there is none.
pub fn figure_text(value: Option<f64>, unit: Unit) -> String {
    match (value, unit) {
        (None, _) => "–".to_string(),
        (Some(value), Unit::Count) => grouped(value.max(0.0) as u64),
        (Some(value), Unit::Share) => percent(value),
        (Some(value), Unit::Number) => format!("{value:.2}"),
    }
}

/// A difference of two figures, with its sign; shares differ by percentage points.
pub fn change_text(change: Option<f64>, unit: Unit) -> String {
    let Some(change) = change else { return "–".to_string() };
    let size = match unit {
        Unit::Count => grouped(change.abs() as u64),
        Unit::Share => format!("{:.1}\u{202f}pp", change.abs() * 100.0),
        Unit::Number => format!("{:.2}", change.abs()),
    };
    let is_zero = !size.contains(|digit: char| ('1'..='9').contains(&digit));
    match change {
        _ if is_zero => size,
        change if change > 0.0 => format!("+{size}"),
        _ => format!("−{size}"),
    }
}

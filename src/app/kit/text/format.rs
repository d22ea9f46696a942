//! Short texts that several views use.

use crate::formats::link::AxisUnit;

/// A whole number with thin spaces between groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A share in per cent, whole where that says enough; never "100 %" unless it is.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if share < 1.0 && percent > 99.9 {
        return ">\u{202f}99.9\u{202f}%".to_string();
    }
    let is_whole = (percent - percent.round()).abs() < 0.05;
    if is_whole { format!("{percent:.0}\u{202f}%") } else { format!("{percent:.1}\u{202f}%") }
}

/// "1 job", "2 jobs".
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// The chart's unit for a view's unit.
pub fn time_unit(axis: AxisUnit) -> crate::chart::TimeUnit {
    match axis {
        AxisUnit::Slots => crate::chart::TimeUnit::Slots,
        AxisUnit::Clock => crate::chart::TimeUnit::Clock,
    }
}

/// A clause as a sentence of its own.
pub fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_ascii_uppercase(), letters.as_str()))
}

/// An expected amount in minor units, at least 0: tenths where they matter.
pub fn money(amount: f64) -> String {
    let is_whole = (amount - amount.round()).abs() < 0.05;
    if is_whole || amount >= 1_000.0 { grouped(amount.max(0.0).round() as u64) } else { format!("{amount:.1}") }
}

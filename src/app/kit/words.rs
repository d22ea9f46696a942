//! Short texts that several views use.

use crate::engine::slots::revenue::Method;
use crate::engine::slots::revenue::regimes::Regime;
use crate::engine::slots::scenario::{PlannerKind, ShiftRule};
use crate::formats::link::AxisUnit;

/// A planner's name for people.
pub fn planner_name(kind: PlannerKind) -> &'static str {
    match kind {
        PlannerKind::Rigid => "Rigid",
        PlannerKind::FirstFit => "First fit",
        PlannerKind::FirstFitPhysical => "First fit, physical",
        PlannerKind::FcfsEds => "FCFS-EDS",
        PlannerKind::FcfsLrh => "FCFS-LRH",
    }
}

/// What a planner does, in a sentence.
pub fn planner_idea(kind: PlannerKind) -> &'static str {
    match kind {
        PlannerKind::Rigid => "Only at the earliest start.",
        PlannerKind::FirstFit => "The earliest start at which enough nodes are free in every slot, whichever they are.",
        PlannerKind::FirstFitPhysical => {
            "The earliest start at which the same nodes are free throughout; a job keeps them (without planning)."
        }
        PlannerKind::FcfsEds => {
            "First fit; if nothing fits, accepted jobs that start in a full slot may be moved later in their windows."
        }
        PlannerKind::FcfsLrh => {
            "First fit; if nothing fits, accepted jobs in a full slot may be moved into an earlier or later hole."
        }
    }
}

/// A shift rule's name for people.
pub fn shift_name(rule: ShiftRule) -> &'static str {
    match rule {
        ShiftRule::Hold => "holding its slots",
        ShiftRule::Release => "releasing its slots",
    }
}

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

/// A method's name for people.
pub fn method_name(method: Method) -> &'static str {
    match method {
        Method::None => "No limits",
        Method::Fixed => "Fixed limits",
        Method::Littlewood => "Littlewood",
        Method::EmsrA => "EMSR-a",
        Method::EmsrB => "EMSR-b",
        Method::Optimal => "Optimum",
    }
}

/// A regime's name for people.
pub fn regime_name(regime: Regime) -> &'static str {
    match regime {
        Regime::None => "No limits",
        Regime::Fixed => "Fixed limits",
        Regime::Updated => "Updated limits",
        Regime::Optimal => "Optimal limits",
    }
}

/// An expected amount in minor units, at least 0: tenths where they matter.
pub fn money(amount: f64) -> String {
    let is_whole = (amount - amount.round()).abs() < 0.05;
    if is_whole || amount >= 1_000.0 { grouped(amount.max(0.0).round() as u64) } else { format!("{amount:.1}") }
}

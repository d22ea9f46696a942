//! Ticks of the time axis, in slots or clock time, without overlap.

use super::step::{DAY, HOUR, MINUTE, clock_step, round_step};
use crate::kit::scale::TimeScale;
use crate::kit::text::text_width;

/// What the time axis counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeUnit {
    /// Slot numbers.
    #[default]
    Slots,
    /// Time since the start of the scenario, by the machine's slot length.
    Clock,
}

/// A mark of the time axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The point in time that is named, in slots.
    pub slot: f64,
    /// x of the middle of the label, in CSS px.
    pub x: f64,
    /// x of the grid line that belongs to it: the slot's left edge.
    pub x_line: f64,
    /// What to write there.
    pub label: String,
}

/// Marks of an axis from left to right.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ticks {
    /// The marks.
    pub ticks: Vec<Tick>,
    /// Slots between two marks; may be a fraction for clock time.
    pub step: f64,
    /// Whether labels name whole slots and stand in their middle, rather than at their left edge.
    pub centred: bool,
    /// The day at the left edge, where times of day are marked and no mark names their day.
    pub day: Option<String>,
}

/// Size of axis labels in CSS px.
pub const FONT_PX: f64 = 12.0;
/// Least space between two labels in CSS px.
const GAP_PX: f64 = 14.0;
/// From this width on a slot's label stands in its middle, in CSS px.
const CENTRED_FROM_PX: f64 = 24.0;
/// How far a label may stick out of the plot, in CSS px.
const OVERHANG_PX: f64 = 14.0;

/// Marks for the visible part of the axis.
pub fn time_ticks(scale: &TimeScale, unit: TimeUnit, slot_seconds: u32) -> Ticks {
    match unit {
        TimeUnit::Slots => slot_ticks(scale),
        TimeUnit::Clock => clock_ticks(scale, slot_seconds),
    }
}

/// Slots between two marks of the axis; a fraction for clock time where slots are long.
pub fn time_step(scale: &TimeScale, unit: TimeUnit, slot_seconds: u32) -> f64 {
    match unit {
        TimeUnit::Slots => slot_step(scale) as f64,
        TimeUnit::Clock => clock_step_at(scale, slot_seconds) as f64 / f64::from(slot_seconds.max(1)),
    }
}

/// Slots between two marks: a round number that leaves room for the longest label.
fn slot_step(scale: &TimeScale) -> u64 {
    let widest = text_width(&format!("{}", scale.slot_at(scale.width()).max(0.0).ceil()), FONT_PX) + GAP_PX;
    round_step(widest / scale.px_per_slot()).max(1.0) as u64
}

/// Slot numbers.
fn slot_ticks(scale: &TimeScale) -> Ticks {
    let step = slot_step(scale);
    let centred = scale.px_per_slot() >= CENTRED_FROM_PX;
    let shift = if centred { scale.px_per_slot() / 2.0 } else { 0.0 };
    let marks = marks(scale, step as f64, |n| (n * step).to_string());
    Ticks { ticks: placed(scale, marks, shift), step: step as f64, centred, day: None }
}

/// Seconds between two marks of clock time.
fn clock_step_at(scale: &TimeScale, slot_seconds: u32) -> u64 {
    let second_px = scale.px_per_slot() / f64::from(slot_seconds.max(1));
    clock_step(|step| step as f64 * second_px >= width_at(step))
}

/// Clock time: steps of whole seconds, minutes, hours, days, weeks.
fn clock_ticks(scale: &TimeScale, slot_seconds: u32) -> Ticks {
    let step = clock_step_at(scale, slot_seconds);
    let in_slots = step as f64 / f64::from(slot_seconds.max(1));
    let marks = marks(scale, in_slots, |n| short_clock(n * step, step));
    let ticks = placed(scale, marks, 0.0);
    let seconds = (scale.first().max(0.0) * f64::from(slot_seconds)) as u64;
    let named = step >= DAY || seconds < DAY || ticks.iter().any(|tick| tick.label.starts_with("day"));
    let day = (!named).then(|| format!("day {}", seconds / DAY + 1));
    Ticks { ticks, step: in_slots, centred: false, day }
}

/// Space a label at this step needs, in CSS px.
fn width_at(step: u64) -> f64 {
    let longest = match step {
        s if s < MINUTE => "00:00:00",
        s if s < DAY => "day 00",
        _ => "day 000",
    };
    text_width(longest, FONT_PX) + GAP_PX
}

/// Points in time that are multiples of `step` slots and near the view, with their labels.
fn marks(scale: &TimeScale, step: f64, label: impl Fn(u64) -> String) -> Vec<(f64, String)> {
    if scale.width() <= 0.0 {
        return Vec::new();
    }
    let from = (scale.first() / step).floor().max(0.0);
    let to = (scale.slot_at(scale.width()) / step).ceil();
    // One mark takes more than its step's least width, so this many are beyond any plot.
    let count = (to - from).clamp(-1.0, scale.width() / GAP_PX + 4.0);
    (0..(count + 1.0) as u64).map(|i| (from as u64) + i).map(|n| (n as f64 * step, label(n))).collect()
}

/// Keeps the marks whose labels are in view and clear of the one before.
fn placed(scale: &TimeScale, marks: Vec<(f64, String)>, shift: f64) -> Vec<Tick> {
    let mut ticks = Vec::new();
    let mut free_from = -OVERHANG_PX;
    for (slot, label) in marks {
        let x_line = scale.x_of(slot);
        let x = x_line + shift;
        let half = text_width(&label, FONT_PX) / 2.0;
        if x - half >= free_from && x + half <= scale.width() + OVERHANG_PX {
            free_from = x + half + GAP_PX / 2.0;
            ticks.push(Tick { slot, x, x_line, label });
        }
    }
    ticks
}

/// A mark inside a sequence of marks `step` seconds apart: midnights name the day, the rest the time of day.
fn short_clock(seconds: u64, step: u64) -> String {
    let (day, rest) = (seconds / DAY + 1, seconds % DAY);
    if step >= DAY || (rest == 0 && day > 1) {
        return format!("day {day}");
    }
    let time = format!("{}:{:02}", rest / HOUR, rest / MINUTE % 60);
    if step < MINUTE { format!("{time}:{:02}", rest % 60) } else { time }
}

/// A point in time in full, in seconds from the start of the scenario: `1:05` on the first day, then `day 2 06:00`; seconds only where
/// there are some.
pub fn clock(seconds: u64) -> String {
    let (day, rest) = (seconds / DAY + 1, seconds % DAY);
    let tail = if rest % 60 == 0 { String::new() } else { format!(":{:02}", rest % 60) };
    let (hours, minutes) = (rest / HOUR, rest / MINUTE % 60);
    if day == 1 { format!("{hours}:{minutes:02}{tail}") } else { format!("day {day} {hours:02}:{minutes:02}{tail}") }
}

/// The start of a slot in the given unit, in full.
pub fn slot_name(slot: u32, unit: TimeUnit, slot_seconds: u32) -> String {
    match unit {
        TimeUnit::Slots => slot.to_string(),
        TimeUnit::Clock => clock(u64::from(slot) * u64::from(slot_seconds)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: &TimeScale, unit: TimeUnit) -> Vec<String> {
        time_ticks(scale, unit, 300).ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn wide_slots_are_named_in_their_middle() {
        let scale = TimeScale::fit(11..18, 1.0, 747.0);
        let axis = time_ticks(&scale, TimeUnit::Slots, 300);
        assert!(axis.centred && axis.step == 1.0);
        assert_eq!(labels(&scale, TimeUnit::Slots), ["10", "11", "12", "13", "14", "15", "16", "17", "18"]);
        assert!((axis.ticks[1].x - 124.5).abs() < 1e-9 && (axis.ticks[1].x_line - 83.0).abs() < 1e-9);
    }

    #[test]
    fn dense_slots_are_named_at_their_start() {
        let axis = time_ticks(&TimeScale::new(0.0, 4.0, 400.0), TimeUnit::Slots, 300);
        assert!(!axis.centred);
        assert_eq!(
            axis.ticks.iter().map(|t| t.slot).collect::<Vec<_>>(),
            [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0]
        );
    }

    #[test]
    fn clock_steps_follow_the_zoom() {
        assert_eq!(labels(&TimeScale::new(0.0, 100.0, 310.0), TimeUnit::Clock), ["0:00", "0:05", "0:10", "0:15"]);
        assert_eq!(
            labels(&TimeScale::new(0.0, 10.0, 360.0), TimeUnit::Clock),
            ["0:00", "0:30", "1:00", "1:30", "2:00", "2:30", "3:00"]
        );
        // Two days at 12 slots an hour.
        assert_eq!(labels(&TimeScale::new(0.0, 0.5, 320.0), TimeUnit::Clock), ["0:00", "12:00", "day 2", "12:00", "day 3"]);
        assert_eq!(labels(&TimeScale::new(288.0 * 9.0, 0.05, 320.0), TimeUnit::Clock), ["day 15", "day 22", "day 29"]);
    }

    #[test]
    fn a_view_inside_a_later_day_says_which() {
        let scale = TimeScale::new(288.0 + 70.0, 10.0, 400.0);
        assert_eq!(labels(&scale, TimeUnit::Clock), ["6:00", "6:30", "7:00", "7:30", "8:00", "8:30", "9:00"]);
        assert_eq!(time_ticks(&scale, TimeUnit::Clock, 300).day.as_deref(), Some("day 2"));
        assert_eq!(time_ticks(&scale.pan(-2_150.0, 4_000), TimeUnit::Clock, 300).day, None, "midnight is in view");
        assert_eq!(
            time_ticks(&TimeScale::new(9.0, 10.0, 400.0), TimeUnit::Clock, 300).day,
            None,
            "the first day goes without saying"
        );
    }

    #[test]
    fn clock_in_full() {
        assert_eq!(
            [clock(0), clock(300), clock(3_600), clock(86_400 + 6 * 3_600), clock(61)],
            ["0:00", "0:05", "1:00", "day 2 06:00", "0:01:01"]
        );
        assert_eq!(slot_name(15, TimeUnit::Clock, 300), "1:15");
    }

    #[test]
    fn labels_never_overlap() {
        for unit in [TimeUnit::Slots, TimeUnit::Clock] {
            for slot_seconds in [1, 7, 60, 300, 3_600, 86_400] {
                for width in [0.0, 1.0, 40.0, 360.0, 1_600.0] {
                    let mut px = 120.0;
                    while px > 1e-4 {
                        for first in [-50.0, 0.0, 13.7, 3_999_990.0] {
                            let axis = time_ticks(&TimeScale::new(first, px, width), unit, slot_seconds);
                            for pair in axis.ticks.windows(2) {
                                let half = |tick: &Tick| text_width(&tick.label, FONT_PX) / 2.0;
                                assert!(pair[0].x + half(&pair[0]) + 3.0 < pair[1].x - half(&pair[1]), "{pair:?}");
                            }
                            if width >= 360.0 && first >= 0.0 {
                                assert!(!axis.ticks.is_empty(), "{unit:?} {slot_seconds} {width} {px} {first}");
                            }
                        }
                        px *= 0.71;
                    }
                }
            }
        }
    }
}

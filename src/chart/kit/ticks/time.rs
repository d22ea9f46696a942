//! Ticks of the time axis, in slots or clock time, without overlap.

use super::calendar_step::CalendarStep;
use super::step::{DAY, FONT_PX, GAP_PX, HOUR, MINUTE, clock_step, round_step};
use crate::kit::scale::TimeScale;
use crate::kit::text::text_width;
use bookahead_engine::core::time_names::{TimeNames, TimeUnit};

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
    /// Whether labels name whole slots and stand in their middle, rather than at their left edge.
    pub centred: bool,
    /// What holds at the left edge and the marks leave out: the date where they name times of day, the year where they name dates.
    pub day: Option<String>,
}

/// From this width on a slot's label stands in its middle, in CSS px.
const CENTRED_FROM_PX: f64 = 24.0;
/// How far a label may stick out of the plot, in CSS px.
const OVERHANG_PX: f64 = 14.0;

/// Marks for the visible part of the axis.
pub fn time_ticks(scale: &TimeScale, names: TimeNames) -> Ticks {
    match (names.unit, names.start) {
        (TimeUnit::Slots, _) => slot_ticks(scale),
        (TimeUnit::Clock, None) => clock_ticks(scale, names.slot_seconds),
        (TimeUnit::Clock, Some(_)) => date_ticks(scale, names),
    }
}

/// Slots between two marks: a round number that leaves room for the longest label.
pub(super) fn slot_step(scale: &TimeScale) -> u64 {
    let widest = text_width(&format!("{}", scale.slot_at(scale.width()).max(0.0).ceil()), FONT_PX) + GAP_PX;
    round_step(widest / scale.px_per_slot()).max(1.0) as u64
}

/// Slot numbers.
fn slot_ticks(scale: &TimeScale) -> Ticks {
    let step = slot_step(scale);
    let centred = scale.px_per_slot() >= CENTRED_FROM_PX;
    let shift = if centred { scale.px_per_slot() / 2.0 } else { 0.0 };
    let marks = marks(scale, step as f64, |n| (n * step).to_string());
    Ticks { ticks: placed(scale, marks, shift), centred, day: None }
}

/// Seconds between two marks of clock time.
pub(super) fn clock_step_at(scale: &TimeScale, slot_seconds: u32) -> u64 {
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
    Ticks { ticks, centred: false, day }
}

/// Clock time with dates: steps of the calendar.
fn date_ticks(scale: &TimeScale, names: TimeNames) -> Ticks {
    if scale.width() <= 0.0 {
        return Ticks::default();
    }
    let step = CalendarStep::at(scale, names);
    let start = names.seconds(0);
    let slot_seconds = f64::from(names.slot_seconds.max(1));
    let seconds_at = |slot: f64| start.saturating_add((slot.max(0.0) * slot_seconds) as i64);
    let (first, last) = (seconds_at(scale.first()), seconds_at(scale.slot_at(scale.width())));
    let marks = (step.mark_before(first)..=step.mark_before(last)).take((scale.width() / GAP_PX) as usize + 4);
    let marks = marks.map(|mark| ((step.seconds(mark) - start) as f64 / slot_seconds, step.label(mark)));
    let ticks = placed(scale, marks.filter(|(slot, _)| *slot >= 0.0).collect(), 0.0);
    Ticks { ticks, centred: false, day: step.context(first) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use bookahead_engine::core::calendar::ClockStart;

    fn of(unit: TimeUnit) -> TimeNames {
        TimeNames { unit, slot_seconds: 300, start: None }
    }

    fn labels(scale: &TimeScale, unit: TimeUnit) -> Vec<String> {
        time_ticks(scale, of(unit)).ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn wide_slots_are_named_in_their_middle() {
        let scale = TimeScale::fit(11..18, 1.0, 747.0);
        let axis = time_ticks(&scale, of(TimeUnit::Slots));
        assert!(axis.centred);
        assert_eq!(labels(&scale, TimeUnit::Slots), ["10", "11", "12", "13", "14", "15", "16", "17", "18"]);
        assert!((axis.ticks[1].x - 124.5).abs() < 1e-9 && (axis.ticks[1].x_line - 83.0).abs() < 1e-9);
    }

    #[test]
    fn dense_slots_are_named_at_their_start() {
        let axis = time_ticks(&TimeScale::new(0.0, 4.0, 400.0), of(TimeUnit::Slots));
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
        assert_eq!(time_ticks(&scale, of(TimeUnit::Clock)).day.as_deref(), Some("day 2"));
        assert_eq!(time_ticks(&scale.pan(-2_150.0, 4_000), of(TimeUnit::Clock)).day, None, "midnight is in view");
        assert_eq!(
            time_ticks(&TimeScale::new(9.0, 10.0, 400.0), of(TimeUnit::Clock)).day,
            None,
            "the first day goes without saying"
        );
    }

    fn dated(slot_seconds: u32) -> TimeNames {
        let start = Some(ClockStart { unix_seconds: 843_480_031, utc_offset: 7_200 });
        TimeNames { unit: TimeUnit::Clock, slot_seconds, start }
    }

    #[test]
    fn dates_follow_the_zoom() {
        let labels = |first: f64, px: f64, width: f64| {
            let Ticks { ticks, day, .. } = time_ticks(&TimeScale::new(first, px, width), dated(300));
            (ticks.into_iter().map(|tick| tick.label).collect::<Vec<_>>(), day.unwrap_or_default())
        };
        let of = |labels: [&str; 4], day: &str| (labels.map(str::to_string).to_vec(), day.to_string());
        // Slot 0 begins at 14:00:31.
        assert_eq!(labels(0.0, 12.0, 300.0), of(["14:30", "15:00", "15:30", "16:00"], "23 Sep 1996"));
        assert!(labels(0.0, 0.5, 300.0).0.contains(&"24 Sep".to_string()));
        assert_eq!(labels(0.0, 0.03, 250.0).1, "1996");
        assert_eq!(labels(0.0, 0.01, 360.0).0[..4], ["Oct", "Nov", "Dec", "1997"]);
        assert_eq!(labels(0.0, 0.000_5, 240.0).1, "");
    }

    #[test]
    fn labels_never_overlap() {
        for (unit, start) in [(TimeUnit::Slots, None), (TimeUnit::Clock, None), (TimeUnit::Clock, dated(1).start)] {
            for slot_seconds in [1, 7, 60, 300, 3_600, 86_400] {
                let names = TimeNames { unit, slot_seconds, start };
                for width in [0.0, 1.0, 40.0, 360.0, 1_600.0] {
                    let mut px = 120.0;
                    while px > 1e-4 {
                        for first in [-50.0, 0.0, 13.7, 3_999_990.0] {
                            let axis = time_ticks(&TimeScale::new(first, px, width), names);
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

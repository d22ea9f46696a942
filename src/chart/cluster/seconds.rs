//! Marks of an axis of seconds: in the units of a clock, or as dates where it is known when second 0 was.

use crate::kit::scale::TimeScale;
use crate::kit::ticks::time_ticks;
use crate::planes::plane::PlaneScale;
use bookahead_engine::batch::explain::ahead::moment_words;
use bookahead_engine::batch::explain::lasting;
use bookahead_engine::core::calendar::ClockStart;
use bookahead_engine::core::time_names::{TimeNames, TimeUnit};

/// Room that a mark takes, in CSS px.
const TICK_PX: f64 = 92.0;
/// Steps below a day, in seconds.
const STEPS: [f64; 17] =
    [1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1_200.0, 1_800.0, 3_600.0, 7_200.0, 10_800.0, 21_600.0, 43_200.0];
const DAY: f64 = 86_400.0;

/// Round moments along the axis to the right: the moment in words, and x.
pub fn second_ticks(scale: &PlaneScale) -> Vec<(String, f64)> {
    let least = TICK_PX * scale.x_per_px();
    let days = crate::kit::ticks::round_step(least / DAY) * DAY;
    let step = STEPS.into_iter().find(|step| *step >= least).unwrap_or(days.max(DAY));
    let (from, to) = scale.x_range();
    let first = (from.max(0.0) / step).ceil();
    let count = (((to - first * step) / step).floor() + 1.0).clamp(0.0, 100.0) as u32;
    let at = |i: u32| (first + f64::from(i)) * step;
    (0..count).map(|i| (lasting(at(i) as u64), scale.x_of(at(i)))).collect()
}

/// How moments in seconds are written: as dates.
pub fn dates(start: ClockStart) -> TimeNames {
    TimeNames { unit: TimeUnit::Clock, slot_seconds: 1, start: Some(start) }
}

/// Round moments along the axis to the right: dates if it is known when second 0 was; and the day or the year that they leave out.
pub fn moment_ticks(scale: &PlaneScale, start: Option<ClockStart>) -> (Vec<(String, f64)>, Option<String>) {
    let Some(start) = start else { return (second_ticks(scale), None) };
    let (from, _) = scale.x_range();
    let per_px = scale.x_per_px();
    if !(per_px.is_finite() && from.is_finite() && per_px > 0.0) {
        return (Vec::new(), None);
    }
    let ticks = time_ticks(&TimeScale::new(from, 1.0 / per_px, scale.width()), dates(start));
    (ticks.ticks.into_iter().map(|tick| (tick.label, tick.x)).collect(), ticks.day)
}

/// A moment in words: a date, or seconds.
pub fn moment(at: u64, start: Option<ClockStart>) -> String {
    moment_words(start, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_with_a_date_has_an_axis_of_dates() {
        let start = ClockStart { unix_seconds: 843_465_000, utc_offset: 7_200 };
        let scale = PlaneScale::new((0.0, 4.0 * DAY), (0.0, 1.0), 900.0, 10.0);
        let (ticks, rest) = moment_ticks(&scale, Some(start));
        assert!(ticks.len() >= 3 && ticks.iter().any(|(words, _)| words.contains("Sep")), "{ticks:?} {rest:?}");
        assert_eq!(moment(0, None), "0 s");
        assert!(moment(60, Some(start)).contains("1996"), "{}", moment(60, Some(start)));
        assert_eq!(moment_ticks(&scale, None).0, second_ticks(&scale));
    }

    #[test]
    fn marks_are_whole_units_of_the_clock() {
        let marks = |to: f64| -> Vec<String> {
            second_ticks(&PlaneScale::new((0.0, to), (0.0, 1.0), 400.0, 10.0)).into_iter().map(|(words, _)| words).collect()
        };
        assert_eq!(marks(60.0), ["0 s", "20 s", "40 s", "1 min"]);
        assert_eq!(marks(7_200.0), ["0 s", "30 min", "1 h", "1 h 30 min", "2 h"]);
        assert_eq!(marks(4.0 * DAY), ["0 s", "1 d", "2 d", "3 d", "4 d"]);
        assert_eq!(marks(365.0 * DAY), ["0 s", "100 d", "200 d", "300 d"]);
        assert!(second_ticks(&PlaneScale::new((f64::NAN, 0.0), (0.0, 0.0), 0.0, 0.0)).len() < 101);
    }

    #[test]
    fn what_lies_before_the_first_second_has_no_mark() {
        let scale = PlaneScale::new((-100.0, 100.0), (0.0, 1.0), 400.0, 10.0);
        assert_eq!(second_ticks(&scale).first().map(|(words, x)| (words.as_str(), *x)), Some(("0 s", 200.0)));
    }
}

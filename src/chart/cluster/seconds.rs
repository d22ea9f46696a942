//! Marks of an axis of seconds, in the units of a clock.

use crate::planes::plane::PlaneScale;
use bookahead_engine::batch::explain::lasting;

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

#[cfg(test)]
mod tests {
    use super::*;

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

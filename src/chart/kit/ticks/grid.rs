//! Where the lines of a grid stand: at the marks of the time axis, or at every slot.

use super::calendar_step::CalendarStep;
use super::time::{clock_step_at, slot_step};
use crate::kit::scale::TimeScale;
use bookahead_engine::core::time_names::{TimeNames, TimeUnit};

/// The distance between lines of a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridStep(Step);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    /// So many slots, counted from slot 0; a fraction for clock time where slots are long.
    Slots(f64),
    /// By the calendar: what slot 0 is on it, and seconds of a slot.
    Calendar(CalendarStep, i64, f64),
}

impl GridStep {
    /// A line at every slot.
    pub const SLOT: Self = Self(Step::Slots(1.0));

    /// A line at every mark of an axis.
    pub fn of_axis(scale: &TimeScale, names: TimeNames) -> Self {
        let slot_seconds = f64::from(names.slot_seconds.max(1));
        Self(match (names.unit, names.start) {
            (TimeUnit::Slots, _) => Step::Slots(slot_step(scale) as f64),
            (TimeUnit::Clock, None) => Step::Slots(clock_step_at(scale, names.slot_seconds) as f64 / slot_seconds),
            (TimeUnit::Clock, Some(_)) => Step::Calendar(CalendarStep::at(scale, names), names.seconds(0), slot_seconds),
        })
    }

    /// The lines from one slot to another and one more on either side, at most so many.
    pub fn lines(self, from: f64, to: f64, most: u32) -> Vec<f64> {
        let most = most as usize + 3;
        let lines: Vec<f64> = match self.0 {
            Step::Slots(step) => {
                let first = (from / step).floor() - 1.0;
                let count = (((to - from) / step).ceil().max(0.0) as usize + 4).min(most);
                (0..count).map(|i| (first + i as f64) * step).collect()
            }
            Step::Calendar(step, start, slot_seconds) => {
                let mark = |slot: f64| step.mark_before(start.saturating_add((slot.max(0.0) * slot_seconds) as i64));
                (mark(from) - 1..=mark(to) + 1).take(most).map(|mark| (step.seconds(mark) - start) as f64 / slot_seconds).collect()
            }
        };
        lines.into_iter().filter(|&slot| slot >= 0.0).collect()
    }
}

//! Clock time along the axes of planes of idle periods and of the servers.

use super::plane::PlaneScale;
use crate::kit::scale::TimeScale;
use crate::kit::ticks::time_ticks;
use bookahead_engine::core::time_names::TimeNames;

/// How far a mark may stick out of its plot, in CSS px.
const OVERHANG_PX: f64 = 14.0;
/// The farthest moment, in ticks, and the most ticks per CSS px at which clock time is told apart; beyond them the axis has numbers.
const CLOCK_MAX: (f64, f64) = (1e8, 1e6);

/// Marks of an axis of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimeMarks {
    /// What to write, and where along the axis: x, or y for the axis upwards, in CSS px.
    pub marks: Vec<(String, f64)>,
    /// What holds at the beginning of the axis and the marks leave out: the day, or the year.
    pub day: Option<String>,
}

/// Clock time along the axis to the right; `None` where it counts ticks.
pub fn x_clock_marks(scale: &PlaneScale, names: TimeNames) -> Option<TimeMarks> {
    clock_marks(scale.x_range(), scale.width(), names, |tick| scale.x_of(tick))
}

/// Clock time along the axis upwards, off the names of lanes; `None` where it counts ticks.
pub fn y_clock_marks(scale: &PlaneScale, names: TimeNames) -> Option<TimeMarks> {
    let mut marks = clock_marks(scale.y_range(), scale.bottom() - scale.top(), names, |tick| scale.y_of(tick))?;
    marks.marks.retain(|(_, y)| scale.is_clear_of_lanes(*y));
    Some(marks)
}

fn clock_marks((from, to): (f64, f64), length_px: f64, names: TimeNames, place: impl Fn(f64) -> f64) -> Option<TimeMarks> {
    let per_px = (to - from) / length_px.max(1.0);
    let is_told_apart = from.abs() <= CLOCK_MAX.0 && per_px > 0.0 && per_px <= CLOCK_MAX.1;
    if !names.is_clock() || !is_told_apart {
        return None;
    }
    let ticks = time_ticks(&TimeScale::new(from, 1.0 / per_px, length_px), names);
    // The scale of time does not magnify as far as a plane: places are those of the plane.
    let margin = OVERHANG_PX * per_px;
    let in_view = ticks.ticks.into_iter().filter(|tick| tick.slot >= from - margin && tick.slot <= to + margin);
    Some(TimeMarks { marks: in_view.map(|tick| (tick.label, place(tick.slot))).collect(), day: ticks.day })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bookahead_engine::core::calendar::ClockStart;
    use bookahead_engine::core::time_names::TimeUnit;

    const START: ClockStart = ClockStart { unix_seconds: 843_458_400, utc_offset: 7_200 };

    fn clock(start: Option<ClockStart>) -> TimeNames {
        TimeNames { unit: TimeUnit::Clock, slot_seconds: 300, start }
    }

    #[test]
    fn marks_on_the_clock_stand_at_their_ticks() {
        // Tick 0 is at 08:00 on the wall; an hour has 12 ticks.
        let scale = PlaneScale::new((-3.0, 60.0), (0.0, 48.0), 630.0, 480.0);
        let TimeMarks { marks, day } = x_clock_marks(&scale, clock(Some(START))).expect("clock time");
        assert_eq!(day.as_deref(), Some("23 Sep 1996"));
        let nine = marks.iter().find(|(words, _)| words == "09:00").unwrap_or_else(|| panic!("a mark at nine: {marks:?}"));
        assert!((nine.1 - scale.x_of(12.0)).abs() < 1e-9, "{marks:?}");
        let upwards = y_clock_marks(&scale, clock(Some(START))).expect("clock time");
        let ten = upwards.marks.iter().find(|(words, _)| words == "10:00").expect("a mark at ten");
        assert!((ten.1 - scale.y_of(24.0)).abs() < 1e-9, "{upwards:?}");
        let undated = x_clock_marks(&scale, clock(None)).expect("clock time");
        assert!(undated.marks.iter().any(|(words, _)| words == "1:00"));
    }

    #[test]
    fn a_plane_that_magnifies_more_than_an_axis_of_slots_has_no_marks_outside() {
        let scale = PlaneScale::new((12.0, 13.0), (0.0, 1.0), 900.0, 300.0);
        let marks = x_clock_marks(&scale, clock(Some(START))).expect("clock time").marks;
        assert!(!marks.is_empty() && marks.iter().all(|(_, x)| (-15.0..=915.0).contains(x)), "{marks:?}");
        // Upwards, the mark at the edge of a lane gives way to the lane's name.
        let count = |scale: &PlaneScale| y_clock_marks(scale, clock(Some(START))).expect("clock time").marks.len();
        assert!(count(&scale) > count(&scale.with_lanes(26.0, 0.0)));
    }

    #[test]
    fn where_a_clock_tells_nothing_apart_and_where_ticks_are_counted_there_is_none() {
        let scale = PlaneScale::new((0.0, 100.0), (0.0, 1.0), 600.0, 300.0);
        assert_eq!(x_clock_marks(&scale, TimeNames::SLOTS), None);
        for (from, to) in [(3e9, 3e9 + 100.0), (0.0, 1e13)] {
            let scale = PlaneScale::new((from, to), (0.0, 1.0), 600.0, 300.0);
            assert_eq!(x_clock_marks(&scale, clock(Some(START))), None);
        }
    }
}

//! Utilisation over time as a line of steps.

use super::plan_view::PlanView;
use super::scale::TimeScale;
use bookahead_engine::request::Slot;
use std::fmt::Write;

/// What is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Series {
    /// Mean over the sliding window of twelve slots that ends with the slot.
    #[default]
    Sliding,
    /// Busy share of the nodes in the slot alone.
    PerSlot,
}

/// SVG path data, in CSS px from the top left of a plot in which 1 is at the top and 0 at the bottom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProfilePath {
    /// The line. Empty if there is nothing to draw.
    pub line: String,
    /// The area below it, closed.
    pub area: String,
}

/// Below this width of a slot, in CSS px, a column shows the least and the greatest value of its slots.
const STEPS_FROM_PX_PER_SLOT: f64 = 1.0;

/// A value at a slot.
pub fn value_at(view: &PlanView, series: Series, slot: Slot) -> f64 {
    match series {
        Series::Sliding => view.sliding_at(slot),
        Series::PerSlot => view.share_at(slot),
    }
}

/// Corners of the line from left to right. Dense slots: for each CSS px column first the end nearer to the last point, then the other
/// one, so that the line reaches both the least and the greatest value there. O(slots in view) or O(width · log slots).
pub fn points(view: &PlanView, series: Series, time: &TimeScale, height: f64) -> Vec<(f64, f64)> {
    if time.width() <= 0.0 || !(height > 0.0 && height.is_finite()) {
        return Vec::new();
    }
    let y_of = |value: f64| height * (1.0 - value.clamp(0.0, 1.0));
    if time.px_per_slot() < STEPS_FROM_PX_PER_SLOT {
        return dense_points(view, series, time, y_of);
    }
    let mut points: Vec<(f64, f64)> = Vec::new();
    let slots = time.visible_slots();
    let from = time.x_of(f64::from(slots.start)).max(0.0);
    for slot in slots {
        let y = y_of(value_at(view, series, slot));
        let x = time.x_of(f64::from(slot)).max(0.0);
        match points.last() {
            Some(&(_, last)) if last == y => {}
            Some(&(_, last)) => points.extend([(x, last), (x, y)]),
            None => points.push((from, y)),
        }
    }
    if let Some(&(_, last)) = points.last() {
        points.push((time.width(), last));
    }
    points
}

fn dense_points(view: &PlanView, series: Series, time: &TimeScale, y_of: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    for column in 0..time.width().ceil() as u32 {
        let x = f64::from(column);
        let (from, to) = (time.slot_at(x), time.slot_at((x + 1.0).min(time.width())));
        if to <= 0.0 {
            continue;
        }
        let slots = from.floor().max(0.0) as Slot..(to.ceil() as Slot).max(from.floor().max(0.0) as Slot + 1);
        let (low, high) = match series {
            Series::Sliding => {
                let spread = view.sliding_over(slots);
                (spread.min, spread.max)
            }
            Series::PerSlot => {
                let (spread, capacity) = (view.busy_over(slots), f64::from(view.machine().nodes.max(1)));
                (spread.min / capacity, spread.max / capacity)
            }
        };
        let (top, bottom) = (y_of(high), y_of(low));
        let last = points.last().map_or(bottom, |&(_, y)| y);
        let near_first = if (last - top).abs() < (last - bottom).abs() { [top, bottom] } else { [bottom, top] };
        points.push((x + 0.5, near_first[0]));
        if top != bottom {
            points.push((x + 0.5, near_first[1]));
        }
    }
    points
}

/// The line and the area below it as SVG paths.
pub fn path(view: &PlanView, series: Series, time: &TimeScale, height: f64) -> ProfilePath {
    let points = points(view, series, time, height);
    let (Some(&(from, _)), Some(&(to, _))) = (points.first(), points.last()) else { return ProfilePath::default() };
    let mut line = String::with_capacity(points.len() * 12);
    for (i, (x, y)) in points.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(line, "{}{:.1} {:.1}", if i == 0 { 'M' } else { 'L' }, x, y);
    }
    let area = format!("{line}L{to:.1} {height:.1}L{from:.1} {height:.1}Z");
    ProfilePath { line, area }
}

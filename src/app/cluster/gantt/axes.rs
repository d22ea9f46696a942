//! The axes of the charts: seconds in the units of a clock, and numbers.

use crate::app::kit::plot::area::AXIS_PX;
use crate::app::kit::plot::frame::{name_at_left, name_below};
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::Lab;
use crate::chart::cluster::seconds::moment_ticks;
use crate::chart::planes::plane::PlaneScale;
use crate::engine::core::calendar::ClockStart;
use crate::formats::link::AxisUnit;
use yew::prelude::*;

/// From the end of a number at the left to the plot, in CSS px.
pub const NAME_GAP_PX: f64 = 8.0;

/// Moments along the lower edge: dates if it is known when second 0 was.
pub fn x_axis(scale: &PlaneScale, start: Option<ClockStart>) -> Html {
    let ticks = moment_ticks(scale, start).0.into_iter();
    ticks.map(|(words, x)| name_below(None, x, scale.height() + AXIS_PX * 0.7, words)).collect()
}

/// When second 0 was, if moments are shown as dates.
pub fn shown_start(lab: &Lab) -> Option<ClockStart> {
    lab.cluster()?.start.filter(|_| lab.model().view.axis == AxisUnit::Clock)
}

/// Numbers along the left edge.
pub fn y_axis(scale: &PlaneScale) -> Html {
    let ticks = scale.y_ticks().into_iter().filter(|(number, _)| number.fract() == 0.0);
    ticks.map(|(number, y)| name_at_left(NAME_GAP_PX, y, grouped(number.max(0.0) as u64))).collect()
}

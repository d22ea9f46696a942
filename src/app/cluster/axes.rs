//! The axes of the charts: seconds in the units of a clock, and numbers.

use crate::app::kit::plot::AXIS_PX;
use crate::app::kit::plot_frame::{name_at_left, name_below};
use crate::app::kit::words::grouped;
use crate::chart::cluster::seconds::second_ticks;
use crate::chart::planes::plane::PlaneScale;
use yew::prelude::*;

/// From the end of a number at the left to the plot, in CSS px.
pub const NAME_GAP_PX: f64 = 8.0;

/// Moments along the lower edge.
pub fn x_axis(scale: &PlaneScale) -> Html {
    let ticks = second_ticks(scale).into_iter();
    ticks.map(|(words, x)| name_below(None, x, scale.height() + AXIS_PX * 0.7, words)).collect()
}

/// Numbers along the left edge.
pub fn y_axis(scale: &PlaneScale) -> Html {
    let ticks = scale.y_ticks().into_iter().filter(|(number, _)| number.fract() == 0.0);
    ticks.map(|(number, y)| name_at_left(NAME_GAP_PX, y, grouped(number.max(0.0) as u64))).collect()
}

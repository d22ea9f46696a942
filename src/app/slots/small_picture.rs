//! A plan in slots as a small picture without names and axes.

use super::gantt::row_window::{RowWindow, Rows};
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::{Blocked, Colours, Emphasis, Frame, GanttKind, MovedJobs, Painter, Theme, TimeScale, TimeUnit};
use crate::engine::core::edits::RequestId;
use crate::state::SlotsShown;

/// The plan on virtual nodes or on those of the machine in so many CSS px, with a request in the accent colour.
pub fn slots_picture(
    shown: &SlotsShown,
    layout: GanttKind,
    selected: Option<RequestId>,
    (width, height): (f64, f64),
    dpr: f64,
    theme: Theme,
) -> PixelBuffer {
    let plan = shown.plan();
    let time = TimeScale::fit(plan.asked_slots(), 0.5, width).on_pixels(dpr);
    let rows = Rows { count: plan.rows(), available: height, window: RowWindow::default() }.scale();
    let colours = shown.scenario().market.as_ref().map_or(Colours::Request, Colours::Class);
    let emphasis = Emphasis { selected, hovered: None, moved: MovedJobs::ForSelected };
    let mut painter = Painter::default();
    let unit = TimeUnit::Slots;
    let blocked = Blocked::default();
    painter.paint(&Frame { view: &plan, layout, time, rows, dpr, theme, unit, emphasis, colours, blocked, marked: &[] });
    painter.buffer().clone()
}

//! Idle periods as a small picture without names and axes.

use super::geometry_stage::{Stage, rows_of};
use crate::app::kit::plot::{GUTTER_PX, RIGHT_PX};
use crate::chart::Theme;
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::planes::time_plane::{TimePlane, whole_window};
use crate::engine::core::time_names::TimeNames;
use crate::state::IdleShown;
use std::rc::Rc;

/// The plane of starts and ends at the selected request's arrival in so many CSS px; the servers over time where none is selected.
pub fn idle_picture(shown: &Rc<IdleShown>, (width, height): (f64, f64), dpr: f64, theme: Theme) -> Option<PixelBuffer> {
    let rates = Rc::new(shown.study.idle()?.servers.rates());
    let jobs = Rc::new(rows_of(shown, &rates));
    let window = shown.moment().map(whole_window);
    let stage = Stage::new(shown, &jobs, &rates, (window, TimeNames::SLOTS), false, width + GUTTER_PX + RIGHT_PX)?;
    let mut buffer = PixelBuffer::default();
    match (stage.time_plane(), window) {
        (Some(plane), Some(window)) => {
            let scale = TimePlane::scale(window, width, height);
            TimePlane { scale, ..plane }.paint(&mut buffer, theme.palette(), dpr);
        }
        _ => stage.gantt().paint(&mut buffer, theme.palette(), dpr),
    }
    Some(buffer)
}

//! Idle periods as a small picture without names and axes.

use super::geometry::stage::{Stage, rows_of};
use crate::app::kit::plot::area::{GUTTER_PX, RIGHT_PX};
use crate::chart::Theme;
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::planes::dual_plane::DualPlane;
use crate::chart::planes::time_plane::{TimePlane, whole_window};
use crate::engine::core::time_names::TimeNames;
use crate::state::IdleShown;
use std::rc::Rc;

/// The plane of starts and ends at the selected request's arrival, or the dual plane, in so many CSS px; the servers over time where none is selected.
pub fn idle_picture(
    shown: &Rc<IdleShown>,
    is_dual: bool,
    (width, height): (f64, f64),
    dpr: f64,
    theme: Theme,
) -> Option<PixelBuffer> {
    let rates = Rc::new(shown.study.idle()?.servers.rates());
    let jobs = Rc::new(rows_of(shown, &rates));
    let window = shown.moment().map(whole_window);
    let stage = Stage::new(shown, &jobs, &rates, (window, TimeNames::SLOTS), false, (width + GUTTER_PX + RIGHT_PX, None))?;
    let mut buffer = PixelBuffer::default();
    if let (Some(plane), Some(window)) = (stage.dual_plane().filter(|_| is_dual), window) {
        let [primal, dual] = DualPlane::scales(plane.moment, plane.rates, window, width, height);
        DualPlane { primal, dual, ..plane }.paint_dual(&mut buffer, theme.palette(), dpr);
        return Some(buffer);
    }
    match (stage.time_plane(), window) {
        (Some(plane), Some(window)) => {
            let scale = TimePlane::scale(window, width, height);
            TimePlane { scale, ..plane }.paint(&mut buffer, theme.palette(), dpr);
        }
        _ => stage.gantt().paint(&mut buffer, theme.palette(), dpr),
    }
    Some(buffer)
}

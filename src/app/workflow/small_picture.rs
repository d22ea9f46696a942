//! Workflows as a small picture without names and axes.

use crate::chart::Theme;
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::workflow::picture::{paint, paint_graph};
use crate::state::WorkflowShown;

/// The tasks on their nodes, or the graph of the first application, in so many CSS px.
pub fn workflow_picture(shown: &WorkflowShown, is_graph: bool, size: (f64, f64), dpr: f64, theme: Theme) -> Option<PixelBuffer> {
    let mut buffer = PixelBuffer::default();
    match is_graph {
        true => paint_graph(&shown.plan, 0, &mut buffer, theme.palette(), size, dpr),
        false => paint(&shown.plan, &mut buffer, theme.palette(), size, dpr),
    }
    Some(buffer)
}

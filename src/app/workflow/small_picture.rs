//! Workflows as a small picture without names and axes.

use crate::chart::Theme;
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::workflow::picture::paint;
use crate::state::WorkflowShown;

/// The tasks on their nodes in so many CSS px.
pub fn workflow_picture(shown: &WorkflowShown, size: (f64, f64), dpr: f64, theme: Theme) -> Option<PixelBuffer> {
    let mut buffer = PixelBuffer::default();
    paint(&shown.plan, &mut buffer, theme.palette(), size, dpr);
    Some(buffer)
}

//! Workflows as a small picture without names and axes.

use crate::chart::Theme;
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::workflow::picture::{paint, paint_graph};
use crate::state::WorkflowShown;

/// The tasks on their nodes, or the graph of the first application, in so many CSS px; with a step the nodes as the recorded mapping has them then. Nothing
/// where that is not recorded.
pub fn workflow_picture(
    shown: &WorkflowShown,
    (is_graph, step): (bool, Option<u32>),
    size: (f64, f64),
    dpr: f64,
    theme: Theme,
) -> Option<PixelBuffer> {
    let mut buffer = PixelBuffer::default();
    match step {
        _ if is_graph => paint_graph(&shown.plan, 0, &mut buffer, theme.palette(), size, dpr),
        None => paint(&shown.plan, &mut buffer, theme.palette(), size, dpr),
        Some(step) => {
            let steps = shown.snapshot.recorded.as_ref()?.steps.get(..step as usize)?;
            paint(&shown.plan.after_steps(steps), &mut buffer, theme.palette(), size, dpr);
        }
    }
    Some(buffer)
}

//! A cluster as a small picture without names and axes.

use super::gantt::visible_window::whole_window;
use crate::chart::Theme;
use crate::chart::cluster::gantt::{NodeBars, NodeGantt, NodeLook};
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::planes::plane::PlaneScale;
use crate::state::ClusterShown;

/// The jobs on their nodes in so many CSS px.
pub fn cluster_picture(shown: &ClusterShown, (width, height): (f64, f64), dpr: f64, theme: Theme) -> Option<PixelBuffer> {
    let nodes = f64::from(shown.study.cluster()?.nodes);
    let bars = NodeBars::of_plan(&shown.plan);
    let scale = PlaneScale::new(whole_window(shown), (0.0, nodes), width, height);
    let mut buffer = PixelBuffer::default();
    NodeGantt { bars: &bars, scale }.paint(&mut buffer, theme.palette(), dpr, NodeLook::default());
    Some(buffer)
}

//! The painter: what a picture depends on, its geometry, its bars and emphasis as pixels, and the reuse of the previous frame.

pub(crate) mod blocked;
pub(crate) mod brush;
pub(crate) mod emphasised_bars;
pub mod frame;
pub(crate) mod frame_cache;
pub mod painter;
pub(crate) mod row_bars;
pub(crate) mod row_painter;
pub(crate) mod scene;
pub(crate) mod violated;

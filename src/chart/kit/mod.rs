//! Shared by all charts: scales, ticks, pixels, colours, labels.

pub mod caption;
pub mod cost_cells;
pub mod drawing;
pub mod figure;
pub(crate) mod label;
pub mod legend;
pub mod palette;
pub(crate) mod pyramid;
pub mod raster;
pub mod row_names;
pub mod scale;
pub mod series;
pub(crate) mod sprite;
pub mod svg;
pub mod text;
pub mod ticks;

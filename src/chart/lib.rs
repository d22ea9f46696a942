//! Charts as pure geometry and pixels: scales, bars, labels, hit tests. No browser types, no schedules: plans are only read.
//!
//! Three coordinate spaces, and every name says which one it is in:
//! *slots* and *rows* (the plan; row 0 is node 0 or v0), *CSS px* (`x`, `y`, `width`: what pointer events and SVG use, origin at the
//! top left of the plot area) and *device px* (CSS px × device pixel ratio: what [`raster::PixelBuffer`] holds).
//!
//! Bars are painted into one pixel buffer; labels, handles and axes come back as plain data for an SVG layer above it. Every function
//! is total: sizes of zero, empty plans and numbers that are not finite give an empty picture.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod scale;
pub mod ticks;
pub mod text;
pub mod svg;
mod pyramid;
pub mod plan_view;
mod plan_index;
pub mod bar;
pub mod logical;
pub mod physical;
pub mod palette;
pub mod raster;
mod coverage;
mod density;
mod edge_sums;
mod row_bars;
mod row_painter;
pub mod row_names;
mod small_bars;
mod overview;
mod silhouette;
mod label;
pub mod caption;
mod scene;
mod brush;
mod frame_cache;
pub mod lane;
pub mod gantt;
pub mod plane;
pub mod plane_marks;
mod sprite;
pub mod time_plane;
pub mod strip_tree;
pub mod dual_plane;
pub mod server_gantt;
pub mod hit;
pub mod profile;
pub mod booking_curve;
pub mod usage_plot;
pub mod series;
pub mod sweep_plot;

pub use bar::{Bar, Layout, Rect};
pub use caption::{Anchor, Caption};
pub use gantt::{Colours, Emphasis, Frame, MovedJobs, Painter};
pub use label::{Label, LabelTone, NOTE_SMALLER_PX};
pub use palette::{Palette, Rgba, Theme};
pub use plan_view::{Edition, PlanView};
pub use scale::{RowScale, TimeScale};
pub use ticks::TimeUnit;

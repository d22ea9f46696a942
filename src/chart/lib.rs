//! Charts as pure geometry and pixels: scales, bars, labels, hit tests. No browser types, no schedules: plans are only read.
//!
//! Three coordinate spaces, and every name says which one it is in:
//! *slots* and *rows* (the plan; row 0 is node 0 or v0), *CSS px* (`x`, `y`, `width`: what pointer events and SVG use, origin at the
//! top left of the plot area) and *device px* (CSS px × device pixel ratio: what [`kit::raster::PixelBuffer`] holds).
//!
//! Bars are painted into one pixel buffer; labels, handles and axes come back as plain data for an SVG layer above it. Every function
//! is total: sizes of zero, empty plans and numbers that are not finite give an empty picture.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod kit;
pub mod gantt;
pub mod planes;
pub mod cluster;
pub mod curves;
pub mod workflow;
pub mod elastic;
pub mod stores;

pub use bookahead_engine::core::time_names::{TimeNames, TimeUnit};
pub use gantt::bar::{Bar, Rect};
pub use gantt::layout::gantt_kind::GanttKind;
pub use gantt::paint::frame::{Blocked, Colours, Emphasis, Frame, MovedJobs};
pub use gantt::paint::painter::Painter;
pub use gantt::plan::marks::{Mark, Marks};
pub use gantt::plan::view::{Edition, PlanView};
pub use kit::caption::{Anchor, Caption};
pub use kit::label::{Label, LabelTone, NOTE_SMALLER_PX};
pub use kit::palette::{Palette, Rgba, Theme};
pub use kit::scale::{RowScale, TimeScale};

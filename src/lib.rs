//! Bookahead: advance reservation of compute nodes, planned, explained and drawn in a browser tab.
//!
//! `engine` turns a scenario into a plan and does not depend on the other layers. See `docs/architecture.md`.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use bookahead_chart as chart;
pub use bookahead_engine as engine;
pub use bookahead_formats as formats;
pub use bookahead_lessons as lessons;
pub use bookahead_papers as papers;

pub mod state;
pub mod worker;
#[cfg(feature = "app")]
pub mod app;

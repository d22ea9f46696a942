//! Curves: booking limits, usage over time, experiments.

pub mod booking_curve;
pub mod figures;
pub mod row_figure;
pub mod row_plot;
pub mod sweep_figure;
pub mod sweep_plot;
pub mod usage_plot;

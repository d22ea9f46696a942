//! The editor of the booking limits of two neighbouring classes, and its plots.

pub(crate) mod class_border;
pub(crate) mod editor;
pub(crate) mod emsr_b;
pub(crate) mod expected_revenue_plot;
pub(crate) mod frame;
pub(crate) mod littlewood_plot;
pub(crate) mod words;

//! The revenue workbench: the market, its booking limits, and the revenue over time.

pub(crate) mod booking_limit_editor;
pub(crate) mod booking_limit_frame;
pub(crate) mod class_border;
pub(crate) mod expected_revenue_plot;
pub(crate) mod figures;
pub(crate) mod littlewood_plot;
pub(crate) mod market_editor;
pub(crate) mod market_form;
pub(crate) mod market_input;
pub(crate) mod market_methods;
pub(crate) mod money_plots;
pub(crate) mod money_report;
pub(crate) mod money_slots;
pub(crate) mod money_totals;
pub(crate) mod money_view;
pub(crate) mod request_pipeline;
pub(crate) mod revenue_view;
pub(crate) mod words;

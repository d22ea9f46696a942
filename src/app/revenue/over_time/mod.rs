//! Revenue, booking limits and forecasts over the time of a plan: plots, totals, tables, export.

pub(crate) mod plots;
pub(crate) mod report;
pub(crate) mod request_pipeline;
pub(crate) mod slots_in_words;
pub(crate) mod totals;
pub(crate) mod view;

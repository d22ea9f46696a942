//! Pictures of offers (Sulistio): the free nodes with the query and its offers, and the Pareto front of the offers.

pub mod free_figure;
pub mod free_plot;
pub mod front_figure;
mod labels;
pub mod offer_boxes;
#[cfg(test)]
pub(crate) mod samples;

//! The gallery: cards of all figures and their filters, a queue of runs, quick previews of what was not run.

pub(crate) mod before_runs;
pub(crate) mod card;
pub(crate) mod filter_fields;
pub(crate) mod filters;
pub(crate) mod queue;
pub(crate) mod quick_runs;
pub(crate) mod start_cards;
pub(crate) mod view;

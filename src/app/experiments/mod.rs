//! The experiments workbench: the papers' figures and tables, computed again.

pub(crate) mod before;
mod form;
pub(crate) mod gallery;
pub(crate) mod gallery_card;
pub(crate) mod gallery_preview;
pub(crate) mod gallery_shelf;
pub(crate) mod gallery_store;
pub(crate) mod log_form;
pub(crate) mod plot;
pub(crate) mod pool;
pub(crate) mod quick_preview;
pub(crate) mod results;
pub(crate) mod rows;
pub(crate) mod run_store;
pub(crate) mod stage;
pub(crate) mod start_cards;
pub(crate) mod store_request;
pub(crate) mod store_times;
pub(crate) mod store_walk;
pub(crate) mod view;

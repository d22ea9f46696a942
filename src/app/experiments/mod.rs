//! The experiments workbench: the papers' figures and tables, computed again.

pub(crate) mod forms;
pub(crate) mod gallery;
pub(crate) mod results;
pub(crate) mod run;
pub(crate) mod stage;
pub(crate) mod stores;
pub(crate) mod view;

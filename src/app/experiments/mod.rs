//! The papers' figures and tables, done again.

pub(crate) mod form;
pub(crate) mod plot;
pub(crate) mod pool;
pub(crate) mod results;
pub(crate) mod view;

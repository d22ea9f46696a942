//! The graph of an application: tasks in layers, edges, the overview below it, and graphs dropped on the page.

pub(crate) mod dropped_file;
pub(crate) mod overview;
pub(crate) mod parts;
pub(crate) mod plot;

//! How the window is shared out between the picture and what stands beside and below it.

pub(crate) mod border;
pub(crate) mod dock;
pub(crate) mod panel_sizes;
pub(crate) mod present;

//! What a job takes of the plan.

use crate::slots::request::Slot;

/// A number of nodes wanted in every slot of a window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub duration: Slot,
    pub nodes: u32,
}

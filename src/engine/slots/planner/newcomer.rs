//! The job that is being decided.

use super::shape::Shape;
use crate::slots::request::Slot;

/// The job that is being decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Newcomer {
    pub job: u32,
    pub now: Slot,
    pub earliest_start: Slot,
    pub latest_start: Slot,
    pub shape: Shape,
}

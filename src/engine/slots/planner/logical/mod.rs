//! The logical plan: how many nodes are free in each slot, and the searches on that column, sixteen slots at a time.

pub(super) mod block_extents;
pub(super) mod count_vectors;
pub(super) mod slot_plan;
pub(super) mod short_slots;

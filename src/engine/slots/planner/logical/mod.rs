//! The logical plan: how many nodes are free in each slot, and the searches on that column, sixteen slots at a time.

pub(in crate::slots::planner) mod blocks;
pub(in crate::slots::planner) mod count_vectors;
pub(in crate::slots::planner) mod slot_plan;
pub(in crate::slots::planner) mod slot_set;
pub(in crate::slots::planner) mod steps;

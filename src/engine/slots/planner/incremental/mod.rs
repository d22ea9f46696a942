//! Going back and going on: checkpoints, rewinding, planning on after an edit, and the patch that tells what changed.

pub(in crate::slots::planner) mod checkpoint;
pub(in crate::slots::planner) mod old_run;
pub(in crate::slots::planner) mod patches;
pub(in crate::slots::planner) mod pending_patch;
pub(in crate::slots::planner) mod resume;

//! Going back and going on: checkpoints, rewinding, planning on after an edit, and the patch that tells what changed.

pub(super) mod checkpoint;
pub(super) mod old_run;
pub(super) mod patches;
pub(super) mod pending_patch;
pub(super) mod replan_after_edit;

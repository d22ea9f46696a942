//! Room for a newcomer made by moving accepted jobs inside their windows: the search that all planners share, and which jobs each of them moves where to.

pub(super) mod budget;
pub(super) mod eject;
pub(super) mod freed_gaps;
pub(super) mod holes;
pub(super) mod job_vectors;
pub(super) mod make_room;
pub(super) mod move_policy;
pub(super) mod no_moves;
pub(super) mod other_starts;
pub(super) mod recorder;
pub(super) mod relocation;
pub(super) mod shifting;
pub(super) mod slot_set;
pub(super) mod jobs_by_start;
pub(super) mod waiting_jobs;

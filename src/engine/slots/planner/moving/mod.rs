//! Room for a newcomer made by moving accepted jobs inside their windows: the search that all planners share, and which jobs each of them moves where to.

pub(in crate::slots::planner) mod budget;
pub(in crate::slots::planner) mod eject;
pub(in crate::slots::planner) mod gaps;
pub(in crate::slots::planner) mod holes;
pub(in crate::slots::planner) mod job_vectors;
pub(in crate::slots::planner) mod make_room;
pub(in crate::slots::planner) mod move_policy;
pub(in crate::slots::planner) mod no_moves;
pub(in crate::slots::planner) mod places;
pub(in crate::slots::planner) mod recorder;
pub(in crate::slots::planner) mod relocation;
pub(in crate::slots::planner) mod shifting;
pub(in crate::slots::planner) mod starts;
pub(in crate::slots::planner) mod waiting_jobs;

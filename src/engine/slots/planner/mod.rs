//! The planners behind one interface: jobs are decided in arrival order, and a run can be rewound to any job.
//!
//! A run stores checkpoints while it plans (`checkpoint`). Rewinding restores the last checkpoint before a job and plans on from there. An edit does
//! the same and stops as soon as the state equals that of the old run (`replan`). The changes are noted (`pending_patch`) and handed out as a patch
//! (`patches`).

mod admission;
mod anew;
mod blocks;
mod budget;
mod checkpoint;
mod eject;
mod gaps;
mod holes;
mod lanes;
mod manner;
mod moment;
mod newcomer;
mod node_lists;
mod node_rows;
mod offered;
mod old_run;
mod orders;
mod overlapping;
mod patches;
mod packing;
mod pending_patch;
mod physical;
mod placement;
mod places;
mod recorder;
mod relocation;
mod replan;
mod room;
mod session;
mod shape;
mod shifting;
mod slot_set;
mod slots;
mod spans;
mod starts;
mod state;
mod stay;
mod steps;
#[cfg(test)]
mod tests;
mod waiting;

pub use moment::Moment;
pub use room::{Room, Standing, make_room};
pub use session::Session;
pub use shape::Shape;
pub use slots::{Floor, SlotPlan};
pub use steps::STEP;

//! The planners behind one interface: jobs are decided in arrival order, and a run can be rewound to any job.
//!
//! | folder | what one finds there |
//! |---|---|
//! | `logical` | the logical plan: free nodes of each slot, and the vector searches on it |
//! | `moving` | accepted jobs moved inside their windows: not at all, by ejecting, into holes |
//! | `replan_all` | everything that has not begun placed anew, and the searches for an order |
//! | `physical` | planning on physical nodes |
//! | `overlapping` | reservations that may overlap |
//! | `offers` | planning by offers |
//! | `incremental` | checkpoints, rewinding, planning on after an edit, patches |
//!
//! A run (`session`) stores checkpoints while it plans. Rewinding restores the last checkpoint before a job and plans on from there. An edit does the same and
//! stops as soon as the state equals that of the old run.

mod admission;
mod incremental;
mod logical;
mod moving;
mod newcomer;
mod offers;
mod overlapping;
mod past_plan;
mod physical;
mod placement;
mod replan_all;
mod session;
mod shape;
mod state;
#[cfg(test)]
mod tests;

pub use logical::short_slots::STEP;
pub use logical::slot_plan::{Floor, SlotPlan};
pub use moving::make_room::{Reservation, Room, make_room};
pub use past_plan::PastPlan;
pub use session::Session;
pub use shape::Shape;

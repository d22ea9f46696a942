//! The planners behind one small interface: jobs are decided in arrival order, and a run can go back to any of them.
//!
//! While planning, a run remembers from time to time who still matters (`checkpoint`). Going back to a job restores the last
//! checkpoint before it and plans on from there. An edit does the same and then stops as soon as the plan's state is again what it was
//! (`replan`); what changed is noted (`unsent`) and can be handed out as a patch (`patches`).

mod checkpoint;
mod eject;
mod gaps;
mod gate;
mod holes;
mod lanes;
mod leave;
mod node_lists;
mod node_rows;
mod old_run;
mod patches;
mod physical;
mod places;
mod replan;
mod session;
mod shape;
mod shifting;
mod slot_set;
mod slots;
mod spans;
mod stand;
mod starts;
mod state;
mod steps;
#[cfg(test)]
mod tests;
mod unsent;
mod waiting;

pub use session::Session;

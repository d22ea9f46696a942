//! Stores of reservations over slots: the data structures that were proposed to answer how many nodes are free, to add a reservation and to delete it
//! (Umar 2.2 and 4.2), behind one trait.
//!
//! All of them tell the same; they differ in what they look at on the way. Each operation tells a recorder which nodes of the structure it visits
//! ([`Visits`]): an experiment counts them ([`experiment`]), and the page shows them one by one ([`walk()`]). A planner passes `()`, and the calls vanish.
//!
//! | store | source |
//! |---|---|
//! | [`SlotArray`] | Umar 4.2: an array of slots with job lists, ordered by user |
//! | [`Garq`] | Sulistio's GarQ (Umar 2.2.4): a ring of buckets with unsorted or sorted lists |
//! | [`SegmentTree`] | Brodnik's advance segment tree (Umar 2.2.1) |
//! | [`StepList`] | Xiong's linked list of the steps of the reserved amount (Umar 2.2.3) |
//! | [`CalendarQueue`] | Brown's calendar (Umar 2.2.2), with an entry on every day that a reservation touches |
//! | [`PlannerColumn`] | ours: the column of free nodes that the planners use |
//! | [`IntervalTree`] | an R*-tree over (start, end), of the crate `rstar` |

mod array;
mod calendar;
pub mod experiment;
mod first_fit;
mod garq;
mod kind;
mod lists;
mod moving;
mod picture;
mod planner_column;
mod r_tree;
mod reservation;
mod segment_tree;
mod slot_store;
mod step_list;
mod visits;
mod walk;

pub use array::SlotArray;
pub use calendar::CalendarQueue;
pub use first_fit::plan_first_fit;
pub use garq::Garq;
pub use kind::{StoreKind, UseStore};
pub use moving::{MovingStore, plan_with_moves};
pub use picture::{Picture, PictureNode};
pub use planner_column::PlannerColumn;
pub use r_tree::IntervalTree;
pub use reservation::{Extent, Reservation, Wanted};
pub use segment_tree::SegmentTree;
pub use slot_store::SlotStore;
pub use step_list::StepList;
pub use visits::{Count, Place, Visits};
pub use walk::{Operation, Stage, Walk, small_plan, walk};

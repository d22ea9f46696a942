//! Tables B.1 to B.3 and Figures 4.1 to 4.15 of Mondol, computed again: applications of 50, 100 and 300 tasks on 10 to 50 nodes with pre-load, mapped by
//! slack and by Blythe's method.
//!
//! The thesis takes graphs without costs from the Standard Task Graph Set. Experiments hold no files; theirs are drawn in the way of the set, or given. A
//! run is one application; both methods get the same nodes, pre-load and start. The thesis gives neither the window of the pre-load nor that of the
//! random start: ours is that of [`bookahead_engine::workflow::preload`] for the application, and the start is uniform in it. There is no clock here: where
//! the thesis has run times, these experiments count what a search looks at.

mod archive;
mod claims;
mod paper;
mod setting;
mod study;
mod trial;

pub use setting::{Kind, Size};
pub use study::WorkflowExperiment;
pub use trial::WorkflowTrial;

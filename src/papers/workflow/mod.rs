//! Tables B.1 to B.3 and Figures 4.1 to 4.15 of Mondol, computed again: applications of 50, 100 and 300 tasks on 10 to 50 nodes with pre-load, mapped by
//! slack, by Blythe's method and by HEFT.
//!
//! The thesis takes graphs without costs from the Standard Task Graph Set. Experiments hold no files; theirs are drawn in the way of the set, or given. A
//! run is one application; all methods get the same nodes, pre-load and start. The thesis says neither what a pre-load in per cent is nor when applications
//! start. Its delays vanish as nodes are added, so that the pre-load cannot be a share of the nodes' time: ours is a number of other applications, and all of
//! them start within ten mean critical paths. The share is there beside it ([`Preloading`]). There is no clock here: where the thesis has run times, these
//! experiments count what a search looks at.

mod archive;
mod claims;
mod paper;
mod setting;
mod study;
mod trial;

pub use setting::{Kind, Preloading, Size};
pub use study::WorkflowExperiment;
pub use trial::WorkflowTrial;

//! When will a job start? The question asked whenever a job of a log has to wait, and the answers of several methods held against what happened (ours).
//!
//! What happened is the start under EASY with the users' estimates and the real run times; of a log that has starts they are a second reading. A method knows
//! what a user of the machine could know at that moment: who runs and waits with which estimate, and what has happened to earlier jobs. Nobody sees later
//! jobs, nor how long a job runs that has not ended: both are drawn from what was before.
//!
//! The methods: every job runs to its limit, as `squeue --start` has it; the mean wait of similar jobs; the median of plans with drawn run times
//! and drawn later jobs ([`engine::batch::forecast`](bookahead_engine::batch::forecast)); a plan with the run times of Tsafrir, Etsion and Feitelson (2007); and the bound of
//! QBETS (Nurmi, Brevik and Wolski 2007).

mod answer;
mod asked;
mod history;
mod method;
mod numbers;
mod qbets;
mod study;
mod trial;

pub use answer::Answer;
pub use asked::{Alive, Later, start_of};
pub use history::{History, Stretch, predicted};
pub use method::Method;
pub use numbers::Numbers;
pub use qbets::{Bounds, bound_of};
pub use study::{FULL_SIZE, LECTURE_SIZE, WhenStudy};
pub use trial::WhenTrial;

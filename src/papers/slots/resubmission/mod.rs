//! Refused requests that are submitted again (Umar 2.1.1): what it brings their users, and what it costs the scheduler, beside requests that can wait.
//!
//! Umar tells of users who submit a refused request again "with a modified parameter, such as different start time", and names no rule. Here a refused
//! request comes again an hour later, with the same window an hour later.

mod attempts;
mod setting;
mod study;
mod trial;

pub use study::{FULL_SIZE, LECTURE_SIZE, ResubmissionStudy};
pub use trial::ResubmissionTrial;

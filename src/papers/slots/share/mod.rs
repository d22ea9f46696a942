//! Planners against a share, in per cent: what trust in users does for reservations that overlap (RARP, Umar 2.1.3), against users who estimate exactly; and
//! how many messages a user gets (Umar 3.4), against requests that can wait.

mod setting;
mod study;
mod trial;

pub use setting::ShareStudy;
pub use study::{FULL_SIZE, LECTURE_SIZE};
pub use trial::ShareTrial;

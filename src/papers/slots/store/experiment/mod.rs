//! How much the stores look at: nodes visited by a search, an addition and a deletion, against slots, reservations, interval length and load.
//!
//! Ours: the papers tell complexities (Umar 2.2) and that GarQ is faster than calendar queue, segment tree and linked list (Sulistio et al. 2009, as Umar
//! 2.2.4 reports it), but no figures. Times are measured on the same cases by whoever has a clock ([`StoreTiming`]): the page, and `cargo bench --bench stores`.

mod cases;
mod claims;
mod study;
mod timing;

pub use cases::{Axis, Case, FULL_SIZE, LECTURE_SIZE, Load};
pub use study::{StoreStudy, StoreTrial};
pub use timing::{StoreTime, StoreTiming};

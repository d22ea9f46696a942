//! How much the stores look at: nodes visited by a search, an addition and a deletion, against slots, reservations, interval length and load.
//!
//! Ours: the papers tell complexities (Umar 2.2) and that GarQ is faster than calendar queue, segment tree and linked list (Sulistio et al. 2009, as Umar
//! 2.2.4 reports it), but no figures. The engine has no clock; `cargo bench --bench stores` measures times.

mod cases;
mod claims;
mod study;

pub use cases::{Axis, Case, FULL_SIZE, LECTURE_SIZE, Load};
pub use study::{StoreStudy, StoreTrial};

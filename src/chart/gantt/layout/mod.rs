//! Where the bars are: the logical and the physical layout, one turning into the other, and the bar under the pointer.

pub mod gantt_kind;
pub mod hit;
pub mod logical;
pub mod physical;
pub mod turning;

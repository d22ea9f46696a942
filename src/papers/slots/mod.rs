//! Identical nodes in slots: Umar, Pujiyanta and Sulistio computed again, and what is ours beside them – who wins, how far from the best, what planning
//! anew costs, what a store of reservations looks at.

pub mod utilisation;
pub mod revenue;
pub mod elastic;
pub mod ranking;
pub mod optimum;
pub mod price;
pub mod resubmission;
pub mod share;
pub mod store;

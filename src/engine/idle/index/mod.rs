//! Fast search trees used by the sessions, one set per rate. The paper's data structures, which find the same periods, are in
//! [`crate::idle::reference`].

mod block;
mod classes;
mod line;
mod places;
mod search;
mod rate_index;
mod sorted;
mod tree;

pub(super) use rate_index::{Found, RateIndex};

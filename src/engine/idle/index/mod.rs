//! Fast search trees, one set per rate: sessions decide every request with them. The paper's own data structures, which find the same periods
//! and show how, are in [`crate::idle::reference`].

mod block;
mod classes;
mod line;
mod places;
mod search;
mod rate_index;
mod sorted;
mod tree;

pub(super) use rate_index::{FoundPeriod, RateIndex};

//! The fast layouts that the sessions use: flat search trees, one set for every rate. The paper's structures, which find
//! the same periods, are in [`crate::idle::reference`].

mod block;
mod classes;
mod line;
mod places;
mod search;
mod shelf;
mod sorted;
mod tree;

pub(super) use shelf::{Found, Shelf};

//! The library of saved work: what it holds, what may go when there is no room, what is there twice. Pure: it reads and writes a [`Shelf`].

mod listed;
mod rules;
mod shelf;
#[cfg(test)]
mod tests;

pub use listed::{Condition, Listed, listed};
pub use rules::{Live, Went, duplicates, may_go, save_part};
pub use shelf::{Full, Part, Shelf, Taken, ids, put_making_room, take};

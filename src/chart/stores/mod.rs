//! Pictures of slot stores: their nodes as boxes over the slots.

pub mod boxes;
pub mod figure;

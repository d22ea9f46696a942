//! Asking a plan for offers (Sulistio): a box over the free nodes, the offers in it, who chooses, and the algorithm step by step.

mod asking;
mod choice_form;
mod figures;
mod free_picture;
mod front_picture;
mod list;
mod panel;
mod steps;

pub use asking::{offers_button, start_or_stop};
pub use panel::OffersPanel;

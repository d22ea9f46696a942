//! The class page: a lecturer pastes the codes that students have sent, and sees what they answered. Nothing of it is stored or sent.

mod bars;
mod bring_in;
mod entry;
mod left_out;
mod lesson;
mod question;
mod students;
pub(crate) mod view;

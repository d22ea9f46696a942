//! The answers of a class to a lesson, out of the codes that students have sent.

pub mod codes;
mod left_out;
mod offered;
mod question;
mod students;
mod table;
mod tasks;

pub use codes::Codes;
pub use left_out::{LeftOut, Why};
pub use offered::words_of;
pub use question::{Answered, Question, Row, Shift, Votes};
pub use students::Class;

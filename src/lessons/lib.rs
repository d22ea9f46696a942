//! Lessons: a text file says what is shown and what is asked; the engine plans the scenario and answers. Described in `docs/lessons.md`.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod expr;
pub mod model;
pub mod prose;
pub mod record;
pub mod session;

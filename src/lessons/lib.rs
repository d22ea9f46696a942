//! Lessons: a text file says what is shown and what is asked; the engine plans the scenario and answers. Described in `docs/lessons.md`.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod answer_code;
mod answers;
pub mod check;
pub mod class;
mod evaluate;
pub mod expr;
mod file;
pub mod hash;
pub mod interaction;
pub mod levers;
pub mod lines;
pub mod link;
pub mod model;
mod nearest;
pub mod parse;
pub mod prose;
pub mod record;
pub mod recorded;
pub mod resumed;
pub mod scorm;
mod seed;
pub mod session;
pub mod settings;
mod show;
mod situation;
mod study;
mod view;
pub mod words;
pub mod write;

//! Lessons in the page: one column beside the real picture. What is asked and answered is in the package `bookahead-lessons`; here it is shown.

mod ask;
pub(crate) mod column;
pub(crate) mod course;
mod end;
mod focus;
pub(crate) mod going;
mod levers;
mod lines;
mod order;
pub(crate) mod over_plan;
mod progress;
pub(crate) mod prose;
pub(crate) mod report;
pub(crate) mod shipped;
pub(crate) mod wanted;
pub(crate) mod words;

//! Scenarios, plans and logs as text: files, links, workload logs, tables. Text comes in as bytes and is checked before anything is made of it.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod ascii;
pub mod json;
pub mod link;
pub mod swf;

//! Scenarios, plans and logs as text: files, links, workload logs, tables. All input is checked before it is used.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod ascii;
pub mod batsim;
pub mod csv;
pub mod gallery;
pub mod json;
mod json_lines;
mod json_parts;
pub mod link;
mod link_parts;
pub mod markup;
pub mod messages;
mod old_links;
pub mod one_file;
pub mod plan_files;
mod plan_rows;
pub mod provenance;
mod same_fields;
pub mod saved;
pub mod snapshot;
pub mod studies;
pub mod sacct;
pub mod swf;
pub mod workflow;

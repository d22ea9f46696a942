//! Task graphs as files: Standard Task Graphs (STG), WfCommons JSON (WfFormat 1.0 to 1.5) and DAX (Pegasus XML). The content decides which it is.

mod builder;
mod dax;
mod error;
mod import;
mod notes;
mod stg;
mod wfcommons;

pub use error::GraphError;
pub use import::{ImportedGraph, WorkflowOptions, looks_like_graph, read_graph, to_workflow};

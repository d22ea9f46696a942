//! Workflows (Mondol 2011): applications are graphs of tasks; a broker asks resource providers, searches mappings of the tasks to nodes, and has the nodes
//! reserved.
//!
//! Times are whole ticks. Each task runs on one node without a break. A *mapping* gives each task a node and a start; its *delay* is its makespan less the
//! length of the critical path, the least makespan there can be.

pub mod bounds;
pub mod graph;
pub mod times;
pub mod open;
pub mod timeline;
pub mod policy;
pub mod generator;
pub mod scenario;
mod scenario_check;
pub mod search;
pub mod preload;
pub mod parties;
pub mod broker;
pub mod outages;
pub mod metrics;
pub mod outcome;
pub mod formulas;
pub mod check;
pub mod explain;
pub mod update;
pub mod run;
pub mod compare;
pub mod worked;

pub use outcome::WorkflowOutcome;
pub use run::WorkflowRun;
pub use scenario::WorkflowScenario;
pub use update::{WorkflowQuery, WorkflowSnapshot, WorkflowUpdate};

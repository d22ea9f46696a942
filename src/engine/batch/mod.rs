//! Parallel jobs on a cluster: batch queues, and reservations of many nodes at once (Castillo chapter 5, [`crate::coalloc`]).
//!
//! A *job* wants n_r nodes at once; its user estimates how long. It really runs as long as the log says. Time is counted in seconds. A *queue* starts
//! jobs when nodes are free; a *reservation* gives a job its start when it is submitted.

pub mod bounds;
pub mod job;
pub mod scheduler;
pub mod decisions;
pub mod profile;
mod waiting;
mod reserved;
mod cluster;
mod fcfs;
mod easy;
mod conservative;
pub mod queue;
mod saved;
mod checkpoint;
pub mod nodes;
pub mod metrics;
pub mod curves;
pub mod formulas;
pub mod generator;
pub mod workload;
pub mod scenario;
pub mod outcome;
pub mod check;
pub mod explain;
pub mod step;
pub mod update;
pub mod run;
pub mod compare;
pub mod experiment;

pub use outcome::BatchOutcome;
pub use run::BatchRun;
pub use scenario::BatchScenario;
pub use update::{BatchPlan, BatchQuery, BatchSnapshot, BatchUpdate};

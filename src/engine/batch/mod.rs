//! Parallel jobs on a cluster: batch queues, and reservations of many nodes at once (Castillo chapter 5, [`coalloc`]).
//!
//! A *job* wants n_r nodes at once; its user estimates how long. It really runs as long as the log says. Time is counted in seconds. A *queue* starts
//! jobs when nodes are free; a *reservation* gives a job its start when it is submitted.

pub mod bounds;
pub mod job;
pub mod limits;
pub mod names;
pub mod priority;
pub mod reservations;
pub mod scheduler;
pub mod offered;
pub mod decisions;
pub mod coalloc;
pub mod queue;
pub mod nodes;
pub mod overbooked;
pub mod metrics;
pub mod workload;
pub mod scenario;
pub mod outcome;
pub mod check;
pub mod explain;
pub mod forecast;
pub mod cost;
pub mod booking;
pub mod run;
pub mod worked;

pub use outcome::BatchOutcome;
pub use run::BatchRun;
pub use run::update::{BatchPlan, BatchQuery, BatchSnapshot, BatchUpdate};
pub use scenario::BatchScenario;

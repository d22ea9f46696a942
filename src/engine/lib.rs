//! The scheduling engine: pure functions from a scenario to a plan. It knows nothing of browsers, files, clocks or the screen.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod bounds;
pub mod error;
pub mod request;
pub mod workload;
pub mod revenue;
pub mod scenario;
pub mod plan;
pub mod planner;
pub mod nodes;
pub mod metrics;
pub mod outcome;
pub mod patch;
pub mod regimes;
pub mod experiment;
pub mod check;
pub mod explain;
pub mod idle;

pub use error::ScenarioError;
pub use outcome::{Outcome, run};
pub use request::{Request, Slot};
pub use scenario::Scenario;

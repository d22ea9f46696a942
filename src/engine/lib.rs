//! The scheduling engine: pure functions from a scenario to a plan. It knows nothing of browsers, files, clocks or the screen.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod core;
pub mod slots;
pub mod idle;
pub mod study;
pub mod convert;
pub mod experiment;

pub use core::error::ScenarioError;
pub use slots::outcome::{Outcome, run};
pub use slots::request::{Request, Slot};
pub use slots::scenario::SlotsScenario;
pub use study::{Scenario, Study};

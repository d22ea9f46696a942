//! The papers: their figures, tables and claims, computed again. What it needs of a scenario and a plan it takes from the engine; like the engine it knows
//! nothing of browsers, files, clocks or the screen, and gives the same bytes on every platform.
//!
//! | module | contents |
//! |---|---|
//! | [`experiment`] | the catalogue of experiments, the runner, the gallery of all figures and tables |
//! | [`slots`] | Umar, Pujiyanta and Sulistio; the planners ranked, against the optimum, and what planning anew costs; stores of reservations |
//! | [`idle`] | Castillo's chapters 3 and 4 |
//! | [`batch`] | Castillo's chapter 5 |
//! | [`workflow`] | Mondol |
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod slots;
pub mod idle;
pub mod batch;
pub mod workflow;
pub mod experiment;

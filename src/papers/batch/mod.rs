//! Table 5.3 and Figures 5.3 to 5.9 of Castillo, computed again on a log or on jobs of the model of Lublin and Feitelson, with the queues drawn in.
//!
//! [`beside`] is what Umar's chapter 2 reports of reservations beside a queue; [`when`] is ours: forecasts of starts.
//!
//! Ours: the paper gives neither the horizon nor the length of a quantum, and takes run times for l_r as far as can be told: with estimates, wide jobs starve.
//! Here l_r is the run time unless estimates are asked for. The baseline "batch" is the wait recorded in the log, where there is one; else EASY.

pub mod beside;
mod claims;
mod figure;
mod parameters;
mod results;
mod sweep;
pub mod when;

pub use figure::{ClusterFigure, LOG_NODES};
pub use parameters::{FULL_SIZE, LECTURE_SIZE, ParameterStudy, ParameterTrial};
pub use sweep::{ClusterInput, ClusterSweep, ClusterUnit};

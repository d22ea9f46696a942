//! Figures 4 to 9 of Sulistio, computed again: Rigid and first fit with FCFS and EASY, strip packing with EASY; beside them the planners that move others.
//!
//! The paper plays the first two weeks of the log of SDSC Blue Horizon, about 3,200 jobs, on 64 nodes; 30 % of the jobs reserve. Experiments hold no logs.
//! Without one theirs are jobs of the model of Lublin and Feitelson for a machine of 64 nodes. Of a log that is given, the jobs of the first two weeks are
//! played ([`TWO_WEEKS`]); runs differ by who reserves. A reservation holds its slots to the end. The users know how long their jobs run.

mod booker;
mod claims;
mod figures;
mod finder;
mod simulation;
mod study;

pub use figures::{ElasticExperiment, LECTURE_SIZE, NODES, PAPER_SIZE, TWO_WEEKS};
pub use finder::{AskedInterval, Finder, Line};
pub use simulation::{Found, play};
pub use study::{ElasticStudy, ElasticTrial};

//! Every experiment by its name, behind one face: what the command line and the page's worker need.

use super::revenue::{PAPER_RUNS, RevenueExperiment};
use super::runner::{Experiment, Options, Progress, Results, Runner};
use crate::bounds;
use crate::error::{Place, ScenarioError};

/// An experiment that can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name on the command line.
    pub key: String,
    /// What it is, in one line.
    pub title: String,
    /// How large it is where nothing else is said.
    pub options: Options,
}

/// A runner of any experiment.
pub trait Running {
    /// Does a piece of work of up to `jobs` jobs.
    ///
    /// # Errors
    /// The options lead to a workload out of bounds.
    fn advance(&mut self, jobs: usize) -> Result<Progress, ScenarioError>;

    /// Whether every run is done.
    fn is_done(&self) -> bool;

    /// How far it is.
    fn progress(&self) -> Progress;

    /// What the finished runs say.
    fn results(&self) -> Results;
}

impl<E: Experiment> Running for Runner<E> {
    fn advance(&mut self, jobs: usize) -> Result<Progress, ScenarioError> {
        Self::advance(self, jobs)
    }

    fn is_done(&self) -> bool {
        Self::is_done(self)
    }

    fn progress(&self) -> Progress {
        Self::progress(self)
    }

    fn results(&self) -> Results {
        Self::results(self)
    }
}

/// Every experiment, in the order of the papers.
pub fn catalogue() -> Vec<Listed> {
    let listed = |experiment: RevenueExperiment| Listed { key: experiment.key(), title: experiment.title(), options: PAPER_RUNS };
    RevenueExperiment::ALL.into_iter().map(listed).collect()
}

/// Begins the experiment with this name.
///
/// # Errors
/// No experiment has this name (`name`), or an option is out of range (`runs`, `jobs`).
pub fn start(name: &str, options: Options) -> Result<Box<dyn Running>, ScenarioError> {
    for (field, value, bound) in [("runs", options.runs, bounds::RUNS), ("jobs", options.requests, bounds::EXPERIMENT_REQUESTS)] {
        if !bound.holds(value) {
            return Err(ScenarioError::out_of_range(Place::new(field), value, bound));
        }
    }
    let Some(experiment) = RevenueExperiment::from_key(name) else {
        let names: Vec<String> = catalogue().into_iter().map(|listed| listed.key).collect();
        return Err(ScenarioError::new(Place::new("name"), name, format!("one of {}", names.join(", "))));
    };
    Ok(Box::new(Runner::new(experiment, options)))
}

//! The catalogue of experiments.

use super::{Experiment, Options};
use crate::batch::experiment::{ClusterFigure, ClusterSweep};
use crate::core::error::{FieldPath, ScenarioError};
use crate::idle::experiment::{self as idle, Figure};
use crate::slots::elastic::experiment::{self as elastic, ElasticExperiment, ElasticStudy};
use crate::slots::revenue::experiment::{PAPER_RUNS, RevenueExperiment};
use crate::workflow::experiment::WorkflowExperiment;

/// Where an experiment comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// Umar, chapter 6: revenue.
    Umar,
    /// Castillo, chapters 3 and 4: idle periods.
    Castillo,
    /// Sulistio: elastic reservation.
    Sulistio,
    /// Castillo, chapter 5: co-allocation.
    CoAllocation,
    /// Mondol: workflows.
    Mondol,
}

impl Paper {
    /// All of them, in the order of the catalogue.
    pub const ALL: [Self; 5] = [Self::Umar, Self::Castillo, Self::CoAllocation, Self::Sulistio, Self::Mondol];

    /// What [`Options::requests`] counts in its experiments.
    pub fn requests(self) -> &'static str {
        if self == Self::Mondol { "tasks" } else { "requests" }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Umar => "Umar: revenue",
            Self::Castillo => "Castillo: idle periods",
            Self::Sulistio => "Sulistio: elastic reservation",
            Self::CoAllocation => "Castillo: co-allocation",
            Self::Mondol => "Mondol: workflows",
        }
    }
}

/// An experiment that can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentInfo {
    /// Its name on the command line.
    pub key: String,
    /// What it is, in one line.
    pub title: String,
    /// Where it comes from.
    pub paper: Paper,
    /// A size for a lecture: seconds.
    pub lecture: Options,
    /// The paper's size, or where it names none one with clear answers.
    pub full: Options,
    /// Units of each run, which share its requests.
    pub units_per_run: u32,
    /// Times the requests of a unit are planned.
    pub plans: u32,
}

/// Number of experiments.
pub const COUNT: u32 = (RevenueExperiment::ALL.len()
    + Figure::ALL.len()
    + ClusterFigure::ALL.len()
    + ElasticExperiment::ALL.len()
    + WorkflowExperiment::COUNT) as u32;

/// Every experiment, in the order of the papers.
pub fn catalogue() -> Vec<ExperimentInfo> {
    let revenue = RevenueExperiment::ALL.into_iter().map(|experiment| ExperimentInfo {
        key: experiment.key(),
        title: experiment.title(),
        paper: Paper::Umar,
        lecture: PAPER_RUNS,
        full: Options { runs: 30, ..PAPER_RUNS },
        units_per_run: 1,
        plans: 4,
    });
    let figures = Figure::ALL.into_iter().map(|figure| ExperimentInfo {
        key: figure.key().to_string(),
        title: format!("{} (Castillo, Figure {})", figure.title(), figure.key().trim_start_matches("castillo-")),
        paper: Paper::Castillo,
        lecture: figure.lecture(),
        full: idle::PAPER_SIZE,
        units_per_run: figure.points().len() as u32,
        plans: figure.lines().len() as u32,
    });
    let elastic = ElasticExperiment::ALL.into_iter().map(|experiment| ExperimentInfo {
        key: experiment.key().to_string(),
        title: ElasticStudy::new(experiment, None).title(),
        paper: Paper::Sulistio,
        lecture: elastic::LECTURE_SIZE,
        full: elastic::PAPER_SIZE,
        units_per_run: 1,
        plans: experiment.plays(),
    });
    let clusters = ClusterFigure::ALL.into_iter().map(|figure| {
        let units =
            ClusterSweep::new(figure, Options { runs: 1, ..figure.lecture() }, None).map_or(1, |sweep| sweep.progress().units);
        ExperimentInfo {
            key: figure.key().to_string(),
            title: figure.title().to_string(),
            paper: Paper::CoAllocation,
            lecture: figure.lecture(),
            full: figure.full(),
            units_per_run: units,
            plans: 1,
        }
    });
    let workflows = WorkflowExperiment::all().map(|experiment| ExperimentInfo {
        key: experiment.key(),
        title: experiment.title(),
        paper: Paper::Mondol,
        lecture: experiment.lecture(),
        full: experiment.full(),
        units_per_run: 1,
        plans: experiment.plans(),
    });
    revenue.chain(figures).chain(clusters).chain(elastic).chain(workflows).collect()
}

/// The experiment with this name.
///
/// # Errors
/// No experiment has this name (`name`).
pub fn find(name: &str) -> Result<ExperimentInfo, ScenarioError> {
    catalogue().into_iter().find(|listed| listed.key == name).ok_or_else(|| no_experiment(name))
}

pub(super) fn no_experiment(name: &str) -> ScenarioError {
    let names: Vec<String> = catalogue().into_iter().map(|listed| listed.key).collect();
    ScenarioError::new(FieldPath::new("name"), name, format!("one of {}", names.join(", ")))
}

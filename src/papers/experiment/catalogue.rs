//! The catalogue of experiments.

use super::{Experiment, Options};
use crate::batch::beside::{self, BesideAxis, BesideStudy};
use crate::batch::when::{self, WhenStudy};
use crate::batch::{self, ClusterFigure, ClusterSweep, ParameterStudy};
use crate::idle::structures::{self, StructureStudy};
use crate::idle::{self, Figure};
use crate::slots::elastic::{self, ElasticExperiment, ElasticStudy};
use crate::slots::optimum::experiment::{self as optimum, DistanceStudy};
use crate::slots::price::{self, PriceAxis, PriceStudy};
use crate::slots::ranking::{self, RankingStudy};
use crate::slots::resubmission::{self, ResubmissionStudy};
use crate::slots::revenue::{PAPER_RUNS, RATE_LECTURE, RATE_RUNS, RateStudy, RevenueExperiment};
use crate::slots::share::{self, ShareStudy};
use crate::slots::store::StoreKind;
use crate::slots::store::experiment::{self as stores, Axis, StoreStudy};
use crate::slots::utilisation::UtilisationExperiment;
use crate::workflow::WorkflowExperiment;
use bookahead_engine::core::error::{FieldPath, ScenarioError};

/// Where an experiment comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// Umar, chapter 6: revenue.
    Umar,
    /// Castillo, chapters 3 and 4: idle periods.
    Castillo,
    /// Castillo, chapter 5: co-allocation.
    CoAllocation,
    /// Sulistio: elastic reservation.
    Sulistio,
    /// Mondol: workflows.
    Mondol,
    /// Castillo, chapter 4, under the other reading of its deadlines.
    CastilloByMean,
    /// Umar, chapter 6: utilisation.
    UmarPlanning,
    /// Pujiyanta: FCFS-LRH.
    Pujiyanta,
    /// Data structures for reservations over slots (Umar 2.2 and 4.2).
    Stores,
    /// All planners beside one another and beside the optimum (ours).
    Comparison,
    /// When jobs of a queue will start (ours).
    Forecast,
    /// Umar, chapter 6: revenue against the arrival rate.
    UmarRate,
    /// Reservations beside a queue, as Umar's chapter 2 reports of others.
    Beside,
    /// Data structures for idle periods (Castillo, chapters 3 and 4).
    Structures,
    /// Co-allocation with other parameters (Castillo, chapter 5).
    Parameters,
    /// Castillo, chapter 3, where starts lie near.
    CastilloSoon,
}

impl Paper {
    /// All of them, in the order of the catalogue.
    pub const ALL: [Self; 16] = [
        Self::Umar,
        Self::Castillo,
        Self::CoAllocation,
        Self::Sulistio,
        Self::Mondol,
        Self::CastilloByMean,
        Self::UmarPlanning,
        Self::Pujiyanta,
        Self::Stores,
        Self::Comparison,
        Self::Forecast,
        Self::UmarRate,
        Self::Beside,
        Self::Structures,
        Self::Parameters,
        Self::CastilloSoon,
    ];

    /// What [`Options::requests`] counts in its experiments.
    pub fn requests(self) -> &'static str {
        if self == Self::Mondol { "tasks" } else { "requests" }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::UmarPlanning => "Umar: utilisation",
            Self::Umar => "Umar: revenue",
            Self::Pujiyanta => "Pujiyanta: FCFS-LRH",
            Self::Castillo => "Castillo: idle periods",
            Self::CastilloByMean => "Castillo: deadlines by the mean rate",
            Self::Sulistio => "Sulistio: elastic reservation",
            Self::CoAllocation => "Castillo: co-allocation",
            Self::Mondol => "Mondol: workflows",
            Self::Stores => "Umar, Sulistio: slot stores",
            Self::Comparison => "All planners: who wins, how far from the best, at what price",
            Self::Forecast => "Queues: when will a job start",
            Self::UmarRate => "Umar: revenue against the arrival rate",
            Self::Beside => "Queues: reservations beside them",
            Self::Structures => "Castillo: structures for idle periods",
            Self::Parameters => "Castillo: co-allocation with other parameters",
            Self::CastilloSoon => "Castillo: idle periods where starts lie near",
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
    /// The first experiment with the same units, maybe itself: what a unit of that one finds, this one can take in.
    pub same_units: String,
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
    + WorkflowExperiment::COUNT
    + UtilisationExperiment::COUNT
    + Axis::ALL.len()
    + 2
    + PriceAxis::ALL.len()
    + 2
    + 2
    + BesideAxis::ALL.len()
    + structures::Axis::ALL.len()
    + ParameterStudy::ALL.len()
    + ShareStudy::ALL.len()) as u32;

/// Every experiment. What came later stands at the end: old links tell an experiment by its place.
pub fn catalogue() -> Vec<ExperimentInfo> {
    let revenue = RevenueExperiment::ALL.into_iter().map(|experiment| ExperimentInfo {
        key: experiment.key(),
        same_units: experiment.key(),
        title: experiment.title(),
        paper: Paper::Umar,
        lecture: PAPER_RUNS,
        full: Options { runs: 30, ..PAPER_RUNS },
        units_per_run: 1,
        plans: 5,
    });
    let figure = |figure: Figure| ExperimentInfo {
        key: figure.key().to_string(),
        same_units: figure.same_units().key().to_string(),
        title: format!("{} (Castillo, Figure {})", figure.title(), figure.number()),
        paper: match figure {
            Figure::Soon => Paper::CastilloSoon,
            _ if figure.usual() == figure => Paper::Castillo,
            _ => Paper::CastilloByMean,
        },
        lecture: figure.lecture(),
        full: idle::PAPER_SIZE,
        units_per_run: figure.points().len() as u32,
        plans: figure.lines().len() as u32,
    };
    let (figures, later) = Figure::ALL.split_at(Figure::USUAL);
    let (under_mean_rate, near_starts) = later.split_at(Figure::BOTH - Figure::USUAL);
    let elastic = ElasticExperiment::ALL.into_iter().map(|experiment| ExperimentInfo {
        key: experiment.key().to_string(),
        same_units: experiment.key().to_string(),
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
            same_units: figure.key().to_string(),
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
        same_units: experiment.key(),
        title: experiment.title(),
        paper: Paper::Mondol,
        lecture: experiment.lecture(),
        full: experiment.full(),
        units_per_run: 1,
        plans: experiment.plans(),
    });
    let utilisation = UtilisationExperiment::all().map(|experiment| ExperimentInfo {
        key: experiment.key(),
        same_units: experiment.key(),
        title: experiment.title(),
        paper: if matches!(experiment, UtilisationExperiment::Umar(_)) { Paper::UmarPlanning } else { Paper::Pujiyanta },
        lecture: experiment.lecture(),
        full: experiment.full(),
        units_per_run: 1,
        plans: experiment.plans(),
    });
    let stores = Axis::ALL.into_iter().map(|axis| ExperimentInfo {
        key: axis.key().to_string(),
        same_units: axis.key().to_string(),
        title: StoreStudy::new(axis, stores::FULL_SIZE.requests).title(),
        paper: Paper::Stores,
        lecture: stores::LECTURE_SIZE,
        full: stores::FULL_SIZE,
        units_per_run: 1,
        plans: (StoreKind::ALL.len() * axis.places(stores::FULL_SIZE.requests).len()) as u32,
    });
    let ranking = ExperimentInfo {
        key: RankingStudy::KEY.to_string(),
        same_units: RankingStudy::KEY.to_string(),
        title: RankingStudy::drawn().title(),
        paper: Paper::Comparison,
        lecture: ranking::LECTURE_SIZE,
        full: ranking::FULL_SIZE,
        units_per_run: 1,
        plans: RankingStudy::plans(),
    };
    let distance = ExperimentInfo {
        key: DistanceStudy::KEY.to_string(),
        same_units: DistanceStudy::KEY.to_string(),
        title: DistanceStudy.title(),
        paper: Paper::Comparison,
        lecture: optimum::LECTURE_SIZE,
        full: optimum::FULL_SIZE,
        units_per_run: 1,
        plans: DistanceStudy::plans(),
    };
    let price = PriceAxis::ALL.into_iter().map(|axis| ExperimentInfo {
        key: axis.key().to_string(),
        same_units: axis.key().to_string(),
        title: PriceStudy::new(axis).title(),
        paper: Paper::Comparison,
        lecture: price::LECTURE_SIZE,
        full: price::FULL_SIZE,
        units_per_run: 1,
        plans: PriceStudy::new(axis).plans(),
    });
    let forecast = ExperimentInfo {
        key: WhenStudy::KEY.to_string(),
        same_units: WhenStudy::KEY.to_string(),
        title: WhenStudy::drawn().title(),
        paper: Paper::Forecast,
        lecture: when::LECTURE_SIZE,
        full: when::FULL_SIZE,
        units_per_run: 1,
        plans: WhenStudy::plans(),
    };
    let rate = RateStudy::all().into_iter().map(|study| ExperimentInfo {
        key: study.key(),
        same_units: study.key(),
        title: study.title(),
        paper: Paper::UmarRate,
        lecture: RATE_LECTURE,
        full: RATE_RUNS,
        units_per_run: 1,
        plans: RateStudy::plans(),
    });
    let beside = BesideAxis::ALL.map(BesideStudy::new).into_iter().map(|study| ExperimentInfo {
        key: study.key(),
        same_units: study.key(),
        title: study.title(),
        paper: Paper::Beside,
        lecture: beside::LECTURE_SIZE,
        full: beside::FULL_SIZE,
        units_per_run: 1,
        plans: study.plans(),
    });
    let structures = structures::Axis::ALL.into_iter().map(|axis| ExperimentInfo {
        key: axis.key().to_string(),
        same_units: axis.key().to_string(),
        title: StructureStudy::new(axis).title(),
        paper: Paper::Structures,
        lecture: structures::LECTURE_SIZE,
        full: structures::FULL_SIZE,
        units_per_run: 1,
        plans: StructureStudy::new(axis).plans(),
    });
    let parameters = ParameterStudy::ALL.into_iter().map(|study| ExperimentInfo {
        key: study.key(),
        same_units: study.key(),
        title: study.title(),
        paper: Paper::Parameters,
        lecture: batch::LECTURE_SIZE,
        full: batch::FULL_SIZE,
        units_per_run: 1,
        plans: study.plans(),
    });
    let resubmission = ExperimentInfo {
        key: ResubmissionStudy::KEY.to_string(),
        same_units: ResubmissionStudy::KEY.to_string(),
        title: ResubmissionStudy.title(),
        paper: Paper::Comparison,
        lecture: resubmission::LECTURE_SIZE,
        full: resubmission::FULL_SIZE,
        units_per_run: 1,
        plans: ResubmissionStudy::plans(),
    };
    let shares = ShareStudy::ALL.into_iter().map(|study| ExperimentInfo {
        key: study.key(),
        same_units: study.key(),
        title: study.title(),
        paper: Paper::Comparison,
        lecture: share::LECTURE_SIZE,
        full: share::FULL_SIZE,
        units_per_run: 1,
        plans: study.plans(),
    });
    let of_the_papers = revenue.chain(figures.iter().copied().map(figure)).chain(clusters).chain(elastic).chain(workflows);
    of_the_papers
        .chain(under_mean_rate.iter().copied().map(figure))
        .chain(utilisation)
        .chain(stores)
        .chain([ranking, distance])
        .chain(price)
        .chain([resubmission])
        .chain(shares)
        .chain([forecast])
        .chain(rate)
        .chain(beside)
        .chain(structures)
        .chain(parameters)
        .chain(near_starts.iter().copied().map(figure))
        .collect()
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

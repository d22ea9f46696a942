//! A unit of an experiment: a piece of work, and what it found.

use crate::batch::beside::BesideTrial;
use crate::batch::when::WhenTrial;
use crate::batch::{ClusterUnit, ParameterTrial};
use crate::experiment::{Sample, Trial};
use crate::idle;
use crate::idle::structures::StructureTrial;
use crate::slots::elastic::ElasticTrial;
use crate::slots::optimum::experiment::DistanceTrial;
use crate::slots::price::PriceTrial;
use crate::slots::ranking::RankingTrial;
use crate::slots::resubmission::ResubmissionTrial;
use crate::slots::revenue::{RateTrial, RevenueTrial};
use crate::slots::share::ShareTrial;
use crate::slots::store::experiment::StoreTrial;
use crate::slots::utilisation::UtilisationTrial;
use crate::workflow::WorkflowTrial;
use bookahead_engine::core::error::ScenarioError;
use serde::{Deserialize, Serialize};

/// A piece of work, to be done anywhere.
#[derive(Debug)]
pub enum Unit {
    /// A run of one of Umar's.
    Revenue(Box<RevenueTrial>),
    /// A point of one of Castillo's in one run.
    Figure(Box<idle::Unit>),
    /// A run of one of Sulistio's.
    Elastic(Box<ElasticTrial>),
    /// A run of the jobs of a cluster.
    Cluster(Box<ClusterUnit>),
    /// An application of one of Mondol's.
    Workflow(Box<WorkflowTrial>),
    /// A run of one of Umar's or Pujiyanta's on utilisation.
    Utilisation(Box<UtilisationTrial>),
    /// A run of one on slot stores.
    Stores(Box<StoreTrial>),
    /// A run of all planners on all workloads.
    Ranking(Box<RankingTrial>),
    /// A run of small cases.
    Distance(Box<DistanceTrial>),
    /// A run of the planners whose work is counted.
    Price(Box<PriceTrial>),
    /// Refused requests that come again.
    Resubmission(Box<ResubmissionTrial>),
    /// A run of planners against a share.
    Share(Box<ShareTrial>),
    /// A run of revenue against the arrival rate.
    Rate(Box<RateTrial>),
    /// A run of the jobs whose starts are foretold.
    When(Box<WhenTrial>),
    /// A run of one of those on reservations beside a queue.
    Beside(Box<BesideTrial>),
    /// A run of one on structures for idle periods.
    Structures(Box<StructureTrial>),
    /// A run of co-allocation with other parameters.
    Parameters(Box<ParameterTrial>),
}

/// What a unit found, as it travels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum UnitResult {
    /// In a run of an experiment whose units are whole runs.
    Sample(Sample),
    /// At a point of one of Castillo's, for each curve.
    Point(Vec<idle::PointFigures>),
    /// In a run of the jobs of a cluster, place by place; none where nobody is.
    Cells(Vec<Option<f64>>),
}

impl Unit {
    /// Decides up to `jobs` further jobs; whether the unit is done. Its requests are made in one piece when it begins.
    ///
    /// # Errors
    /// The options lead to a workload out of bounds.
    pub fn advance(&mut self, jobs: usize) -> Result<bool, ScenarioError> {
        match self {
            Self::Revenue(trial) => Ok(trial.advance(jobs)),
            Self::Figure(unit) => unit.advance(jobs),
            Self::Elastic(trial) => Ok(trial.advance(jobs)),
            Self::Cluster(unit) => Ok(unit.advance(jobs)),
            Self::Workflow(trial) => Ok(trial.advance(jobs)),
            Self::Utilisation(trial) => Ok(trial.advance(jobs)),
            Self::Stores(trial) => Ok(trial.advance(jobs)),
            Self::Ranking(trial) => Ok(trial.advance(jobs)),
            Self::Distance(trial) => Ok(trial.advance(jobs)),
            Self::Price(trial) => Ok(trial.advance(jobs)),
            Self::Resubmission(trial) => Ok(trial.advance(jobs)),
            Self::Share(trial) => Ok(trial.advance(jobs)),
            Self::Rate(trial) => Ok(trial.advance(jobs)),
            Self::When(trial) => Ok(trial.advance(jobs)),
            Self::Beside(trial) => Ok(trial.advance(jobs)),
            Self::Structures(trial) => Ok(trial.advance(jobs)),
            Self::Parameters(trial) => Ok(trial.advance(jobs)),
        }
    }

    /// Share of its jobs that are decided.
    pub fn share(&self) -> f64 {
        let of = |(done, jobs): (usize, usize)| (done as f64, jobs as f64);
        let (done, jobs) = match self {
            Self::Figure(unit) => {
                let (done, jobs) = unit.progress();
                (done as f64, jobs as f64)
            }
            Self::Revenue(trial) => of(trial.progress()),
            Self::Elastic(trial) => of(trial.progress()),
            Self::Cluster(trial) => of(trial.progress()),
            Self::Workflow(trial) => of(trial.progress()),
            Self::Utilisation(trial) => of(trial.progress()),
            Self::Stores(trial) => of(trial.progress()),
            Self::Ranking(trial) => of(trial.progress()),
            Self::Distance(trial) => of(trial.progress()),
            Self::Price(trial) => of(trial.progress()),
            Self::Resubmission(trial) => of(trial.progress()),
            Self::Share(trial) => of(trial.progress()),
            Self::Rate(trial) => of(trial.progress()),
            Self::When(trial) => of(trial.progress()),
            Self::Beside(trial) => of(trial.progress()),
            Self::Structures(trial) => of(trial.progress()),
            Self::Parameters(trial) => of(trial.progress()),
        };
        done / jobs.max(1.0)
    }

    /// What it found; asked for once it is done.
    pub fn into_found(self) -> UnitResult {
        match self {
            Self::Revenue(trial) => UnitResult::Sample(trial.sample()),
            Self::Figure(unit) => UnitResult::Point(unit.into_found()),
            Self::Elastic(trial) => UnitResult::Sample(trial.sample()),
            Self::Cluster(unit) => UnitResult::Cells(unit.into_found()),
            Self::Workflow(trial) => UnitResult::Sample(trial.sample()),
            Self::Utilisation(trial) => UnitResult::Sample(trial.sample()),
            Self::Stores(trial) => UnitResult::Sample(trial.sample()),
            Self::Ranking(trial) => UnitResult::Sample(trial.sample()),
            Self::Distance(trial) => UnitResult::Sample(trial.sample()),
            Self::Price(trial) => UnitResult::Sample(trial.sample()),
            Self::Resubmission(trial) => UnitResult::Sample(trial.sample()),
            Self::Share(trial) => UnitResult::Sample(trial.sample()),
            Self::Rate(trial) => UnitResult::Sample(trial.sample()),
            Self::When(trial) => UnitResult::Sample(trial.sample()),
            Self::Beside(trial) => UnitResult::Sample(trial.sample()),
            Self::Structures(trial) => UnitResult::Sample(trial.sample()),
            Self::Parameters(trial) => UnitResult::Sample(trial.sample()),
        }
    }
}

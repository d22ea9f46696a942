//! An experiment at work, with one interface for the command line and the page.

use super::bounds::{self, check_size};
use super::catalogue::{find, no_experiment};
use super::runner::Runner;
use super::unit::{Unit, UnitResult};
use super::{Options, Progress, Results};
use crate::batch::beside::{BesideAxis, BesideStudy};
use crate::batch::when::WhenStudy;
use crate::batch::{ClusterFigure, ClusterInput, ClusterSweep, ParameterStudy};
use crate::experiment::Experiment;
use crate::idle::structures::{self, StructureStudy};
use crate::idle::{Figure, Sweep};
use crate::slots::elastic::{ElasticExperiment, ElasticStudy};
use crate::slots::optimum::experiment::DistanceStudy;
use crate::slots::price::{PriceAxis, PriceStudy};
use crate::slots::ranking::RankingStudy;
use crate::slots::resubmission::ResubmissionStudy;
use crate::slots::revenue::{RateStudy, RevenueExperiment};
use crate::slots::share::ShareStudy;
use crate::slots::store::experiment::{Axis, StoreStudy};
use crate::slots::utilisation::UtilisationExperiment;
use crate::workflow::WorkflowExperiment;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::workflow::graph::TaskGraph;
use std::sync::Arc;

/// Jobs that [`ExperimentRun::finish`] has decided in one call.
const JOBS_AT_ONCE: usize = 100_000;

/// An experiment in progress: hands out units and gathers what they found, in any order.
///
/// ```
/// use bookahead_papers::experiment::{ExperimentRun, Options};
///
/// // Castillo's Figure 3.4, small: the loss rate of seven strategies at eleven loads.
/// let mut run = ExperimentRun::new("castillo-3.4", Options { runs: 1, requests: 1_000, seed: 1 })?;
/// assert_eq!(run.units(), 11);
///
/// // Units are independent: any thread can work on any of them.
/// let mut unit = run.unit(3)?;
/// while !unit.advance(100)? {}
/// run.take_in(3, unit.into_found());
/// assert_eq!(run.progress().done, 1);
///
/// run.finish()?;
/// let results = run.results();
/// assert_eq!(results.progress.done, 11);
/// let labels: Vec<&str> = results.panels[0].curves.iter().map(|curve| curve.label.as_str()).collect();
/// assert_eq!(labels, ["Min-LIP", "Min-TIP", "Best-Fit", "First-Fit", "LACT", "Max-LIP", "Max-TIP"]);
/// # Ok::<(), bookahead_engine::ScenarioError>(())
/// ```
#[derive(Debug)]
pub enum ExperimentRun {
    /// One of Umar's.
    Revenue(Runner<RevenueExperiment>),
    /// One of Castillo's.
    Figure(Sweep),
    /// One of Sulistio's.
    Elastic(Runner<ElasticStudy>),
    /// One of Castillo's on clusters.
    Cluster(Box<ClusterSweep>),
    /// One of Mondol's.
    Workflow(Runner<WorkflowExperiment>),
    /// One of Umar's or Pujiyanta's on utilisation.
    Utilisation(Runner<UtilisationExperiment>),
    /// One on slot stores.
    Stores(Runner<StoreStudy>),
    /// Who wins.
    Ranking(Runner<RankingStudy>),
    /// How far from the optimum.
    Distance(Runner<DistanceStudy>),
    /// What planning anew costs.
    Price(Runner<PriceStudy>),
    /// Refused requests that come again.
    Resubmission(Runner<ResubmissionStudy>),
    /// Planners against a share.
    Share(Runner<ShareStudy>),
    /// Revenue against the arrival rate.
    Rate(Runner<RateStudy>),
    /// When jobs will start.
    When(Runner<WhenStudy>),
    /// Reservations beside a queue.
    Beside(Runner<BesideStudy>),
    /// One on structures for idle periods.
    Structures(Runner<StructureStudy>),
    /// Co-allocation with other parameters.
    Parameters(Runner<ParameterStudy>),
}

impl ExperimentRun {
    /// Begins the experiment with this name.
    ///
    /// # Errors
    /// No experiment has this name (`name`), or an option is out of range (`runs`, `jobs`, `sweep`).
    pub fn new(name: &str, options: Options) -> Result<Self, ScenarioError> {
        if let Some(figure) = ClusterFigure::from_key(name) {
            return Ok(Self::Cluster(Box::new(ClusterSweep::new(figure, options, None)?)));
        }
        if let Some(figure) = Figure::from_key(name) {
            return Ok(Self::Figure(Sweep::new(figure, options)?));
        }
        let revenue = RevenueExperiment::from_key(name);
        let elastic = ElasticExperiment::from_key(name);
        check_size(options)?;
        if let Some(experiment) = elastic {
            experiment.check(options)?;
            return Ok(Self::Elastic(Runner::new(ElasticStudy::new(experiment, None), options)));
        }
        if let Some(experiment) = WorkflowExperiment::from_key(name) {
            experiment.check(options)?;
            return Ok(Self::Workflow(Runner::new(experiment, options)));
        }
        if let Some(experiment) = UtilisationExperiment::from_key(name) {
            experiment.check(options)?;
            return Ok(Self::Utilisation(Runner::new(experiment, options)));
        }
        if let Some(axis) = Axis::from_key(name) {
            axis.check(options)?;
            return Ok(Self::Stores(Runner::new(StoreStudy::new(axis, options.requests), options)));
        }
        if name == RankingStudy::KEY {
            return Ok(Self::Ranking(Runner::new(RankingStudy::drawn(), options)));
        }
        if name == DistanceStudy::KEY {
            DistanceStudy.check(options)?;
            return Ok(Self::Distance(Runner::new(DistanceStudy, options)));
        }
        if let Some(axis) = PriceAxis::from_key(name) {
            return Ok(Self::Price(Runner::new(PriceStudy::new(axis), options)));
        }
        if name == ResubmissionStudy::KEY {
            ResubmissionStudy.check(options)?;
            return Ok(Self::Resubmission(Runner::new(ResubmissionStudy, options)));
        }
        if let Some(study) = ShareStudy::from_key(name) {
            study.check(options)?;
            return Ok(Self::Share(Runner::new(study, options)));
        }
        if let Some(study) = RateStudy::from_key(name) {
            study.check(options)?;
            return Ok(Self::Rate(Runner::new(study, options)));
        }
        if name == WhenStudy::KEY {
            return Ok(Self::When(Runner::new(WhenStudy::drawn(), options)));
        }
        if let Some(axis) = BesideAxis::from_key(name) {
            return Ok(Self::Beside(Runner::new(BesideStudy::new(axis), options)));
        }
        if let Some(axis) = structures::Axis::from_key(name) {
            return Ok(Self::Structures(Runner::new(StructureStudy::new(axis), options)));
        }
        if let Some(study) = ParameterStudy::from_key(name) {
            return Ok(Self::Parameters(Runner::new(study, options)));
        }
        let experiment = revenue.ok_or_else(|| no_experiment(name))?;
        experiment.check(options)?;
        Ok(Self::Revenue(Runner::new(experiment, options)))
    }

    /// Begins the experiment with this name on the jobs of a log.
    ///
    /// # Errors
    /// As [`ExperimentRun::new`]; or the experiment takes no log (`log`).
    pub fn with_log(name: &str, options: Options, input: ClusterInput) -> Result<Self, ScenarioError> {
        let listed = find(name)?;
        if let Some(figure) = ClusterFigure::from_key(name) {
            return Ok(Self::Cluster(Box::new(ClusterSweep::new(figure, options, Some(input))?)));
        }
        listed.takes_log()?;
        check_size(options)?;
        if name == RankingStudy::KEY {
            return Ok(Self::Ranking(Runner::new(RankingStudy::of_log(input, options)?, options)));
        }
        if name == WhenStudy::KEY {
            return Ok(Self::When(Runner::new(WhenStudy::of_log(input, options)?, options)));
        }
        let experiment = ElasticExperiment::from_key(name).ok_or_else(|| no_experiment(name))?;
        Ok(Self::Elastic(Runner::new(ElasticStudy::new(experiment, Some(input)), options)))
    }

    /// Begins the experiment with this name on these task graphs; each run takes one of them.
    ///
    /// # Errors
    /// As [`ExperimentRun::new`]; or the experiment takes no graphs, or not these (`graphs`).
    pub fn with_graphs(name: &str, options: Options, graphs: Arc<Vec<TaskGraph>>) -> Result<Self, ScenarioError> {
        find(name)?;
        let Some(experiment) = WorkflowExperiment::from_key(name) else {
            let names: Vec<String> = WorkflowExperiment::all().map(|experiment| experiment.key()).collect();
            let allowed = format!("used with one of {}", names.join(", "));
            return Err(ScenarioError::new(FieldPath::new("graphs"), format!("graphs for {name}"), allowed));
        };
        if !bounds::RUNS.holds(options.runs) {
            return Err(ScenarioError::out_of_range(FieldPath::new("runs"), options.runs, bounds::RUNS));
        }
        Ok(Self::Workflow(Runner::new(experiment.with_graphs(graphs)?, options)))
    }

    /// How large it is.
    pub fn options(&self) -> Options {
        match self {
            Self::Revenue(runner) => runner.options(),
            Self::Figure(sweep) => sweep.options(),
            Self::Elastic(runner) => runner.options(),
            Self::Cluster(sweep) => sweep.options(),
            Self::Workflow(runner) => runner.options(),
            Self::Utilisation(runner) => runner.options(),
            Self::Stores(runner) => runner.options(),
            Self::Ranking(runner) => runner.options(),
            Self::Distance(runner) => runner.options(),
            Self::Price(runner) => runner.options(),
            Self::Resubmission(runner) => runner.options(),
            Self::Share(runner) => runner.options(),
            Self::Rate(runner) => runner.options(),
            Self::When(runner) => runner.options(),
            Self::Beside(runner) => runner.options(),
            Self::Structures(runner) => runner.options(),
            Self::Parameters(runner) => runner.options(),
        }
    }

    /// Number of units.
    pub fn units(&self) -> u32 {
        self.progress().units
    }

    /// Unit `index`.
    ///
    /// # Errors
    /// There is no such unit, or the options lead to a workload out of bounds.
    pub fn unit(&self, index: u32) -> Result<Unit, ScenarioError> {
        let none = || ScenarioError::new(FieldPath::new("unit"), index, format!("below {}", self.units()));
        match self {
            _ if index >= self.units() => Err(none()),
            Self::Revenue(runner) => Ok(Unit::Revenue(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::Elastic(runner) => Ok(Unit::Elastic(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::Workflow(runner) => Ok(Unit::Workflow(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::Utilisation(runner) => Ok(Unit::Utilisation(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::Stores(runner) => Ok(Unit::Stores(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::Ranking(runner) => Ok(Unit::Ranking(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::Distance(runner) => Ok(Unit::Distance(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::Price(runner) => Ok(Unit::Price(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::Resubmission(runner) => Ok(Unit::Resubmission(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::Share(runner) => Ok(Unit::Share(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::Rate(runner) => Ok(Unit::Rate(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::When(runner) => Ok(Unit::When(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::Beside(runner) => Ok(Unit::Beside(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::Structures(runner) => Ok(Unit::Structures(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::Parameters(runner) => Ok(Unit::Parameters(Box::new(runner.experiment().trial(runner.options(), index)?))),
            Self::Figure(sweep) => sweep.unit(index as usize).map(|unit| Unit::Figure(Box::new(unit))).ok_or_else(none),
            Self::Cluster(sweep) => sweep.unit(index as usize)?.map(|unit| Unit::Cluster(Box::new(unit))).ok_or_else(none),
        }
    }

    /// Takes in what unit `index` found; what has another shape is ignored.
    pub fn take_in(&mut self, index: u32, found: UnitResult) {
        match (self, found) {
            (Self::Revenue(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::Elastic(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::Workflow(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::Utilisation(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::Stores(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::Ranking(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::Distance(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::Price(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::Resubmission(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::Share(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::Rate(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::When(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::Beside(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::Structures(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::Parameters(runner), UnitResult::Sample(sample)) => runner.take_in(index, sample),
            (Self::Figure(sweep), UnitResult::Point(found)) => sweep.take_in(index as usize, found),
            (Self::Cluster(sweep), UnitResult::Cells(found)) => sweep.take_in(index as usize, found),
            _ => {}
        }
    }

    /// Does all units one after the other, and closes.
    ///
    /// # Errors
    /// As [`ExperimentRun::unit`] and [`Unit::advance`].
    pub fn finish(&mut self) -> Result<(), ScenarioError> {
        for index in 0..self.units() {
            let mut unit = self.unit(index)?;
            while !unit.advance(JOBS_AT_ONCE)? {}
            self.take_in(index, unit.into_found());
        }
        self.close();
        Ok(())
    }

    /// No more will come.
    pub fn close(&mut self) {
        match self {
            Self::Revenue(runner) => runner.close(),
            Self::Elastic(runner) => runner.close(),
            Self::Workflow(runner) => runner.close(),
            Self::Utilisation(runner) => runner.close(),
            Self::Stores(runner) => runner.close(),
            Self::Ranking(runner) => runner.close(),
            Self::Distance(runner) => runner.close(),
            Self::Price(runner) => runner.close(),
            Self::Resubmission(runner) => runner.close(),
            Self::Share(runner) => runner.close(),
            Self::Rate(runner) => runner.close(),
            Self::When(runner) => runner.close(),
            Self::Beside(runner) => runner.close(),
            Self::Structures(runner) => runner.close(),
            Self::Parameters(runner) => runner.close(),
            Self::Figure(_) | Self::Cluster(_) => {}
        }
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        match self {
            Self::Revenue(runner) => runner.progress(),
            Self::Figure(sweep) => sweep.progress(),
            Self::Elastic(runner) => runner.progress(),
            Self::Cluster(sweep) => sweep.progress(),
            Self::Workflow(runner) => runner.progress(),
            Self::Utilisation(runner) => runner.progress(),
            Self::Stores(runner) => runner.progress(),
            Self::Ranking(runner) => runner.progress(),
            Self::Distance(runner) => runner.progress(),
            Self::Price(runner) => runner.progress(),
            Self::Resubmission(runner) => runner.progress(),
            Self::Share(runner) => runner.progress(),
            Self::Rate(runner) => runner.progress(),
            Self::When(runner) => runner.progress(),
            Self::Beside(runner) => runner.progress(),
            Self::Structures(runner) => runner.progress(),
            Self::Parameters(runner) => runner.progress(),
        }
    }

    /// What the same units say of another experiment; `None` if its units are others ([`super::ExperimentInfo::same_units`]).
    pub fn results_as(&self, name: &str) -> Option<Results> {
        match self {
            Self::Figure(sweep) => Some(sweep.as_figure(Figure::from_key(name)?)?.told()),
            _ => Some(self.results()).filter(|results| results.key == name),
        }
    }

    /// What the finished units say; may be asked for at any time.
    pub fn results(&self) -> Results {
        match self {
            Self::Revenue(runner) => runner.results(),
            Self::Figure(sweep) => sweep.told(),
            Self::Elastic(runner) => runner.results(),
            Self::Cluster(sweep) => sweep.results(),
            Self::Workflow(runner) => runner.results(),
            Self::Utilisation(runner) => runner.results(),
            Self::Stores(runner) => runner.results(),
            Self::Ranking(runner) => runner.results(),
            Self::Distance(runner) => runner.results(),
            Self::Price(runner) => runner.results(),
            Self::Resubmission(runner) => runner.results(),
            Self::Share(runner) => runner.results(),
            Self::Rate(runner) => runner.results(),
            Self::When(runner) => runner.results(),
            Self::Beside(runner) => runner.results(),
            Self::Structures(runner) => runner.results(),
            Self::Parameters(runner) => runner.results(),
        }
    }
}

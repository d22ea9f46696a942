//! The scenario behind an experiment: one of its runs, to be opened, changed and shared.

use super::Options;
use super::catalogue::{ExperimentInfo, no_experiment};
use crate::batch::beside::{BesideAxis, BesideStudy};
use crate::batch::when::WhenStudy;
use crate::batch::{ClusterFigure, ParameterStudy};
use crate::idle::{Figure, structures};
use crate::slots::elastic::ElasticExperiment;
use crate::slots::optimum::experiment::DistanceStudy;
use crate::slots::price::{PriceAxis, PriceStudy};
use crate::slots::ranking::RankingStudy;
use crate::slots::resubmission::ResubmissionStudy;
use crate::slots::revenue::{RateStudy, RevenueExperiment};
use crate::slots::share::ShareStudy;
use crate::slots::store::experiment::Axis;
use crate::slots::utilisation::UtilisationExperiment;
use crate::workflow::WorkflowExperiment;
use bookahead_engine::Scenario;
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::study::Study;

/// Most requests of a scenario that is opened from an experiment: more than that is for the experiment.
const REQUESTS_MAX: u32 = 2_000;

impl ExperimentInfo {
    /// Its first run at a size for a lecture, of its first curve; of several places on the axis one in the middle. At most 2,000 requests.
    ///
    /// # Errors
    /// It is not in the catalogue (`name`).
    pub fn scenario(&self) -> Result<Scenario, ScenarioError> {
        let options = Options { requests: self.lecture.requests.min(REQUESTS_MAX), ..self.lecture };
        let Options { requests, seed, .. } = options;
        let key = self.key.as_str();
        let study: Study = if let Some(figure) = UtilisationExperiment::from_key(key) {
            figure.scenario(seed, requests).into()
        } else if let Some(experiment) = RevenueExperiment::from_key(key) {
            experiment.scenario(seed, requests).into()
        } else if let Some(study) = RateStudy::from_key(key) {
            study.scenario(options).into()
        } else if let Some(figure) = Figure::from_key(key) {
            figure.scenario(options)?.into()
        } else if let Some(figure) = ClusterFigure::from_key(key) {
            figure.scenario(options).into()
        } else if let Some(experiment) = ElasticExperiment::from_key(key) {
            experiment.scenario(options).into()
        } else if let Some(experiment) = WorkflowExperiment::from_key(key) {
            experiment.scenario(options).into()
        } else if let Some(axis) = Axis::from_key(key) {
            axis.scenario(options).into()
        } else if key == RankingStudy::KEY {
            RankingStudy::scenario(options).into()
        } else if key == DistanceStudy::KEY {
            DistanceStudy::scenario(options).into()
        } else if let Some(axis) = PriceAxis::from_key(key) {
            PriceStudy::new(axis).scenario(options).into()
        } else if let Some(axis) = structures::Axis::from_key(key) {
            axis.scenario(options)?.into()
        } else if let Some(study) = ParameterStudy::from_key(key) {
            study.scenario(options).into()
        } else if key == ResubmissionStudy::KEY {
            ResubmissionStudy::scenario(options).into()
        } else if let Some(study) = ShareStudy::from_key(key) {
            study.scenario(options)?.into()
        } else if key == WhenStudy::KEY {
            WhenStudy::scenario(options).into()
        } else if let Some(axis) = BesideAxis::from_key(key) {
            BesideStudy::new(axis).scenario(options).into()
        } else {
            return Err(no_experiment(key));
        };
        Ok(Scenario::new(self.title.clone(), study))
    }
}

//! The studies at work as they are compared: the arms of [`Comparable`] for each system.

use crate::core::compare::{Comparable, FigureName, FigureValues, PlanComparison, PlanCurve};
use crate::core::error::ScenarioError;
use crate::study::{AnyRun, Study, other_study};

impl Comparable for AnyRun {
    fn fork(&self, study: Study) -> Result<Self, ScenarioError> {
        Ok(match (self, study) {
            (Self::Slots(run), Study::Slots(slots)) => Self::Slots(Box::new(run.fork(slots)?)),
            (Self::Idle(run), Study::Idle(idle)) => Self::Idle(Box::new(run.fork(idle)?)),
            (Self::Cluster(run), Study::Cluster(cluster)) => Self::Cluster(Box::new(run.fork(cluster)?)),
            (Self::Workflow(run), Study::Workflow(workflow)) => Self::Workflow(Box::new(run.fork(workflow)?)),
            (_, study) => return Err(other_study(&study)),
        })
    }

    fn follow(&mut self, own: &Self) -> bool {
        match (self, own) {
            (Self::Slots(run), Self::Slots(own)) => run.follow(own),
            (Self::Idle(run), Self::Idle(own)) => run.follow(own),
            (Self::Cluster(run), Self::Cluster(own)) => run.follow(own),
            (Self::Workflow(run), Self::Workflow(own)) => run.follow(own),
            _ => false,
        }
    }

    fn compare(&self, b: &Self) -> PlanComparison {
        match (self, b) {
            (Self::Slots(a), Self::Slots(b)) => a.compare(b),
            (Self::Idle(a), Self::Idle(b)) => a.compare(b),
            (Self::Cluster(a), Self::Cluster(b)) => a.compare(b),
            (Self::Workflow(a), Self::Workflow(b)) => a.compare(b),
            // Two systems have no decision in common.
            _ => PlanComparison::default(),
        }
    }

    fn figures(&self) -> FigureValues {
        match self {
            Self::Slots(run) => run.figures(),
            Self::Idle(run) => run.figures(),
            Self::Cluster(run) => run.figures(),
            Self::Workflow(run) => run.figures(),
        }
    }

    fn figure_names(&self) -> &'static [FigureName] {
        match self {
            Self::Slots(run) => run.figure_names(),
            Self::Idle(run) => run.figure_names(),
            Self::Cluster(run) => run.figure_names(),
            Self::Workflow(run) => run.figure_names(),
        }
    }

    fn curves(&self) -> Vec<PlanCurve> {
        match self {
            Self::Slots(run) => run.curves(),
            Self::Idle(run) => run.curves(),
            Self::Cluster(run) => run.curves(),
            Self::Workflow(run) => run.curves(),
        }
    }

    fn policies(&self) -> Vec<Study> {
        match self {
            Self::Slots(run) => run.policies().into_iter().map(Study::from).collect(),
            Self::Idle(run) => run.policies().into_iter().map(Study::from).collect(),
            Self::Cluster(run) => run.policies().into_iter().map(Study::from).collect(),
            Self::Workflow(run) => run.policies().into_iter().map(Study::from).collect(),
        }
    }
}

//! The studies at work as they are compared: the arms of [`Comparable`] for each system.

use crate::core::compare::{Comparable, FigureName, FigureValues, PlanComparison, PlanCurve};
use crate::core::error::ScenarioError;
use crate::study::{AnyRun, Study, other_study};
use crate::study_kind::{both, each};

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
        both!(Self, Self, (self, own), (run, own) => run.follow(own), _ => false)
    }

    fn compare(&self, b: &Self) -> PlanComparison {
        // Two systems have no decision in common.
        both!(Self, Self, (self, b), (a, b) => a.compare(b), _ => PlanComparison::default())
    }

    fn figures(&self) -> FigureValues {
        each!(Self, self, run => run.figures())
    }

    fn figure_names(&self) -> &'static [FigureName] {
        each!(Self, self, run => run.figure_names())
    }

    fn curves(&self) -> Vec<PlanCurve> {
        each!(Self, self, run => run.curves())
    }

    fn policies(&self) -> Vec<Study> {
        each!(Self, self, run => run.policies().into_iter().map(Study::from).collect())
    }
}

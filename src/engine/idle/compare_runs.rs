//! Plans of named servers compared by the interface that all studies have.

use super::compare::{Side, decisions_compared, first_difference};
use super::run::IdleRun;
use super::{IdleFigures, IdleScenario};
use crate::core::compare::{Comparable, FigureName, FigureValues, PlanComparison, Unit, figure};
use crate::core::error::ScenarioError;
use crate::core::run::{Recipe, StudyRun};
use crate::core::time_names::TimeNames;

/// The figures of a plan of named servers, in the order of [`Comparable::figures`].
pub const IDLE_FIGURES: [FigureName; 10] = [
    figure("measured", "Requests measured", "requests after the first look-ahead, if the run is longer than that", Unit::Count),
    figure("accepted", "Of these accepted", "measured requests in the plan", Unit::Count),
    figure("loss_rate", "Loss rate", "refused ÷ measured requests", Unit::Share),
    figure("work_loss_rate", "Work loss rate", "sizes of refused ÷ sizes of measured requests", Unit::Share),
    figure("utilisation", "Utilisation", "time servers are busy ÷ time they are there", Unit::Share),
    figure(
        "fragmentation",
        "Fragmentation",
        "idle time between two jobs of a server in periods too short for the median measured request ÷ idle time",
        Unit::Share,
    ),
    figure("mean_delay", "Mean waiting time, ticks", "mean of start − earliest start over accepted requests", Unit::Number),
    figure("fairness", "Fairness index", "over 100 size bins (Castillo 3.4)", Unit::Number),
    figure("idle_periods", "Idle periods at the end", "periods that a request could still use", Unit::Count),
    figure("mean_idle", "Mean length of those that end, ticks", "total length ÷ number of idle periods that end", Unit::Number),
];

impl Comparable for IdleRun {
    fn fork(&self, scenario: IdleScenario) -> Result<Self, ScenarioError> {
        let mut run = Self::open(self.scenario().clone())?;
        run.edit(scenario)?;
        Ok(run)
    }

    /// Runs of which one adapts are compared by their figures alone: what was decided on a request may change later.
    fn compare(&self, b: &Self) -> PlanComparison {
        let figures = [self.figures(), b.figures()];
        if self.scenario().is_adaptive() || b.scenario().is_adaptive() {
            return PlanComparison { figures, ..PlanComparison::default() };
        }
        let sides = [self, b].map(|run| Side { arrivals: run.session().arrivals(), decisions: run.session().decisions() });
        let (counts, differences) = decisions_compared(sides[0], sides[1]);
        let names = &self.scenario().workload.names;
        let first = differences.get(0).map(|found| first_difference(sides, &found, names, TimeNames::SLOTS));
        PlanComparison { counts, first, figures, differences }
    }

    fn figures(&self) -> FigureValues {
        let IdleFigures { metrics, lengths } = self.metrics();
        vec![
            Some(metrics.jobs.into()),
            Some(metrics.accepted.into()),
            Some(metrics.loss_rate),
            Some(metrics.work_loss_rate),
            Some(metrics.utilisation),
            Some(metrics.fragmentation),
            Some(metrics.mean_delay),
            metrics.fairness,
            Some(lengths.count().into()),
            lengths.mean(),
        ]
    }

    fn figure_names(&self) -> &'static [FigureName] {
        &IDLE_FIGURES
    }

    fn policies(&self) -> Vec<IdleScenario> {
        self.scenario().policies().into_iter().map(|(_, scenario)| scenario).collect()
    }
}

//! Plans of a cluster compared by the interface that all studies have.

use crate::batch::decisions::How;
use crate::batch::explain::lasting;
use crate::batch::job::NEVER;
use crate::batch::metrics::wait;
use crate::batch::run::BatchRun;
use crate::batch::scenario::BatchScenario;
use crate::core::compare::{
    Comparable, FigureName, FigureValues, FirstDifference, JobPair, PlanComparison, PlanCurve, Unit, differences, figure,
};
use crate::core::error::ScenarioError;
use crate::core::run::{Recipe, StudyRun};
use std::collections::BTreeMap;

/// The figures of a plan of a cluster, in the order of [`Comparable::figures`].
pub const BATCH_FIGURES: [FigureName; 16] = [
    figure("jobs", "Jobs", "jobs whose start is known", Unit::Count),
    figure("mean_wait", "Mean wait, s", "mean of start − submission, or − the start that was asked for", Unit::Number),
    figure("median_wait", "Median wait, s", "half of the jobs wait no longer", Unit::Number),
    figure("p95_wait", "95th percentile of the wait, s", "95 % of the jobs wait no longer", Unit::Number),
    figure("longest_wait", "Longest wait, s", "the longest of all", Unit::Number),
    figure(
        "bounded_slowdown",
        "Mean bounded slowdown (10 s)",
        "mean of max(1, (wait + run time) ÷ max(run time, 10 s))",
        Unit::Number,
    ),
    figure("temporal_penalty", "Mean temporal penalty", "mean of wait ÷ estimate (Castillo 5.5)", Unit::Number),
    figure(
        "utilisation",
        "Utilisation",
        "busy node-seconds ÷ nodes × time from the first submission to the last end; above 100 % where a log uses more nodes than there are",
        Unit::Share,
    ),
    figure(
        "fragmentation",
        "Fragmentation",
        "free node-seconds in holes shorter than the median request ÷ free node-seconds, from the first submission to the last end",
        Unit::Share,
    ),
    figure("backfilled", "Jobs that went ahead", "jobs that started while one that had come before went on waiting", Unit::Count),
    figure(
        "put_off",
        "Promised starts that were put off",
        "jobs of the queue that start later than the first start they were promised ÷ those that were promised one",
        Unit::Share,
    ),
    figure(
        "moved_forward",
        "Promised starts that were moved forward",
        "jobs of the queue that start earlier than that ÷ those that were promised a start",
        Unit::Share,
    ),
    figure("retries", "Retries", "how often a start was put off by Δt, over all jobs", Unit::Count),
    figure("refused", "Refused reservations", "reservations without a start up to the latest one that they can use", Unit::Count),
    figure("offers_taken", "Offers taken", "reservations whose users took less than they asked for (Sulistio)", Unit::Count),
    figure("queued_wait", "Mean wait of the queued jobs, s", "mean wait of the jobs that ask for no start", Unit::Number),
];

impl Comparable for BatchRun {
    fn fork(&self, scenario: BatchScenario) -> Result<Self, ScenarioError> {
        let mut scenario = scenario;
        let mut own = self.scenario().clone();
        if let (Some(list), Some(held)) = (scenario.list_mut(), own.list_mut()) {
            *list = std::mem::take(held);
        }
        Self::open(scenario)
    }

    /// A decision is a start: which nodes a job runs on does not count.
    fn compare(&self, b: &Self) -> PlanComparison {
        let side = |run: &Self| -> BTreeMap<u32, (u32, u64)> {
            let start = &run.simulation().decisions().start;
            run.jobs().id.iter().zip(0..).map(|(&id, row)| (id, (row, start[row as usize]))).collect()
        };
        let (in_a, in_b) = (side(self), side(b));
        let place = |found: Option<&(u32, u64)>| found.map(|&(row, start)| (row, (start != NEVER).then_some(start)));
        let of_a = self.jobs().id.iter().map(|id| (*id, place(in_a.get(id)), place(in_b.get(id))));
        let only_b = b.jobs().id.iter().filter(|id| !in_a.contains_key(id)).map(|id| (*id, None, place(in_b.get(id))));
        let pairs = of_a.chain(only_b).map(|(request, a, b)| JobPair { request, a, b });
        let (counts, differences) = differences(pairs);
        let first = differences.get(0).map(|found| FirstDifference {
            request: found.request,
            name: match (found.a, found.b) {
                (Some(row), _) => format!("job {}", self.jobs().number(row as usize)),
                (None, Some(row)) => format!("job {}", b.jobs().number(row as usize)),
                (None, None) => String::new(),
            },
            words: format!("A {}; B {}", words(self, found.a), words(b, found.b)),
        });
        PlanComparison { counts, first, figures: [self.figures(), b.figures()], differences }
    }

    fn figures(&self) -> FigureValues {
        let metrics = self.metrics();
        let has_reservations = metrics.reservations + metrics.refused > 0;
        let share = |count: u32| (metrics.promised > 0).then(|| f64::from(count) / f64::from(metrics.promised));
        vec![
            Some(metrics.jobs.into()),
            Some(metrics.mean_wait),
            Some(metrics.median_wait as f64),
            Some(metrics.p95_wait as f64),
            Some(metrics.longest_wait as f64),
            Some(metrics.bounded_slowdown),
            Some(metrics.temporal_penalty),
            Some(metrics.utilisation),
            Some(metrics.fragmentation),
            Some(metrics.backfilled.into()),
            share(metrics.put_off),
            share(metrics.moved_forward),
            Some(metrics.retries as f64),
            has_reservations.then_some(metrics.refused.into()),
            self.scenario().policy.packs().then_some(metrics.offers_taken.into()),
            has_reservations.then_some(metrics.queued_wait),
        ]
    }

    fn curves(&self) -> Vec<PlanCurve> {
        crate::batch::metrics::curves::curves(self.scenario().nodes, self.booked(), self.simulation().decisions())
    }

    fn figure_names(&self) -> &'static [FigureName] {
        &BATCH_FIGURES
    }

    fn policies(&self) -> Vec<BatchScenario> {
        self.scenario().policies().into_iter().map(|(_, scenario)| scenario).collect()
    }
}

fn words(run: &BatchRun, row: Option<u32>) -> String {
    let Some(row) = row.map(|row| row as usize) else { return "does not have it".to_string() };
    let decisions = run.simulation().decisions();
    if decisions.is_refused(row) {
        return "refuses it".to_string();
    }
    let waited = lasting(wait(run.jobs(), decisions, row));
    let why = match decisions.how(row) {
        How::Backfilled => ", ahead of others",
        How::Reserved => ", as reserved",
        How::TookOffer => ", in an offer of less than was asked for",
        How::Overbooked => ", without room for all its nodes",
        _ => "",
    };
    format!("starts it at {} s after {waited}{why}", decisions.start[row])
}

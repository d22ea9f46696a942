//! Examples of a cluster.

use crate::engine::Study;
use crate::engine::batch::BatchScenario;
use crate::engine::batch::job::Job;
use crate::engine::batch::reservations::ReservationRule;
use crate::engine::batch::scheduler::{BatchPolicy, Scheduler};
use crate::engine::batch::workload::generator::LublinWorkload;
use crate::engine::batch::workload::{BatchSource, BatchWorkload};

/// Four jobs on ten nodes. The last one runs ahead of two that came before it: the second is not delayed by that, the third is.
pub fn four_jobs() -> BatchScenario {
    let job = |(user, submitted, length, nodes): (u32, u32, u32, u32)| Job {
        user,
        submitted,
        estimate: length,
        runtime: length,
        nodes,
        ..Job::SMALLEST
    };
    let jobs = [(1, 0, 10, 6), (2, 1, 10, 8), (3, 1, 10, 10), (4, 2, 25, 2)].map(job);
    BatchScenario::of_jobs(10, jobs.to_vec(), Scheduler::Easy)
}

/// Some hundred jobs drawn by the model of Lublin and Feitelson, with estimates of up to three times the run time.
pub fn drawn_jobs() -> BatchScenario {
    let lublin = LublinWorkload { seed: 4, jobs: 300, load: 0.85, overestimate: 2.0, ..LublinWorkload::default() };
    let workload = BatchWorkload::of(BatchSource::Lublin(lublin));
    BatchScenario::new(64, workload, BatchPolicy::of(Scheduler::Easy))
}

/// Six jobs on eight nodes, two of which are reservations: the second one finds no start up to its latest one beside the first.
pub fn two_reservations() -> BatchScenario {
    let job = |(user, submitted, length, nodes, window): (u32, u32, u32, u32, Option<(u32, u32)>)| Job {
        user,
        submitted,
        estimate: length,
        runtime: length,
        nodes,
        earliest_start: window.map(|window| window.0),
        latest_start: window.map(|window| window.1),
        ..Job::SMALLEST
    };
    let jobs = [
        (1, 0, 60, 5, None),
        (2, 2, 40, 3, None),
        (3, 5, 40, 4, Some((40, 60))),
        (4, 8, 60, 6, Some((50, 70))),
        (5, 10, 30, 8, None),
        (6, 12, 15, 3, None),
    ];
    BatchScenario::of_jobs(8, jobs.map(job).to_vec(), Scheduler::Easy)
}

/// The same jobs with another rule for reservations.
pub fn reserved_by(study: &Study, reservations: ReservationRule) -> Study {
    let Some(cluster) = study.cluster() else { return study.clone() };
    BatchScenario { policy: BatchPolicy { reservations, ..cluster.policy }, ..cluster.clone() }.into()
}

/// The same jobs under another scheduler.
pub fn scheduled_by(study: &Study, scheduler: Scheduler) -> Study {
    let Some(cluster) = study.cluster() else { return study.clone() };
    BatchScenario { policy: BatchPolicy { scheduler, ..cluster.policy }, ..cluster.clone() }.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::batch::job::NEVER;
    use crate::state::Example;

    #[test]
    fn the_four_jobs_start_as_the_sentence_says() {
        let study = Example::find("backfilling").unwrap().open().scenario.study;
        let starts = |study: &Study| study.cluster().unwrap().run().unwrap().decisions.start;
        assert_eq!(starts(&study), [0, 10, 27, 2]);
        assert_eq!(starts(&scheduled_by(&study, Scheduler::Fcfs)), [0, 10, 20, 30]);
        assert_eq!(starts(&scheduled_by(&study, Scheduler::Conservative)), [0, 10, 20, 30]);
    }

    #[test]
    fn the_second_reservation_is_refused_or_takes_an_offer() {
        let study = Example::find("two-reservations").unwrap().open().scenario.study;
        let starts = |study: &Study| study.cluster().unwrap().run().unwrap().decisions.start;
        assert_eq!(starts(&study), [0, 2, 60, NEVER, 100, 42]);
        assert_eq!(starts(&reserved_by(&study, ReservationRule::Osp)), [0, 2, 60, 100, 130, 42]);
    }

    #[test]
    fn backfilling_shortens_the_waits_of_the_drawn_jobs() {
        let study = Example::find("busy-cluster").unwrap().open().scenario.study;
        let metrics = |study: &Study| study.cluster().unwrap().run().unwrap().metrics;
        let (easy, fcfs) = (metrics(&study), metrics(&scheduled_by(&study, Scheduler::Fcfs)));
        assert!(easy.backfilled > 30, "{easy:?}");
        assert!(easy.mean_wait < 0.7 * fcfs.mean_wait, "{easy:?} {fcfs:?}");
    }
}

//! Examples of a cluster.

use crate::engine::Study;
use crate::engine::batch::BatchScenario;
use crate::engine::batch::job::Job;
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

/// The same jobs under another scheduler.
pub fn scheduled_by(study: &Study, scheduler: Scheduler) -> Study {
    let Some(cluster) = study.cluster() else { return study.clone() };
    BatchScenario { policy: BatchPolicy { scheduler, ..cluster.policy }, ..cluster.clone() }.into()
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn backfilling_shortens_the_waits_of_the_drawn_jobs() {
        let study = Example::find("busy-cluster").unwrap().open().scenario.study;
        let metrics = |study: &Study| study.cluster().unwrap().run().unwrap().metrics;
        let (easy, fcfs) = (metrics(&study), metrics(&scheduled_by(&study, Scheduler::Fcfs)));
        assert!(easy.backfilled > 30, "{easy:?}");
        assert!(easy.mean_wait < 0.7 * fcfs.mean_wait, "{easy:?} {fcfs:?}");
    }
}

//! What is known of a cluster at a moment: the jobs submitted by then, and how far they are.

use crate::batch::job::{Jobs, Time};
use crate::batch::outcome::Simulation;
use crate::batch::scheduler::BatchPolicy;
use std::sync::Arc;

/// A cluster at a moment, without what nobody knows yet: later jobs, and how long those run that have not ended.
#[derive(Clone, Debug)]
pub struct Known {
    /// The moment.
    pub at: Time,
    /// Jobs submitted by then. What is reserved for each is its estimate.
    pub jobs: Arc<Jobs>,
    /// The machine once everything has happened at that moment. Jobs run to their limits.
    pub simulation: Simulation,
    /// How long jobs run in the scenario.
    pub given: Vec<u32>,
}

impl Known {
    /// What is known after a moment of a simulation that has come so far: nothing is left to happen up to it. `None` where the starts are those of a log.
    pub fn of(simulation: &Simulation, policy: BatchPolicy, jobs: &Jobs, at: Time) -> Option<Self> {
        let rows = jobs.submitted.partition_point(|&submitted| Time::from(submitted) <= at);
        let mut known = jobs.first_rows(rows);
        let given = known.runtime.clone();
        for row in 0..rows {
            known.estimate[row] = known.estimate[row].max(known.runtime[row]);
            if has_not_ended(simulation, row, at) {
                known.runtime[row] = known.estimate[row];
            }
        }
        let known = Arc::new(known);
        let mut simulation = simulation.with_jobs(policy, &known)?;
        simulation.set_run_times(&known);
        Some(Self { at, jobs: known, simulation, given })
    }

    /// When a job started, if it has by the moment.
    pub fn started(&self, row: usize) -> Option<Time> {
        Some(self.simulation.decisions().start[row]).filter(|start| *start <= self.at)
    }

    /// How long a job has run; `None` if it has ended.
    pub fn elapsed(&self, row: usize) -> Option<u32> {
        if !has_not_ended(&self.simulation, row, self.at) {
            return None;
        }
        Some(self.started(row).map_or(0, |start| (self.at - start) as u32))
    }

    /// The same machine if jobs run as long as these.
    pub fn running_for(&self, run_times: Vec<u32>) -> Simulation {
        let jobs = Arc::new(Jobs { runtime: run_times, ..Jobs::clone(&self.jobs) });
        let mut simulation = self.simulation.clone();
        simulation.set_run_times(&jobs);
        simulation
    }
}

fn has_not_ended(simulation: &Simulation, row: usize, at: Time) -> bool {
    simulation.decisions().end[row] > at
}

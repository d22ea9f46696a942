//! Where the requests come from: Umar's sixteen workloads, or stretches of a log.

use crate::batch::ClusterInput;
use crate::experiment::{Measure, Options};
use bookahead_engine::batch::BatchScenario;
use bookahead_engine::batch::job::Job;
use bookahead_engine::batch::scheduler::Scheduler;
use bookahead_engine::convert::{SlotsWanted, slots_from_cluster};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::slots::scenario::Machine;
use bookahead_engine::slots::workload::{Arrivals, Preset, Workload};

/// A size for a lecture: seconds.
pub const LECTURE_SIZE: Options = Options { runs: 10, requests: 500, seed: 1 };
/// A size with clear answers; the papers name none.
pub const FULL_SIZE: Options = Options { runs: 30, requests: 4_000, seed: 1 };

/// The usual size with so many jobs of a log: all of them, shared out among the runs.
pub fn size_with(jobs: u32, standard: Options) -> Options {
    let requests = jobs.div_ceil(standard.runs.max(1)).max(1);
    Options { runs: jobs.div_ceil(requests).max(1), requests, ..standard }
}

/// Where the requests come from.
#[derive(Clone, Debug)]
pub enum Requests {
    /// The sixteen workloads of Umar's Tables 6.1 and 6.2, drawn anew for each run.
    Drawn,
    /// The jobs of a log; each run takes the next stretch of it.
    Log(ClusterInput),
}

/// Requests that every planner plans.
#[derive(Clone, Debug)]
pub struct Case {
    /// The machine.
    pub machine: Machine,
    /// The requests.
    pub arrivals: Arrivals,
}

impl Requests {
    /// The workloads of a run: what is added to the keys of their figures, and in words.
    pub fn workloads(&self) -> Vec<Measure> {
        let drawn = |Preset { mpi, rate, flexible_percent }: Preset| {
            let (key, kind) = if mpi { ("mpi", "MPI") } else { ("parametric", "parametric") };
            Measure {
                key: format!("{key}_{rate}_{flexible_percent}"),
                words: format!("{kind} jobs, rate {rate}, {flexible_percent} % flexible"),
            }
        };
        match self {
            Self::Drawn => Preset::all().into_iter().map(drawn).collect(),
            Self::Log(_) => vec![Measure { key: "log".to_string(), words: "stretches of the log".to_string() }],
        }
    }

    /// The requests of a run, workload by workload.
    ///
    /// # Errors
    /// They cannot be drawn, or jobs of the log are beyond what plans in slots allow.
    pub fn cases(&self, options: Options, run: u32) -> Result<Vec<Case>, ScenarioError> {
        match self {
            Self::Drawn => {
                let machine = Machine { nodes: Preset::NODES, ..Machine::default() };
                let draw = |preset: Preset| {
                    let generator = preset.generator(options.seed_of(run), options.requests);
                    Ok(Case { machine, arrivals: Workload::of_generator(generator).arrivals()? })
                };
                Preset::all().into_iter().map(draw).collect()
            }
            Self::Log(input) => {
                let cluster = BatchScenario::of_jobs(input.nodes, stretch(input, options, run), Scheduler::Fcfs);
                let slots = slots_from_cluster(&cluster, &SlotsWanted::default())?;
                Ok(vec![Case { machine: slots.machine, arrivals: slots.workload.arrivals()? }])
            }
        }
    }

    /// Checks that every run has jobs.
    ///
    /// # Errors
    /// More runs than there are stretches (`runs`).
    pub fn check(&self, options: Options) -> Result<(), ScenarioError> {
        let Self::Log(input) = self else { return Ok(()) };
        let most = input.jobs.len().div_ceil(options.requests.max(1) as usize);
        if options.runs as usize > most {
            let allowed = format!("at most {most}: {} jobs in stretches of {}", input.jobs.len(), options.requests);
            return Err(ScenarioError::new(FieldPath::new("runs"), options.runs, allowed));
        }
        Ok(())
    }
}

/// The jobs of a run: the next so many of the log. Its first submission is the beginning.
fn stretch(input: &ClusterInput, options: Options, run: u32) -> Vec<Job> {
    let first = u64::from(run) * u64::from(options.requests);
    let all = input.taken(u32::MAX, u32::MAX);
    let jobs: Vec<Job> =
        all.into_iter().skip(usize::try_from(first).unwrap_or(usize::MAX)).take(options.requests as usize).collect();
    let begin = jobs.first().map_or(0, |job| job.submitted);
    let moved = |job: Job| Job {
        submitted: job.submitted - begin,
        earliest_start: job.earliest_start.map(|start| start.saturating_sub(begin)),
        logged_start: None,
        ..job
    };
    jobs.into_iter().map(moved).collect()
}

//! A machine at the moment of a question: who runs and who waits, as a small cluster of its own.

use bookahead_engine::batch::forecast::arrivals::DAY;
use bookahead_engine::batch::job::{Job, Jobs, NEVER, Time};
use bookahead_engine::batch::outcome::Simulation;
use bookahead_engine::batch::scheduler::{BatchPolicy, Scheduler};
use std::sync::Arc;

/// A job that has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alive {
    /// Its row.
    pub row: u32,
    /// Nodes it holds or wants.
    pub nodes: u32,
    /// How long it may run in all.
    pub limit: u32,
    /// How long it has run; `None` if it waits.
    pub elapsed: Option<u32>,
}

impl Alive {
    /// How long it may still run.
    fn left(&self) -> u32 {
        (self.limit - self.elapsed.unwrap_or(0)).max(1)
    }
}

/// A job that is submitted later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Later {
    /// How long after the moment it is submitted.
    pub after: u32,
    /// Nodes it wants.
    pub nodes: u32,
    /// How long it may run.
    pub limit: u32,
    /// How long it runs.
    pub run_time: u32,
}

/// Adds the jobs that are submitted in a day after the moment, counted from 0; asked for one day after the other.
pub type LaterOfDay<'a> = &'a mut dyn FnMut(u32, &mut Vec<Later>);

/// How long after the moment the last of these jobs starts under EASY, if they run as long in all as these. Running jobs stand first, then those that wait, in
/// the order of the queue; jobs that are submitted later stand behind them.
pub fn start_of(machine_nodes: u32, alive: &[Alive], run_times: &[u32], mut later: Option<LaterOfDay<'_>>) -> Time {
    let job = |(alive, run_time): (&Alive, &u32)| {
        let left = alive.left();
        let runtime = run_time.saturating_sub(alive.elapsed.unwrap_or(0)).clamp(1, left);
        let nodes = alive.nodes;
        Job { user: alive.row, submitted: 0, estimate: left, runtime, nodes, ..Job::SMALLEST }
    };
    let last = alive.len().saturating_sub(1);
    let (mut submitted, mut days) = (Vec::new(), 0);
    loop {
        // What comes after the start is of no account: twice as many days where they were too few.
        if let Some(later) = &mut later {
            let more = days.max(1);
            (days..days + more).for_each(|day| later(day, &mut submitted));
            days += more;
        }
        let submitted = submitted.iter().map(|&Later { after, nodes, limit, run_time }| Job {
            user: 0,
            submitted: after,
            estimate: limit,
            runtime: run_time,
            nodes,
            ..Job::SMALLEST
        });
        let jobs = Arc::new(Jobs::numbered((0..).zip(alive.iter().zip(run_times).map(job).chain(submitted))));
        let mut plan = Simulation::new(machine_nodes, BatchPolicy::of(Scheduler::Easy), &jobs);
        while plan.decisions().start.get(last).is_some_and(|start| *start == NEVER) && !plan.is_done() {
            plan.advance(1);
        }
        let start = plan.decisions().start.get(last).copied().unwrap_or(0);
        if later.is_none() || start < Time::from(days) * Time::from(DAY) {
            return start;
        }
    }
}

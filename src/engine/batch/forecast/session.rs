//! A forecast at work: the point at once, then draw after draw, in parts.

use super::fits::steps_that_fit;
use super::known::Known;
use super::reason::WaitingReason;
use super::{DRAWS_MAX, StartForecast, WhenAsked};
use crate::batch::job::{NEVER, Time};
use crate::batch::outcome::Simulation;
use crate::batch::scheduler::BatchPolicy;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;

/// A forecast that is computed.
#[derive(Debug)]
pub struct Forecasting {
    known: Known,
    row: usize,
    answer: StartForecast,
    /// The draw under way.
    current: Option<Simulation>,
}

impl Forecasting {
    /// The point, the reason and what fits. `row` is the job's among those that are known.
    pub fn new(known: Known, nodes: u32, policy: BatchPolicy, row: usize, asked: WhenAsked) -> Self {
        // A job that starts at the moment of the question has not run yet: it is told as one that waits for nothing.
        let has_started = known.started(row).is_some_and(|start| start < known.at);
        let starts_now = known.started(row) == Some(known.at);
        let mut plan = known.simulation.clone();
        plan.advance_until(row, usize::MAX);
        let point = plan.decisions().start[row];
        let reason = (!has_started).then(|| WaitingReason::of(&known, nodes, &plan, row));
        let fits = steps_that_fit(&known, policy, (!has_started).then_some(row), asked.within);
        let wanted = if has_started || starts_now { 0 } else { asked.draws.min(DRAWS_MAX) };
        let answer = StartForecast { asked, row: row as u32, asked_at: known.at, point, draws: Vec::new(), wanted, reason, fits };
        Self { known, row, answer, current: None }
    }

    /// The answer as far as it is computed.
    pub fn answer(&self) -> &StartForecast {
        &self.answer
    }

    /// Whether all draws are made.
    pub fn is_done(&self) -> bool {
        self.answer.is_done()
    }

    /// Goes on with draws for about as long as so many decisions take.
    pub fn advance(&mut self, decisions: usize) {
        let mut left = decisions;
        while left > 0 && !self.is_done() {
            let mut plan = match self.current.take() {
                Some(plan) => plan,
                None => self.drawn(self.answer.draws.len() as u64),
            };
            let before = plan.decided();
            let has_started = plan.advance_until(self.row, left);
            left = left.saturating_sub((plan.decided() - before).max(1));
            if has_started {
                self.answer.draws.push(plan.decisions().start[self.row]);
            } else {
                self.current = Some(plan);
            }
        }
    }

    /// The machine with run times drawn: each draw has a random stream of its own, and each job a place in it, whoever else is drawn.
    fn drawn(&self, draw: u64) -> Simulation {
        let Known { jobs, given, .. } = &self.known;
        let asked = &self.answer.asked;
        let mut rng = ChaCha12Rng::seed_from_u64(asked.seed);
        rng.set_stream(draw);
        let mut run_times = jobs.runtime.clone();
        for (row, runtime) in run_times.iter_mut().enumerate() {
            if let Some(elapsed) = self.known.elapsed(row) {
                *runtime = asked.run_times.draw(&mut rng, jobs.estimate[row], elapsed, given[row]);
            }
        }
        self.known.running_for(run_times)
    }
}

impl Simulation {
    /// Goes on until a job has its start, or about so many others have; whether it has, or never will.
    pub(in crate::batch) fn advance_until(&mut self, row: usize, decisions: usize) -> bool {
        let to = self.decided().saturating_add(decisions);
        let mut is_left = true;
        while is_left && self.decisions().start[row] == NEVER && self.decided() < to {
            is_left = self.step();
        }
        !is_left || self.decisions().start[row] != NEVER
    }
}

/// The moment at which a question about a job is asked: the present of the scenario, or, without one or if it is not submitted by then, its submission.
pub fn moment_of(now: Option<u32>, submitted: u32) -> Time {
    Time::from(now.map_or(submitted, |now| now.max(submitted)))
}

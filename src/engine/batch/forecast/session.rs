//! A forecast at work: the point at once, then draw after draw, in parts.

use super::arrivals::{DAY, day_back, rows_of_day};
use super::calibration::Earlier;
use super::fits::steps_that_fit;
use super::known::Known;
use super::past::Past;
use super::reason::WaitingReason;
use super::run_times::RunTimes;
use super::{DRAWS_MAX, StartForecast, WhenAsked};
use crate::batch::job::{Job, Jobs, NEVER, Time};
use crate::batch::outcome::Simulation;
use crate::batch::scheduler::{BatchPolicy, Scheduler};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;
use std::sync::Arc;

/// A forecast that is computed.
#[derive(Debug)]
pub struct Forecasting {
    known: Known,
    policy: BatchPolicy,
    nodes: u32,
    row: usize,
    answer: StartForecast,
    past: Option<Arc<Past>>,
    run_times: RunTimes,
    /// The draw under way.
    current: Option<Draw>,
}

/// A draw under way.
#[derive(Debug)]
struct Draw {
    rng: ChaCha12Rng,
    plan: Simulation,
    /// Days after the moment for which later jobs are drawn.
    days: u32,
}

/// Most days of later jobs.
const DAYS_MAX: u32 = 4_096;

impl Forecasting {
    /// The point, the reason and what fits. `row` is the job's among those that are known. With a past, draws have later jobs.
    pub fn new(known: Known, nodes: u32, policy: BatchPolicy, row: usize, asked: WhenAsked, past: Option<Arc<Past>>) -> Self {
        // A job that starts at the moment of the question has not run yet: it is told as one that waits for nothing.
        let has_started = known.started(row).is_some_and(|start| start < known.at);
        // What is refused on submission stays refused.
        let is_refused = known.simulation.decisions().is_refused(row);
        let starts_now = known.started(row) == Some(known.at);
        let mut plan = known.simulation.clone();
        plan.advance_until(row, usize::MAX, NEVER);
        let point = plan.decisions().start[row];
        let reason = (!has_started && !is_refused).then(|| WaitingReason::of(&known, nodes, policy, &plan, row));
        let fits = steps_that_fit(&known, policy, (!has_started).then_some(row), asked.within);
        let wanted = if has_started || starts_now || is_refused { 0 } else { asked.draws.min(DRAWS_MAX) };
        let days = past.as_ref().map_or(0, |past| past.days());
        let run_times = match (asked.run_times, &past) {
            (RunTimes::Uniform, Some(past)) => past.run_times(),
            (run_times, _) => run_times,
        };
        let draws = Vec::new();
        let answer = StartForecast {
            asked,
            row: row as u32,
            asked_at: known.at,
            point,
            draws,
            wanted,
            days,
            calibrated: None,
            reason,
            fits,
        };
        Self { known, policy, nodes, row, answer, past, run_times, current: None }
    }

    /// The answer as far as it is computed.
    pub fn answer(&self) -> &StartForecast {
        &self.answer
    }

    /// The answer.
    pub fn into_answer(self) -> StartForecast {
        self.answer
    }

    /// Whether all draws are made.
    pub fn is_done(&self) -> bool {
        self.answer.is_done()
    }

    /// Calibrates the range by earlier forecasts, once all draws are made.
    pub fn calibrate(&mut self, earlier: &[Earlier]) {
        self.answer.calibrate(earlier);
    }

    /// Goes on with draws for about as long as so many decisions take.
    pub fn advance(&mut self, decisions: usize) {
        let mut left = decisions;
        while left > 0 && !self.is_done() {
            let mut draw = self.current.take().unwrap_or_else(|| self.drawn(self.answer.draws.len() as u64));
            let before = draw.plan.decided();
            let until = if self.past.is_some() && draw.days < DAYS_MAX { self.day(draw.days) } else { NEVER };
            let has_started = draw.plan.advance_until(self.row, left, until);
            left = left.saturating_sub((draw.plan.decided() - before).max(1));
            if has_started {
                self.answer.draws.push(draw.plan.decisions().start[self.row]);
                continue;
            }
            let is_over = draw.plan.next_moment().is_none_or(|moment| moment >= until);
            let longer = (is_over && draw.plan.is_between_moments()).then(|| self.with_later(&mut draw)).flatten();
            draw.plan = longer.unwrap_or(draw.plan);
            self.current = Some(draw);
        }
    }

    /// The machine with run times drawn: each draw has a random stream of its own, and each job a place in it, whoever else is drawn.
    fn drawn(&self, draw: u64) -> Draw {
        let Known { jobs, given, .. } = &self.known;
        let asked = &self.answer.asked;
        let mut rng = ChaCha12Rng::seed_from_u64(asked.seed);
        rng.set_stream(draw);
        let mut run_times = jobs.runtime.clone();
        for (row, runtime) in run_times.iter_mut().enumerate() {
            if let Some(elapsed) = self.known.elapsed(row) {
                *runtime = self.run_times.draw(&mut rng, jobs.estimate[row], elapsed, given[row]);
            }
        }
        Draw { rng, plan: self.known.running_for(run_times), days: 0 }
    }

    /// When a day after the moment begins.
    fn day(&self, days: u32) -> Time {
        self.known.at + Time::from(days) * Time::from(DAY)
    }

    /// The plan of a draw with jobs that are submitted in later days: as many days more as it has, and one at first.
    fn with_later(&self, draw: &mut Draw) -> Option<Simulation> {
        let Past { moment, jobs: past } = self.past.as_deref()?;
        let mut jobs = Jobs::clone(draw.plan.jobs()?);
        let longest = if self.policy.scheduler == Scheduler::CoAllocation { self.policy.horizon } else { u32::MAX };
        let first = draw.days;
        draw.days += draw.days.max(1);
        for ahead in first..draw.days {
            let Some(back) = day_back(&mut draw.rng, self.answer.days, ahead) else { break };
            for at in rows_of_day(&past.submitted, *moment, back) {
                let after = Time::from(ahead + back) * Time::from(DAY) - Time::from(moment - past.submitted[at]);
                // What was submitted at the very moment is known.
                let Ok(submitted) = u32::try_from(self.known.at + after.max(1)) else { break };
                let estimate = past.estimate[at].max(past.runtime[at]).min(longest);
                let (runtime, nodes) = (past.runtime[at].min(longest), past.nodes[at].min(self.nodes));
                jobs.push(Job { user: 0, submitted, estimate, runtime, nodes, ..Job::SMALLEST });
            }
        }
        draw.plan.with_jobs(self.policy, &Arc::new(jobs))
    }
}

impl Simulation {
    /// Goes on until a job has its start, or about so many others have, or all has happened before a moment; whether it has its start, or never will.
    pub(in crate::batch) fn advance_until(&mut self, row: usize, decisions: usize, moment: Time) -> bool {
        let to = self.decided().saturating_add(decisions);
        let mut is_left = true;
        while is_left && self.decisions().start[row] == NEVER && self.decided() < to {
            if moment != NEVER && self.next_moment().is_none_or(|next| next >= moment) {
                return false;
            }
            is_left = self.step();
        }
        !is_left || self.decisions().start[row] != NEVER
    }
}

/// The moment at which a question about a job is asked: the present of the scenario, or, without one or if it is not submitted by then, its submission.
pub fn moment_of(now: Option<u32>, submitted: u32) -> Time {
    Time::from(now.map_or(submitted, |now| now.max(submitted)))
}

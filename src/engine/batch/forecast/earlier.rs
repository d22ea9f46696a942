//! The same question asked of earlier jobs, whose starts are known: what a range has to be calibrated by.

use super::WhenAsked;
use super::calibration::{Earlier, calibrated};
use super::known::Known;
use super::past::{PAST_JOBS, Past};
use super::run_times::RunTimes;
use super::session::Forecasting;
use crate::batch::job::{Job, Jobs, Time};
use crate::batch::outcome::Simulation;
use crate::batch::run::checkpoint::Checkpoints;
use crate::batch::scheduler::BatchPolicy;
use crate::core::calendar::ClockStart;
use std::collections::VecDeque;
use std::sync::Arc;

/// Questions, at most, and draws of each.
const QUESTIONS: usize = 100;
const DRAWS: u32 = 100;
/// Jobs that are planned: the last ones.
const JOBS: usize = 10_000;

/// Forecasts for earlier jobs, computed in parts: for jobs of the second half that had to wait under a scheduler, as many as are needed, by what the first half
/// says. What happened is the plan of all of them. There are none if less than a day comes before the second half.
#[derive(Debug)]
pub struct EarlierForecasts {
    jobs: Arc<Jobs>,
    nodes: u32,
    policy: BatchPolicy,
    simulation: Simulation,
    checkpoints: Checkpoints,
    seed: u64,
    /// The jobs of the first half, once all are planned.
    known: Vec<Job>,
    run_times: RunTimes,
    /// Rows that are still asked about. `None` before all are planned.
    rows: Option<VecDeque<usize>>,
    /// The forecast under way.
    current: Option<(usize, Forecasting)>,
    /// When each was asked, and what became of it.
    asked: Vec<(Time, Earlier)>,
}

impl EarlierForecasts {
    /// Of the last jobs of the past, on a machine under a policy. Jobs that are wider than the machine are left out.
    pub fn of_past(past: &Past, nodes: u32, policy: BatchPolicy, seed: u64) -> Self {
        let jobs: Vec<Job> = past.rows().filter(|job| job.nodes <= nodes).collect();
        let last = &jobs[jobs.len().saturating_sub(JOBS)..];
        let first = last.first().map_or(0, |job| job.submitted);
        let moved = last.iter().map(|job| Job { submitted: job.submitted - first, ..*job });
        Self::of_jobs(&Arc::new(Jobs::numbered((0..).zip(moved))), nodes, policy, seed)
    }

    /// Of jobs that have passed their checks, on a machine under a policy.
    pub fn of_jobs(jobs: &Arc<Jobs>, nodes: u32, policy: BatchPolicy, seed: u64) -> Self {
        Self {
            jobs: Arc::clone(jobs),
            nodes,
            policy,
            simulation: Simulation::new(nodes, policy, jobs),
            checkpoints: Checkpoints::default(),
            seed,
            known: Vec::new(),
            run_times: RunTimes::Uniform,
            rows: None,
            current: None,
            asked: Vec::new(),
        }
    }

    /// Whether all are made.
    pub fn is_done(&self) -> bool {
        self.current.is_none() && self.rows.as_ref().is_some_and(VecDeque::is_empty)
    }

    /// What was forecast and what became of it, in the order of the questions.
    pub fn answers(&self) -> Vec<Earlier> {
        self.asked.iter().map(|(_, earlier)| *earlier).collect()
    }

    /// Goes on for about as long as so many decisions take.
    pub fn advance(&mut self, decisions: usize) {
        let Some(rows) = &mut self.rows else {
            self.checkpoints.advance(&mut self.simulation, decisions);
            if self.simulation.is_done() {
                self.begin();
            }
            return;
        };
        let (row, mut forecasting) = match self.current.take() {
            Some(current) => current,
            None => {
                let Some(row) = rows.pop_front() else { return };
                let Some(forecasting) = self.question(row) else { return };
                (row, forecasting)
            }
        };
        forecasting.advance(decisions);
        if forecasting.is_done() {
            self.take(row, &forecasting);
        } else {
            self.current = Some((row, forecasting));
        }
    }

    /// Everything happened: chooses the jobs that are asked about.
    fn begin(&mut self) {
        let jobs = &self.jobs;
        let half = jobs.len() / 2;
        self.known = (0..half).map(|row| jobs.row(row)).collect();
        self.run_times = RunTimes::of_log(&self.known);
        let waiting: Vec<usize> = (half..jobs.len()).filter(|&row| self.waited(row) > 0 && !jobs.is_advance(row)).collect();
        self.rows = Some(waiting.iter().copied().step_by(waiting.len().div_ceil(QUESTIONS).max(1)).collect());
    }

    fn waited(&self, row: usize) -> Time {
        self.simulation.decisions().start[row] - Time::from(self.jobs.submitted[row])
    }

    /// The question at the submission of a job. `None` if less than a day is known then.
    fn question(&self, row: usize) -> Option<Forecasting> {
        let Self { jobs, nodes, policy, .. } = self;
        // The days of the first half, by the same clock as the question.
        let clock = ClockStart { unix_seconds: 0, utc_offset: 0 };
        let past = Past::of_log(&self.known, Some(clock), Some(jobs.submitted[row].into()), PAST_JOBS.max as usize)?;
        let when = WhenAsked { job: jobs.id[row], draws: DRAWS, seed: self.seed, run_times: self.run_times, within: 0 };
        let at = Time::from(jobs.submitted[row]);
        let machine = self.checkpoints.before(at + 1, *policy, &self.simulation, jobs, *nodes)?;
        let known = Known::of(&machine, *policy, jobs, at)?;
        Some(Forecasting::new(known, *nodes, *policy, row, when, Some(Arc::new(past))))
    }

    /// Keeps a forecast and what became of it.
    fn take(&mut self, row: usize, forecasting: &Forecasting) {
        let now = Time::from(self.jobs.submitted[row]);
        let Some([early, _, late]) = forecasting.answer().range() else { return };
        let drawn = [early - now, late - now];
        let until = |(at, earlier): &(Time, Earlier)| {
            let has_started = at + earlier.waited < now;
            Earlier { waited: earlier.waited.min(now - at), has_started, ..*earlier }
        };
        let so_far: Vec<Earlier> = self.asked.iter().map(until).collect();
        let told = calibrated(&so_far, drawn, forecasting.answer().point - now);
        self.asked.push((now, Earlier { drawn, told, waited: self.waited(row), has_started: true }));
    }
}

//! The same question asked of the jobs of a log, whose starts are known: what a range has to be calibrated by.

use super::WhenAsked;
use super::calibration::{Earlier, calibrated};
use super::past::{PAST_JOBS, Past};
use super::run_times::RunTimes;
use crate::batch::job::{Job, Time};
use crate::batch::run::BatchRun;
use crate::batch::scenario::BatchScenario;
use crate::core::calendar::ClockStart;
use crate::core::error::ScenarioError;
use crate::core::run::StudyRun;
use std::sync::Arc;

/// Questions, at most, and draws of each.
const QUESTIONS: usize = 100;
const DRAWS: u32 = 100;
/// Jobs of the log that are planned: the last ones.
pub const JOBS: usize = 10_000;

/// Forecasts for jobs of the second half of a log that have to wait under a scheduler, as many as are needed, by what its first half says. What happened is the
/// plan of the log. `log` has the machine, the jobs and the scheduler. None if less than a day comes before the second half.
///
/// # Errors
/// The scenario is out of bounds.
pub fn earlier_forecasts(log: &BatchScenario, seed: u64) -> Result<Vec<Earlier>, ScenarioError> {
    let mut run = BatchRun::open(BatchScenario { past: None, now: None, ..log.clone() })?;
    while !run.advance(usize::MAX).is_done {}
    let jobs = Arc::clone(run.jobs());
    let half = jobs.len() / 2;
    let known: Vec<Job> = (0..half).map(|row| jobs.row(row)).collect();
    let run_times = RunTimes::of_log(&known);
    let start = run.simulation().decisions().start.clone();
    let waited = |row: usize| start[row] - Time::from(jobs.submitted[row]);
    let waiting: Vec<usize> = (half..jobs.len()).filter(|&row| waited(row) > 0 && !jobs.is_advance(row)).collect();
    let mut asked: Vec<(Time, Earlier)> = Vec::new();
    for &row in waiting.iter().step_by(waiting.len().div_ceil(QUESTIONS).max(1)) {
        let now = Time::from(jobs.submitted[row]);
        // The days of the first half, by the same clock as the question.
        let clock = ClockStart { unix_seconds: 0, utc_offset: 0 };
        let Some(past) = Past::of_log(&known, Some(clock), Some(now as i64), PAST_JOBS.max as usize) else { continue };
        let when = WhenAsked { job: jobs.id[row], draws: DRAWS, seed, run_times, within: 0 };
        let Some(mut forecasting) = run.forecast_after(when, Some(Arc::new(past))) else { continue };
        forecasting.advance(usize::MAX);
        let Some([early, _, late]) = forecasting.answer().range() else { continue };
        let drawn = [early - now, late - now];
        let until = |(at, earlier): &(Time, Earlier)| {
            let has_started = at + earlier.waited < now;
            Earlier { waited: earlier.waited.min(now - at), has_started, ..*earlier }
        };
        let so_far: Vec<Earlier> = asked.iter().map(until).collect();
        let told = calibrated(&so_far, drawn, forecasting.answer().point - now);
        asked.push((now, Earlier { drawn, told, waited: waited(row), has_started: true }));
    }
    Ok(asked.into_iter().map(|(_, earlier)| earlier).collect())
}

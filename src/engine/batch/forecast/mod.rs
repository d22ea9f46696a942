//! When a job will start, and why not earlier: the question asked at a moment, of a queue whose later arrivals nobody knows.
//!
//! What was submitted by that moment is known, with its limits; how long jobs really run is not. The *point* is the start under the scheduler's rule if every
//! job runs to its limit. A *draw* gives every job that has not ended a run time, [`RunTimes`], and plans again. Jobs that are submitted later may go ahead of
//! the job where the rule allows it: with records of the past ([`past`]) a draw has such jobs, too ([`arrivals`]); without, a range says nothing about them.
//!
//! [`reason`] says what the job waits for in the plan of the point; [`fits`] says which jobs would start at once.

pub mod arrivals;
pub mod calibration;
pub mod earlier;
pub mod fits;
pub mod known;
pub mod past;
pub mod reason;
pub mod run_times;
pub mod session;

use self::calibration::{Earlier, FEWEST, calibrated};
use self::fits::Step;
use self::reason::WaitingReason;
use self::run_times::RunTimes;
use super::job::Time;
use crate::core::edits::RequestId;
use serde::{Deserialize, Serialize};

/// Most draws of a forecast.
pub const DRAWS_MAX: u32 = 10_000;

/// What is asked about the start of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhenAsked {
    /// The job.
    pub job: RequestId,
    /// How often run times are drawn.
    pub draws: u32,
    /// The seed of the draws.
    pub seed: u64,
    /// Where run times come from.
    pub run_times: RunTimes,
    /// Within which time a job is to start that the steps of [`StartForecast::fits`] hold for; 0 is at once.
    pub within: u32,
}

/// When a job will start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartForecast {
    /// What was asked.
    pub asked: WhenAsked,
    /// The job's row.
    pub row: u32,
    /// The moment at which the question is asked.
    pub asked_at: Time,
    /// Its start if every job runs to its limit.
    pub point: Time,
    /// Its starts with drawn run times, in the order drawn; there may be further ones to come. None if the job has its start for certain.
    pub draws: Vec<Time>,
    /// How many draws there will be.
    pub wanted: u32,
    /// Days of records that later jobs are drawn from; 0 where none are drawn.
    pub days: u32,
    /// The range of 10 to 90 per cent, calibrated by what so many earlier forecasts missed, where that is known.
    pub calibrated: Option<([Time; 2], u32)>,
    /// Why it does not start earlier; `None` if it has started by then.
    pub reason: Option<WaitingReason>,
    /// What fits: a job that is submitted at that moment, behind all that wait and with this one withdrawn, starts within the time asked for if it wants at
    /// most so many nodes for at most so many seconds. Nodes ascending, seconds descending; [`super::job::NEVER`] stands for any length.
    pub fits: Vec<Step>,
}

impl StartForecast {
    /// Whether the job has started by the moment of the question.
    pub fn has_started(&self) -> bool {
        self.point <= self.asked_at && self.reason.is_none()
    }

    /// Whether all draws are made.
    pub fn is_done(&self) -> bool {
        self.draws.len() >= self.wanted as usize
    }

    /// The start that so many per cent of the draws do not pass: the earliest one of which at least that many are no later. So it is one of the draws, the
    /// lower one where two would do. `None` before the first draw.
    pub fn quantile(&self, percent: u32) -> Option<Time> {
        let mut sorted = self.draws.clone();
        sorted.sort_unstable();
        quantile_of(&sorted, percent)
    }

    /// Calibrates the range by earlier forecasts, in the order in which they were asked, once all draws are made.
    pub fn calibrate(&mut self, earlier: &[Earlier]) {
        self.calibrated = None;
        let Some([early, median, late]) = self.range() else { return };
        let (at, wait) = (self.asked_at, |time: Time| time.saturating_sub(self.asked_at));
        let [early, late] = calibrated(earlier, [wait(early), wait(late)], wait(self.point));
        if earlier.len() >= FEWEST {
            // The median is a start that is likely, whatever became of the others.
            let range = [at.saturating_add(early).min(median), at.saturating_add(late).max(median)];
            self.calibrated = Some((range, earlier.len() as u32));
        }
    }

    /// The starts that 10, 50 and 90 per cent of the draws do not pass; where the range is calibrated, its ends.
    pub fn range(&self) -> Option<[Time; 3]> {
        let mut sorted = self.draws.clone();
        sorted.sort_unstable();
        let [early, late] = match self.calibrated {
            Some((range, _)) => range,
            None => [quantile_of(&sorted, 10)?, quantile_of(&sorted, 90)?],
        };
        Some([early, quantile_of(&sorted, 50)?, late])
    }
}

/// The earliest of sorted times that at least so many per cent do not pass.
pub fn quantile_of(sorted: &[Time], percent: u32) -> Option<Time> {
    let rank = (sorted.len() as u64 * u64::from(percent.min(100))).div_ceil(100).max(1);
    sorted.get(rank as usize - 1).copied()
}

//! A share of jobs that ask for a start: drawn jobs, or those of a log.

use super::streams::{Stream, stream};
use crate::batch::bounds;
use crate::batch::job::Job;
use crate::core::error::{FieldPath, ScenarioError};
use rand::RngExt;

/// Which jobs ask for a start, and for which.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AskAhead {
    /// The share of the jobs that ask for one (ρ), 0 to 1.
    pub share: f64,
    /// The start lies from 0 to so many seconds behind the submission, every second as likely.
    pub ahead: u32,
    /// The latest start lies so many seconds behind that one. Without it they have none, and none is refused.
    pub window: Option<u32>,
}

impl AskAhead {
    /// How far ahead a start may be asked for in Castillo 5.5.2, in seconds.
    pub const CASTILLO: u32 = 3 * 3_600;

    /// A share that asks as in Castillo 5.5.2: up to 3 h ahead, without a latest start.
    pub fn share(share: f64) -> Self {
        Self { share, ahead: Self::CASTILLO, window: None }
    }

    /// Checks the share, and how far ahead and how late starts may lie.
    ///
    /// # Errors
    /// The first one out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        if !(0.0..=1.0).contains(&self.share) {
            return Err(ScenarioError::new(place.field("share"), self.share, "a number from 0 to 1"));
        }
        if !bounds::AHEAD.holds(self.ahead) {
            return Err(ScenarioError::out_of_range(place.field("ahead"), self.ahead, bounds::AHEAD));
        }
        match self.window.filter(|window| !bounds::START_WINDOW.holds(*window)) {
            Some(window) => Err(ScenarioError::out_of_range(place.field("window"), window, bounds::START_WINDOW)),
            None => Ok(()),
        }
    }

    /// Has a share of the jobs, drawn one by one, ask for a start. The same seed draws the same jobs and starts, whatever the share and the window: a larger
    /// share has those of a smaller one among its own.
    pub fn draw(&self, jobs: &mut [Job], seed: u64) {
        let mut rng = stream(seed, Stream::Ahead);
        for job in jobs {
            let (drawn, ahead) = (rng.random::<f64>(), rng.random::<f64>());
            if drawn < self.share {
                let ahead = ((ahead * (f64::from(self.ahead) + 1.0)) as u32).min(self.ahead);
                let earliest = job.submitted.saturating_add(ahead).min(bounds::TIME.max);
                job.earliest_start = Some(earliest);
                job.latest_start = self.window.map(|window| earliest.saturating_add(window).min(bounds::TIME.max));
            }
        }
    }
}

//! What was said of a question, and what happened.

use super::method::Method;

/// What a method said of a question, and what happened: seconds from the submission on.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The job's row.
    pub row: usize,
    /// How long it really waited.
    pub waited: f64,
    /// How long each method said, in the order of [`Method::ALL`].
    pub said: [f64; Method::ALL.len()],
    /// The waits that 10, 50, 90 and 95 per cent of the draws do not pass.
    pub drawn: [f64; 4],
    /// The range that was told: from 10 to 90 per cent, calibrated by what earlier ranges missed.
    pub told: [f64; 2],
    /// What QBETS bounded it by.
    pub bound: Option<f64>,
}

impl Answer {
    /// Whether the start lies inside of the range that was told.
    pub(super) fn is_told(&self) -> bool {
        (self.told[0]..=self.told[1]).contains(&self.waited)
    }
}

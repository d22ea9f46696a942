//! The lines of a policy that were at work in the last decision that is shown, as far as a lesson shows them.

pub use crate::study::{attempts_for, decision_on, search_of};

use crate::study;
use crate::view;
use bookahead_engine::ScenarioError;
use bookahead_engine::core::algorithm::{LineAtWork, Listing};
use bookahead_formats::link::Opened;

/// The lines at work in a decision, as far as they are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// The policy.
    pub listing: Listing,
    /// Every line that was at work, first to last.
    pub at_work: Vec<LineAtWork>,
    /// How many of them are shown.
    pub shown: usize,
}

impl Lines {
    /// The first `shown` lines at work in the last decision that is on screen; `None` where the study has no lines, or nothing is decided.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn of(opened: &Opened, shown: u32) -> Result<Option<Self>, ScenarioError> {
        let found = study::last_decision(&view::studied(opened)?)?;
        Ok(found.map(|(listing, at_work)| Self { listing, at_work, shown: shown as usize }))
    }

    /// The lines that are shown.
    pub fn so_far(&self) -> &[LineAtWork] {
        &self.at_work[..self.shown.min(self.at_work.len())]
    }

    /// The number of the line that is at work now: the last one that is shown.
    ///
    /// # Errors
    /// None is, or fewer were at work.
    pub fn line(&self) -> Result<u32, String> {
        match self.shown.checked_sub(1) {
            Some(last) => self.number_of(last),
            None => Err("line: `lines 0` shows none".to_string()),
        }
    }

    /// The number of the line that is at work next.
    ///
    /// # Errors
    /// The decision ends before, or lines between were not recorded.
    pub fn next(&self) -> Result<u32, String> {
        match self.at_work.get(self.shown) {
            Some(next) if next.left_out > 0 => Err(format!(
                "next: {} lines behind line {} at work are not recorded; ask about an earlier one",
                next.left_out, self.shown
            )),
            _ => self.number_of(self.shown),
        }
    }

    /// The number in the listing, from 1, of a line at work.
    fn number_of(&self, place: usize) -> Result<u32, String> {
        let line = self.at_work.get(place).and_then(|line| self.listing.place_of(line.line));
        line.map(|place| place as u32 + 1).ok_or_else(|| {
            let all = self.at_work.len();
            format!("{all} lines were at work in the decision that is shown; this would be number {}", place + 1)
        })
    }
}

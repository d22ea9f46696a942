//! Every step of one mapping, as it is shown.

use crate::workflow::graph::Time;
use serde::{Deserialize, Serialize};

/// What a method tells of its steps. The methods do no work for it if it does not listen.
pub trait Recorder {
    /// Whether it listens.
    const LISTENS: bool;
    /// A step is complete.
    fn step(&mut self, step: impl FnOnce() -> SearchStep);
    /// The last step is changed by what it leads to.
    fn last(&mut self, change: impl FnOnce(&mut SearchStep));
}

/// Listens to nothing.
#[derive(Debug, Default)]
pub struct Deaf;

impl Recorder for Deaf {
    const LISTENS: bool = false;
    fn step(&mut self, _: impl FnOnce() -> SearchStep) {}
    fn last(&mut self, _: impl FnOnce(&mut SearchStep)) {}
}

impl Recorder for Vec<SearchStep> {
    const LISTENS: bool = true;

    fn step(&mut self, step: impl FnOnce() -> SearchStep) {
        self.push(step());
    }

    fn last(&mut self, change: impl FnOnce(&mut SearchStep)) {
        if let Some(step) = self.last_mut() {
            change(step);
        }
    }
}

/// A task that could be drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReadyTask {
    /// The task within its application.
    pub task: u32,
    /// Its slack at that moment.
    pub slack: i64,
    /// What it was weighed with: (Σ(slack + 1)) ÷ (slack + 1) for `slack`; for the other methods what they compare.
    pub weight: f64,
}

/// A task was mapped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchStep {
    /// The tasks that could be drawn, with their weights.
    pub ready: Vec<ReadyTask>,
    /// The one that was.
    pub task: u32,
    /// The earliest start it had.
    pub earliest: Time,
    /// The nodes that were tried, with the start and the end that each one offered.
    pub tried: Vec<(u32, Time, Time)>,
    /// The node it got.
    pub node: u32,
    /// Its start there.
    pub start: Time,
    /// Its end.
    pub end: Time,
    /// Descendants whose earliest start was pushed on: task, before, after.
    pub pushed: Vec<(u32, Time, Time)>,
    /// By how much the slack of all unmapped tasks was lifted because one had become negative.
    pub lifted: Time,
}

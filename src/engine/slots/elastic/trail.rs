//! The steps of Algorithm 1 as a list, to be played.

use super::packing::Recorder;
use crate::core::offers::{Offer, Run, Side, Stop};
use crate::slots::request::Slot;
use serde::{Deserialize, Serialize};

/// Most steps that are kept.
pub const MOST_STEPS: usize = 2_000;

/// What the algorithm does next. Runs are numbered in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PackingStep {
    /// It visits a run that has too few nodes, and leaves it.
    Skipped {
        /// The run.
        run: u32,
    },
    /// It visits a run and begins an offer with it.
    Begun {
        /// The run.
        run: u32,
    },
    /// The offer takes in a run on a side.
    Grown {
        /// The side.
        side: Side,
        /// The run.
        run: u32,
        /// Slots of the offer now.
        slots: Slot,
        /// Its nodes now.
        nodes: u32,
    },
    /// The offer does not grow further on a side.
    Stopped {
        /// The side.
        side: Side,
        /// Why.
        why: Stop,
    },
    /// The offer is finished.
    Offered {
        /// The offer.
        offer: Offer,
        /// Whether it is listed; not if the same rectangle was before.
        is_new: bool,
    },
    /// The loop ends.
    Ended {
        /// With a solution, or after the last run.
        found: bool,
    },
}

/// The steps that were taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trail {
    /// slotList: the runs in the order of time.
    pub runs: Vec<Run>,
    /// indexRank: the order in which they are visited.
    pub order: Vec<u32>,
    /// The steps, at most [`MOST_STEPS`].
    pub steps: Vec<PackingStep>,
    /// How many more there were.
    pub more: u32,
}

impl Trail {
    fn note(&mut self, step: PackingStep) {
        if self.steps.len() < MOST_STEPS {
            self.steps.push(step);
        } else {
            self.more += 1;
        }
    }

    /// The runs of the offer that is being made after the first `steps` steps: first and last; `None` between two offers.
    pub fn growing(&self, steps: usize) -> Option<(u32, u32)> {
        let mut growing = None;
        for step in self.steps.iter().take(steps) {
            growing = match (*step, growing) {
                (PackingStep::Begun { run }, _) => Some((run, run)),
                (PackingStep::Grown { side: Side::Left, run, .. }, Some((_, last))) => Some((run, last)),
                (PackingStep::Grown { side: Side::Right, run, .. }, Some((first, _))) => Some((first, run)),
                (PackingStep::Stopped { .. }, growing) => growing,
                _ => None,
            };
        }
        growing
    }

    /// The offers that are listed after the first `steps` steps.
    pub fn listed(&self, steps: usize) -> impl Iterator<Item = Offer> + '_ {
        self.steps.iter().take(steps).filter_map(|step| match step {
            PackingStep::Offered { offer, is_new: true } => Some(*offer),
            _ => None,
        })
    }

    /// How many runs were visited in the first `steps` steps.
    pub fn visited(&self, steps: usize) -> usize {
        let is_visit = |step: &&PackingStep| matches!(step, PackingStep::Skipped { .. } | PackingStep::Begun { .. });
        self.steps.iter().take(steps).filter(is_visit).count()
    }
}

impl Recorder for Trail {
    fn ranked(&mut self, runs: &[Run], order: &[u32]) {
        (self.runs, self.order) = (runs.to_vec(), order.to_vec());
    }

    fn skipped(&mut self, run: u32) {
        self.note(PackingStep::Skipped { run });
    }

    fn begun(&mut self, run: u32) {
        self.note(PackingStep::Begun { run });
    }

    fn grown(&mut self, side: Side, run: u32, slots: Slot, nodes: u32) {
        self.note(PackingStep::Grown { side, run, slots, nodes });
    }

    fn stopped(&mut self, side: Side, why: Stop) {
        self.note(PackingStep::Stopped { side, why });
    }

    fn offered(&mut self, offer: &Offer, is_new: bool) {
        self.note(PackingStep::Offered { offer: *offer, is_new });
    }

    fn ended(&mut self, found: bool) {
        self.note(PackingStep::Ended { found });
    }
}

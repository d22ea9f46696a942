//! What fails, and what came of it: work that was lost, and tasks that were mapped again.

use super::graph::Time;
use super::open::NEVER;
use super::scenario::{Failure, WorkflowScenario};
use super::timeline::Timeline;
use crate::core::sorting::sort_shared_by_key;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::ops::Range;

/// Nodes that fail together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The nodes.
    pub nodes: Range<u32>,
    /// When they fail.
    pub at: Time,
    /// When they are back, exclusive; [`NEVER`] if they are not.
    pub until: Time,
}

/// Work that was done for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostWork {
    /// The task, by its row.
    pub task: u32,
    /// The node on which it ran.
    pub node: u32,
    /// Its start there.
    pub start: Time,
    /// When it ended there: the failure, or its own end if its application was given up.
    pub end: Time,
}

/// What failed, and what came of it.
#[derive(Debug, Default)]
pub struct Repairs {
    /// In order of time.
    pub(super) outages: Vec<Outage>,
    /// How many of them have happened.
    pub(super) happened: usize,
    /// Applications that are to be mapped again.
    pub(super) waiting: VecDeque<usize>,
    pub(super) lost: Vec<LostWork>,
    pub(super) mapped_again: u32,
    /// For each application that was mapped again what was reserved on the nodes then.
    pub(super) nodes: Vec<Option<Timeline>>,
}

impl Repairs {
    /// Nothing has happened yet.
    pub fn of(scenario: &WorkflowScenario) -> Self {
        let outage = |failure: &Failure| Outage {
            nodes: scenario.nodes_of(failure.place),
            at: Time::from(failure.at),
            until: failure.until.map_or(NEVER, Time::from),
        };
        let mut outages: Vec<Outage> = scenario.failures.iter().map(outage).collect();
        // Stable: of several at once those that stand first.
        sort_shared_by_key(&mut outages, |outage| outage.at);
        Self { outages, ..Self::default() }
    }

    /// Everything that fails, in order of time.
    pub fn outages(&self) -> &[Outage] {
        &self.outages
    }

    /// Work that was done for nothing, in the order in which it was lost.
    pub fn lost(&self) -> &[LostWork] {
        &self.lost
    }

    /// How many tasks were mapped again; one that was so twice counts twice.
    pub fn mapped_again(&self) -> u32 {
        self.mapped_again
    }

    /// Whether all failures are dealt with.
    pub fn is_done(&self) -> bool {
        self.happened == self.outages.len() && self.waiting.is_empty()
    }

    /// What was reserved on the nodes when an application was mapped again for the last time.
    pub(super) fn nodes_of(&self, at: usize) -> Option<&Timeline> {
        self.nodes.get(at)?.as_ref()
    }
}

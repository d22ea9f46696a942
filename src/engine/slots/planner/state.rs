//! What later decisions depend on, and how to go back to what it was.

use super::incremental::checkpoint::Checkpoint;
use super::logical::slot_plan::SlotPlan;
use super::moving::shifting::Shifting;
use super::offers::packing::Packing;
use super::overlapping::Overlapping;
use super::physical::NodePlan;
use super::replan_all::ReplanAll;
use super::shape::shape_of;
use crate::slots::overlap::bookable;
use crate::slots::request::Slot;
use crate::slots::revenue::{Market, Revenue};
use crate::slots::scenario::{Machine, Policy};
use crate::slots::workload::Arrivals;
use std::sync::Arc;

/// What later decisions depend on.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The job that is decided next.
    pub at: u32,
    pub logical: SlotPlan,
    pub shifting: Shifting,
    /// Only the planner on physical nodes has it.
    pub physical: Option<NodePlan>,
    /// Scratch: nodes found for a job.
    pub chosen: Vec<u32>,
    /// Scratch: runs and offers of the planners that make offers.
    pub packing: Packing,
    /// Scratch: reservations that are planned anew.
    pub replan_all: ReplanAll,
    /// Scratch: reservations that a newcomer may overlap; what is known of the users is found anew after going back.
    pub overlapping: Overlapping,
    /// Accepted jobs, by number, without some of those that have ended.
    pub live: Vec<u32>,
    /// First slot from which on nothing was booked since the last checkpoint was restored.
    pub frontier: Slot,
    /// Revenue management, if there is a market. What it has seen reaches back as far as its forecasts, so such a run keeps no
    /// checkpoints but the first.
    pub revenue: Option<Revenue>,
}

impl State {
    /// What must be remembered before job [`State::at`] is decided. Jobs that have ended are no longer watched from now on.
    pub fn checkpoint(&mut self, arrivals: &Arrivals, start: &[Slot]) -> Checkpoint {
        let now = self.now(arrivals);
        // Who has ended is not to be guessed: each is kept, and written over by the next if it was not to be.
        let mut kept = 0;
        for at in 0..self.live.len() {
            let job = self.live[at];
            self.live[kept] = job;
            kept += usize::from(start[job as usize] + shape_of(arrivals, job).duration > now);
        }
        self.live.truncate(kept);
        let live = self.live.iter().map(|&job| (job, start[job as usize])).collect();
        Checkpoint { at: self.at, now, live }
    }

    /// When the last decided job was submitted.
    pub fn now(&self, arrivals: &Arrivals) -> Slot {
        self.at.checked_sub(1).map_or(0, |last| arrivals.submitted[arrivals.request[last as usize] as usize])
    }

    /// Goes back to a checkpoint of this run. `nodes_of` tells the nodes a job was given, where planning is on physical nodes.
    pub fn restore<'a>(&mut self, checkpoint: &Checkpoint, arrivals: &Arrivals, nodes_of: impl Fn(u32) -> &'a [u32]) {
        let Checkpoint { at, now, live } = checkpoint;
        self.at = *at;
        self.overlapping.forget_users();
        self.shifting.forget(&mut self.logical, *now, self.frontier);
        if let Some(physical) = &mut self.physical {
            physical.forget(*now, self.frontier);
        }
        self.live.clear();
        self.frontier = *now;
        for &(job, start) in live {
            self.shifting.restore(&mut self.logical, arrivals, job, start, *now);
            let duration = shape_of(arrivals, job).duration;
            if let Some(physical) = &mut self.physical {
                physical.add(start.max(*now), start + duration - start.max(*now), nodes_of(job));
            }
            self.live.push(job);
            self.frontier = self.frontier.max(start + duration);
        }
    }
}

/// Revenue management before the first request.
pub(super) fn fresh_revenue(market: Arc<Market>, machine: Machine, policy: Policy, arrivals: &Arrivals) -> Revenue {
    let mut revenue = Revenue::new(market, machine.nodes).with_bookable(bookable(machine, policy));
    revenue.reserve(arrivals.horizon());
    revenue
}

//! The query of a user (Sulistio 2.1), and what is allowed in it.

use crate::core::error::{FieldPath, ScenarioError};
use crate::slots::bounds;
use crate::slots::request::Slot;
use serde::{Deserialize, Serialize};

/// `queryReserv(ti_s, ti_e, dur?, numCN?)`: what is free in an interval? Slots of the plan; the last two may be left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ElasticQuery {
    /// ti_s: first slot of the interval.
    pub from: Slot,
    /// ti_e: first slot after it.
    pub to: Slot,
    /// dur: slots that are wanted.
    pub duration: Option<Slot>,
    /// numCN: nodes that are wanted.
    pub nodes: Option<u32>,
}

impl ElasticQuery {
    /// Slots of the interval.
    pub fn slots(&self) -> Slot {
        self.to.saturating_sub(self.from)
    }

    /// The query of a user who was refused and now asks for ⌈numCN/2⌉ nodes, the fewest that Algorithm 2 takes; `None` where that is no fewer or numCN
    /// is open.
    ///
    /// Algorithm 1 passes over runs with fewer than numCN nodes, so that none of the offers to the first query is narrower.
    pub fn for_half_the_nodes(&self) -> Option<Self> {
        let nodes = self.nodes?;
        let half = nodes.div_ceil(2);
        (half < nodes).then_some(Self { nodes: Some(half), ..*self })
    }

    /// Compares every field with [`bounds`], the machine and the interval; `place` names the query in the message.
    ///
    /// # Errors
    /// The first field out of range: an empty, reversed or too long interval, a duration longer than it, more nodes than the machine has.
    pub fn check(&self, machine_nodes: u32, place: &FieldPath) -> Result<(), ScenarioError> {
        let &Self { from, to, duration, nodes } = self;
        if !bounds::SLOT.holds(from) {
            return Err(ScenarioError::out_of_range(place.field("from"), from, bounds::SLOT));
        }
        let last = from.saturating_add(bounds::QUERY_SLOTS.max);
        if to <= from || to > last {
            let allowed = format!("a whole number from {} to {last}, after the first slot of the interval", from + 1);
            return Err(ScenarioError::new(place.field("to"), to, allowed));
        }
        if let Some(duration) = duration
            && !bounds::DURATION.up_to(self.slots()).holds(duration)
        {
            let allowed = format!("a whole number from 1 to {}, the slots of the interval", self.slots());
            return Err(ScenarioError::new(place.field("duration"), duration, allowed));
        }
        match nodes.filter(|&nodes| !bounds::JOB_NODES.up_to(machine_nodes).holds(nodes)) {
            Some(nodes) => {
                let allowed = format!("a whole number from 1 to {machine_nodes}, the nodes of the machine");
                Err(ScenarioError::new(place.field("nodes"), nodes, allowed))
            }
            None => Ok(()),
        }
    }
}

//! The query of a user (Sulistio 2.1).

use serde::{Deserialize, Serialize};

/// `queryReserv(ti_s, ti_e, dur?, numCN?)`: what is free in an interval? Slots of a plan, or seconds; the last two may be left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ElasticQuery {
    /// ti_s: first slot of the interval.
    pub from: u32,
    /// ti_e: first slot after it.
    pub to: u32,
    /// dur: slots that are wanted.
    pub duration: Option<u32>,
    /// numCN: nodes that are wanted.
    pub nodes: Option<u32>,
}

impl ElasticQuery {
    /// Slots of the interval.
    pub fn slots(&self) -> u32 {
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
}

//! A map of what reservations on a cluster cost: start times × nodes, or × lengths.

use super::price::{Cost, Measure, Reservation};
use crate::batch::job::{NEVER, NONE, Time};
use crate::core::cost_map::Block;
use serde::{Deserialize, Serialize};

pub use crate::core::cost_map::{CELLS_MAX, COARSEST, MapAsked, MapAxis};

impl MapAsked {
    /// The reservation of a cell, `like` another one but for what the map varies.
    pub fn reservation(&self, like: Reservation, column: u32, row: u32) -> Reservation {
        let (start, value) = (self.start(column), self.value(row));
        match self.axis {
            MapAxis::Nodes => Reservation { start, seconds: like.seconds, nodes: value },
            MapAxis::Length => Reservation { start, seconds: value, nodes: like.nodes },
        }
    }
}

/// A map as far as it is computed: flat columns, one entry for each cell, row by row. A cell that is not computed yet shows what the block that it lies in
/// costs at its first start and its fewest nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostMap {
    /// What was asked.
    pub asked: MapAsked,
    /// The side of the block that each cell shows: 1 for a cell of its own; 0 if nothing is known yet.
    pub side: Vec<u32>,
    /// [`Cost::granted`]; [`NEVER`] if nothing is known yet.
    pub granted: Vec<Time>,
    /// [`Cost::wait`].
    pub wait: Vec<Time>,
    /// [`Cost::node_wait`].
    pub node_wait: Vec<u64>,
    /// [`Cost::delayed`].
    pub delayed: Vec<u32>,
    /// [`Cost::idle`].
    pub idle: Vec<u64>,
    /// For each row the column of its cheapest start by the measure, the first one of several, among those that are computed; [`NONE`] if there is none.
    pub cheapest: Vec<u32>,
    /// Cells that are computed.
    pub computed: u32,
}

impl CostMap {
    /// Nothing is computed.
    pub(super) fn new(asked: MapAsked) -> Self {
        let cells = (asked.columns * asked.rows) as usize;
        Self {
            asked,
            side: vec![0; cells],
            granted: vec![NEVER; cells],
            wait: vec![0; cells],
            node_wait: vec![0; cells],
            delayed: vec![0; cells],
            idle: vec![0; cells],
            cheapest: vec![NONE; asked.rows as usize],
            computed: 0,
        }
    }

    /// Cells in all.
    pub fn cells(&self) -> u32 {
        self.asked.columns * self.asked.rows
    }

    /// Whether every cell is computed.
    pub fn is_done(&self) -> bool {
        self.computed >= self.cells()
    }

    /// Where a cell stands in the columns.
    pub fn place(&self, column: u32, row: u32) -> usize {
        self.asked.place(column, row)
    }

    /// What a cell shows; `None` if nothing is known yet.
    pub fn cost(&self, column: u32, row: u32) -> Option<Cost> {
        let at = self.place(column, row);
        let known = self.side.get(at).is_some_and(|side| *side > 0);
        known.then(|| Cost {
            granted: self.granted[at],
            wait: self.wait[at],
            node_wait: self.node_wait[at],
            delayed: self.delayed[at],
            idle: self.idle[at],
        })
    }

    /// Whether a cell is computed itself.
    pub fn is_exact(&self, column: u32, row: u32) -> bool {
        self.side[self.place(column, row)] == 1
    }

    /// A cell is computed; the rest of its block shows the same, where nothing finer is known.
    pub(super) fn set(&mut self, block: Block, cost: Cost, measure: Measure) {
        for at in self.asked.shown_by(block, &mut self.side) {
            (self.granted[at], self.wait[at], self.node_wait[at]) = (cost.granted, cost.wait, cost.node_wait);
            (self.delayed[at], self.idle[at]) = (cost.delayed, cost.idle);
        }
        self.computed += 1;
        self.mark(block.0, block.1, measure);
    }

    fn mark(&mut self, column: u32, row: u32, measure: Measure) {
        let key = |column: u32| self.cost(column, row).map(|cost| (cost.by(measure), cost.granted, column));
        let best = self.cheapest[row as usize];
        if best == NONE || key(column) < key(best) {
            self.cheapest[row as usize] = column;
        }
    }

    /// Marks the cheapest starts by another measure.
    pub(super) fn mark_all(&mut self, measure: Measure) {
        self.cheapest.fill(NONE);
        for (column, row) in self.asked.exact_cells(&self.side) {
            self.mark(column, row, measure);
        }
    }

    /// The blocks that are still to be computed, the next one last: coarse ones first, of the same side those next to where one points.
    pub(super) fn to_do(&self) -> Vec<Block> {
        self.asked.to_do(&self.side)
    }
}

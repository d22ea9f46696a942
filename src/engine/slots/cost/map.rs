//! A map of what requests in slots cost: starts × nodes, or × durations.

use super::price::{Cost, Measure, Wanted};
use crate::core::cost_map::{Block, MapAsked, MapAxis};
use crate::slots::request::Slot;
use serde::{Deserialize, Serialize};

/// No column.
pub const NO_COLUMN: u32 = u32::MAX;

impl MapAsked {
    /// The same with no more columns than there are slots, and no more rows than there are sizes.
    #[must_use]
    pub(super) fn in_slots(self) -> Self {
        let slots = self.to.saturating_sub(self.from).max(1);
        Self { columns: self.columns.min(slots), rows: self.rows.min(self.most.max(1)), ..self }.in_range()
    }

    /// The cell of a request.
    pub fn cell_like(&self, wanted: Wanted) -> (u32, u32) {
        let value = if self.axis == MapAxis::Nodes { wanted.nodes } else { wanted.slots };
        self.cell_of(wanted.start.into(), value)
    }

    /// The place and size of a cell, `like` another one but for what the map varies.
    pub fn wanted(&self, like: Wanted, column: u32, row: u32) -> Wanted {
        let (start, value) = (Slot::try_from(self.start(column)).unwrap_or(Slot::MAX), self.value(row));
        match self.axis {
            MapAxis::Nodes => Wanted { start, nodes: value, ..like },
            MapAxis::Length => Wanted { start, slots: value, ..like },
        }
    }
}

/// A map as far as it is computed: columns with one entry for each cell, row by row. A cell that is not computed yet shows what the block that it lies in costs at
/// its first start and its smallest size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostMap {
    /// What was asked.
    pub asked: MapAsked,
    /// The side of the block that each cell shows: 1 for a cell of its own; 0 if nothing is known yet.
    pub side: Vec<u32>,
    /// What each cell costs; nothing is known where `side` is 0.
    costs: Vec<Cost>,
    /// For each row the column of its cheapest start by the measure, the first one of several, among those that are computed and not refused; [`NO_COLUMN`] if
    /// there is none.
    pub cheapest: Vec<u32>,
    /// Cells that are computed.
    pub computed: u32,
}

impl CostMap {
    /// Nothing is computed.
    pub(super) fn new(asked: MapAsked) -> Self {
        let cells = (asked.columns * asked.rows) as usize;
        let (side, costs) = (vec![0; cells], vec![Cost::NOTHING; cells]);
        Self { asked, side, costs, cheapest: vec![NO_COLUMN; asked.rows as usize], computed: 0 }
    }

    /// Cells in all.
    pub fn cells(&self) -> u32 {
        self.asked.columns * self.asked.rows
    }

    /// Whether every cell is computed.
    pub fn is_done(&self) -> bool {
        self.computed >= self.cells()
    }

    /// What a cell shows; `None` if nothing is known yet.
    pub fn cost(&self, column: u32, row: u32) -> Option<&Cost> {
        let at = self.asked.place(column, row);
        self.side.get(at).filter(|side| **side > 0).map(|_| &self.costs[at])
    }

    /// Whether a cell is computed itself.
    pub fn is_exact(&self, column: u32, row: u32) -> bool {
        self.side[self.asked.place(column, row)] == 1
    }

    /// A cell is computed; the rest of its block shows the same, where nothing finer is known.
    pub(super) fn set(&mut self, block: Block, cost: Cost, measure: Measure) {
        for at in self.asked.shown_by(block, &mut self.side) {
            self.costs[at] = cost;
        }
        self.computed += 1;
        self.mark(block.0, block.1, measure);
    }

    fn mark(&mut self, column: u32, row: u32, measure: Measure) {
        let key = |column: u32| self.cost(column, row).map(|cost| (cost.order(measure), column));
        let best = self.cheapest[row as usize];
        let is_granted = self.cost(column, row).is_some_and(Cost::is_granted);
        if is_granted && (best == NO_COLUMN || key(column) < key(best)) {
            self.cheapest[row as usize] = column;
        }
    }

    /// Marks the cheapest starts by another measure.
    pub(super) fn mark_all(&mut self, measure: Measure) {
        self.cheapest.fill(NO_COLUMN);
        for (column, row) in self.asked.exact_cells(&self.side) {
            self.mark(column, row, measure);
        }
    }

    /// The blocks that are still to be computed, the next one last.
    pub(super) fn to_do(&self) -> Vec<Block> {
        self.asked.to_do(&self.side)
    }
}

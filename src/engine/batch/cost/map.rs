//! A map of what reservations cost: start times × nodes, or × lengths. Coarse cells come first, then finer ones, those next to where one points before others.

use super::price::{Cost, Measure, Reservation};
use crate::batch::job::{NEVER, NONE, Time};
use serde::{Deserialize, Serialize};

/// Most cells of a map.
pub const CELLS_MAX: u32 = 20_000;
/// The side of the coarsest blocks of cells.
pub const COARSEST: u32 = 8;

/// What the rows of a map are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MapAxis {
    /// Nodes of the reservation.
    #[default]
    Nodes,
    /// Its length in seconds.
    Length,
}

/// What map is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapAsked {
    /// The start of the first column.
    pub from: u32,
    /// Where the last column ends.
    pub to: u32,
    /// Columns: starts.
    pub columns: u32,
    /// Rows: nodes or lengths.
    pub rows: u32,
    /// What the rows are.
    pub axis: MapAxis,
    /// Nodes or seconds of the last row.
    pub most: u32,
    /// The column and row one points at.
    pub near: Option<(u32, u32)>,
}

impl MapAsked {
    /// The same with as many columns and rows as a map may have, at least one of each.
    #[must_use]
    pub fn in_range(self) -> Self {
        let columns = self.columns.clamp(1, CELLS_MAX);
        let rows = self.rows.clamp(1, (CELLS_MAX / columns).max(1));
        Self { columns, rows, to: self.to.max(self.from), most: self.most.max(1), ..self }
    }

    /// The start of a column.
    pub fn start(&self, column: u32) -> Time {
        let (columns, length) = (Time::from(self.columns.max(1)), Time::from(self.to.saturating_sub(self.from)));
        Time::from(self.from) + length * Time::from(column.min(self.columns)) / columns
    }

    /// Nodes or seconds of a row.
    pub fn value(&self, row: u32) -> u32 {
        let (rows, row) = (u64::from(self.rows.max(1)), u64::from(row) + 1);
        ((u64::from(self.most) * row.min(rows) / rows) as u32).max(1)
    }

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
        (row * self.asked.columns + column) as usize
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
    pub(super) fn set(&mut self, (column, row, side): (u32, u32, u32), cost: Cost, measure: Measure) {
        let (columns, rows) = (self.asked.columns, self.asked.rows);
        for r in row..(row + side).min(rows) {
            for c in column..(column + side).min(columns) {
                let at = self.place(c, r);
                let shown = if (c, r) == (column, row) { 1 } else { side };
                if self.side[at] != 0 && self.side[at] <= shown {
                    continue;
                }
                self.side[at] = shown;
                (self.granted[at], self.wait[at], self.node_wait[at]) = (cost.granted, cost.wait, cost.node_wait);
                (self.delayed[at], self.idle[at]) = (cost.delayed, cost.idle);
            }
        }
        self.computed += 1;
        self.mark(column, row, measure);
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
        for row in 0..self.asked.rows {
            for column in 0..self.asked.columns {
                if self.is_exact(column, row) {
                    self.mark(column, row, measure);
                }
            }
        }
    }

    /// The blocks that are still to be computed, the next one last: coarse ones first, of the same side those next to where one points.
    pub(super) fn to_do(&self) -> Vec<(u32, u32, u32)> {
        let MapAsked { columns, rows, near, .. } = self.asked;
        let near = near.unwrap_or((0, 0));
        let mut blocks = Vec::new();
        for row in 0..rows {
            for column in (0..columns).filter(|&column| !self.is_exact(column, row)) {
                // The coarsest block that begins here.
                let side = 1 << (column | row | COARSEST).trailing_zeros();
                let far = |one: u32, other: u32| u64::from(one.abs_diff(other)).pow(2);
                blocks.push((side, far(column, near.0) + far(row, near.1), column, row));
            }
        }
        blocks.sort_unstable_by_key(|&(side, far, column, row)| (side, std::cmp::Reverse((far, row, column))));
        blocks.into_iter().map(|(side, _, column, row)| (column, row, side)).collect()
    }
}

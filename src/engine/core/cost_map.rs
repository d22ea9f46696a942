//! Maps of what reservations cost: starts × nodes, or × lengths, in whatever a system counts time in. Coarse cells come first, then finer ones, those next to
//! where one points before others.

use crate::core::sorting::sort_shared_by_key;
use serde::{Deserialize, Serialize};

/// Most cells of a map.
pub const CELLS_MAX: u32 = 20_000;
/// The side of the coarsest blocks of cells.
pub const COARSEST: u32 = 8;

/// Starts of which the cheapest is looked for, where a reservation may start later.
pub const CANDIDATES: u32 = 49;

/// The starts behind the first one up to the last one that are tried, at equal distances, the first one last.
pub(crate) fn starts_between(first: u32, last: u32) -> Vec<u32> {
    let (length, steps) = (u64::from(last.saturating_sub(first)), u64::from(CANDIDATES - 1));
    let mut starts: Vec<u32> = (1..=steps).map(|step| first + (length * step / steps) as u32).collect();
    starts.dedup();
    starts.retain(|start| *start > first);
    starts.reverse();
    starts
}

/// What the rows of a map are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MapAxis {
    /// Nodes of the reservation.
    #[default]
    Nodes,
    /// Its length.
    Length,
}

/// What map is wanted. Times and lengths are seconds of a cluster, or slots.
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
    /// Nodes or length of the last row.
    pub most: u32,
    /// The column and row one points at.
    pub near: Option<(u32, u32)>,
}

/// A block of cells: its first column, its first row and its side.
pub type Block = (u32, u32, u32);

impl MapAsked {
    /// The same with as many columns and rows as a map may have, at least one of each.
    #[must_use]
    pub fn in_range(self) -> Self {
        let columns = self.columns.clamp(1, CELLS_MAX);
        let rows = self.rows.clamp(1, (CELLS_MAX / columns).max(1));
        Self { columns, rows, to: self.to.max(self.from), most: self.most.max(1), ..self }
    }

    /// The start of a column.
    pub fn start(&self, column: u32) -> u64 {
        let (columns, length) = (u64::from(self.columns.max(1)), u64::from(self.to.saturating_sub(self.from)));
        u64::from(self.from) + length * u64::from(column.min(self.columns)) / columns
    }

    /// Nodes or length of a row.
    pub fn value(&self, row: u32) -> u32 {
        let (rows, row) = (u64::from(self.rows.max(1)), u64::from(row) + 1);
        ((u64::from(self.most) * row.min(rows) / rows) as u32).max(1)
    }

    /// The last column that starts no later than a start, and the first row that is not less than a value; the nearest ones, if there are none.
    pub fn cell_of(&self, start: u64, value: u32) -> (u32, u32) {
        let column = (0..self.columns).rev().find(|&column| self.start(column) <= start).unwrap_or(0);
        let row = (0..self.rows).find(|&row| self.value(row) >= value).unwrap_or(self.rows.saturating_sub(1));
        (column, row)
    }

    /// Where a cell stands in columns that have an entry for each cell, row by row.
    pub fn place(&self, column: u32, row: u32) -> usize {
        (row * self.columns + column) as usize
    }

    /// The cells that are computed themselves: column and row.
    pub fn exact_cells(&self, side: &[u32]) -> Vec<(u32, u32)> {
        let cells = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)));
        cells.filter(|&(column, row)| side[self.place(column, row)] == 1).collect()
    }

    /// The first cell of a block is computed: the places that show it, which are the rest of its block as well where nothing finer is known. `side` holds for each
    /// place the side of the block that it shows: 1 for a cell of its own, 0 if nothing is known yet.
    pub fn shown_by(&self, (column, row, size): Block, side: &mut [u32]) -> Vec<usize> {
        let mut places = Vec::new();
        for r in row..(row + size).min(self.rows) {
            for c in column..(column + size).min(self.columns) {
                let at = self.place(c, r);
                let shown = if (c, r) == (column, row) { 1 } else { size };
                if side[at] == 0 || side[at] > shown {
                    side[at] = shown;
                    places.push(at);
                }
            }
        }
        places
    }

    /// The blocks that are still to be computed, the next one last: coarse ones first, of the same side those next to where one points.
    pub fn to_do(&self, side: &[u32]) -> Vec<Block> {
        let near = self.near.unwrap_or((0, 0));
        let mut blocks = Vec::new();
        for row in 0..self.rows {
            for column in (0..self.columns).filter(|&column| side[self.place(column, row)] != 1) {
                // The coarsest block that begins here.
                let side = 1 << (column | row | COARSEST).trailing_zeros();
                let far = |one: u32, other: u32| u64::from(one.abs_diff(other)).pow(2);
                blocks.push((side, far(column, near.0) + far(row, near.1), column, row));
            }
        }
        sort_shared_by_key(&mut blocks, |&(side, far, column, row)| (side, std::cmp::Reverse((far, row, column))));
        blocks.into_iter().map(|(side, _, column, row)| (column, row, side)).collect()
    }
}

//! A map of costs as areas of equal colour: starts to the right, nodes or lengths upwards.

use bookahead_engine::core::cost_map::MapAsked;
use std::fmt::Write;

/// Colours, from what costs nothing to what costs most.
pub const LEVELS: usize = 9;
/// The path of the cells that are refused, behind those of the colours.
pub const REFUSED_PATH: usize = LEVELS;

/// The greatest cost that has a colour, where the greatest of all is known.
pub fn cost_up_to(level: usize, most: u64) -> u64 {
    let share = level as f64 / (LEVELS - 1) as f64;
    (share * share * most as f64) as u64
}

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellCost {
    /// Nothing yet.
    Unknown,
    /// There is no plan with it.
    Refused,
    /// What it costs the others; what they gain counts as nothing.
    Costs(u64),
}

/// A map in a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct CostCells {
    /// What was asked.
    pub asked: MapAsked,
    /// What is known of each cell, row by row.
    pub costs: Vec<CellCost>,
    /// For each row the column of its cheapest start; one that the map has not, if there is none.
    pub cheapest: Vec<u32>,
    /// Width and height of the plot, in CSS px.
    pub size: (f64, f64),
}

impl CostCells {
    /// Asks for each cell, given by column and row, what is known of it.
    pub fn new(asked: MapAsked, cheapest: &[u32], size: (f64, f64), cost: impl Fn(u32, u32) -> CellCost) -> Self {
        let cells = (0..asked.rows).flat_map(|row| (0..asked.columns).map(move |column| (column, row)));
        let costs = cells.map(|(column, row)| cost(column, row)).collect();
        Self { asked, costs, cheapest: cheapest.to_vec(), size }
    }

    /// Where a column begins, in CSS px: columns of whole slots or seconds may differ by one.
    fn x_of(&self, column: u32) -> f64 {
        let MapAsked { from, to, .. } = self.asked;
        let at = self.asked.start(column) - u64::from(from);
        at as f64 / f64::from(to.saturating_sub(from).max(1)) * self.size.0
    }

    fn row_px(&self) -> f64 {
        self.size.1 / f64::from(self.asked.rows.max(1))
    }

    /// The greatest cost of a cell that is known.
    pub fn most(&self) -> u64 {
        let known = self.costs.iter().filter_map(|cost| if let CellCost::Costs(cost) = cost { Some(*cost) } else { None });
        known.max().unwrap_or(0)
    }

    /// Whether a cell that is known is refused.
    pub fn has_refused(&self) -> bool {
        self.costs.contains(&CellCost::Refused)
    }

    /// The colour of a cost: nothing has one of its own; the others are told apart by the root, so that small costs are.
    fn level(cost: u64, most: u64) -> usize {
        if cost == 0 {
            return 0;
        }
        let share = (cost as f64 / most.max(1) as f64).sqrt();
        ((share * (LEVELS - 1) as f64).ceil() as usize).clamp(1, LEVELS - 1)
    }

    /// For each colour the cells that have it, as one path, and behind these the cells that are refused; neighbours in a row are joined.
    pub fn paths(&self) -> [String; LEVELS + 1] {
        let mut paths: [String; LEVELS + 1] = Default::default();
        let (most, height) = (self.most(), self.row_px());
        let MapAsked { columns, rows, .. } = self.asked;
        let path = |column: u32, row: u32| match self.costs[self.asked.place(column, row)] {
            CellCost::Unknown => None,
            CellCost::Refused => Some(REFUSED_PATH),
            CellCost::Costs(cost) => Some(Self::level(cost, most)),
        };
        for row in 0..rows {
            let y = self.size.1 - f64::from(row + 1) * height;
            let mut column = 0;
            while column < columns {
                let (first, here) = (column, path(column, row));
                while column < columns && path(column, row) == here {
                    column += 1;
                }
                if let Some(here) = here {
                    let x = self.x_of(first);
                    let wide = self.x_of(column) - x;
                    // Writing to memory cannot fail.
                    let _ = write!(paths[here], "M{x:.2} {y:.2}h{wide:.2}v{height:.2}h-{wide:.2}z");
                }
            }
        }
        paths
    }

    /// The middles of the cheapest starts, one for each row that has one.
    pub fn cheapest(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let marked = self.cheapest.iter().zip(0..).filter(|(column, _)| **column < self.asked.columns);
        marked.map(|(column, row)| self.middle((*column, row)))
    }

    /// The middle of a cell.
    pub fn middle(&self, (column, row): (u32, u32)) -> (f64, f64) {
        (f64::midpoint(self.x_of(column), self.x_of(column + 1)), self.size.1 - (f64::from(row) + 0.5) * self.row_px())
    }

    /// The cell at a place; the nearest one, if the place lies outside.
    pub fn at(&self, (x, y): (f64, f64)) -> (u32, u32) {
        let column = (0..self.asked.columns).rev().find(|&column| self.x_of(column) <= x).unwrap_or(0);
        // Saturating: a number that is none gives the first row.
        let row = ((self.size.1 - y) / self.row_px()).floor().max(0.0) as u32;
        (column, row.min(self.asked.rows.saturating_sub(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bookahead_engine::core::cost_map::MapAxis;

    #[test]
    fn nothing_and_little_have_colours_of_their_own() {
        assert_eq!([0, 1, 25, 100].map(|cost| CostCells::level(cost, 100)), [0, 1, 4, 8]);
        assert_eq!(CostCells::level(0, 0), 0);
    }

    #[test]
    fn each_cell_is_found_at_its_middle_where_columns_differ_by_a_slot() {
        let asked = MapAsked { from: 3, to: 13, columns: 4, rows: 3, axis: MapAxis::Nodes, most: 6, near: None };
        let known = |column, row| if (column, row) == (2, 1) { CellCost::Refused } else { CellCost::Costs(column.into()) };
        let cells = CostCells::new(asked, &[1, u32::MAX, 3], (100.0, 30.0), known);
        // Slots 3, 5, 8 and 10.
        assert_eq!([0, 1, 2, 3, 4].map(|column| cells.x_of(column)), [0.0, 20.0, 50.0, 70.0, 100.0]);
        for cell in (0..3).flat_map(|row| (0..4).map(move |column| (column, row))) {
            assert_eq!(cells.at(cells.middle(cell)), cell);
        }
        assert_eq!([cells.at((-5.0, 99.0)), cells.at((999.0, -1.0)), cells.at((f64::NAN, f64::NAN))], [(0, 0), (3, 2), (0, 0)]);
        assert_eq!(cells.cheapest().collect::<Vec<_>>(), [(35.0, 25.0), (85.0, 5.0)]);
        assert_eq!(cells.paths()[REFUSED_PATH], "M50.00 10.00h20.00v10.00h-20.00z");
        assert!(cells.has_refused() && cells.most() == 3);
    }

    #[test]
    fn the_greatest_cost_of_a_colour_is_the_last_one_that_has_it() {
        for (most, level) in [100, 4_321, 1 << 40].into_iter().flat_map(|most| (1..LEVELS).map(move |level| (most, level))) {
            let last = cost_up_to(level, most);
            assert_eq!(CostCells::level(last, most), level, "{last} of {most}");
            assert_eq!(CostCells::level(last + 1, most), (level + 1).min(LEVELS - 1), "{last} of {most}");
        }
    }
}

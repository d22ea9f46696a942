//! A map of what reservations cost as areas of equal colour: starts to the right, nodes or lengths upwards.

use bookahead_engine::batch::cost::Measure;
use bookahead_engine::batch::cost::map::CostMap;
use bookahead_engine::batch::job::NONE;
use std::fmt::Write;

/// Colours, from what costs nothing to what costs most.
pub const LEVELS: usize = 9;

/// The greatest cost that has a colour, where the greatest of all is known.
pub fn cost_up_to(level: usize, most: u64) -> u64 {
    let share = level as f64 / (LEVELS - 1) as f64;
    (share * share * most as f64) as u64
}

/// A map in a plot.
#[derive(Clone, Copy, Debug)]
pub struct CostCells<'a> {
    /// The map.
    pub map: &'a CostMap,
    /// What is drawn of it.
    pub measure: Measure,
    /// Width and height of the plot, in CSS px.
    pub size: (f64, f64),
}

impl CostCells<'_> {
    fn cell(&self) -> (f64, f64) {
        let asked = &self.map.asked;
        (self.size.0 / f64::from(asked.columns.max(1)), self.size.1 / f64::from(asked.rows.max(1)))
    }

    /// The greatest cost of a cell that is known.
    pub fn most(&self) -> u64 {
        let asked = &self.map.asked;
        let all = (0..asked.rows).flat_map(|row| (0..asked.columns).filter_map(move |column| self.map.cost(column, row)));
        all.map(|cost| cost.by(self.measure)).max().unwrap_or(0)
    }

    /// The colour of a cost: nothing has one of its own; the others are told apart by the root, so that small costs are.
    fn level(cost: u64, most: u64) -> usize {
        if cost == 0 {
            return 0;
        }
        let share = (cost as f64 / most.max(1) as f64).sqrt();
        ((share * (LEVELS - 1) as f64).ceil() as usize).clamp(1, LEVELS - 1)
    }

    /// For each colour the cells that have it, as one path; neighbours in a row are joined.
    pub fn paths(&self) -> [String; LEVELS] {
        let mut paths: [String; LEVELS] = Default::default();
        let (most, (width, height)) = (self.most(), self.cell());
        let asked = &self.map.asked;
        for row in 0..asked.rows {
            let y = self.size.1 - f64::from(row + 1) * height;
            let mut column = 0;
            while column < asked.columns {
                let level = |column: u32| self.map.cost(column, row).map(|cost| Self::level(cost.by(self.measure), most));
                let (first, here) = (column, level(column));
                while column < asked.columns && level(column) == here {
                    column += 1;
                }
                if let Some(level) = here {
                    let (x, wide) = (f64::from(first) * width, f64::from(column - first) * width);
                    // Writing to memory cannot fail.
                    let _ = write!(paths[level], "M{x:.2} {y:.2}h{wide:.2}v{height:.2}h-{wide:.2}z");
                }
            }
        }
        paths
    }

    /// The middles of the cheapest starts, one for each row that has one.
    pub fn cheapest(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let (width, height) = self.cell();
        let marked = self.map.cheapest.iter().enumerate().filter(|(_, column)| **column != NONE);
        marked.map(move |(row, column)| ((f64::from(*column) + 0.5) * width, self.size.1 - (row as f64 + 0.5) * height))
    }

    /// The middle of a cell.
    pub fn middle(&self, (column, row): (u32, u32)) -> (f64, f64) {
        let (width, height) = self.cell();
        ((f64::from(column) + 0.5) * width, self.size.1 - (f64::from(row) + 0.5) * height)
    }

    /// The cell at a place; the nearest one, if the place lies outside.
    pub fn at(&self, (x, y): (f64, f64)) -> (u32, u32) {
        let (width, height) = self.cell();
        let asked = &self.map.asked;
        // Saturating: a number that is none gives the first cell.
        let index = |place: f64, count: u32| (place.floor().max(0.0) as u32).min(count.saturating_sub(1));
        (index(x / width, asked.columns), index((self.size.1 - y) / height, asked.rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_and_little_have_colours_of_their_own() {
        assert_eq!([0, 1, 25, 100].map(|cost| CostCells::level(cost, 100)), [0, 1, 4, 8]);
        assert_eq!(CostCells::level(0, 0), 0);
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

//! Plans as text: one row per node or server, time to the right, each job as long as its duration.

use std::ops::Range;

/// Most rows that are drawn.
pub(crate) const ROWS_MAX: u32 = 64;

/// Columns that a long plan is drawn in.
const WIDTH: u64 = 160;

/// Columns of equal time. A long plan has several units of time in a column, a short one is stretched.
pub(crate) struct TimeColumns {
    first: u64,
    end: u64,
    units: u64,
    stretch: u64,
}

impl TimeColumns {
    /// For a plan from `first` to `end`; `None` where its shortest job would be less than a border and a letter wide.
    pub(crate) fn new(first: u64, end: u64, shortest: u64) -> Option<Self> {
        let units = (end - first).div_ceil(WIDTH).max(1);
        let stretch = if units == 1 { (WIDTH / (end - first).max(1)).clamp(1, 4) } else { 1 };
        (shortest >= 2 * units || units == 1).then_some(Self { first, end, units, stretch })
    }

    /// The column in which a time begins.
    pub(crate) fn at(&self, time: u64) -> usize {
        ((time - self.first) * self.stretch / self.units) as usize
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.at(self.end)
    }

    /// What stands above them: from when to when, and what a column is. `unit` and `units` are the words for one and for several.
    pub(crate) fn headline(&self, ends: &str, unit: &str, units: &str) -> String {
        let column = match (self.units, self.stretch) {
            (1, 1) => format!("1 {unit}"),
            (1, stretch) => format!("1/{stretch} {unit}"),
            (several, _) => format!("{several} {units}"),
        };
        format!("{} to {}{ends}, {column} a column", self.first, self.end)
    }
}

/// A job on one row.
pub(crate) struct Bar {
    pub(crate) row: usize,
    /// From its first column to the one in which its end stands.
    pub(crate) columns: Range<usize>,
    pub(crate) label: String,
}

/// The rows from the last to the first below a headline. `#` stands where a job lies on another one or on its end.
pub(crate) fn chart(row_name: &str, rows: usize, width: usize, headline: &str, bars: impl Iterator<Item = Bar>) -> String {
    let mut lines = vec![vec![' '; width + 1]; rows];
    for Bar { row, columns, label } in bars {
        let Some(line) = lines.get_mut(row) else { continue };
        for border in [columns.start, columns.end] {
            line[border] = '|';
        }
        let inside = line.get_mut(columns.start + 1..columns.end).unwrap_or_default();
        let name = if label.len() <= inside.len() { label.as_str() } else { "" };
        for (place, c) in inside.iter_mut().zip(name.chars().chain(std::iter::repeat('.'))) {
            *place = if *place == ' ' { c } else { '#' };
        }
    }
    let margin = format!("{row_name}{}", rows.saturating_sub(1)).len() + 1;
    let mut chart = format!("{:margin$}{headline}\n", "");
    for (row, line) in lines.iter().enumerate().rev() {
        let line: String = line.iter().collect();
        chart.push_str(format!("{:<margin$}{line}", format!("{row_name}{row}")).trim_end());
        chart.push('\n');
    }
    chart
}

#[cfg(test)]
mod tests {
    use super::{Bar, chart};

    #[test]
    fn bars_stand_on_their_rows_and_clashes_show() {
        let bar = |row, columns, label: &str| Bar { row, columns, label: label.to_string() };
        let bars = [bar(0, 0..5, "1"), bar(0, 5..8, "long"), bar(1, 0..6, "2"), bar(1, 3..8, "3"), bar(7, 0..8, "no such row")];
        assert_eq!(chart("n", 2, 8, "time", bars.into_iter()), "   time\nn1 |2.|###.|\nn0 |1...|..|\n");
    }
}

//! Plans as text: one row per node or server, time to the right, each job as long as its duration.

use std::ops::Range;

/// Most rows that are drawn.
pub(crate) const ROWS_MAX: u32 = 64;

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

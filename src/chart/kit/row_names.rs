//! The row names left of a chart: node numbers, as many as fit.

use super::scale::RowScale;
use super::ticks::round_step;
use crate::gantt::layout::gantt_kind::GanttKind;

/// Least distance of names, in CSS px.
const ROW_NAME_PX: f64 = 12.0;
/// From the middle of a name's digits down to its baseline, in CSS px.
const DESCENT_PX: f64 = 4.0;

/// Rows of this number and above have names that are too long with letters before them.
const PLAIN_FROM: u32 = 1_000;

/// v0 … or cn0 …, or the numbers alone where they are long, with their baselines, in CSS px from the plot's upper edge.
pub fn row_names(layout: GanttKind, rows: &RowScale) -> Vec<(String, f64)> {
    let prefix = match layout {
        _ if rows.rows() > PLAIN_FROM => "",
        GanttKind::Logical => "v",
        GanttKind::Physical => "cn",
    };
    // Saturating; rows have heights above 0.
    let step = round_step((ROW_NAME_PX / rows.row_px()).ceil().max(1.0)) as u32;
    let mut names: Vec<(String, f64)> = Vec::new();
    for row in rows.visible_rows().filter(|row| row % step == 0) {
        // The time axis ends them below.
        let middle = rows.y_of(f64::from(row) + 0.5).clamp(6.0, (rows.height() - DESCENT_PX).max(6.0));
        let baseline = middle + DESCENT_PX;
        // A name at the edge stands nearer to the next one than its row does.
        if names.last().is_none_or(|(_, below)| below - baseline >= ROW_NAME_PX - 0.5) {
            names.push((format!("{prefix}{row}"), baseline));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_name_where_there_is_room() {
        let rows = RowScale::new(5, 0.0, 34.0, 170.0);
        let names = row_names(GanttKind::Logical, &rows);
        let expected = [("v0", 157.0), ("v1", 123.0), ("v2", 89.0), ("v3", 55.0), ("v4", 21.0)];
        assert_eq!(names, expected.map(|(name, baseline)| (name.to_string(), baseline)));
    }

    #[test]
    fn names_stay_apart_and_in_the_plot() {
        for nodes in [1, 2, 7, 30, 99, 400, 2_000, 10_000] {
            for height in [40.0, 170.0, 590.0, 900.0] {
                let rows = RowScale::new(nodes, 0.0, height / f64::from(nodes), height);
                let names = row_names(GanttKind::Physical, &rows);
                assert_eq!(names[0].0, if nodes > 1_000 { "0" } else { "cn0" }, "the first row is named");
                assert!(
                    names.iter().all(|(_, baseline)| (DESCENT_PX..=height).contains(baseline)),
                    "{nodes} in {height}: {names:?}"
                );
                let is_apart = |pair: &[(String, f64)]| pair[0].1 - pair[1].1 >= ROW_NAME_PX - 0.5;
                assert!(names.windows(2).all(is_apart), "{nodes} in {height}: {names:?}");
            }
        }
    }
}

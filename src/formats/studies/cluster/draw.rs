//! A plan of a cluster as text.

use crate::ascii::{Bar, ROWS_MAX, TimeColumns, chart};
use bookahead_engine::batch::job::NEVER;
use bookahead_engine::batch::{BatchOutcome, BatchScenario};

/// Draws nodes in columns of equal time, a job with its number; `None` where the plan is empty, has too many nodes, or jobs too short for the columns.
pub fn draw_cluster(scenario: &BatchScenario, outcome: &BatchOutcome) -> Option<String> {
    let (jobs, decisions) = (&outcome.jobs, &outcome.decisions);
    if scenario.nodes > ROWS_MAX {
        return None;
    }
    let rows = || (0..jobs.len()).filter(|&row| decisions.start[row] != NEVER);
    let (first, end) = (rows().map(|row| decisions.start[row]).min()?, rows().map(|row| decisions.end[row]).max()?);
    let shortest = rows().map(|row| decisions.end[row] - decisions.start[row]).min()?;
    let columns = TimeColumns::new(first, end, shortest)?;
    let bars = rows().flat_map(|row| {
        let columns = columns.at(decisions.start[row])..columns.at(decisions.end[row]);
        let label = jobs.number(row).to_string();
        let nodes = outcome.nodes.of_row(row).flat_map(|(first, last)| first..=last);
        nodes.map(move |node| Bar { row: node as usize, columns: columns.clone(), label: label.clone() })
    });
    Some(chart("n", scenario.nodes as usize, columns.count(), &columns.headline(" s", "s", "s"), bars))
}

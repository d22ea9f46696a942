//! A plan of a cluster as text.

use crate::ascii::{Bar, ROWS_MAX, chart};
use bookahead_engine::batch::job::NEVER;
use bookahead_engine::batch::{BatchOutcome, BatchScenario};

/// Columns of a plan.
const WIDTH: u64 = 160;

/// Draws nodes in columns of equal time, a job with its number; `None` where the plan is empty, has too many nodes, or jobs too short for the columns.
pub fn draw_cluster(scenario: &BatchScenario, outcome: &BatchOutcome) -> Option<String> {
    let (jobs, decisions) = (&outcome.jobs, &outcome.decisions);
    if scenario.nodes > ROWS_MAX {
        return None;
    }
    let rows = || (0..jobs.len()).filter(|&row| decisions.start[row] != NEVER);
    let (first, end) = (rows().map(|row| decisions.start[row]).min()?, rows().map(|row| decisions.end[row]).max()?);
    let shortest = rows().map(|row| decisions.end[row] - decisions.start[row]).min()?;
    let seconds = (end - first).div_ceil(WIDTH).max(1);
    // Every job is at least a border and a letter wide.
    if shortest < 2 * seconds && seconds > 1 {
        return None;
    }
    // Short plans are stretched.
    let stretch = if seconds == 1 { (WIDTH / (end - first)).clamp(1, 4) } else { 1 };
    let column = |at: u64| ((at - first) * stretch / seconds) as usize;
    let bars = rows().flat_map(|row| {
        let columns = column(decisions.start[row])..column(decisions.end[row]);
        let label = jobs.number(row).to_string();
        let nodes = outcome.nodes.of_row(row).flat_map(|(first, last)| first..=last);
        nodes.map(move |node| Bar { row: node as usize, columns: columns.clone(), label: label.clone() })
    });
    let scale = match (seconds, stretch) {
        (1, 1) => "1 s".to_string(),
        (1, _) => format!("1/{stretch} s"),
        _ => format!("{seconds} s"),
    };
    Some(chart("n", scenario.nodes as usize, column(end), &format!("{first} to {end} s, {scale} a column"), bars))
}

//! A plan of workflows as text.

use crate::ascii::{Bar, ROWS_MAX, TimeColumns, chart};
use bookahead_engine::workflow::{WorkflowOutcome, WorkflowScenario};

/// Draws nodes in columns of equal time, a task with its number, what was reserved before as `busy`; `None` where the plan is empty, has too many nodes,
/// or tasks too short for the columns.
pub fn draw_workflow(scenario: &WorkflowScenario, outcome: &WorkflowOutcome) -> Option<String> {
    let (tasks, busy) = (&outcome.tasks, &outcome.busy);
    if scenario.nodes() > ROWS_MAX {
        return None;
    }
    let rows = || (0..tasks.len()).filter(|&row| outcome.is_reserved(row) && tasks.duration[row] > 0);
    let first = rows().map(|row| tasks.start[row]).chain(busy.start.iter().copied()).min()?;
    let end = rows().map(|row| tasks.end(row)).chain(busy.end.iter().copied()).max()?;
    let shortest = rows().map(|row| tasks.duration[row]).min()?;
    let columns = TimeColumns::new(first, end, shortest)?;
    let bars = rows().map(|row| Bar {
        row: tasks.node[row] as usize,
        columns: columns.at(tasks.start[row])..columns.at(tasks.end(row)),
        label: format!("T{row}"),
    });
    let reserved = (0..busy.node.len()).map(|at| Bar {
        row: busy.node[at] as usize,
        columns: columns.at(busy.start[at])..columns.at(busy.end[at]),
        label: "busy".to_string(),
    });
    let headline = columns.headline("", "tick", "ticks");
    Some(chart("n", scenario.nodes() as usize, columns.count(), &headline, bars.chain(reserved)))
}

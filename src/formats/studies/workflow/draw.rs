//! A plan of workflows as text.

use crate::ascii::{Bar, ROWS_MAX, chart};
use bookahead_engine::workflow::{WorkflowOutcome, WorkflowScenario};

/// Columns of a plan.
const WIDTH: u64 = 160;

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
    let ticks = (end - first).div_ceil(WIDTH).max(1);
    // Every task is at least a border and a letter wide.
    if shortest < 2 * ticks && ticks > 1 {
        return None;
    }
    // Short plans are stretched.
    let stretch = if ticks == 1 { (WIDTH / (end - first).max(1)).clamp(1, 4) } else { 1 };
    let column = |at: u64| ((at - first) * stretch / ticks) as usize;
    let bars = rows().map(|row| Bar {
        row: tasks.node[row] as usize,
        columns: column(tasks.start[row])..column(tasks.end(row)),
        label: format!("T{row}"),
    });
    let reserved = (0..busy.node.len()).map(|at| Bar {
        row: busy.node[at] as usize,
        columns: column(busy.start[at])..column(busy.end[at]),
        label: "busy".to_string(),
    });
    let scale = match (ticks, stretch) {
        (1, 1) => "1 tick".to_string(),
        (1, _) => format!("1/{stretch} tick"),
        _ => format!("{ticks} ticks"),
    };
    let headline = format!("{first} to {end}, {scale} a column");
    Some(chart("n", scenario.nodes() as usize, column(end), &headline, bars.chain(reserved)))
}

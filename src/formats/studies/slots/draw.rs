//! A plan in slots as text.

use crate::ascii::{Bar, ROWS_MAX, chart};
use bookahead_engine::Outcome;

/// Widest plan in characters.
const WIDTH_MAX: usize = 200;

/// Draws the physical nodes slot by slot, a job with its name `user.job`; `None` where the plan is empty or too large.
pub fn draw_plan(machine_nodes: u32, outcome: &Outcome) -> Option<String> {
    let Outcome { arrivals, decisions, nodes, metrics, .. } = outcome;
    // Where reservations overlap, more rows than the machine has nodes.
    let rows = nodes.ids.iter().map(|&node| node + 1).max().unwrap_or(0).max(machine_nodes);
    if metrics.accepted == 0 || rows > ROWS_MAX {
        return None;
    }
    let (first, end) = (metrics.first_slot as usize, metrics.end_slot as usize);
    if end - first > WIDTH_MAX {
        return None;
    }
    let duration = |job: usize| arrivals.duration[arrivals.request[job] as usize] as usize;
    let label = |job: usize| format!("{}.{}", arrivals.user[arrivals.request[job] as usize], arrivals.number[job]);
    let accepted = || (0..decisions.start.len()).filter(|&job| decisions.accepted(job));
    // A slot is as wide as the shortest job needs for its name, and as its own number.
    let need = |job: usize| (label(job).len() + 1).div_ceil(duration(job));
    let cell = accepted().map(need).max()?.max((end - 1).to_string().len() + 1);
    let width = (end - first) * cell;
    if width > WIDTH_MAX {
        return None;
    }
    let bars = accepted().flat_map(|job| {
        let from = (decisions.start[job] as usize - first) * cell;
        let columns = from..from + duration(job) * cell;
        nodes.of(job).iter().map(move |&node| Bar { row: node as usize, columns: columns.clone(), label: label(job) })
    });
    let slots: String = (first..end).map(|slot| format!("{slot:<cell$}")).collect();
    Some(chart("cn", rows as usize, width, slots.trim_end(), bars))
}

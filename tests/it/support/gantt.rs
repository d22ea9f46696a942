//! A plan as text, so that a failing test reads like a chart.

use bookahead::engine::Outcome;
use bookahead::engine::plan::Obstacle;
use std::fmt::Write;

/// Slots drawn at most; longer plans are listed instead.
const MOST_SLOTS: u32 = 80;

/// Nodes × slots: the job's name where it starts, `=` where it goes on, `.` where the node is idle, `#` where two jobs clash. Then
/// one line for each move and each refusal.
pub fn gantt(outcome: &Outcome, machine_nodes: u32) -> String {
    let Outcome { arrivals, decisions, nodes, .. } = outcome;
    let name = |job: usize| format!("{}.{}", arrivals.user[arrivals.request[job] as usize], arrivals.number[job]);
    let end = |job: usize| decisions.start[job] + arrivals.duration[arrivals.request[job] as usize];
    let accepted: Vec<usize> = (0..decisions.start.len()).filter(|&job| decisions.accepted(job)).collect();
    let from = accepted.iter().map(|&job| decisions.start[job]).min().unwrap_or(0);
    let to = accepted.iter().map(|&job| end(job)).max().unwrap_or(0);
    let mut text = String::new();
    if to - from > MOST_SLOTS {
        for &job in &accepted {
            let on = nodes.of(job);
            writeln!(text, "{:>6} in {} .. {} on {on:?}", name(job), decisions.start[job], end(job)).unwrap();
        }
    } else {
        let width = accepted.iter().map(|&job| name(job).len()).max().unwrap_or(1).max(to.to_string().len()) + 1;
        let slots = (to - from) as usize;
        let mut cells = vec![vec![".".to_string(); slots]; machine_nodes as usize];
        for &job in &accepted {
            for &node in nodes.of(job) {
                for slot in decisions.start[job]..end(job) {
                    let Some(cell) = cells.get_mut(node as usize).map(|row| &mut row[(slot - from) as usize]) else { continue };
                    let mark = if slot == decisions.start[job] { name(job) } else { "=".to_string() };
                    *cell = if cell == "." { mark } else { "#".to_string() };
                }
            }
        }
        let line = |head: String, cells: &mut dyn Iterator<Item = String>| {
            cells.fold(format!("{head:>6} |"), |line, cell| line + &format!("{cell:>width$}")) + "\n"
        };
        text += &line("slot".into(), &mut (from..to).map(|slot| slot.to_string()));
        for (node, row) in cells.into_iter().enumerate() {
            text += &line(format!("cn{node}"), &mut row.into_iter());
        }
    }
    for m in &decisions.moves {
        let (job, beneficiary) = (name(m.job as usize), name(m.beneficiary as usize));
        writeln!(text, "{job} moved {} -> {} for {beneficiary} (slot {} was short)", m.from, m.to, m.short_slot).unwrap();
    }
    for refusal in &decisions.refusals {
        let job = refusal.job as usize;
        let request = arrivals.row(arrivals.request[job] as usize);
        let why = match refusal.obstacle {
            Obstacle::ShortSlot { slot, free, .. } => format!("slot {slot} has {free} free"),
            Obstacle::NoNodeThroughout { best_start, free, .. } => {
                format!("at best {free} nodes free throughout from {best_start}")
            }
            Obstacle::ClassClosed { class, limit_of, first, last, used, limit, .. } => {
                format!("class {class} closed in {first}..={last}: limit of class {limit_of}, {used} of {limit} used")
            }
        };
        let window = format!(
            "{}..={} for {} slots on {} nodes",
            request.earliest_start, request.latest_start, request.duration, request.nodes
        );
        writeln!(text, "{} refused: wants {window}; {why}; {} moves put back", name(job), refusal.put_back).unwrap();
    }
    text
}

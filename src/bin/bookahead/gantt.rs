//! A plan as text: nodes down, slots across, each job as long as it lasts.

use bookahead::engine::Outcome;

/// Most nodes that are drawn.
const NODES_MAX: u32 = 64;
/// Widest drawing in characters.
const WIDTH_MAX: usize = 200;

/// Draws the physical nodes; `None` where the plan is empty or too large.
pub fn draw(machine_nodes: u32, outcome: &Outcome) -> Option<String> {
    let Outcome { arrivals, decisions, nodes, metrics, .. } = outcome;
    if metrics.accepted == 0 || machine_nodes > NODES_MAX {
        return None;
    }
    let (first, end) = (metrics.first_slot as usize, metrics.end_slot as usize);
    if end - first > WIDTH_MAX {
        return None;
    }
    let row_of = |job: usize| arrivals.request[job] as usize;
    let accepted = || (0..decisions.start.len()).filter(|&job| decisions.accepted(job));
    let label = |job: usize| format!("{}.{}", arrivals.user[row_of(job)], arrivals.number[job]);
    // A slot is as wide as the shortest job needs for its name, and as its own number.
    let need = |job: usize| (label(job).len() + 1).div_ceil(arrivals.duration[row_of(job)] as usize);
    let cell = accepted().map(need).max()?.max((end - 1).to_string().len() + 1);
    let width = (end - first) * cell;
    if width > WIDTH_MAX {
        return None;
    }
    let mut lines = vec![vec![' '; width + 1]; machine_nodes as usize];
    for job in accepted() {
        let from = (decisions.start[job] as usize - first) * cell;
        let to = from + arrivals.duration[row_of(job)] as usize * cell;
        for &node in nodes.of(job) {
            let line = &mut lines[node as usize];
            line[from] = '|';
            line[to] = '|';
            for place in &mut line[from + 1..to] {
                *place = '.';
            }
            for (place, c) in line[from + 1..to].iter_mut().zip(label(job).chars()) {
                *place = c;
            }
        }
    }
    let margin = format!("cn{}", machine_nodes - 1).len() + 1;
    let mut chart = " ".repeat(margin);
    for slot in first..end {
        chart.push_str(&format!("{slot:<cell$}"));
    }
    let mut chart = chart.trim_end().to_string() + "\n";
    for (node, line) in lines.iter().enumerate().rev() {
        let line: String = line.iter().collect();
        chart.push_str(format!("{:<margin$}{line}", format!("cn{node}")).trim_end());
        chart.push('\n');
    }
    Some(chart)
}

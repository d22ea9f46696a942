//! Plans as text: one row per node or server, time to the right, each job as long as its duration.

use bookahead_engine::Outcome;
use bookahead_engine::idle::adaptive::Piece;
use bookahead_engine::idle::{IdleOutcome, IdleScenario};
use std::ops::Range;

/// Most nodes or servers that are drawn.
const ROWS_MAX: u32 = 64;
/// Widest plan of nodes in characters.
const WIDTH_MAX: usize = 200;
/// Columns of a plan of servers.
const SERVERS_WIDTH: u64 = 160;

/// A job on one row.
struct Bar {
    row: usize,
    /// From its first column to the one in which its end stands.
    columns: Range<usize>,
    label: String,
}

/// Draws the physical nodes slot by slot, a job with its name `user.job`; `None` where the plan is empty or too large.
pub fn draw_plan(machine_nodes: u32, outcome: &Outcome) -> Option<String> {
    let Outcome { arrivals, decisions, nodes, metrics, .. } = outcome;
    if metrics.accepted == 0 || machine_nodes > ROWS_MAX {
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
    Some(chart("cn", machine_nodes as usize, width, slots.trim_end(), bars))
}

/// Draws servers in columns of equal time, a job with the number of its request, an opportunistic job as `o0`, `o1` and so on; `None`
/// where the plan is empty, has too many servers, or jobs too short for the columns.
pub fn draw_servers(scenario: &IdleScenario, outcome: &IdleOutcome) -> Option<String> {
    let rates = scenario.servers.rates();
    let (arrivals, decisions) = (&outcome.arrivals, &outcome.decisions);
    let held = |row: usize| {
        let (server, start) = (decisions.server[row], u64::from(decisions.start[row]));
        (row, server as usize, start, start + rates[server as usize].duration(arrivals.size[row]))
    };
    let held: Vec<(usize, usize, u64, u64)> = match &outcome.adapted {
        Some(adapted) => {
            let held = |piece: &Piece| (piece.job as usize, piece.server as usize, piece.start.into(), piece.end.into());
            adapted.pieces.iter().map(held).collect()
        }
        None => (0..arrivals.jobs()).filter(|&row| decisions.accepted(row)).map(held).collect(),
    };
    let (first, end) = (held.iter().map(|held| held.2).min()?, held.iter().map(|held| held.3).max()?);
    let shortest = held.iter().map(|held| held.3 - held.2).min()?;
    let tick = (end - first).div_ceil(SERVERS_WIDTH).max(1);
    // Every job is at least a border and a letter wide.
    if rates.len() > ROWS_MAX as usize || shortest < 2 * tick && tick > 1 {
        return None;
    }
    // Short plans are stretched.
    let stretch = if tick == 1 { (SERVERS_WIDTH / (end - first)).clamp(1, 4) } else { 1 };
    let column = |at: u64| ((at - first) * stretch / tick) as usize;
    let bars = held.into_iter().map(|(row, server, from, to)| Bar {
        row: server,
        columns: column(from)..column(to),
        label: arrivals.id.get(row).map_or_else(|| format!("o{}", row - arrivals.jobs()), u32::to_string),
    });
    let scale = match (tick, stretch) {
        (1, 1) => "1 tick".to_string(),
        (1, _) => format!("1/{stretch} tick"),
        _ => format!("{tick} ticks"),
    };
    Some(chart("s", rates.len(), column(end), &format!("{first} to {end}, {scale} a column"), bars))
}

/// The rows from the last to the first below a headline. `#` stands where a job lies on another one or on its end.
fn chart(row_name: &str, rows: usize, width: usize, headline: &str, bars: impl Iterator<Item = Bar>) -> String {
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

//! A plan of named servers as text.

use crate::ascii::{Bar, ROWS_MAX, chart};
use bookahead_engine::idle::adaptive::Piece;
use bookahead_engine::idle::{IdleOutcome, IdleScenario};

/// Columns of a plan.
const WIDTH: u64 = 160;

/// Draws servers in columns of equal time, a job with the number of its request, an opportunistic job as `o1`, `o2` and so on; `None`
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
    let tick = (end - first).div_ceil(WIDTH).max(1);
    // Every job is at least a border and a letter wide.
    if rates.len() > ROWS_MAX as usize || shortest < 2 * tick && tick > 1 {
        return None;
    }
    // Short plans are stretched.
    let stretch = if tick == 1 { (WIDTH / (end - first)).clamp(1, 4) } else { 1 };
    let column = |at: u64| ((at - first) * stretch / tick) as usize;
    let name = |row: usize| match arrivals.id.get(row) {
        Some(&id) => scenario.workload.name_of(id).to_string(),
        None => format!("o{}", row - arrivals.jobs() + 1),
    };
    let bars =
        held.into_iter().map(|(row, server, from, to)| Bar { row: server, columns: column(from)..column(to), label: name(row) });
    let scale = match (tick, stretch) {
        (1, 1) => "1 tick".to_string(),
        (1, _) => format!("1/{stretch} tick"),
        _ => format!("{tick} ticks"),
    };
    Some(chart("s", rates.len(), column(end), &format!("{first} to {end}, {scale} a column"), bars))
}

//! A plan of named servers as text.

use crate::ascii::{Bar, ROWS_MAX, TimeColumns, chart};
use bookahead_engine::idle::adaptive::Piece;
use bookahead_engine::idle::{IdleOutcome, IdleScenario};

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
    let columns = TimeColumns::new(first, end, shortest).filter(|_| rates.len() <= ROWS_MAX as usize)?;
    let name = |row: usize| match arrivals.id.get(row) {
        Some(&id) => scenario.workload.name_of(id).to_string(),
        None => format!("o{}", row - arrivals.jobs() + 1),
    };
    let bars = held.into_iter().map(|(row, server, from, to)| Bar {
        row: server,
        columns: columns.at(from)..columns.at(to),
        label: name(row),
    });
    Some(chart("s", rates.len(), columns.count(), &columns.headline("", "tick", "ticks"), bars))
}

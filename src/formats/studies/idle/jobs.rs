//! A plan of named servers as other tools see it. A tick is taken for a second: the study gives it no length.

use crate::plan_rows::{Held, Machine, TakenJob};
use bookahead_engine::core::sorting::sort_shared_by_key;
use bookahead_engine::core::time_names::TimeNames;
use bookahead_engine::idle::adaptive::Piece;
use bookahead_engine::idle::explain::idle_reason;
use bookahead_engine::idle::{IdleOutcome, IdleScenario, NO_SERVER};
use std::borrow::Cow;
use std::io;

pub(super) fn machine(idle: &IdleScenario) -> Machine {
    Machine { prefix: "server ", nodes: idle.servers.count(), seconds: 1, unit: "tick" }
}

fn held(piece: &Piece) -> Held<'static> {
    Held { start: u64::from(piece.start), end: u64::from(piece.end), nodes: Cow::Owned(vec![piece.server]) }
}

/// Calls `found` with every request in arrival order; where reservations adapt with the pieces it holds in the end, and then with the opportunistic
/// jobs, which are numbered from 1 by their place among the events.
pub(super) fn for_each_job(
    idle: &IdleScenario,
    outcome: &IdleOutcome,
    found: &mut dyn FnMut(TakenJob<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let IdleOutcome { arrivals, decisions, adapted, .. } = outcome;
    let rates = idle.servers.rates();
    let mut pieces: Vec<Piece> = adapted.as_ref().map_or(Vec::new(), |adapted| adapted.pieces.clone());
    sort_shared_by_key(&mut pieces, |piece| (piece.job, piece.start));
    let of = |job: u32| {
        let from = pieces.partition_point(|piece| piece.job < job);
        let to = pieces.partition_point(|piece| piece.job <= job);
        &pieces[from..to]
    };
    for row in 0..arrivals.jobs() {
        let request = arrivals.row(row);
        let (server, start) = (decisions.server[row], decisions.start[row]);
        let held: Vec<Held<'_>> = match adapted {
            Some(_) => of(row as u32).iter().map(held).collect(),
            None if server == NO_SERVER => Vec::new(),
            None => {
                let end = u64::from(start) + rates[server as usize].duration(request.size);
                vec![Held { start: u64::from(start), end, nodes: Cow::Borrowed(&decisions.server[row..=row]) }]
            }
        };
        found(TakenJob {
            name: idle.workload.name_of(arrivals.id[row]).to_string(),
            submitted: u64::from(request.submitted),
            nodes: 1,
            duration: u64::from(request.size),
            held,
            moved_from: None,
            refused: decisions.refusal(row).map(|refusal| idle_reason(&request, refusal, TimeNames::SLOTS)),
        })?;
    }
    let requests = arrivals.jobs() as u32;
    let others = &pieces[pieces.partition_point(|piece| piece.job < requests)..];
    others.chunk_by(|a, b| a.job == b.job).try_for_each(|pieces| {
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return Ok(()) };
        found(TakenJob {
            name: format!("opportunistic-{}", first.job - requests + 1),
            submitted: u64::from(first.start),
            nodes: 1,
            duration: u64::from(last.end - first.start),
            held: pieces.iter().map(held).collect(),
            moved_from: None,
            refused: None,
        })
    })
}

//! The plan of the servers as flat columns, and the page's copy of it.

use super::body::{LookBody, ServersPlannedBody};
use super::words::{moment_of, moment_words};
use crate::engine::idle::adaptive::Piece;
use crate::engine::idle::{Comparison, IdleArrivals, IdleDecisions, IdleFigures, IdleObstacle, IdleRefusal, Moment};

/// Columns of a plan of the servers: requests, decisions, refusals, pieces, the moment.
pub const SERVERS_COLUMNS: usize = 10;
const REFUSAL_FIELDS: usize = 6;
const PIECE_FIELDS: usize = 4;

/// Hands the columns of a plan from row `kept` on to `take`, all pieces, and the moment.
pub fn with_servers_columns<T>(
    (arrivals, decisions, pieces): (&IdleArrivals, &IdleDecisions, &[Piece]),
    kept: usize,
    moment: Option<&Moment>,
    take: impl FnOnce([&[u32]; SERVERS_COLUMNS]) -> T,
) -> T {
    let IdleArrivals { id, submitted, earliest_start, size, deadline } = arrivals;
    let IdleDecisions { server, start, refusals } = decisions;
    let pieces: Vec<u32> = pieces.iter().flat_map(|piece| [piece.job, piece.server, piece.start, piece.end]).collect();
    let from = refusals.partition_point(|refusal| (refusal.job as usize) < kept);
    let refusals: Vec<u32> = refusals[from..].iter().flat_map(refusal_fields).collect();
    let moment = moment.map(moment_words).unwrap_or_default();
    take([
        &id[kept..],
        &submitted[kept..],
        &earliest_start[kept..],
        &size[kept..],
        &deadline[kept..],
        &server[kept..],
        &start[kept..],
        &refusals,
        &pieces,
        &moment,
    ])
}

/// The page's copy: the requests to the servers, what was decided, and what is to be seen of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServersPlan {
    /// The requests, in arrival order.
    pub arrivals: IdleArrivals,
    /// What was decided.
    pub decisions: IdleDecisions,
    /// The figures.
    pub figures: IdleFigures,
    /// The same arrivals under the other strategy.
    pub comparison: Option<Comparison>,
    /// What was asked to be seen.
    pub look: LookBody,
    /// Who has which server when, where reservations adapt: requests by their rows, opportunistic jobs by the number of rows + their place
    /// among the events. Empty where they do not: then every accepted request stands where it was put.
    pub pieces: Vec<Piece>,
    /// What happened where they adapt: at which row or event, and a sentence.
    pub happened: Vec<(u32, String)>,
    /// The moment before the selected request was decided.
    pub moment: Option<Moment>,
}

impl ServersPlan {
    /// Takes in what changed. `None` if that does not fit what is here: the copy is of no use any more then.
    #[must_use]
    pub fn take(&mut self, body: ServersPlannedBody, columns: [Vec<u32>; SERVERS_COLUMNS]) -> Option<()> {
        let ServersPlannedBody { kept, figures, comparison, look, happened } = body;
        let [id, submitted, earliest_start, size, deadline, server, start, refusals, pieces, moment] = columns;
        let kept = kept as usize;
        let rows = id.len();
        let arrivals = &mut self.arrivals;
        let old =
            [&mut arrivals.id, &mut arrivals.submitted, &mut arrivals.earliest_start, &mut arrivals.size, &mut arrivals.deadline];
        let old = old.into_iter().chain([&mut self.decisions.server, &mut self.decisions.start]);
        for (old, new) in old.zip([id, submitted, earliest_start, size, deadline, server, start]) {
            if new.len() != rows || old.len() < kept {
                return None;
            }
            old.truncate(kept);
            old.extend(new);
        }
        let from = self.decisions.refusals.partition_point(|refusal| (refusal.job as usize) < kept);
        self.decisions.refusals.truncate(from);
        let (fields, []) = refusals.as_chunks::<REFUSAL_FIELDS>() else { return None };
        for fields in fields {
            self.decisions.refusals.push(refusal_of(fields)?);
        }
        let (pieces, []) = pieces.as_chunks::<PIECE_FIELDS>() else { return None };
        self.pieces = pieces.iter().map(|&[job, server, start, end]| Piece { job, server, start, end }).collect();
        self.happened = happened;
        self.moment = if moment.is_empty() { None } else { Some(moment_of(&moment)?) };
        (self.figures, self.comparison, self.look) = (figures, comparison, look);
        Some(())
    }
}

fn refusal_fields(refusal: &IdleRefusal) -> [u32; REFUSAL_FIELDS] {
    let job = refusal.job;
    match refusal.obstacle {
        IdleObstacle::TooSlow { fastest } => [job, 0, fastest, 0, 0, 0],
        IdleObstacle::TooShort { server, from, to, needed } => [job, 1, server, from, to, needed],
        IdleObstacle::NothingIdle => [job, 2, 0, 0, 0, 0],
    }
}

fn refusal_of(&[job, kind, a, from, to, needed]: &[u32; REFUSAL_FIELDS]) -> Option<IdleRefusal> {
    let obstacle = match kind {
        0 => IdleObstacle::TooSlow { fastest: a },
        1 => IdleObstacle::TooShort { server: a, from, to, needed },
        2 => IdleObstacle::NothingIdle,
        _ => return None,
    };
    Some(IdleRefusal { job, obstacle })
}

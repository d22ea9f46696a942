//! The update of a plan of named servers, and the page's copy of that plan.

use super::columns::Column;
use super::look_message::LookMessage;
use crate::engine::idle::adaptive::Piece;
use crate::engine::idle::{Comparison, IdleArrivals, IdleDecisions, IdleFigures, Moment};
use serde::{Deserialize, Serialize};

/// What changed in the plan of the servers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ServersUpdate {
    /// Rows that stay as they are in the page's copy; those below follow them.
    pub kept: u32,
    /// Requests from row `kept` on.
    pub arrivals: IdleArrivals,
    /// What was decided from row `kept` on.
    pub decisions: IdleDecisions,
    /// All pieces of time on a server, where reservations adapt; none otherwise.
    pub pieces: Vec<Piece>,
    /// Figures of the run.
    pub figures: IdleFigures,
    /// The same arrivals under the other strategy, if one was asked for.
    pub comparison: Option<Comparison>,
    /// What was asked to be seen.
    pub look: LookMessage,
    /// What happened where reservations adapt, in order of time: at which request's row, or at which event behind the rows, and a sentence.
    pub happened: Vec<(u32, String)>,
    /// The moment before the selected request was decided.
    pub moment: Option<Moment>,
}

impl ServersUpdate {
    /// Its long columns.
    pub fn columns(&mut self) -> Vec<Column<'_>> {
        let IdleArrivals { id, submitted, earliest_start, size, deadline } = &mut self.arrivals;
        let IdleDecisions { server, start, .. } = &mut self.decisions;
        [id, submitted, earliest_start, size, deadline, server, start].map(Column::U32).into()
    }
}

/// A plan of the servers from row `kept` on.
pub fn rows_from(arrivals: &IdleArrivals, decisions: &IdleDecisions, kept: usize) -> (IdleArrivals, IdleDecisions) {
    let IdleArrivals { id, submitted, earliest_start, size, deadline } = arrivals;
    let IdleDecisions { server, start, refusals } = decisions;
    let from = refusals.partition_point(|refusal| (refusal.job as usize) < kept);
    let rows = |column: &[u32]| column[kept..].to_vec();
    let arrivals = IdleArrivals {
        id: rows(id),
        submitted: rows(submitted),
        earliest_start: rows(earliest_start),
        size: rows(size),
        deadline: rows(deadline),
    };
    (arrivals, IdleDecisions { server: rows(server), start: rows(start), refusals: refusals[from..].to_vec() })
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
    pub look: LookMessage,
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
    pub fn take(&mut self, update: ServersUpdate) -> Option<()> {
        let kept = update.kept as usize;
        let rows = update.arrivals.id.len();
        let new = [
            (&mut self.arrivals.id, update.arrivals.id),
            (&mut self.arrivals.submitted, update.arrivals.submitted),
            (&mut self.arrivals.earliest_start, update.arrivals.earliest_start),
            (&mut self.arrivals.size, update.arrivals.size),
            (&mut self.arrivals.deadline, update.arrivals.deadline),
            (&mut self.decisions.server, update.decisions.server),
            (&mut self.decisions.start, update.decisions.start),
        ];
        for (old, new) in new {
            if new.len() != rows || old.len() < kept {
                return None;
            }
            old.truncate(kept);
            old.extend(new);
        }
        let refusals = &mut self.decisions.refusals;
        refusals.truncate(refusals.partition_point(|refusal| (refusal.job as usize) < kept));
        refusals.extend(update.decisions.refusals);
        (self.pieces, self.happened, self.moment) = (update.pieces, update.happened, update.moment);
        (self.figures, self.comparison, self.look) = (update.figures, update.comparison, update.look);
        Some(())
    }
}

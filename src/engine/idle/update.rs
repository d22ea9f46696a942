//! What a run on named servers tells: what changed in the plan and what was asked for beside it; and a copy of the plan that takes it in.

use super::adaptive::{EventOutcome, Piece};
use super::{IdleArrivals, IdleDecisions, IdleFigures, Moment, TreeName};
use crate::core::columns::{Column, Columns};
use crate::core::edits::RequestId;
use serde::{Deserialize, Serialize};

/// What is to be seen of named servers beside their plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdleQuery {
    /// The request whose moment is shown.
    pub selected: Option<RequestId>,
    /// The tree that is opened.
    pub tree: Option<TreeName>,
}

/// What was asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IdleSnapshot {
    /// What was asked for.
    pub query: IdleQuery,
    /// The moment before the selected request was decided.
    pub moment: Option<Moment>,
}

/// What changed in a plan of named servers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IdleUpdate {
    /// Rows that stay as they are in a copy; those below follow them.
    pub kept: u32,
    /// Requests from row `kept` on.
    pub arrivals: IdleArrivals,
    /// What was decided from row `kept` on.
    pub decisions: IdleDecisions,
    /// All pieces of time on a server, where reservations adapt; none otherwise.
    pub pieces: Vec<Piece>,
    /// Figures of the run.
    pub figures: IdleFigures,
    /// What happened where reservations adapt, in order of time: at which request's row, or at which event behind the rows, and what.
    pub happened: Vec<(u32, EventOutcome)>,
    /// What was asked for, as of this plan.
    pub snapshot: IdleSnapshot,
}

impl Columns for IdleUpdate {
    fn columns(&mut self) -> Vec<Column<'_>> {
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

/// A copy of a plan: the requests, what was decided, and what was asked for beside it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IdlePlan {
    /// The requests, in arrival order.
    pub arrivals: IdleArrivals,
    /// What was decided.
    pub decisions: IdleDecisions,
    /// The figures.
    pub figures: IdleFigures,
    /// Who has which server when, where reservations adapt: requests by their rows, opportunistic jobs by the number of rows + their place
    /// among the events. Empty where they do not: then every accepted request stands where it was put.
    pub pieces: Vec<Piece>,
    /// What happened where they adapt: at which row or event, and what.
    pub happened: Vec<(u32, EventOutcome)>,
}

impl IdlePlan {
    /// Takes in what changed, and gives what was asked for beside it. `None` if that does not fit what is here: the copy is of no use any more then.
    #[must_use]
    pub fn take(&mut self, update: IdleUpdate) -> Option<IdleSnapshot> {
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
        (self.pieces, self.happened) = (update.pieces, update.happened);
        self.figures = update.figures;
        Some(update.snapshot)
    }
}

//! A whole plan in pieces: an outline, then its columns in order, no piece longer than `PIECE_NUMBERS`.

use crate::slots::decisions::{Decisions, Move, Refusal, Taken};
use crate::slots::nodes::NodeTable;
use crate::slots::workload::Arrivals;
use serde::{Deserialize, Serialize};

/// Columns of a plan: those of the arrivals, of the decisions, of the nodes.
const PLAN_COLUMNS: usize = 15;
/// Most numbers in a piece: one megabyte.
const PIECE_NUMBERS: usize = 1 << 18;
/// Columns are put together with room for one more row in so many: without it the first row that is added would double them.
const ROOM: usize = 64;

/// How long a plan's columns are, and what is no column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanOutline {
    lengths: [u32; PLAN_COLUMNS],
    moves: Vec<Move>,
    refusals: Vec<Refusal>,
    taken: Vec<Taken>,
}

/// Where the telling of a whole plan has come to.
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceCursor {
    column: usize,
    at: usize,
}

/// A plan as its columns.
#[derive(Clone, Copy)]
pub struct PlanColumns<'a> {
    columns: [&'a [u32]; PLAN_COLUMNS],
    decisions: &'a Decisions,
}

impl<'a> PlanColumns<'a> {
    /// The columns of a plan.
    pub fn of(arrivals: &'a Arrivals, decisions: &'a Decisions, nodes: &'a NodeTable) -> Self {
        let Arrivals { id, user, submitted, earliest_start, latest_start, duration, nodes: wide, first_job, request, number, rank } =
            arrivals;
        let Decisions { start, first_start, .. } = decisions;
        let NodeTable { first, ids } = nodes;
        let columns = [
            id,
            user,
            submitted,
            earliest_start,
            latest_start,
            duration,
            wide,
            first_job,
            request,
            number,
            rank,
            start,
            first_start,
            first,
            ids,
        ];
        Self { columns: columns.map(Vec::as_slice), decisions }
    }

    /// The outline, which comes before the pieces.
    pub fn outline(&self) -> PlanOutline {
        let Decisions { moves, refusals, taken, .. } = self.decisions;
        PlanOutline {
            lengths: self.columns.map(|column| column.len() as u32),
            moves: moves.clone(),
            refusals: refusals.clone(),
            taken: taken.clone(),
        }
    }

    /// The next piece; `None` after the last one.
    pub fn next(&self, cursor: &mut PieceCursor) -> Option<&'a [u32]> {
        loop {
            let column = self.columns.get(cursor.column)?;
            if cursor.at < column.len() {
                let end = column.len().min(cursor.at + PIECE_NUMBERS);
                let piece = &column[cursor.at..end];
                cursor.at = end;
                return Some(piece);
            }
            *cursor = PieceCursor { column: cursor.column + 1, at: 0 };
        }
    }
}

/// A plan being put together from its pieces.
#[derive(Debug)]
pub struct PlanAssembly {
    lengths: [usize; PLAN_COLUMNS],
    columns: [Vec<u32>; PLAN_COLUMNS],
    moves: Vec<Move>,
    refusals: Vec<Refusal>,
    taken: Vec<Taken>,
}

impl PlanAssembly {
    /// Begins with an outline.
    pub fn new(outline: PlanOutline) -> Self {
        let PlanOutline { lengths, moves, refusals, taken } = outline;
        let lengths = lengths.map(|length| length as usize);
        let columns = lengths.map(|length| Vec::with_capacity(length + length / ROOM + ROOM));
        Self { lengths, columns, moves, refusals, taken }
    }

    /// Adds the next piece. `None` if it does not fit into the column that it belongs to.
    #[must_use]
    pub fn add(&mut self, numbers: &[u32]) -> Option<()> {
        let mut columns = self.columns.iter_mut().zip(self.lengths);
        let (column, length) = columns.find(|(column, length)| column.len() < *length)?;
        if column.len() + numbers.len() > length {
            return None;
        }
        column.extend_from_slice(numbers);
        Some(())
    }

    /// Whether every piece is there.
    pub fn is_complete(&self) -> bool {
        self.columns.iter().zip(self.lengths).all(|(column, length)| column.len() == length)
    }

    /// The plan, of which every piece is there.
    pub fn finish(self) -> (Arrivals, Decisions, NodeTable) {
        let Self { columns, moves, refusals, taken, .. } = self;
        let [
            id,
            user,
            submitted,
            earliest_start,
            latest_start,
            duration,
            nodes,
            first_job,
            request,
            number,
            rank,
            start,
            first_start,
            first,
            ids,
        ] = columns;
        let arrivals =
            Arrivals { id, user, submitted, earliest_start, latest_start, duration, nodes, first_job, request, number, rank };
        (arrivals, Decisions { start, first_start, moves, refusals, taken }, NodeTable { first, ids })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::outcome::run;
    use crate::slots::request::Request;
    use crate::slots::scenario::scenario_of;

    fn assemble(plan: (&Arrivals, &Decisions, &NodeTable)) -> (PlanAssembly, usize) {
        let columns = PlanColumns::of(plan.0, plan.1, plan.2);
        let (mut assembly, mut count, mut cursor) = (PlanAssembly::new(columns.outline()), 0, PieceCursor::default());
        while let Some(piece) = columns.next(&mut cursor) {
            assert!(!assembly.is_complete() && piece.len() <= PIECE_NUMBERS);
            assembly.add(piece).unwrap();
            count += 1;
        }
        (assembly, count)
    }

    #[test]
    fn a_plan_comes_out_of_its_pieces_as_it_went_in() {
        let request = |user: u32| Request {
            user,
            submitted: 0,
            earliest_start: user % 3,
            latest_start: user % 3 + 2,
            duration: 2,
            nodes: 1 + user % 2,
            jobs: 2,
        };
        let outcome = run(&scenario_of(3, (1..40).map(request).collect())).unwrap();
        assert!(!outcome.decisions.refusals.is_empty());
        let (assembly, _) = assemble((&outcome.arrivals, &outcome.decisions, &outcome.nodes));
        assert!(assembly.is_complete());
        assert_eq!(assembly.finish(), (outcome.arrivals, outcome.decisions, outcome.nodes));
    }

    #[test]
    fn a_long_column_comes_in_several_pieces() {
        let arrivals = Arrivals::default();
        let decisions = Decisions { start: (0..600_000).collect(), ..Decisions::default() };
        let nodes = NodeTable { first: vec![7; PIECE_NUMBERS], ids: vec![8] };
        let (assembly, count) = assemble((&arrivals, &decisions, &nodes));
        assert_eq!((count, assembly.is_complete()), (5, true));
        assert_eq!(assembly.finish(), (arrivals, decisions, nodes));
    }

    #[test]
    fn pieces_that_do_not_fit_are_refused() {
        let decisions = Decisions { start: vec![1, 2], first_start: vec![3], ..Decisions::default() };
        let (arrivals, nodes) = (Arrivals::default(), NodeTable::default());
        let outline = PlanColumns::of(&arrivals, &decisions, &nodes).outline();
        let mut assembly = PlanAssembly::new(outline);
        assert_eq!(assembly.add(&[1, 2, 3]), None, "longer than the column");
        assembly.add(&[1, 2]).unwrap();
        assert!(!assembly.is_complete());
        assembly.add(&[3]).unwrap();
        assert!(assembly.is_complete());
        assert_eq!(assembly.add(&[4]), None, "one too many");
    }
}

//! A whole plan in pieces: an outline, then its columns in order, no piece longer than `PIECE_NUMBERS`.

use crate::engine::slots::decisions::{Decisions, Move, Refusal};
use crate::engine::slots::nodes::NodeTable;
use crate::engine::slots::workload::Arrivals;
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
}

/// The outline of a plan, and the pieces that follow it.
pub fn plan_pieces<'a>(
    arrivals: &'a Arrivals,
    decisions: &'a Decisions,
    nodes: &'a NodeTable,
) -> (PlanOutline, impl Iterator<Item = &'a [u32]>) {
    let Arrivals { id, user, submitted, earliest_start, latest_start, duration, nodes: wide, first_job, request, number, rank } =
        arrivals;
    let Decisions { start, first_start, moves, refusals } = decisions;
    let NodeTable { first, ids } = nodes;
    let columns: [&[u32]; PLAN_COLUMNS] = [
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
    let lengths = columns.map(|column| column.len() as u32);
    let outline = PlanOutline { lengths, moves: moves.clone(), refusals: refusals.clone() };
    (outline, columns.into_iter().flat_map(|column| column.chunks(PIECE_NUMBERS)))
}

/// A plan being put together from its pieces.
#[derive(Debug)]
pub struct PlanAssembly {
    lengths: [usize; PLAN_COLUMNS],
    columns: [Vec<u32>; PLAN_COLUMNS],
    moves: Vec<Move>,
    refusals: Vec<Refusal>,
}

impl PlanAssembly {
    /// Begins with an outline.
    pub fn new(outline: PlanOutline) -> Self {
        let PlanOutline { lengths, moves, refusals } = outline;
        let lengths = lengths.map(|length| length as usize);
        let columns = lengths.map(|length| Vec::with_capacity(length + length / ROOM + ROOM));
        Self { lengths, columns, moves, refusals }
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
        let Self { columns, moves, refusals, .. } = self;
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
        (arrivals, Decisions { start, first_start, moves, refusals }, NodeTable { first, ids })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::run;
    use crate::state::EXAMPLES;

    fn assemble(outcome: (&Arrivals, &Decisions, &NodeTable)) -> (PlanAssembly, usize) {
        let (outline, pieces) = plan_pieces(outcome.0, outcome.1, outcome.2);
        let (mut assembly, mut count) = (PlanAssembly::new(outline), 0);
        for piece in pieces {
            assert!(!assembly.is_complete() && piece.len() <= PIECE_NUMBERS);
            assembly.add(piece).unwrap();
            count += 1;
        }
        (assembly, count)
    }

    #[test]
    fn a_plan_comes_out_of_its_pieces_as_it_went_in() {
        for example in EXAMPLES {
            let Some(scenario) = example.slots() else { continue };
            let outcome = run(&scenario).unwrap();
            let (assembly, _) = assemble((&outcome.arrivals, &outcome.decisions, &outcome.nodes));
            assert!(assembly.is_complete());
            assert_eq!(assembly.finish(), (outcome.arrivals, outcome.decisions, outcome.nodes), "{}", example.key);
        }
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
        let (outline, _) = plan_pieces(&Arrivals::default(), &decisions, &NodeTable::default());
        let mut assembly = PlanAssembly::new(outline);
        assert_eq!(assembly.add(&[1, 2, 3]), None, "longer than the column");
        assembly.add(&[1, 2]).unwrap();
        assert!(!assembly.is_complete());
        assembly.add(&[3]).unwrap();
        assert!(assembly.is_complete());
        assert_eq!(assembly.add(&[4]), None, "one too many");
    }
}

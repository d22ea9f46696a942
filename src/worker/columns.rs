//! Plans as flat columns of 32-bit numbers. They travel joined in one block, which changes hands between worker and page without being
//! copied ([`super::wire`] joins them and takes them apart).

use crate::engine::nodes::NodeTable;
use crate::engine::plan::{Decisions, Move, Obstacle, Refusal};
use crate::engine::request::Request;
use crate::engine::workload::Arrivals;

/// Columns of a plan: those of the arrivals, of the decisions, of the nodes.
pub const PLAN_COLUMNS: usize = 17;
/// Numbers of a request in a list of them.
pub const REQUEST_FIELDS: usize = 7;
const MOVE_FIELDS: usize = 5;
const REFUSAL_FIELDS: usize = 8;

/// Hands a plan's columns to `take`.
pub fn with_plan_columns<T>(
    arrivals: &Arrivals,
    decisions: &Decisions,
    nodes: &NodeTable,
    take: impl FnOnce([&[u32]; PLAN_COLUMNS]) -> T,
) -> T {
    let Arrivals { id, user, submitted, earliest_start, latest_start, duration, nodes: wide, first_job, request, number, rank } =
        arrivals;
    let moves = decisions.moves.iter().flat_map(move_fields).collect::<Vec<_>>();
    let refusals = decisions.refusals.iter().flat_map(refusal_fields).collect::<Vec<_>>();
    let Decisions { start, first_start, .. } = decisions;
    let NodeTable { first, ids } = nodes;
    take([
        id, user, submitted, earliest_start, latest_start, duration, wide, first_job, request, number, rank, start, first_start,
        &moves, &refusals, first, ids,
    ])
}

/// A plan from its columns; `None` if they are not those of one.
pub fn plan_of(columns: [Vec<u32>; PLAN_COLUMNS]) -> Option<(Arrivals, Decisions, NodeTable)> {
    let [
        id, user, submitted, earliest_start, latest_start, duration, nodes, first_job, request, number, rank, start, first_start,
        moves, refusals, first, ids,
    ] = columns;
    let arrivals =
        Arrivals { id, user, submitted, earliest_start, latest_start, duration, nodes, first_job, request, number, rank };
    let decisions = Decisions { start, first_start, moves: moves_of(&moves)?, refusals: refusals_of(&refusals)? };
    Some((arrivals, decisions, NodeTable { first, ids }))
}

/// A request as numbers.
pub fn request_fields(request: &Request) -> [u32; REQUEST_FIELDS] {
    let Request { user, submitted, earliest_start, latest_start, duration, nodes, jobs } = *request;
    [user, submitted, earliest_start, latest_start, duration, nodes, jobs]
}

/// The inverse of [`request_fields`].
pub fn request_of(&[user, submitted, earliest_start, latest_start, duration, nodes, jobs]: &[u32; REQUEST_FIELDS]) -> Request {
    Request { user, submitted, earliest_start, latest_start, duration, nodes, jobs }
}

fn move_fields(m: &Move) -> [u32; MOVE_FIELDS] {
    [m.job, m.from, m.to, m.beneficiary, m.short_slot]
}

fn moves_of(numbers: &[u32]) -> Option<Vec<Move>> {
    let (moves, []) = numbers.as_chunks::<MOVE_FIELDS>() else { return None };
    Some(moves.iter().map(|&[job, from, to, beneficiary, short_slot]| Move { job, from, to, beneficiary, short_slot }).collect())
}

fn refusals_of(numbers: &[u32]) -> Option<Vec<Refusal>> {
    let (refusals, []) = numbers.as_chunks::<REFUSAL_FIELDS>() else { return None };
    refusals.iter().map(refusal_of).collect()
}

fn refusal_fields(refusal: &Refusal) -> [u32; REFUSAL_FIELDS] {
    let Refusal { job, obstacle, put_back } = *refusal;
    match obstacle {
        Obstacle::ShortSlot { slot, free, starts, candidates, begun } => [job, put_back, 0, slot, free, starts, candidates, begun],
        Obstacle::NoNodeThroughout { best_start, free, scattered } => {
            [job, put_back, 1, best_start, free, u32::from(scattered), 0, 0]
        }
    }
}

fn refusal_of(&[job, put_back, kind, slot, free, a, candidates, begun]: &[u32; REFUSAL_FIELDS]) -> Option<Refusal> {
    let obstacle = match kind {
        0 => Obstacle::ShortSlot { slot, free, starts: a, candidates, begun },
        1 => Obstacle::NoNodeThroughout { best_start: slot, free, scattered: a != 0 },
        _ => return None,
    };
    Some(Refusal { job, obstacle, put_back })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::run;
    use crate::engine::scenario::{PlannerKind, Policy};
    use crate::state::EXAMPLES;

    #[test]
    fn a_plan_comes_out_of_its_columns_as_it_went_in() {
        for example in EXAMPLES {
            for planner in PlannerKind::ALL {
                let mut scenario = example.open().scenario;
                scenario.policy = Policy { planner, ..scenario.policy };
                let outcome = run(&scenario).unwrap();
                let columns = with_plan_columns(&outcome.arrivals, &outcome.decisions, &outcome.nodes, |c| c.map(<[u32]>::to_vec));
                assert_eq!(plan_of(columns).unwrap(), (outcome.arrivals.clone(), outcome.decisions, outcome.nodes));
                let request = outcome.arrivals.row(0);
                assert_eq!(request_of(&request_fields(&request)), request);
            }
        }
    }

    #[test]
    fn columns_that_are_cut_off_are_none() {
        let mut scenario = EXAMPLES[0].open().scenario;
        scenario.policy.planner = PlannerKind::Rigid;
        let outcome = run(&scenario).unwrap();
        let mut columns = with_plan_columns(&outcome.arrivals, &outcome.decisions, &outcome.nodes, |c| c.map(<[u32]>::to_vec));
        assert!(columns[14].pop().is_some(), "somebody is refused");
        assert_eq!(plan_of(columns), None);
    }
}

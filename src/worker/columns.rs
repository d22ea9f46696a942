//! Plans as flat columns of 32-bit numbers in one block, which changes hands between worker and page without being copied.

use crate::engine::nodes::NodeTable;
use crate::engine::plan::{Decisions, Move, Obstacle, Refusal};
use crate::engine::workload::Arrivals;

/// Joins columns: their number, their lengths, then their contents.
fn pack(columns: &[&[u32]]) -> Vec<u32> {
    let mut block = Vec::with_capacity(1 + columns.len() + columns.iter().map(|column| column.len()).sum::<usize>());
    block.push(columns.len() as u32);
    block.extend(columns.iter().map(|column| column.len() as u32));
    for column in columns {
        block.extend_from_slice(column);
    }
    block
}

/// Takes `N` joined columns apart; `None` if the block is not one of `N` columns.
fn unpack<const N: usize>(block: &[u32]) -> Option<[Vec<u32>; N]> {
    let (&count, rest) = block.split_first()?;
    if count as usize != N || rest.len() < N {
        return None;
    }
    let (lengths, mut rest) = rest.split_at(N);
    let mut columns = [const { Vec::new() }; N];
    for (column, &length) in columns.iter_mut().zip(lengths) {
        let (content, after) = rest.split_at_checked(length as usize)?;
        *column = content.to_vec();
        rest = after;
    }
    rest.is_empty().then_some(columns)
}

/// Requests and jobs as one block.
pub fn pack_arrivals(arrivals: &Arrivals) -> Vec<u32> {
    let Arrivals { id, user, submitted, earliest_start, latest_start, duration, nodes, first_job, request, number, rank } =
        arrivals;
    pack(&[id, user, submitted, earliest_start, latest_start, duration, nodes, first_job, request, number, rank])
}

/// The inverse of [`pack_arrivals`].
pub fn unpack_arrivals(block: &[u32]) -> Option<Arrivals> {
    let [id, user, submitted, earliest_start, latest_start, duration, nodes, first_job, request, number, rank] = unpack(block)?;
    Some(Arrivals { id, user, submitted, earliest_start, latest_start, duration, nodes, first_job, request, number, rank })
}

const MOVE_FIELDS: usize = 5;
const REFUSAL_FIELDS: usize = 8;

/// Decisions and nodes as one block.
pub fn pack_plan(decisions: &Decisions, nodes: &NodeTable) -> Vec<u32> {
    let moves: Vec<u32> = decisions.moves.iter().flat_map(|m| [m.job, m.from, m.to, m.beneficiary, m.short_slot]).collect();
    let refusals: Vec<u32> = decisions.refusals.iter().flat_map(refusal_fields).collect();
    pack(&[&decisions.start, &decisions.first_start, &moves, &refusals, &nodes.first, &nodes.ids])
}

/// The inverse of [`pack_plan`].
pub fn unpack_plan(block: &[u32]) -> Option<(Decisions, NodeTable)> {
    let [start, first_start, moves, refusals, first, ids] = unpack(block)?;
    let (moves, []) = moves.as_chunks::<MOVE_FIELDS>() else { return None };
    let moves =
        moves.iter().map(|&[job, from, to, beneficiary, short_slot]| Move { job, from, to, beneficiary, short_slot }).collect();
    let (refusals, []) = refusals.as_chunks::<REFUSAL_FIELDS>() else { return None };
    let refusals = refusals.iter().map(refusal_of).collect::<Option<_>>()?;
    Some((Decisions { start, first_start, moves, refusals }, NodeTable { first, ids }))
}

fn refusal_fields(refusal: &Refusal) -> [u32; REFUSAL_FIELDS] {
    let Refusal { job, obstacle, put_back } = *refusal;
    match obstacle {
        Obstacle::ShortSlot { slot, free, starts, candidates, begun } => [job, put_back, 0, slot, free, starts, candidates, begun],
        Obstacle::NoNodeThroughout { best_start, free, scattered } => {
            [job, put_back, 1, best_start, free, u32::from(scattered), 0, 0]
        }
        Obstacle::ClassClosed { class, limit_of, partitioned, first, last, used, limit } => {
            let kind = u32::from_le_bytes([2, class, limit_of, u8::from(partitioned)]);
            [job, put_back, kind, first, last, used, limit, 0]
        }
    }
}

fn refusal_of(&[job, put_back, kind, slot, free, a, candidates, begun]: &[u32; REFUSAL_FIELDS]) -> Option<Refusal> {
    let [kind, class, limit_of, partitioned] = kind.to_le_bytes();
    let obstacle = match kind {
        0 => Obstacle::ShortSlot { slot, free, starts: a, candidates, begun },
        1 => Obstacle::NoNodeThroughout { best_start: slot, free, scattered: a != 0 },
        2 => Obstacle::ClassClosed {
            class,
            limit_of,
            partitioned: partitioned != 0,
            first: slot,
            last: free,
            used: a,
            limit: candidates,
        },
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
                assert_eq!(unpack_arrivals(&pack_arrivals(&outcome.arrivals)).unwrap(), outcome.arrivals);
                let (decisions, nodes) = unpack_plan(&pack_plan(&outcome.decisions, &outcome.nodes)).unwrap();
                assert_eq!((decisions, nodes), (outcome.decisions, outcome.nodes));
            }
        }
    }

    #[test]
    fn a_block_that_is_cut_off_is_none() {
        let block = pack_arrivals(&run(&EXAMPLES[0].open().scenario).unwrap().arrivals);
        for length in 0..block.len() {
            assert_eq!(unpack_arrivals(&block[..length]), None);
        }
    }
}

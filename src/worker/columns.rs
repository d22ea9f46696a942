//! Plans as flat columns of 32-bit numbers. They travel joined in one block, which changes hands between worker and page without being
//! copied (`wire` joins them and takes them apart).

use crate::engine::nodes::NodeTable;
use crate::engine::patch::{NodeChange, PlanPatch};
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
        &moves,
        &refusals,
        first,
        ids,
    ])
}

/// A plan from its columns; `None` if they are not those of one.
pub fn plan_of(columns: [Vec<u32>; PLAN_COLUMNS]) -> Option<(Arrivals, Decisions, NodeTable)> {
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
        moves,
        refusals,
        first,
        ids,
    ] = columns;
    let arrivals =
        Arrivals { id, user, submitted, earliest_start, latest_start, duration, nodes, first_job, request, number, rank };
    let decisions = Decisions { start, first_start, moves: moves_of(&moves)?, refusals: refusals_of(&refusals)? };
    Some((arrivals, decisions, NodeTable { first, ids }))
}

/// Columns of a patch.
pub const PATCH_COLUMNS: usize = 9;
const EDIT_FIELDS: usize = 2 + REQUEST_FIELDS;

/// Hands a patch's columns to `take`.
pub fn with_patch_columns<T>(patch: &PlanPatch, take: impl FnOnce([&[u32]; PATCH_COLUMNS]) -> T) -> T {
    let PlanPatch { edits, jobs, start, first_start, moves, refusals, moved, nodes, final_before } = patch;
    let edits = edits.iter().flat_map(|(id, change)| {
        let mut fields = [*id, u32::from(change.is_some()), 0, 0, 0, 0, 0, 0, 0];
        fields[2..].copy_from_slice(&change.as_ref().map(request_fields).unwrap_or_default());
        fields
    });
    let (all, node_jobs, ids) = match nodes {
        NodeChange::All(ids) => (1, &[][..], ids),
        NodeChange::Some { jobs, ids } => (0, &jobs[..], ids),
    };
    let moves = moves.iter().flat_map(move_fields).collect::<Vec<_>>();
    let refusals = refusals.iter().flat_map(refusal_fields).collect::<Vec<_>>();
    let moved = moved.iter().flat_map(|&(job, start)| [job, start]).collect::<Vec<_>>();
    let single = [jobs.start, jobs.end, *final_before, all];
    take([&edits.collect::<Vec<_>>(), &single, start, first_start, &moves, &refusals, &moved, node_jobs, ids])
}

/// A patch from its columns; `None` if they are not those of one.
pub fn patch_of(columns: [Vec<u32>; PATCH_COLUMNS]) -> Option<PlanPatch> {
    let [edits, single, start, first_start, moves, refusals, moved, jobs, ids] = columns;
    let (edits, []) = edits.as_chunks::<EDIT_FIELDS>() else { return None };
    let edit = |&[id, is_some, ref fields @ ..]: &[u32; EDIT_FIELDS]| (id, (is_some != 0).then(|| request_of(fields)));
    let (moved, []) = moved.as_chunks::<2>() else { return None };
    let &[from, to, final_before, all] = single.as_slice() else { return None };
    Some(PlanPatch {
        edits: edits.iter().map(edit).collect(),
        jobs: from..to,
        start,
        first_start,
        moves: moves_of(&moves)?,
        refusals: refusals_of(&refusals)?,
        moved: moved.iter().map(|&[job, start]| (job, start)).collect(),
        nodes: if all != 0 { NodeChange::All(ids) } else { NodeChange::Some { jobs, ids } },
        final_before,
    })
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
        for example in EXAMPLES.iter().filter(|example| !example.open().scenario.workload.source.is_empty()) {
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
    fn a_patch_comes_out_of_its_columns_as_it_went_in() {
        let scenario = EXAMPLES[0].open().scenario;
        let outcome = run(&scenario).unwrap();
        let request = outcome.arrivals.row(0);
        for nodes in [NodeChange::All(vec![3, 4]), NodeChange::Some { jobs: vec![7], ids: vec![1, 2] }] {
            let patch = PlanPatch {
                edits: vec![(4, None), (5, Some(request))],
                jobs: 3..5,
                start: vec![6, 7],
                first_start: vec![8, 9],
                moves: outcome.decisions.moves.clone(),
                refusals: outcome.decisions.refusals.clone(),
                moved: vec![(1, 2)],
                nodes,
                final_before: 77,
            };
            assert_eq!(patch_of(with_patch_columns(&patch, |columns| columns.map(<[u32]>::to_vec))), Some(patch));
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

//! How often users would be told other nodes, if nodes were told as soon as a job is accepted: the price of the physical view, in which "it has to send every
//! time a revision is made in the plan" (Umar 3.4). In the logical view nodes are told once, when the job begins.

use crate::slots::decisions::{Decisions, REFUSED};
use crate::slots::overlap::bookable;
use crate::slots::request::Slot;
use crate::slots::scenario::{Machine, PlannerKind, Policy};
use crate::slots::workload::Arrivals;

/// A job that has not begun, on the nodes that it has as the plan stands.
#[derive(Clone, Debug)]
struct Waiting {
    job: u32,
    start: Slot,
    nodes: Vec<u32>,
}

/// The most looks at nodes for a figure of a plan that may be told in every frame of a drag: about 5 ms.
const LOOKS_MAX: u64 = 4_000_000;

/// [`node_changes`] of a plan of this policy; `None` if counting them takes too long. The planner on physical nodes never changes any.
pub(in crate::slots) fn quick_node_changes(
    arrivals: &Arrivals,
    decisions: &Decisions,
    machine: Machine,
    policy: Policy,
) -> Option<u64> {
    match policy.planner {
        PlannerKind::FirstFitPhysical => Some(0),
        _ => node_changes(arrivals, decisions, bookable(machine, policy), LOOKS_MAX),
    }
}

/// Times that a later decision puts an accepted job on other nodes at the same start. After each decision the plan is mapped to `nodes` nodes as the lemma
/// does: jobs take the lowest free nodes in the order of (start, userId, jobId). Another start is told anyway and counts elsewhere
/// ([`revisions`](crate::slots::metrics::revisions)). `None` if that takes more than `looks` looks at nodes.
///
/// O(decisions that change the plan × jobs that wait × nodes).
pub fn node_changes(arrivals: &Arrivals, decisions: &Decisions, nodes: u32, looks: u64) -> Option<u64> {
    let (mut changes, mut looks_left) = (0, looks);
    // From where on each node is free of jobs that have begun.
    let mut free_from = vec![0; nodes as usize];
    // Kept for their room.
    let (mut free, mut taken) = (Vec::new(), Vec::new());
    let (mut waiting, mut order): (Vec<Waiting>, Vec<Waiting>) = (Vec::new(), Vec::new());
    let mut moves = decisions.moves.chunk_by(|one, other| one.beneficiary == other.beneficiary).peekable();
    for (job, &start) in (0..).zip(&decisions.first_start) {
        let moved = moves.next_if(|moved| moved[0].beneficiary == job).unwrap_or_default();
        if start == REFUSED {
            continue;
        }
        let row = |job: u32| arrivals.request[job as usize] as usize;
        let now = arrivals.submitted[row(job)];
        // Who has begun keeps its nodes.
        for begun in waiting.extract_if(.., |waiting| waiting.start < now) {
            begun.nodes.iter().for_each(|&node| free_from[node as usize] = begun.start + arrivals.duration[row(begun.job)]);
        }
        order.clear();
        order.append(&mut waiting);
        // The new starts; those from which somebody came away are known by empty nodes.
        for waits in &mut order {
            let to = moved.iter().rfind(|made| made.job == waits.job).map(|made| made.to);
            if let Some(to) = to.filter(|&to| to != waits.start) {
                waits.start = to;
                waits.nodes.clear();
            }
        }
        order.push(Waiting { job, start, nodes: Vec::new() });
        order.sort_unstable_by_key(|waits| (waits.start, arrivals.rank[waits.job as usize]));
        looks_left = looks_left.checked_sub(order.len() as u64 * u64::from(nodes))?;
        free.clone_from(&free_from);
        for mut waits in order.drain(..) {
            let Waiting { job, start, .. } = waits;
            let end = start + arrivals.duration[row(job)];
            taken.clear();
            taken.extend((0..nodes).filter(|&node| free[node as usize] <= start).take(arrivals.nodes[row(job)] as usize));
            taken.iter().for_each(|&node| free[node as usize] = end);
            changes += u64::from(!waits.nodes.is_empty() && waits.nodes != taken);
            waits.nodes.clone_from(&taken);
            waiting.push(waits);
        }
    }
    Some(changes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::nodes::NodeTable;
    use crate::slots::planner::Session;
    use crate::slots::request::Request;
    use crate::slots::workload::{Preset, Workload};

    fn decided(nodes: u32, requests: Vec<Request>, policy: Policy) -> Session {
        let arrivals = Workload::of_requests(requests).arrivals().expect("within bounds");
        let mut session = Session::new(Machine { nodes, ..Machine::default() }, policy, arrivals);
        session.finish();
        session
    }

    /// The plan after every decision mapped from its first slot on, each with the one before.
    fn plainly(session: &Session, nodes: u32) -> u64 {
        let (arrivals, mut before) = (session.arrivals(), None::<(Decisions, NodeTable)>);
        let mut changes = 0;
        let mut run = Session::new(session.machine(), session.policy(), arrivals.clone());
        while !run.is_done() {
            run.advance(1);
            let decisions = run.decisions().clone();
            let table = NodeTable::map(run.arrivals(), &decisions, nodes);
            if let Some((old, map)) = &before {
                let stays = |job: &usize| old.accepted(*job) && old.start[*job] == decisions.start[*job];
                changes += (0..old.start.len()).filter(stays).filter(|&job| map.of(job) != table.of(job)).count() as u64;
            }
            before = Some((decisions, table));
        }
        changes
    }

    #[test]
    fn changes_are_those_between_whole_mappings() {
        let mut seen = 0;
        for (seed, preset) in (1..).zip(Preset::all()).step_by(3) {
            for policy in Policy::all().into_iter().filter(|policy| !policy.planner.searches()) {
                let requests = preset.generator(seed, 60).generate().expect("a preset is within bounds");
                let session = decided(Preset::NODES, requests, policy);
                let nodes = bookable(session.machine(), policy);
                let changes = node_changes(session.arrivals(), session.decisions(), nodes, u64::MAX);
                assert_eq!(changes, Some(plainly(&session, nodes)), "{preset:?} {policy:?}");
                seen += changes.unwrap_or_default();
            }
        }
        assert!(seen > 1_000, "{seen}");
    }

    /// Two nodes. User 1 has node 0 at 10. User 2 comes later for an earlier start, which is over at 12, and gets node 0: user 1 is told node 1. User 3 starts at
    /// 20 on node 0, whoever comes.
    #[test]
    fn whoever_starts_earlier_takes_the_lower_node() {
        let request = |user, submitted, start, duration| Request {
            user,
            submitted,
            earliest_start: start,
            latest_start: start,
            duration,
            nodes: 1,
            jobs: 1,
        };
        let requests = vec![request(1, 0, 10, 5), request(3, 1, 20, 5), request(2, 2, 8, 4)];
        let session = decided(2, requests, Policy { planner: PlannerKind::Rigid, ..Policy::default() });
        let changes = |looks| node_changes(session.arrivals(), session.decisions(), 2, looks);
        assert_eq!(changes(u64::MAX), Some(1));
        // 1, 2 and 3 jobs on two nodes.
        assert_eq!((changes(12), changes(11)), (Some(1), None));
    }
}

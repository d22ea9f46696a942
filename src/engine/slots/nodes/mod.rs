//! From the logical plan to physical nodes: the lemma of Umar 3.3.3 (also Pujiyanta II.B).
//!
//! If a plan never exceeds the capacity of a slot, every job can stay on its nodes: in each slot, running jobs keep their nodes, and starting jobs
//! take free ones.

mod changes;
mod free;
mod sweep;
mod table;

pub use changes::node_changes;
pub(in crate::slots) use changes::quick_node_changes;
pub(crate) use sweep::{Limit, Placed, Sweep, Task};
pub use table::NodeTable;

/// Two neighbouring slots of a logical plan and the permutation that keeps every job on its node: the matrices of the lemma.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma<J> {
    /// A(i, j) is true where the job on node i in slot t is on virtual node j in slot t + 1.
    pub assignment: Vec<Vec<bool>>,
    /// For each row of C_M, the column that holds the 1: A completed to a permutation, unmatched rows and columns paired ascending.
    pub permutation: Vec<usize>,
    /// NJ(t + 1) = J(t + 1) · C_Mᵀ.
    pub reordered: Vec<Option<J>>,
}

impl<J: Copy + Eq> Lemma<J> {
    /// The lemma for J(t) = `now` and J(t + 1) = `next`, both with one entry per node (`None`: idle).
    ///
    /// # Panics
    /// The two slots have different numbers of nodes.
    pub fn new(now: &[Option<J>], next: &[Option<J>]) -> Self {
        assert_eq!(now.len(), next.len(), "both slots are of the same machine");
        let assignment: Vec<Vec<bool>> = now.iter().map(|a| next.iter().map(|b| a.is_some() && a == b).collect()).collect();
        let matched: Vec<Option<usize>> = assignment.iter().map(|row| row.iter().position(|&one| one)).collect();
        let mut unmatched = (0..next.len()).filter(|column| !matched.contains(&Some(*column)));
        let permutation: Vec<usize> =
            matched.iter().map(|column| column.or_else(|| unmatched.next()).expect("as many columns as rows")).collect();
        let reordered = permutation.iter().map(|&column| next[column]).collect();
        Self { assignment, permutation, reordered }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::decisions::Decisions;
    use crate::slots::planner::Session;
    use crate::slots::request::Request;
    use crate::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule};
    use crate::slots::workload::{Arrivals, Preset, Workload};
    use std::cmp::Reverse;
    use std::collections::{BTreeSet, BinaryHeap};

    /// The lemma the plain way: an ordered set of free nodes and a heap of the running jobs.
    fn map_plainly(arrivals: &Arrivals, decisions: &Decisions, machine_nodes: u32) -> NodeTable {
        let jobs = decisions.start.len();
        let nodes_of = |job: usize| if decisions.accepted(job) { arrivals.nodes[arrivals.request[job] as usize] } else { 0 };
        let mut nodes = vec![Vec::new(); jobs];
        let mut order: Vec<usize> = (0..jobs).filter(|&job| decisions.accepted(job)).collect();
        order.sort_by_key(|&job| (decisions.start[job], arrivals.rank[job]));
        let mut free: BTreeSet<u32> = (0..machine_nodes).collect();
        let mut running = BinaryHeap::new();
        for job in order {
            let start = decisions.start[job];
            while let Some(&Reverse((end, ended))) = running.peek() {
                if end > start {
                    break;
                }
                running.pop();
                let ended: usize = ended;
                free.extend(&nodes[ended]);
            }
            nodes[job] = (0..nodes_of(job)).map(|_| free.pop_first().unwrap()).collect();
            running.push(Reverse((start + arrivals.duration[arrivals.request[job] as usize], job)));
        }
        NodeTable::of_counts((0..jobs).map(nodes_of), nodes.concat()).unwrap()
    }

    #[test]
    fn the_sweep_maps_as_the_ordered_set_does() {
        for (seed, preset) in (1..).zip(Preset::all()) {
            for planner in [PlannerKind::Rigid, PlannerKind::FcfsLrh] {
                let mut generator = preset.generator(seed, 800);
                generator.jobs.max = 3;
                // Machines on both sides of a word of nodes, and gaps in which nothing runs.
                let nodes = [Preset::NODES, 64, 65, 200][seed as usize % 4];
                generator.arrivals_per_slot = [3.0, 0.05, 10.0][seed as usize % 3];
                let arrivals = Workload::of_generator(generator).arrivals().unwrap();
                let machine = Machine { nodes, ..Machine::default() };
                let mut session = Session::new(machine, Policy { planner, shift: ShiftRule::Hold, ..Policy::default() }, arrivals);
                session.finish();
                let (arrivals, decisions) = (session.arrivals(), session.decisions());
                assert_eq!(NodeTable::map(arrivals, decisions, nodes), map_plainly(arrivals, decisions, nodes), "{preset:?}");
            }
        }
    }

    #[test]
    fn a_mapping_in_pieces_looks_at_every_job_once() {
        // 100,000 jobs booked far ahead. Were those that are known listed anew with every piece, that would be five thousand million times.
        const JOBS: u32 = 100_000;
        let request = |at: u32| Request {
            user: at,
            submitted: at,
            earliest_start: at + 1_000_000,
            latest_start: at + 1_000_000,
            duration: 1 + at % 3,
            nodes: 1 + at % 4,
            jobs: 1,
        };
        let policy = Policy { planner: PlannerKind::Rigid, shift: ShiftRule::Hold, ..Policy::default() };
        let machine = Machine { nodes: 8, ..Machine::default() };
        let arrivals = Workload::of_requests((0..JOBS).map(request).collect()).arrivals().unwrap();
        let mut session = Session::new(machine, policy, arrivals);
        session.finish();
        let mut pieces = 1;
        while !session.map_nodes(2) {
            pieces += 1;
        }
        // A piece is 32 looks at a job that is listed or a slot that is passed, or two jobs that get their nodes: each of these once.
        assert!(pieces > JOBS / 2 && pieces < JOBS / 2 + 1_100_000 / 32 + JOBS / 16, "{pieces}");
        let (arrivals, decisions) = (session.arrivals(), session.decisions());
        assert_eq!(*session.nodes(), map_plainly(arrivals, decisions, 8));
        // An edit in the midst of it is no harm.
        for jobs in [1_000, 30_000, 90_000] {
            let mut edited = session.clone();
            let change = Request { duration: 4, ..request(jobs) };
            edited.edit(jobs, Some(change)).unwrap();
            edited.finish();
            edited.map_nodes(10);
            edited.edit(jobs + 5, Some(Request { nodes: 5, ..request(jobs + 5) })).unwrap();
            edited.finish();
            while !edited.map_nodes(10) {}
            assert_eq!(*edited.nodes(), map_plainly(edited.arrivals(), edited.decisions(), 8));
        }
    }
}

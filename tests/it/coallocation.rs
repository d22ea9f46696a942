//! Co-allocation: both structures against a scan over all servers, the two-level trees after every change, range search, early stop.

use crate::oracle::coalloc as oracle;
use crate::support::jobs::any_job;
use crate::support::random::cases;
use bookahead::engine::batch::coalloc::period::{OPEN, Period, Window};
use bookahead::engine::batch::coalloc::quanta::Quanta;
use bookahead::engine::batch::coalloc::session::Coallocation;
use bookahead::engine::batch::coalloc::tree::QuantumTree;
use bookahead::engine::batch::job::{Job, Jobs, NEVER};
use bookahead::engine::batch::nodes::NodeTable;
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use proptest::prelude::*;
use std::sync::Arc;

fn policy() -> impl Strategy<Value = BatchPolicy> {
    (40..200_u32, 1..20_u32, 1..30_u32, prop::option::of(0..8_u32)).prop_map(|(horizon, quantum, step, retries)| BatchPolicy {
        scheduler: Scheduler::CoAllocation,
        horizon,
        quantum,
        step,
        retries,
        ..BatchPolicy::default()
    })
}

fn workload() -> impl Strategy<Value = (u32, Arc<Jobs>)> {
    (1..=7_u32, 1..=60_usize).prop_flat_map(|(servers, most)| {
        let job = any_job(0..150_u32, 1..40_u32, 1..=servers, (0.3, 0..60_u32));
        // Some name their servers.
        let job = (job, prop::option::weighted(0.3, 0..7_u32)).prop_map(move |(job, first)| {
            let first_node = first.map(|first| first % (servers - job.nodes + 1));
            Job { first_node, ..job }
        });
        prop::collection::vec(job, 0..most).prop_map(move |jobs| (servers, Arc::new(Jobs::numbered((0..).zip(jobs)))))
    })
}

fn servers_of(run: &Coallocation, rows: usize) -> Vec<Vec<u32>> {
    let table = NodeTable::of(rows, run.held());
    let of_row = |row: usize| {
        let mut servers: Vec<u32> = table.of_row(row).flat_map(|(first, last)| first..=last).collect();
        servers.sort_unstable();
        servers
    };
    (0..rows).map(of_row).collect()
}

/// The four servers of Figure 5.2: idle periods Z, Y, X and V of a quantum; the request of Figure 5.1 takes Y and Z.
#[test]
fn the_search_of_figure_5_2() {
    let period = |server, start, end| Period { start, end, server };
    // By start, descending: Y, Z, then X and V; the request is for two servers from 17 to 29.
    let (y, z, x, v) = (period(2, 16, 35), period(3, 14, 31), period(0, 4, 25), period(1, 2, 27));
    let tree = QuantumTree::new(vec![x, v, y, z]);
    let search = tree.search(Window { from: 17, to: 29, servers: 2, first_server: None });
    assert_eq!(search.path, [(0, 4), (0, 2), (0, 1)]);
    assert_eq!(search.marked, [(2, 4), (1, 2), (0, 1)], "the right half, then Z, then the leaf Y");
    assert_eq!((search.candidates, search.feasible), (4, 2));
    assert_eq!(search.searched, [((0, 1), 1), ((1, 2), 1)], "last marked first, and no further than needed");
    assert_eq!(search.taken, [y, z]);
    // With five servers wanted, four candidates are too few: no phase 2.
    let early = tree.search(Window { from: 17, to: 29, servers: 5, first_server: None });
    assert!(early.stopped_early(5) && early.searched.is_empty() && early.taken.is_empty());
    // All four are candidates, but only two last long enough.
    let late = tree.search(Window { from: 17, to: 29, servers: 3, first_server: None });
    assert_eq!((late.candidates, late.feasible, late.taken.len()), (4, 2, 0));
    assert_eq!(tree.below((0, 4)), Some(((0, 2), (2, 4))));
    assert_eq!(tree.inner((2, 4)), [x, v]);
}

#[test]
fn a_request_that_finds_no_place_comes_again_after_the_horizon() {
    let job = |submitted, length, nodes| Job { user: 1, submitted, estimate: length, runtime: length, nodes, ..Job::SMALLEST };
    let jobs = Arc::new(Jobs::numbered((0..).zip([job(0, 90, 2), job(1, 10, 2)])));
    // One retry, 20 s later, does not do; at 1 + 100 the servers are free.
    let policy = BatchPolicy {
        scheduler: Scheduler::CoAllocation,
        horizon: 100,
        quantum: 10,
        step: 20,
        retries: Some(1),
        ..BatchPolicy::default()
    };
    let mut run = Coallocation::new(2, policy, jobs);
    run.advance(usize::MAX);
    assert_eq!((run.decisions().start[1], run.decisions().retries[1]), (101, 1));
}

/// Two idle servers, ten quanta, a job on both: each of the two periods is taken out of ten trees of two leaves, one level high. Made anew, ten trees would be
/// written: two leaves and (nearly) as many nodes on each of two levels.
#[test]
fn an_update_is_counted_by_hand() {
    let job = Job { user: 1, submitted: 0, estimate: 90, runtime: 90, nodes: 2, ..Job::SMALLEST };
    let jobs = Arc::new(Jobs::numbered((0..).zip([job])));
    let policy = BatchPolicy { scheduler: Scheduler::CoAllocation, horizon: 100, quantum: 10, ..BatchPolicy::default() };
    let mut run = Coallocation::new(2, policy, jobs).counting_trees();
    run.advance(usize::MAX);
    assert_eq!(run.tree_counts().map(|counts| (counts.updates, counts.rebuilds)), Some((2 * 10, 10 * 2 * 2 * 2)));
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn both_structures_do_what_a_scan_does((servers, jobs) in workload(), policy in policy()) {
        let told = oracle::plan(servers, policy, &jobs);
        let runs = [
            Coallocation::new(servers, policy, Arc::clone(&jobs)),
            Coallocation::reference(servers, policy, Arc::clone(&jobs), Some(0)),
        ];
        for mut run in runs {
            run.advance(usize::MAX);
            let (held, decisions) = (servers_of(&run, jobs.len()), run.decisions());
            for (row, told) in told.iter().enumerate() {
                prop_assert_eq!((decisions.start[row], &held[row]), (told.start, &told.servers), "row {}", row);
                prop_assert_eq!(decisions.retries[row], told.retries, "row {}", row);
                prop_assert_eq!(decisions.is_refused(row), told.is_refused, "row {}", row);
            }
        }
    }

    /// What the paper's trees would cost is counted without them: node by node what a run in them visits. Decisions stay what they were.
    #[test]
    fn operations_are_those_of_the_trees((servers, jobs) in workload(), policy in policy()) {
        let mut counting = Coallocation::new(servers, policy, Arc::clone(&jobs)).counting_trees();
        let mut paper = Coallocation::reference(servers, policy, Arc::clone(&jobs), None);
        let mut plain = Coallocation::new(servers, policy, Arc::clone(&jobs));
        prop_assert!(plain.tree_counts().is_none());
        while paper.step() {
            prop_assert!(counting.step() && plain.step());
            let visited: u64 = paper.decisions().operations.iter().map(|&operations| u64::from(operations)).sum();
            prop_assert_eq!(counting.tree_counts().map(|counts| counts.searches), Some(visited));
        }
        prop_assert_eq!(counting.decisions(), plain.decisions());
    }

    /// Updates and trees made anew are counted quantum by quantum: for each period that a job takes, and for all of them together, the quanta it reaches into.
    #[test]
    fn updates_are_those_of_the_quanta_that_are_spanned((servers, jobs) in workload(), policy in policy()) {
        let mut counting = Coallocation::new(servers, policy, Arc::clone(&jobs)).counting_trees();
        let mut paper = Coallocation::reference(servers, policy, Arc::clone(&jobs), None);
        let length = u64::from(policy.quantum);
        let (mut updates, mut rebuilds) = (0, 0);
        loop {
            let mut before = paper.clone();
            if !paper.step() {
                break;
            }
            counting.step();
            let (now, held) = (paper.now(), servers_of(&paper, jobs.len()));
            let began = |row: &usize| before.decisions().start[*row] == NEVER && paper.decisions().start[*row] != NEVER;
            let Some(row) = (0..jobs.len()).find(began) else { continue };
            let from = paper.decisions().start[row];
            let quanta = before.quanta().expect("the paper's structure");
            quanta.expire(now);
            let known = quanta.periods_in(from / length);
            let takes = |period: &&Period| held[row].contains(&period.server) && period.holds(from, from + jobs.reserved(row));
            let taken: Vec<&Period> = known.iter().filter(takes).collect();
            prop_assert_eq!(taken.len(), held[row].len());
            // Levels of a tree in which each node has the half of the leaves above it.
            let (mut leaves, mut levels) = (known.len() as u64, 0);
            while leaves > 1 {
                (leaves, levels) = (leaves.div_ceil(2), levels + 1);
            }
            for quantum in now / length..now / length + u64::from(policy.quanta()) {
                let reaching = taken.iter().filter(|period| period.start < (quantum + 1) * length && period.end > quantum * length).count() as u64;
                updates += reaching * levels * levels;
                rebuilds += u64::from(reaching > 0) * 2 * known.len() as u64 * (levels + 1);
            }
        }
        prop_assert_eq!(counting.tree_counts().map(|counts| (counts.updates, counts.rebuilds)), Some((updates, rebuilds)));
    }

    #[test]
    fn range_search_lists_every_server_that_is_free_throughout((servers, jobs) in workload(), policy in policy(), at in 0..60_u64, length in 1..80_u64) {
        let mut fast = Coallocation::new(servers, policy, Arc::clone(&jobs));
        let mut paper = Coallocation::reference(servers, policy, Arc::clone(&jobs), None);
        let mut now = 0;
        while fast.next_row() < jobs.len() {
            now = u64::from(jobs.submitted[fast.next_row()]);
            prop_assert_eq!(fast.step(), paper.step());
            let from = now + at % u64::from(policy.horizon);
            if let Some(found) = paper.free_throughout(from, from + length) {
                prop_assert_eq!(fast.free_throughout(from, from + length), Some(found));
            }
        }
        prop_assert!(now < 200);
    }

    #[test]
    fn the_trees_are_a_scan_after_every_change(
        changes in prop::collection::vec((0..6_u32, 0..90_u64, 1..40_u64, 1..=6_u32, 0..4_u8), 1..60),
        length in 1..15_u32,
    ) {
        let mut quanta = Quanta::new(6, length, 20);
        let mut now = 0;
        for (server, ahead, duration, wanted, kind) in changes {
            let window = Window { from: now + ahead, to: now + ahead + duration, servers: wanted, first_server: None };
            let Some(quantum) = quanta.quantum(window.from) else { continue };
            let periods = quanta.periods_in(quantum);
            let search = quanta.search(window).expect("the quantum is kept");
            let scan = QuantumTree::scan(periods.iter().copied(), window);
            prop_assert_eq!(search.candidates as usize, periods.iter().filter(|period| period.start <= window.from).count());
            prop_assert_eq!(search.stopped_early(wanted), search.candidates < wanted);
            prop_assert_eq!(&search.taken, &scan.clone().unwrap_or_default());
            let free = periods.iter().filter(|period| period.holds(window.from, window.to)).count();
            prop_assert_eq!(quanta.free_throughout(window.from, window.to).map(|free| free.len()), Some(free));
            match kind {
                0 => {
                    now += duration;
                    quanta.expire(now);
                }
                1 if duration > 1 && scan.is_some() => {
                    // Booked, and given back from its middle on.
                    quanta.take(window, &search.taken, now);
                    let given = search.taken.iter().map(|period| (period.server, period.server));
                    quanta.give(window.from + duration / 2, window.to, given.take(1 + server as usize));
                }
                _ => quanta.take(window, &search.taken, now),
            }
            let mut all: Vec<Period> = quanta.periods_in(quantum);
            all.sort_by_key(|period| (period.server, period.start));
            for pair in all.windows(2).filter(|pair| pair[0].server == pair[1].server) {
                prop_assert!(pair[0].end <= pair[1].start && pair[0].end != OPEN, "periods of a server lie apart");
            }
        }
    }
}

//! The order of a queue by age and size: by hand, and against slow twins that sort again at every moment.

use crate::batch_queues::{RESERVED, SHAPES, assert_same, options, queues, run, workload};
use crate::oracle::batch as oracle;
use crate::support::random::cases;
use bookahead::engine::batch::job::{Job, Jobs, NONE};
use bookahead::engine::batch::limits::UserLimits;
use bookahead::engine::batch::priority::PriorityWeights;
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use proptest::prelude::*;
use std::sync::Arc;

pub fn weights() -> impl Strategy<Value = PriorityWeights> {
    (0..9_u32, 0..9_u32, 1..40_u32, any::<bool>()).prop_map(|(age, size, max_age, favours_small)| PriorityWeights {
        age,
        size,
        max_age,
        favours_small,
    })
}

/// Jobs with ages; some have owners.
fn aged(reserved: bool) -> impl Strategy<Value = (u32, Arc<Jobs>)> {
    let shapes = if reserved { &RESERVED[..] } else { &SHAPES[..] };
    let more = prop::collection::vec((prop_oneof![Just(0), 0..60_u32], prop_oneof![Just(NONE), 0..3_u32]), 120);
    (workload(shapes), more).prop_map(|((nodes, jobs, _), more)| {
        let mut jobs = Jobs::clone(&jobs);
        (jobs.age, jobs.owner) = more.into_iter().take(jobs.len()).unzip();
        (nodes, Arc::new(jobs))
    })
}

proptest! {
    #![proptest_config(cases(800))]

    #[test]
    fn queues_by_priority_do_what_their_slow_twins_do((nodes, jobs) in aged(false), weights in weights(), options in options(), most in prop::option::of(1..4_u32)) {
        for policy in queues(options) {
            let limits = UserLimits { jobs: most, nodes: None };
            let policy = BatchPolicy { priority: Some(weights), limits, ..policy };
            let decisions = run(nodes, &jobs, policy);
            assert_same(&decisions, &oracle::plan(nodes, &jobs, policy, None), &policy.name())?;
        }
    }

    #[test]
    fn queues_by_priority_with_reservations_do_what_their_slow_twins_do((nodes, jobs) in aged(true), weights in weights(), options in options()) {
        for policy in queues(options) {
            let policy = BatchPolicy { priority: Some(weights), ..policy };
            let decisions = run(nodes, &jobs, policy);
            assert_same(&decisions, &oracle::plan(nodes, &jobs, policy, None), &policy.name())?;
        }
    }

    #[test]
    fn without_weights_the_order_is_that_of_arrival((nodes, jobs) in aged(false), options in options()) {
        // All have priority 0. Jobs of one second are decided together, which makes no difference then.
        let none = PriorityWeights { age: 0, size: 0, max_age: 1, favours_small: false };
        for policy in queues(options).into_iter().filter(|policy| !policy.backfill.depends_on_the_moment()) {
            let with = run(nodes, &jobs, BatchPolicy { priority: Some(none), ..policy });
            prop_assert_eq!(with.start, run(nodes, &jobs, policy).start, "{}", policy.name());
        }
    }
}

#[test]
fn priorities_by_hand() {
    let weights = PriorityWeights { age: 100, size: 10, max_age: 50, favours_small: false };
    // 100 × 20 ÷ 50 + 10 × 3 ÷ 6, times 50 × 6.
    assert_eq!(weights.priority(20, 3, 6), (40 + 5) * 300);
    assert_eq!(weights.priority(50, 3, 6), weights.priority(5_000, 3, 6), "an age above the most counts as the most");
    let small = PriorityWeights { favours_small: true, ..weights };
    assert_eq!(small.priority(0, 1, 6) * 6, 10 * 5 * 300);
    let most = PriorityWeights { age: 1_000_000_000, size: 1_000_000_000, max_age: 1_000_000_000, favours_small: false };
    assert_eq!(most.priority(u64::MAX, 1_048_576, 1_048_576), 2 * 1_000_000_000_000_000_000 * 1_048_576);
}

#[test]
fn an_order_by_hand() {
    // Four nodes, taken until 10. A job of 1 node that has waited for 100 s, one of 4 nodes and one of 2 that have just come: each runs for 10 s.
    let job = |submitted, nodes, age| Job { submitted, nodes, age, estimate: 10, runtime: 10, ..Job::SMALLEST };
    let list = [job(0, 4, 0), job(1, 2, 0), job(1, 4, 0), job(1, 1, 100)];
    let jobs = Arc::new(Jobs::numbered((0..).zip(list)));
    let with = |scheduler, age, size, favours_small| {
        let priority = Some(PriorityWeights { age, size, max_age: 200, favours_small });
        run(4, &jobs, BatchPolicy { priority, ..BatchPolicy::of(scheduler) }).start
    };
    // By size the wide one comes first; then the other two fit beside each other.
    assert_eq!(with(Scheduler::Fcfs, 0, 1, false), [0, 20, 10, 20]);
    assert_eq!(with(Scheduler::Easy, 0, 1, false), [0, 20, 10, 20]);
    // The small ones first.
    assert_eq!(with(Scheduler::Fcfs, 0, 1, true), [0, 10, 20, 10]);
    // The old one first; of the others the one that was submitted first.
    assert_eq!(with(Scheduler::Fcfs, 1, 0, false), [0, 10, 20, 10]);
    // Ten times the weight for the age: at 10 the old one has 109 s, which is 5.45, and 0.25 for its node; the wide one has 9 s, which is 0.45, and 1.
    assert_eq!(with(Scheduler::Fcfs, 10, 1, false), [0, 30, 20, 10]);
    assert_eq!(with(Scheduler::Fcfs, 1, 1, false), [0, 20, 10, 20]);
    // Under conservative each has its place from its submission on.
    assert_eq!(with(Scheduler::Conservative, 0, 1, false), [0, 10, 20, 10]);
}

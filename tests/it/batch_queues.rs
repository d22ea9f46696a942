//! The queues of a cluster against slow twins, and what each of them promises.

use crate::oracle::batch as oracle;
use crate::support::random::cases;
use bookahead::engine::batch::decisions::{Decisions, How};
use bookahead::engine::batch::explain::batch_verdict;
use bookahead::engine::batch::job::{Job, Jobs, NEVER, NONE};
use bookahead::engine::batch::offered::Offered;
use bookahead::engine::batch::queue::Queue;
use bookahead::engine::batch::queue::profile::Profile;
use bookahead::engine::batch::scheduler::{BackfillOptions, BatchPolicy, Scheduler};
use proptest::prelude::*;
use std::sync::Arc;

/// All queues, with options of backfilling.
pub fn queues(backfill: BackfillOptions) -> [BatchPolicy; 4] {
    let of = |scheduler| BatchPolicy { backfill, ..BatchPolicy::of(scheduler) };
    [of(Scheduler::Fcfs), of(Scheduler::Easy), of(Scheduler::Conservative), of(Scheduler::Backfill)]
}

/// Options of backfilling.
pub fn options() -> impl Strategy<Value = BackfillOptions> {
    let usual = BackfillOptions::default();
    let window = prop_oneof![Just(usual.window), 1..40_u32];
    let (resolution, per_moment) = (prop_oneof![Just(1), 1..7_u32], prop_oneof![Just(usual.per_moment), 1..6_u32]);
    let per_user = prop_oneof![Just(usual.per_user), 1..4_u32];
    (0..6_u32, window, resolution, per_moment, per_user).prop_map(|(depth, window, resolution, per_moment, per_user)| {
        BackfillOptions { depth, window, resolution, per_moment, per_user }
    })
}

/// Jobs on a machine small enough that they wait.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    jobs: usize,
    last: u32,
    length: u32,
    /// Whether estimates are the run times.
    is_exact: bool,
    /// Jobs in ten that ask for a start.
    advance: u32,
}

pub const SHAPES: [Shape; 6] = [
    Shape { jobs: 12, last: 10, length: 8, is_exact: true, advance: 0 },
    Shape { jobs: 25, last: 30, length: 12, is_exact: false, advance: 0 },
    Shape { jobs: 60, last: 60, length: 20, is_exact: false, advance: 0 },
    Shape { jobs: 40, last: 200, length: 90, is_exact: false, advance: 3 },
    Shape { jobs: 20, last: 25, length: 6, is_exact: true, advance: 3 },
    Shape { jobs: 120, last: 5, length: 40, is_exact: false, advance: 0 },
];

/// Many reservations among few jobs: they arrive while others wait, get later starts than they ask for, put the heads of queues off, begin, and end early.
pub const RESERVED: [Shape; 3] = [
    Shape { jobs: 12, last: 6, length: 6, is_exact: false, advance: 4 },
    Shape { jobs: 30, last: 40, length: 15, is_exact: false, advance: 5 },
    Shape { jobs: 60, last: 60, length: 25, is_exact: true, advance: 4 },
];

fn job(shape: Shape, nodes: u32) -> impl Strategy<Value = Job> {
    let ahead = match shape.advance {
        0 => Just(None).boxed(),
        tenths => prop_oneof![10 - tenths => Just(None), tenths => (0..=shape.last).prop_map(Some)].boxed(),
    };
    (0..=shape.last, 1..=shape.length, 1..=shape.length, 1..=nodes, ahead).prop_map(
        move |(submitted, estimate, runtime, nodes, ahead)| Job {
            user: 1,
            submitted,
            estimate,
            // Some jobs run longer than they said.
            runtime: if shape.is_exact { estimate } else { runtime },
            nodes,
            earliest_start: ahead.map(|ahead| submitted + ahead),
            ..Job::SMALLEST
        },
    )
}

pub fn workload(shapes: &'static [Shape]) -> impl Strategy<Value = (u32, Arc<Jobs>, Shape)> {
    (1..=9_u32, prop::sample::select(shapes)).prop_flat_map(|(nodes, shape)| {
        prop::collection::vec(job(shape, nodes), 0..=shape.jobs)
            .prop_map(move |jobs| (nodes, Arc::new(Jobs::numbered((0..).zip(jobs))), shape))
    })
}

pub fn run(nodes: u32, jobs: &Arc<Jobs>, policy: impl Into<BatchPolicy>) -> Decisions {
    let mut queue = Queue::new(policy, nodes, Arc::clone(jobs)).unwrap();
    while queue.step() {}
    assert!(queue.is_done());
    queue.into_decisions()
}

/// The same, but when a job asks for a start, the reservation made last that has not begun moves as [`oracle::plan`] says.
fn run_with_moves(nodes: u32, jobs: &Arc<Jobs>, policy: BatchPolicy, ahead: u64) -> Decisions {
    let mut queue = Queue::new(policy, nodes, Arc::clone(jobs)).unwrap();
    let mut booked: Vec<(usize, u64)> = Vec::new();
    while let Some(row) = queue.until_asked() {
        let now = u64::from(jobs.submitted[row]);
        let mut profile = queue.profile().clone();
        let mut moved = Vec::new();
        if let Some((other, start)) = booked.iter_mut().rev().find(|(_, start)| *start > now) {
            let (length, nodes) = (jobs.reserved(*other), jobs.nodes[*other]);
            profile.give(*start, *start + length, nodes);
            *start = profile.first_fit(now + ahead, length, nodes);
            profile.take(*start, *start + length, nodes);
            moved.push((*other, *start));
        }
        let start = profile.first_fit(jobs.ready(row).max(now), jobs.reserved(row), jobs.nodes[row]);
        queue.book(row, start, jobs.estimate[row], jobs.nodes[row], &moved);
        booked.push((row, start));
    }
    assert!(queue.is_done());
    queue.into_decisions()
}

/// What a queue did, beside what its slow twin did.
pub fn assert_same(decisions: &Decisions, told: &[oracle::Told], name: &str) -> Result<(), TestCaseError> {
    for (row, told) in told.iter().enumerate() {
        prop_assert_eq!((decisions.start[row], decisions.end[row]), (told.start, told.end), "{} {}", name, row);
        prop_assert_eq!(decisions.is_refused(row), told.is_refused, "{} {}", name, row);
        prop_assert_eq!(decisions.promised[row], told.promised.unwrap_or(NEVER), "{} {}", name, row);
        prop_assert_eq!(decisions.how(row) == How::Backfilled, told.went_ahead, "{} {}", name, row);
        let offered = decisions.offered(row).copied();
        let offers = offered.map_or((0, 0), |offered| (offered.offers as usize, offered.taken as usize));
        prop_assert_eq!(offers, told.offers, "{} {}", name, row);
        let booked = offered.filter(Offered::is_taken).map(|offered| (offered.seconds, offered.nodes));
        prop_assert_eq!(booked, told.booked, "{} {}", name, row);
    }
    Ok(())
}

fn of(jobs: &[(u32, u32, u32)]) -> Arc<Jobs> {
    let job = |&(submitted, length, nodes): &(u32, u32, u32)| Job {
        user: 1,
        submitted,
        estimate: length,
        runtime: length,
        nodes,
        ..Job::SMALLEST
    };
    Arc::new(Jobs::numbered((0..).zip(jobs.iter().map(job))))
}

#[test]
fn four_jobs_by_hand() {
    let jobs = of(&[(0, 10, 6), (1, 10, 8), (1, 10, 10), (2, 25, 2)]);
    for (scheduler, starts) in
        [(Scheduler::Fcfs, [0, 10, 20, 30]), (Scheduler::Conservative, [0, 10, 20, 30]), (Scheduler::Easy, [0, 10, 27, 2])]
    {
        assert_eq!(run(10, &jobs, scheduler).start, starts, "{}", scheduler.name());
    }
    let easy = run(10, &jobs, Scheduler::Easy);
    assert_eq!((easy.how(3), easy.head[3], easy.shadow[3], easy.extra[3]), (How::Backfilled, 1, 10, 2));
    // When the third job becomes head, at 10, the fourth runs until 27.
    assert_eq!(easy.promised, [NEVER, 10, 27, NEVER]);
}

#[test]
fn promised_starts_by_hand() {
    let jobs = of(&[(0, 10, 6), (1, 10, 8), (1, 10, 10), (2, 25, 2)]);
    let with = |depth, window, resolution, per_moment| {
        let backfill = BackfillOptions { depth, window, resolution, per_moment, ..BackfillOptions::default() };
        run(10, &jobs, BatchPolicy { backfill, ..BatchPolicy::of(Scheduler::Backfill) })
    };
    let usual = BackfillOptions::default();
    // One promise is EASY: the third job is not protected from the fourth. Two promises protect it.
    assert_eq!(with(1, usual.window, 1, usual.per_moment).start, [0, 10, 27, 2]);
    // The fourth is promised a start when only the third stands before it.
    let two = with(2, usual.window, 1, usual.per_moment);
    assert_eq!((&two.start[..], &two.promised[..]), (&[0, 10, 20, 30][..], &[NEVER, 10, 20, 30][..]));
    // The third job would start 19 s ahead when it comes, 18 s when the fourth does: a window of 17 s does not reach that far, one of 18 s does.
    assert_eq!(with(2, 17, 1, usual.per_moment).start, [0, 10, 27, 2]);
    assert_eq!(with(2, 18, 1, usual.per_moment).start, [0, 10, 20, 30]);
    // Nobody is promised anything: the fourth goes ahead of all, and it is not said of whom it leaves what.
    let none = with(0, usual.window, 1, usual.per_moment);
    assert_eq!((&none.start[..], none.how(3), none.head[3], none.shadow[3]), (&[0, 10, 27, 2][..], How::Backfilled, 1, NEVER));
    // Starts are promised in steps of 8 s, but a job that fits earlier starts: the second at 10, not at 16.
    let coarse = with(2, usual.window, 8, usual.per_moment);
    assert_eq!((&coarse.start[..2], &coarse.promised[..3]), (&[0, 10][..], &[NEVER, 16, 32][..]));
    // Only the first two of the queue are looked at: the fourth waits until one of them is gone.
    assert_eq!(with(1, usual.window, 1, 2).start, [0, 10, 20, 30]);
}

#[test]
fn a_reservation_is_a_hard_block() {
    let job = |submitted, length, nodes, earliest_start| Job {
        user: 1,
        submitted,
        estimate: length,
        runtime: length,
        nodes,
        earliest_start,
        ..Job::SMALLEST
    };
    // All four nodes from 20 to 25 are reserved. The second job would run into that; the third does not.
    let list = [job(0, 5, 4, Some(20)), job(1, 20, 1, None), job(1, 19, 1, None)];
    let jobs = Arc::new(Jobs::numbered((0..).zip(list)));
    for (scheduler, starts) in
        [(Scheduler::Fcfs, [20, 25, 25]), (Scheduler::Easy, [20, 25, 1]), (Scheduler::Conservative, [20, 25, 1])]
    {
        assert_eq!(run(4, &jobs, scheduler).start, starts, "{}", scheduler.name());
    }
}

#[test]
fn the_queue_looks_at_once_when_a_job_ends_early() {
    // The first job says 100 s and takes 10: the second had a reservation at 100 and starts at 10.
    let mut list = vec![Job { user: 1, submitted: 0, estimate: 100, runtime: 10, nodes: 2, ..Job::SMALLEST }];
    list.push(Job { submitted: 1, ..list[0] });
    let jobs = Arc::new(Jobs::numbered((0..).zip(list)));
    let decisions = run(3, &jobs, Scheduler::Conservative);
    assert_eq!((decisions.promised[1], decisions.start[1], decisions.end[1]), (100, 10, 20));
}

#[test]
fn the_queue_looks_again_when_a_reservation_puts_the_head_off() {
    // The second job waits for the first until 1. The third would delay it, until the fourth reserves three nodes from 1 on: then the second starts at 2,
    // and the third fits before it.
    let job = |length, runtime, nodes, earliest_start| Job {
        user: 1,
        submitted: 0,
        estimate: length,
        runtime,
        nodes,
        earliest_start,
        ..Job::SMALLEST
    };
    let list = [job(1, 1, 2, None), job(1, 1, 4, None), job(2, 1, 1, None), job(1, 1, 3, Some(0))];
    let jobs = Arc::new(Jobs::numbered((0..).zip(list)));
    for (scheduler, starts) in
        [(Scheduler::Fcfs, [0, 2, 3, 1]), (Scheduler::Easy, [0, 2, 0, 1]), (Scheduler::Conservative, [0, 1, 2, 2])]
    {
        assert_eq!(run(4, &jobs, scheduler).start, starts, "{}", scheduler.name());
    }
    let easy = run(4, &jobs, Scheduler::Easy);
    assert_eq!((easy.how(2), easy.head[2], easy.shadow[2], easy.extra[2]), (How::Backfilled, 1, 2, 0));
    // What the head was told when it became head was put off.
    assert_eq!(easy.promised[1], 1);
    let words = batch_verdict(&jobs, &easy, BatchPolicy::of(Scheduler::Easy), 1).sentences.join(" ");
    assert!(words.contains("its shadow time was 1 s: reservations that were made later put it off by 1 s."), "{words}");
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn queues_do_what_their_slow_twins_do((nodes, jobs, _) in workload(&SHAPES), options in options()) {
        for policy in queues(options) {
            let decisions = run(nodes, &jobs, policy);
            assert_same(&decisions, &oracle::plan(nodes, &jobs, policy, None), &policy.name())?;
        }
    }

    #[test]
    fn queues_keep_what_they_promise((nodes, jobs, shape) in workload(&SHAPES)) {
        let fcfs = run(nodes, &jobs, Scheduler::Fcfs);
        let queued: Vec<u64> = (0..jobs.len()).filter(|&row| !jobs.is_advance(row)).map(|row| fcfs.start[row]).collect();
        prop_assert!(queued.is_sorted(), "in the order of arrival");
        let conservative = run(nodes, &jobs, Scheduler::Conservative);
        for row in 0..jobs.len() {
            prop_assert!(conservative.start[row] <= conservative.promised[row]);
        }
        if shape.advance == 0 {
            // A reservation that comes later may put the head off: it does not see the queue.
            let easy = run(nodes, &jobs, Scheduler::Easy);
            for row in 0..jobs.len() {
                prop_assert!(easy.start[row] <= easy.promised[row]);
            }
        }
        for decisions in [fcfs, conservative, run(nodes, &jobs, Scheduler::Easy)] {
            for row in 0..jobs.len() {
                prop_assert_eq!(decisions.end[row] - decisions.start[row], u64::from(jobs.runtime[row]), "the work is done");
                prop_assert!(decisions.start[row] >= jobs.ready(row));
                if jobs.is_advance(row) {
                    prop_assert_eq!(decisions.start[row], decisions.promised[row]);
                }
                let at = decisions.start[row];
                let used: u32 =
                    (0..jobs.len()).filter(|&row| (decisions.start[row]..decisions.end[row]).contains(&at)).map(|row| jobs.nodes[row]).sum();
                prop_assert!(used <= nodes);
            }
        }
    }

    #[test]
    fn with_exact_estimates_conservative_is_first_fit((nodes, jobs, shape) in workload(&SHAPES)) {
        if !shape.is_exact {
            return Ok(());
        }
        let mut profile = Profile::new(nodes);
        let decisions = run(nodes, &jobs, Scheduler::Conservative);
        for row in 0..jobs.len() {
            let start = profile.first_fit(jobs.ready(row), jobs.reserved(row), jobs.nodes[row]);
            profile.take(start, start + jobs.reserved(row), jobs.nodes[row]);
            prop_assert_eq!(decisions.start[row], start);
        }
    }

    #[test]
    fn a_profile_is_the_list_of_what_was_taken(
        steps in prop::collection::vec((0..400_u64, 1..60_u64, 1..4_u32, 0..400_u64, 1..80_u64, 0..14_u32), 1..300)
    ) {
        let mut profile = Profile::new(12);
        let mut list: Vec<(u64, u64, u32)> = Vec::new();
        for (from, length, nodes, at, duration, wanted) in steps {
            let free = |list: &[(u64, u64, u32)], at: u64| {
                12 - list.iter().filter(|(from, to, _)| (*from..*to).contains(&at)).map(|(.., nodes)| nodes).sum::<u32>()
            };
            let start = profile.first_fit(from, length, nodes);
            let fits = |start: u64, length: u64, nodes: u32| (start..start + length).all(|at| free(&list, at) >= nodes);
            prop_assert_eq!((from..).find(|&start| fits(start, length, nodes)), Some(start));
            prop_assert_eq!(profile.free_at(at), free(&list, at));
            prop_assert_eq!(profile.fits(at, duration, wanted), fits(at, duration, wanted));
            prop_assert_eq!(profile.most_in(at, at + duration), (at..at + duration).map(|at| free(&list, at)).max().unwrap());
            let mut rows = Vec::new();
            profile.steps_down(at, &mut rows);
            let most = (at..at + duration).map(|at| free(&list, at)).min().unwrap();
            prop_assert_eq!(rows.iter().find(|(up_to, _)| duration <= *up_to).map(|(_, nodes)| *nodes), Some(most));
            let (until, before) = (at + duration, at + length);
            let earlier = (at..until.min(before)).find(|&start| (start..(start + duration).min(before)).all(|at| free(&list, at) >= wanted));
            prop_assert_eq!(profile.earlier_fit(at, until, before, duration, wanted), earlier);
            if wanted > 8 && !list.is_empty() {
                let (from, to, nodes) = list.swap_remove(at as usize % list.len());
                profile.give(from, to, nodes);
            } else {
                profile.take(start, start + length, nodes);
                list.push((start, start + length, nodes));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn queues_look_at_every_change_of_what_is_reserved((nodes, jobs, _) in workload(&RESERVED), options in options()) {
        for policy in queues(options) {
            assert_same(&run(nodes, &jobs, policy), &oracle::plan(nodes, &jobs, policy, None), &policy.name())?;
        }
    }

    #[test]
    fn queues_look_again_when_reservations_move((nodes, jobs, _) in workload(&RESERVED), ahead in 1..20_u64, options in options()) {
        // What is booked holds its nodes to its end.
        let mut jobs = Arc::unwrap_or_clone(jobs);
        for row in (0..jobs.len()).filter(|&row| jobs.earliest_start[row] != NONE) {
            let seconds = jobs.estimate[row].max(jobs.runtime[row]);
            (jobs.estimate[row], jobs.runtime[row]) = (seconds, seconds);
        }
        let jobs = Arc::new(jobs);
        for policy in queues(options) {
            let decisions = run_with_moves(nodes, &jobs, policy, ahead);
            assert_same(&decisions, &oracle::plan(nodes, &jobs, policy, Some(ahead)), &policy.name())?;
        }
    }

    #[test]
    fn with_one_promised_start_backfilling_is_easy((nodes, jobs, _) in prop_oneof![workload(&SHAPES), workload(&RESERVED)]) {
        let one = BackfillOptions { depth: 1, ..BackfillOptions::default() };
        let backfill = run(nodes, &jobs, BatchPolicy { backfill: one, ..BatchPolicy::of(Scheduler::Backfill) });
        prop_assert_eq!(backfill, run(nodes, &jobs, Scheduler::Easy));
    }

    #[test]
    fn whoever_goes_ahead_leaves_the_first_its_start((nodes, jobs, shape) in workload(&SHAPES), options in options()) {
        if shape.advance == 0 {
            let decisions = run(nodes, &jobs, BatchPolicy { backfill: options, ..BatchPolicy::of(Scheduler::Backfill) });
            for row in (0..jobs.len()).filter(|&row| decisions.shadow[row] != NEVER) {
                prop_assert!(decisions.start[decisions.head[row] as usize] <= decisions.shadow[row]);
            }
        }
    }
}

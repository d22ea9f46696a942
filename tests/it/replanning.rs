//! Edits of a plan: whatever is changed, planning on from a checkpoint and keeping the old rest gives, bit for bit, the plan made from
//! scratch; and the patches that are handed out on the way turn a copy of the old plan into it.

use crate::support::patched_policies;
use crate::support::random::{Case, case, cases, edit};
use bookahead::engine::Outcome;
use bookahead::engine::slots::decisions::{Decisions, REFUSED};
use bookahead::engine::slots::nodes::NodeTable;
use bookahead::engine::slots::overlap_rule::OverlapRule;
use bookahead::engine::slots::patch::{Applied, PlanPatch};
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::request::{Request, Slot};
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy};
use bookahead::engine::slots::workload::{Arrivals, Preset, RequestId, Workload};
use proptest::prelude::*;

type Edit = (RequestId, Option<Request>);

/// Someone who was given a plan, and after that only patches.
#[derive(Clone)]
struct Copy {
    arrivals: Arrivals,
    decisions: Decisions,
    nodes: NodeTable,
}

impl Copy {
    fn of(session: &mut Session) -> Self {
        assert!(session.map_nodes(usize::MAX));
        session.hand_out();
        let (arrivals, decisions) = (session.arrivals().clone(), session.decisions().clone());
        Self { arrivals, decisions, nodes: session.nodes().clone() }
    }

    fn patch(&mut self, patch: &PlanPatch) {
        let before = self.clone();
        let applied = patch.apply(&mut self.arrivals, &mut self.decisions, &mut self.nodes).expect("a patch for this plan");
        self.tells_what_it_did(&before, &applied);
    }

    fn placed(&self) -> Vec<(u32, Slot, Slot, u32)> {
        let row = |job: usize| self.arrivals.request[job] as usize;
        let accepted = (0..self.arrivals.jobs()).filter(|&job| self.decisions.accepted(job));
        accepted
            .map(|job| (job as u32, self.decisions.start[job], self.arrivals.duration[row(job)], self.arrivals.nodes[row(job)]))
            .collect()
    }

    /// What left, what came and the renumbering lead from the jobs placed before to those placed now.
    fn tells_what_it_did(&self, before: &Self, applied: &Applied) {
        let mut placed = before.placed();
        for left in &applied.left {
            let at = placed.iter().position(|&(job, ..)| job == left.job).expect("who left was there");
            assert_eq!(placed.swap_remove(at), (left.job, left.start, left.duration, left.nodes));
        }
        for job in &mut placed {
            job.0 = applied.after(job.0).expect("edited jobs have left");
        }
        placed.extend(applied.came.iter().map(|came| (came.job, came.start, came.duration, came.nodes)));
        placed.sort_unstable();
        assert_eq!(placed, self.placed());
    }

    /// Every slot before `slot` is as in the plan that comes in the end.
    fn is_final_before(&self, slot: Slot, end: &Outcome) -> Result<(), TestCaseError> {
        prop_assert_eq!(&self.arrivals, &end.arrivals);
        for job in 0..self.arrivals.jobs() {
            let (now, then) = (self.decisions.start[job], end.decisions.start[job]);
            if now.min(then) < slot {
                prop_assert_eq!(now, then, "job {} before slot {}", job, slot);
                prop_assert_eq!(self.nodes.of(job), end.nodes.of(job), "job {} before slot {}", job, slot);
            } else if now != REFUSED {
                prop_assert_eq!(self.nodes.of(job).len() as u32, self.arrivals.nodes[self.arrivals.request[job] as usize]);
            }
        }
        Ok(())
    }

    fn is(&self, end: &Outcome) -> Result<(), TestCaseError> {
        prop_assert_eq!(&self.arrivals, &end.arrivals);
        prop_assert_eq!(&self.decisions, &end.decisions);
        prop_assert_eq!(&self.nodes, &end.nodes);
        Ok(())
    }
}

fn session(nodes: u32, arrivals: Arrivals, policy: Policy) -> Session {
    Session::new(Machine { nodes, ..Machine::default() }, policy, arrivals)
}

fn from_scratch(nodes: u32, workload: &Workload, policy: Policy) -> Session {
    let mut session = session(nodes, workload.arrivals().expect("within bounds"), policy);
    session.finish();
    session
}

/// How a session is driven through a chain of edits.
#[derive(Clone, Debug)]
struct Drive {
    /// Jobs between checkpoints.
    spacing: u32,
    /// Jobs decided at a time.
    piece: usize,
    /// After so many pieces the next edit comes, done or not.
    patience: usize,
    /// A patch is taken after every so many pieces.
    glances: usize,
}

fn drive() -> impl Strategy<Value = Drive> {
    (1..9_u32, 1..12_usize, prop_oneof![1..6_usize, Just(usize::MAX)], 1..5_usize)
        .prop_map(|(spacing, piece, patience, glances)| Drive { spacing, piece, patience, glances })
}

/// Follows the edits and compares with planning from scratch wherever a plan is complete. Gives jobs decided anew and jobs in all, summed
/// over complete plans.
fn follow(nodes: u32, requests: &[Request], edits: &[Edit], policy: Policy, drive: &Drive) -> Result<[usize; 2], TestCaseError> {
    let mut workload = Workload::of_requests(requests.to_vec());
    let mut session = session(nodes, workload.arrivals().expect("within bounds"), policy).with_checkpoint_spacing(drive.spacing);
    session.finish();
    let mut copy = Copy::of(&mut session);
    let mut planned = [0, 0];
    for (i, (id, change)) in edits.iter().enumerate() {
        workload = workload.with_edit(*id, *change);
        session.edit(*id, *change).expect("within bounds");
        let fresh = from_scratch(nodes, &workload, policy);
        let end = Outcome::of(&fresh);
        prop_assert_eq!(session.arrivals(), fresh.arrivals());
        let patience = if i + 1 == edits.len() { usize::MAX } else { drive.patience };
        let mut pieces = 0;
        while !(session.is_done() && session.map_nodes(drive.piece)) && pieces < patience {
            session.advance(drive.piece);
            pieces += 1;
            if pieces.is_multiple_of(drive.glances) {
                let patch = session.patch().expect("a plan was handed out");
                copy.patch(&patch);
                copy.is_final_before(patch.final_before, &end)?;
            }
        }
        if !(session.is_done() && session.map_nodes(usize::MAX)) {
            continue;
        }
        planned = [planned[0] + session.planned(), planned[1] + session.arrivals().jobs()];
        prop_assert_eq!(session.decisions(), fresh.decisions(), "{:?} after {:?}", policy, (id, change));
        prop_assert_eq!(session.nodes(), &end.nodes, "{:?} after {:?}", policy, (id, change));
        let patch = session.patch().expect("a plan was handed out");
        prop_assert_eq!(patch.final_before, Slot::MAX);
        copy.patch(&patch);
        copy.is(&end)?;
        // Every checkpoint, kept or new, is one of a run from scratch.
        let jobs = session.arrivals().jobs();
        for jobs in [0, jobs / 3, jobs / 2, jobs.saturating_sub(1), jobs] {
            let (mut back, mut scratch) = (session.clone(), fresh.clone());
            back.rewind(jobs);
            scratch.rewind(jobs);
            prop_assert!(back.same_state(&scratch), "{:?} after {:?}, back to {}", policy, (id, change), jobs);
        }
    }
    Ok(planned)
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn replanning_is_planning_from_scratch(
        (Case { nodes, requests }, edits) in case().prop_flat_map(|case| {
            let edits = prop::collection::vec(edit(case.requests.len(), case.nodes), 1..6);
            (Just(case), edits)
        }),
        drive in drive(),
    ) {
        // What is known of users reaches back to the first request.
        let overlap = OverlapRule { exact_users: 40, ..OverlapRule::rarp(55) };
        let rarp = Policy { planner: PlannerKind::Overlapping, overlap, ..Policy::default() };
        for policy in patched_policies().into_iter().chain([rarp]) {
            follow(nodes, &requests, &edits, policy, &drive)?;
        }
    }
}

proptest! {
    #![proptest_config(cases(24))]

    /// Long enough for changes to wash out, in plans with room and in crowded ones; users come back in one half of the cases.
    #[test]
    fn changes_wash_out_of_long_plans(
        preset in 0..16_usize,
        seed in any::<u64>(),
        jobs in 1..4_u32,
        users in prop_oneof![Just(40_u32), Just(u32::MAX)],
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..9_u32, 1..20_u32), 1..6),
        drive in drive(),
    ) {
        let preset = Preset::all()[preset];
        let mut generator = preset.generator(seed, 700);
        generator.jobs.max = jobs;
        generator.arrivals_per_slot /= f64::from(jobs);
        let mut requests = generator.generate().expect("within bounds");
        requests.iter_mut().for_each(|request| request.user %= users);
        let edits: Vec<Edit> = edits.iter().map(|(at, field, by)| changed(&requests, at.index(requests.len()), *field, *by)).collect();
        let drive = Drive { piece: drive.piece * 10, ..drive };
        for policy in patched_policies() {
            follow(Preset::NODES, &requests, &edits, policy, &drive)?;
        }
    }
}

/// A change of one field, a removal, or one more request.
fn changed(requests: &[Request], at: usize, field: u32, by: u32) -> Edit {
    let r = requests[at];
    let relaxed = |earliest_start: Slot| Request { earliest_start, latest_start: earliest_start + r.relax(), ..r };
    let change = match field {
        0 => Some(Request { duration: r.duration + by, ..r }),
        1 => Some(Request { nodes: (r.nodes + by - 1) % Preset::NODES + 1, ..r }),
        2 => Some(Request { jobs: r.jobs % 3 + 1, ..r }),
        3 => Some(relaxed(r.earliest_start + by)),
        4 => Some(Request { latest_start: r.latest_start + by, ..r }),
        5 => Some(Request { submitted: r.submitted.saturating_sub(by), ..r }),
        6 => Some(Request { submitted: r.submitted + by, ..relaxed((r.submitted + by).max(r.earliest_start)) }),
        7 => Some(Request { user: by, ..r }),
        _ => None,
    };
    let id = if field == 8 && by.is_multiple_of(2) { requests.len() as u32 + by } else { at as u32 };
    (id, if id == at as u32 { change } else { Some(Request { duration: by, ..r }) })
}

/// The promise is not only kept by planning everything anew: a small change is forgotten soon, and back and forth costs as little.
#[test]
fn small_changes_are_forgotten_soon() {
    for preset in [Preset { mpi: false, rate: 2, flexible_percent: 25 }, Preset { mpi: true, rate: 2, flexible_percent: 50 }] {
        let requests = preset.generator(3, 6_000).generate().expect("within bounds");
        for policy in patched_policies() {
            let workload = Workload::of_requests(requests.clone());
            let mut session = session(2 * Preset::NODES, workload.arrivals().expect("within bounds"), policy);
            session.finish();
            assert_eq!(session.planned(), 6_000);
            for id in [100, 3_000, 5_500] {
                let longer = Request { duration: requests[id].duration + 1, ..requests[id] };
                for change in [Some(longer), None, Some(requests[id])] {
                    session.edit(id as RequestId, change).expect("within bounds");
                    session.finish();
                    // Two nodes that changed roles stay different until both are idle at once: that may take long.
                    let soon = if policy.planner == PlannerKind::FirstFitPhysical { usize::MAX } else { 1_000 };
                    assert!(session.planned() < soon, "{policy:?}: {} jobs were planned anew after {change:?}", session.planned());
                    let workload = workload.with_edit(id as RequestId, change);
                    assert_eq!(session.decisions(), from_scratch(2 * Preset::NODES, &workload, policy).decisions(), "{policy:?}");
                }
            }
        }
    }
}

/// A patch for another plan is refused, not applied to half the columns of this one.
#[test]
fn a_patch_for_a_plan_of_another_size_is_refused() {
    let policy = Policy::default();
    let requests = Preset { mpi: true, rate: 2, flexible_percent: 50 }.generator(3, 40).generate().expect("within bounds");
    let mut session = from_scratch(Preset::NODES, &Workload::of_requests(requests.clone()), policy);
    Copy::of(&mut session);
    session.edit(39, Some(Request { duration: 99, ..requests[39] })).expect("within bounds");
    session.finish();
    session.map_nodes(usize::MAX);
    let patch = session.patch().expect("a plan was handed out");
    let shorter = Workload::of_requests(requests[..20].to_vec());
    let Copy { mut arrivals, mut decisions, mut nodes } = Copy::of(&mut from_scratch(Preset::NODES, &shorter, policy));
    assert_eq!(patch.apply(&mut arrivals, &mut decisions, &mut nodes), None);
}

/// A request that is submitted later than its job stood: until it is decided anew, the job is in nobody's plan.
#[test]
fn an_edited_job_may_have_stood_before_its_new_submission() {
    let rigid = |user, submitted, start, duration, jobs| Request {
        user,
        submitted,
        earliest_start: start,
        latest_start: start,
        duration,
        nodes: 1,
        jobs,
    };
    let requests =
        [rigid(1, 2, 7, 1, 2), rigid(4, 2, 7, 3, 2), rigid(3, 5, 11, 2, 1), rigid(6, 8, 11, 4, 1), rigid(6, 8, 10, 3, 2)];
    let edits = [(0, Some(rigid(1, 0, 0, 1, 1))), (4, Some(rigid(1, 11, 11, 1, 2)))];
    for policy in patched_policies() {
        for piece in 1..6 {
            let drive = Drive { spacing: 8, piece, patience: usize::MAX, glances: 1 };
            follow(3, &requests, &edits, policy, &drive).expect("planning on is planning from scratch");
        }
    }
}

/// Where a request was taken out, the state before it and the state after it come to lie at the same job. Only the second is one that
/// the new run may rejoin, also when another edit comes before it has.
#[test]
fn a_removal_that_was_interrupted_is_not_forgotten() {
    let requests = Preset { mpi: true, rate: 3, flexible_percent: 50 }.generator(5, 60).generate().expect("within bounds");
    let drive = Drive { spacing: 1, piece: 1, patience: 1, glances: 1 };
    for policy in patched_policies() {
        for removed in 1..40 {
            // Nothing changes by the second edit, so the new run is what the old one was until it comes to the first.
            let edits = [(removed as RequestId, None), (removed as RequestId / 2, Some(requests[removed / 2]))];
            follow(Preset::NODES, &requests, &edits, policy, &drive).expect("planning on is planning from scratch");
        }
    }
}

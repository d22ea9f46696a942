//! What holds for every planner on every scenario. [`crate::support::plan`] runs the checker each time: capacity, windows, constant
//! nodes and begun jobs are covered by it.

use crate::support::random::{Case, case, cases, edit};
use crate::support::{plan, policies, scenario};
use bookahead::engine::Outcome;
use bookahead::engine::slots::overlap::bookable;
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{Machine, Policy};
use bookahead::engine::slots::workload::{Arrivals, Workload};
use proptest::prelude::*;

fn session(nodes: u32, arrivals: Arrivals, policy: Policy) -> Session {
    Session::new(Machine { nodes, ..Machine::default() }, policy, arrivals)
}

fn arrivals(requests: &[Request]) -> Arrivals {
    Workload::of_requests(requests.to_vec()).arrivals().expect("within bounds")
}

/// The first `jobs` jobs of a request list in arrival order are decided as if there were no others.
fn decided(nodes: u32, arrivals: &Arrivals, policy: Policy, jobs: usize) -> Session {
    let mut session = session(nodes, arrivals.clone(), policy);
    session.advance(jobs);
    session
}

proptest! {
    #![proptest_config(cases(400))]

    /// Taking back a refusal only forgets the refusal itself, so a plan that is the same before it and after taking it back was
    /// left alone, bit for bit.
    #[test]
    fn a_refused_job_leaves_p_old(Case { nodes, requests } in case()) {
        let arrivals = arrivals(&requests);
        for policy in policies() {
            let mut session = session(nodes, arrivals.clone(), policy);
            while !session.is_done() {
                let before = session.clone();
                session.advance(1);
                let job = before.decided();
                prop_assert_eq!(session.decided(), job + 1);
                if session.decisions().accepted(job) {
                    continue;
                }
                prop_assert_eq!(&session.decisions().start[..job], &before.decisions().start[..], "{:?} job {}", policy, job);
                prop_assert_eq!(&session.decisions().moves, &before.decisions().moves, "{:?} job {}", policy, job);
                let mut taken_back = session.clone();
                taken_back.rewind(job);
                prop_assert!(taken_back.same_state(&before), "{:?} job {}", policy, job);
            }
        }
    }

    /// The same seen from outside: without the requests that were refused whole, everyone else fares the same.
    #[test]
    fn refused_requests_might_as_well_not_have_come(Case { nodes, requests } in case()) {
        // Distinct users, so that leaving a request out renumbers nobody.
        let requests: Vec<Request> = (0..).zip(&requests).map(|(user, request)| Request { user, ..*request }).collect();
        for policy in policies() {
            let with = plan(nodes, &requests, policy);
            let placed = |outcome: &Outcome, user: u32| -> Vec<u32> {
                let of_user = |job: &usize| outcome.arrivals.user[outcome.arrivals.request[*job] as usize] == user;
                (0..outcome.arrivals.jobs()).filter(of_user).map(|job| outcome.decisions.start[job]).collect()
            };
            let in_plan = |request: &&Request| placed(&with, request.user).iter().any(|&start| start != u32::MAX);
            let accepted: Vec<Request> = requests.iter().filter(in_plan).copied().collect();
            let without = plan(nodes, &accepted, policy);
            for Request { user, .. } in &accepted {
                prop_assert_eq!(placed(&without, *user), placed(&with, *user), "{:?} user {}", policy, user);
            }
        }
    }

    /// Rewinding to any point is the same as having stopped there, and going on leads to the same end.
    #[test]
    fn rewinding_is_exact(Case { nodes, requests } in case(), at in any::<prop::sample::Index>()) {
        let arrivals = arrivals(&requests);
        let jobs = at.index(arrivals.jobs() + 1);
        for policy in policies() {
            let scratch = decided(nodes, &arrivals, policy, usize::MAX);
            let mut rewound = scratch.clone();
            rewound.rewind(jobs);
            prop_assert!(rewound.same_state(&decided(nodes, &arrivals, policy, jobs)), "{:?} back to {}", policy, jobs);
            rewound.finish();
            prop_assert!(rewound.same_state(&scratch), "{:?} on from {}", policy, jobs);
            prop_assert!(Outcome::of(&rewound) == Outcome::of(&scratch), "{:?} on from {}", policy, jobs);
        }
    }

    /// Re-planning after edits is the same as planning the edited workload from scratch, wherever the run stood.
    #[test]
    fn replanning_after_an_edit_is_exact(
        (Case { nodes, requests }, edits) in case().prop_flat_map(|case| {
            let edits = prop::collection::vec(edit(case.requests.len(), case.nodes), 1..4);
            (Just(case), edits)
        }),
        stood in any::<prop::sample::Index>(),
    ) {
        for policy in policies() {
            let mut workload = Workload::of_requests(requests.clone());
            let first = workload.arrivals().expect("within bounds");
            let mut session = decided(nodes, &first, policy, stood.index(first.jobs() + 1));
            for (id, change) in &edits {
                workload = workload.with_edit(*id, *change);
                let edited = workload.arrivals().expect("within bounds");
                session.replace_arrivals(edited.clone());
                let kept = decided(nodes, &edited, policy, session.decided());
                prop_assert!(session.same_state(&kept), "{:?} after {:?}", policy, (id, change));
                session.finish();
                prop_assert!(session.same_state(&decided(nodes, &edited, policy, usize::MAX)), "{:?} after {:?}", policy, (id, change));
            }
            // What a re-planned run hands out is what a run of the folded workload does.
            let folded = scenario(nodes, &[], policy);
            let folded = bookahead::engine::SlotsScenario { workload: workload.folded(), ..folded };
            let fresh = bookahead::engine::run(&folded).expect("within bounds");
            prop_assert_eq!(&Outcome::of(&session).decisions, &fresh.decisions, "{:?}", policy);
        }
    }

    /// Figures against a plain recount.
    #[test]
    fn metrics_agree_with_the_decisions(Case { nodes, requests } in case()) {
        for policy in policies() {
            let Outcome { arrivals, decisions, metrics, .. } = plan(nodes, &requests, policy);
            let accepted: Vec<usize> = (0..arrivals.jobs()).filter(|&job| decisions.accepted(job)).collect();
            let request = |job: usize| arrivals.row(arrivals.request[job] as usize);
            prop_assert_eq!(metrics.accepted as usize, accepted.len());
            prop_assert_eq!(metrics.jobs as usize, requests.iter().map(|request| request.jobs as usize).sum::<usize>());
            prop_assert_eq!(metrics.requests as usize, requests.len());
            let busy: u64 = accepted.iter().map(|&job| u64::from(request(job).nodes * request(job).duration)).sum();
            prop_assert_eq!(metrics.busy_node_slots, busy);
            let per_slot = bookahead::engine::slots::metrics::busy_per_slot(&arrivals, &decisions);
            prop_assert_eq!(per_slot.iter().map(|&busy| u64::from(busy)).sum::<u64>(), busy);
            // Where reservations overlap, more may be booked than there is.
            let most = bookable(Machine { nodes, ..Machine::default() }, policy);
            prop_assert!(per_slot.iter().all(|&busy| busy <= most));
            let put_back: u32 = decisions.refusals.iter().map(|refusal| refusal.put_back).sum();
            prop_assert_eq!(metrics.shifts_put_back, u64::from(put_back));
            // Who is told anew was moved, and who stands elsewhere in the end was told so at least once.
            prop_assert!(metrics.moved_jobs <= metrics.revisions && metrics.revisions <= metrics.shifts);
            let full = f64::from(most) / f64::from(nodes);
            prop_assert!((0.0..=full).contains(&metrics.utilisation) && (0.0..=1.0).contains(&metrics.acceptance));
        }
    }
}

//! What lies between the sessions on named servers and the page: edited workloads, moments, comparisons, the checker, words.

use crate::idle_planning::case;
use crate::oracle::idle::Scan;
use crate::samples::{idle_request, machine};
use crate::support::random::cases;
use bookahead::engine::convert::{idle_from_slots, with_jobs_of};
use bookahead::engine::core::error::FieldPath;
use bookahead::engine::core::time_names::TimeNames;
use bookahead::engine::idle::adaptive::Adaptability;
use bookahead::engine::idle::check::{IdleViolation, check_servers};
use bookahead::engine::idle::compare::{Side, SizesServed, decisions_compared};
use bookahead::engine::idle::explain::{adapted_sentence, idle_reason, idle_verdict};
use bookahead::engine::idle::geometry::{Tests, tests};
use bookahead::engine::idle::moment::{passes, periods_before};
use bookahead::engine::idle::reference::ReferencePlan;
use bookahead::engine::idle::{
    Adapting, IdleEvent, IdleFigures, IdleRequest, IdleScenario, IdleWorkload, Moment, MomentQuery, NO_SERVER, Period, Rate,
    ServerGroup, Servers, Strategy, TreeName, strip_factors,
};
use bookahead::state::Example;
use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};
use std::collections::BTreeMap;
use std::sync::Arc;

fn scenario(servers: &Servers, requests: &[IdleRequest], strategy: Strategy) -> IdleScenario {
    let workload = IdleWorkload::of_requests(requests.to_vec());
    IdleScenario { strategy, ..IdleScenario::new(servers.clone(), workload) }
}

proptest! {
    #![proptest_config(cases(300))]

    /// Editing the columns in one pass is the same as listing the edited requests from scratch, and as folding the edits into the list.
    #[test]
    fn edited_arrivals_are_those_of_the_edited_list(
        (requests, edits) in requests_and_edits()
    ) {
        let servers = Servers::identical(1, 1, 1);
        let mut workload = IdleWorkload::of_requests(requests.clone());
        let mut list: BTreeMap<u32, IdleRequest> = requests.into_iter().zip(0..).map(|(request, id)| (id, request)).collect();
        for (id, change) in edits {
            let known = list.contains_key(&id);
            match change {
                Some(request) => { list.insert(id, request); }
                None if known => { list.remove(&id); }
                None => continue,
            }
            workload = workload.with_edit(id, change);
        }
            let edited = workload.arrivals(&servers).expect("a list");
        let mut rows: Vec<(u32, u32, IdleRequest)> = list.iter().map(|(id, request)| (request.submitted, *id, *request)).collect();
        rows.sort_unstable_by_key(|row| (row.0, row.1));
        prop_assert_eq!(edited.jobs(), rows.len());
        for (row, (_, id, request)) in rows.iter().enumerate() {
            prop_assert_eq!((edited.id[row], edited.row(row)), (*id, *request));
        }
        let folded = workload.folded().arrivals(&servers).expect("a list");
        prop_assert_eq!(folded.jobs(), edited.jobs());
        for row in 0..edited.jobs() {
            prop_assert_eq!(folded.row(row), edited.row(row));
            prop_assert_eq!(workload.folded_id(edited.id[row]), Some(folded.id[row]));
        }
    }
}

/// Requests to a machine, few to a tick, and edits of them.
fn requests_and_edits() -> impl proptest::strategy::Strategy<Value = (Vec<IdleRequest>, Vec<(u32, Option<IdleRequest>)>)> {
    use proptest::strategy::Strategy as _;
    let few = |request: IdleRequest| IdleRequest { submitted: request.submitted % 4, ..request };
    machine().prop_flat_map(move |machine| {
        let request = idle_request(&machine).prop_map(few).boxed();
        let edit = (0..24_u32, prop::option::weighted(0.7, request.clone()));
        (prop::collection::vec(request, 0..16), prop::collection::vec(edit, 0..12))
    })
}

/// The session before a row is decided, the slow twin at the same point, and the structures of the paper as they grew.
fn before(case: &crate::idle_planning::Case, strategy: Strategy, row: usize) -> (Scan, ReferencePlan) {
    let arrivals = case.arrivals();
    let mut scan = Scan::new(&case.servers);
    let factor = strip_factors(&case.servers).0;
    let mut shown = ReferencePlan::new(&case.servers, strategy, factor).expect("few strips");
    for job in 0..row {
        let request = arrivals.row(job);
        shown.expire(request.submitted);
        if let Some(choice) = scan.choose(request.submitted, (request.earliest_start, request.size, request.deadline), strategy) {
            scan.take(choice);
            let (start, end) = choice.period;
            assert!(shown.take(Period { start, server: choice.server, end }, choice.start, choice.end));
        }
    }
    (scan, shown)
}

proptest! {
    #![proptest_config(cases(250))]

    /// A moment of a finished run shows the idle periods that were there, what every strategy would have taken, and a search that ends
    /// where the session's did; its strips hold what strips that grew with the run hold.
    #[test]
    fn a_moment_is_what_was_there(case in case(40), at in any::<prop::sample::Index>()) {
        if case.requests.is_empty() {
            return Ok(());
        }
        let row = at.index(case.requests.len());
        for strategy in Strategy::ALL {
            let scenario = scenario(&case.servers, &case.requests, strategy);
            let arrivals = Arc::new(case.arrivals());
            let mut session = scenario.session(strategy, Arc::clone(&arrivals));
            session.finish();
            let request = arrivals.row(row);
            let (scan, mut shown) = before(&case, strategy, row);
            shown.expire(request.submitted);
            let periods = periods_before(&session, row);
            prop_assert_eq!(&periods, &scan.periods(request.submitted));

            let moment = Moment::of(&scenario, &session, MomentQuery { row: row as u32, tree: None }).expect("decided");
            prop_assert_eq!(&moment.periods, &periods);
            for (other, taken) in Strategy::ALL.into_iter().zip(&moment.choices) {
                let expected = scan.choose(request.submitted, (request.earliest_start, request.size, request.deadline), other);
                let found = taken.map(|taken| (taken.period.server, (taken.period.start, taken.period.end), taken.start, taken.end));
                prop_assert_eq!(found, expected.map(|c| (c.server, c.period, c.start, c.end)), "{}", other.name());
            }
            let decided = session.decisions();
            let taken = moment.taken();
            prop_assert_eq!(taken.map_or(NO_SERVER, |taken| taken.period.server), decided.server[row]);
            prop_assert_eq!(taken.is_some().then(|| decided.start[row]), taken.map(|taken| taken.start));
            let found = moment.search.chosen;
            prop_assert_eq!(found, taken.map(|taken| (taken.period, taken.start, taken.end)), "{}", strategy.name());

            let tested = tests(&periods, &case.servers, &request);
            prop_assert_eq!(moment.tests, Tests::of(&tested));
            for (tested, passed) in tested.iter().zip(&moment.passed) {
                let bits = [tested.start_test, tested.capacity_test, tested.long_enough, tested.feasible()];
                let all = [passes::START, passes::CAPACITY, passes::LENGTH, passes::FEASIBLE];
                prop_assert_eq!(all.map(|bit| passed & bit != 0), bits);
                prop_assert_eq!(passed & passes::AFTER_R != 0, tested.period.start > request.earliest_start);
            }

            // The same parts are looked into in the same order, however the trees are balanced.
            let grown = shown.search(&request);
            let parts = |trace: &bookahead::engine::idle::reference::Trace| -> Vec<_> {
                let kind = |part| match part {
                    bookahead::engine::idle::reference::Part::TwoLevel { .. } => bookahead::engine::idle::reference::Part::TwoLevel { dual_visited: 0 },
                    part => part,
                };
                // Trees that grew may still hold what is of no use to anybody any more, and are looked into for nothing.
                let found = trace.steps.iter().filter(|step| step.found.is_some());
                found.map(|step| (step.rate, kind(step.part), step.found)).collect()
            };
            prop_assert_eq!(parts(&moment.search), parts(&grown), "{}", strategy.name());

            // Every tree can be opened, holds what it says, and its visited nodes are nodes of it.
            let usable = |period: &&Period| strategy.uses_gaps() || period.is_open();
            let sum: u32 = moment.trees.iter().map(|tree| tree.periods).sum();
            prop_assert_eq!(sum as usize, periods.iter().filter(usable).count());
            for tree in &moment.trees {
                let opened = Moment::of(&scenario, &session, MomentQuery { row: row as u32, tree: Some(tree.name) }).expect("decided").tree;
                if matches!(strategy, Strategy::FfHu | Strategy::FfHa) {
                    prop_assert!(opened.is_empty(), "a list has no tree");
                    continue;
                }
                prop_assert_eq!(opened[0].leaves, tree.periods);
                prop_assert_eq!(opened.iter().filter(|node| node.leaves == 1).count() as u32, tree.periods);
                let known: Vec<u32> = opened.iter().map(|node| node.id).collect();
                prop_assert!(opened.iter().all(|node| known.contains(&node.parent)));
            }
        }
    }

    /// Comparing two runs is what counting row by row gives.
    #[test]
    fn a_comparison_is_a_recount(case in case(60), a in 0..Strategy::ALL.len(), b in 0..Strategy::ALL.len()) {
        let arrivals = Arc::new(case.arrivals());
        let run = |strategy: usize| {
            let scenario = scenario(&case.servers, &case.requests, Strategy::ALL[strategy]);
            let mut session = scenario.session(scenario.strategy, Arc::clone(&arrivals));
            session.finish();
            session
        };
        let (first, second) = (run(a), run(b));
        let sides = [&first, &second].map(|session| Side { arrivals: session.arrivals(), decisions: session.decisions() });
        let (counts, found) = decisions_compared(sides[0], sides[1]);
        let row = |session: &bookahead::engine::idle::IdleSession, row: usize| (session.decisions().server[row], session.decisions().start[row]);
        let differing: Vec<u32> =
            (0..arrivals.jobs()).filter(|&at| row(&first, at) != row(&second, at)).map(|row| row as u32).collect();
        prop_assert_eq!((&found.a, &found.b), (&differing, &differing));
        prop_assert_eq!(counts.differing() as usize, differing.len());
        let only = |one, other| (0..arrivals.jobs()).filter(|&at| row(one, at).0 != NO_SERVER && row(other, at).0 == NO_SERVER).count();
        prop_assert_eq!((counts.only_a as usize, counts.only_b as usize), (only(&first, &second), only(&second, &first)));
        let served = SizesServed::of(sides.map(|side| (side, &case.servers)), None);
        for (bins, session) in served.bins.iter().zip([&first, &second]) {
            let metrics = IdleFigures::of(session, None).metrics;
            let (arrived, accepted) = bins.iter().fold((0, 0), |sum, bin| (sum.0 + bin.arrived, sum.1 + bin.accepted));
            prop_assert_eq!((arrived, accepted), (metrics.jobs, metrics.accepted));
            // Everything in the bin of its size: the bins below it hold what is smaller.
            let width = f64::from(served.sizes.1 - served.sizes.0 + 1) / 100.0;
            let first_measured = arrivals.jobs() - metrics.jobs as usize;
            let lowest = (first_measured..arrivals.jobs()).filter(|&row| f64::from(arrivals.size[row] - served.sizes.0) < width).count();
            prop_assert_eq!(bins[0].arrived as usize, lowest);
        }
        if a == b {
            prop_assert!(found.is_empty());
            prop_assert_eq!(&served.bins[0], &served.bins[1]);
        }
    }

    /// The checker has nothing to say of a sound run, and something of one in which anything was changed.
    #[test]
    fn the_checker_of_servers_notices(case in case(40), strategy in 0..Strategy::ALL.len(), at in any::<prop::sample::Index>(), how in 0..6_u32) {
        let scenario = scenario(&case.servers, &case.requests, Strategy::ALL[strategy]);
        let mut outcome = scenario.run().expect("in bounds");
        prop_assert_eq!(check_servers(&scenario, &outcome), vec![]);
        if case.requests.is_empty() {
            return Ok(());
        }
        let row = at.index(case.requests.len());
        let accepted = outcome.decisions.accepted(row);
        let decisions = &mut outcome.decisions;
        match how {
            0 => { decisions.start.pop(); }
            1 if accepted => decisions.server[row] = case.servers.count(),
            2 if accepted => decisions.start[row] = outcome.arrivals.deadline[row],
            3 if accepted => decisions.server[row] = NO_SERVER,
            4 if !accepted => { decisions.refusals.pop(); }
            _ => outcome.figures.metrics.mean_delay += 1.0,
        }
        let found = check_servers(&scenario, &outcome);
        prop_assert!(!found.is_empty());
        for violation in found {
            prop_assert!(!violation.to_string().is_empty());
        }
    }
}

#[test]
fn a_job_refused_for_nothing_and_two_at_once_are_noticed() {
    let servers = Servers::identical(1, 100, 1);
    let request = |earliest_start, size, deadline| IdleRequest { submitted: 0, earliest_start, size, deadline };
    let scenario = scenario(&servers, &[request(5, 10, 15), request(0, 20, 40), request(0, 3, 3)], Strategy::MinLip);
    let mut outcome = scenario.run().expect("in bounds");
    assert_eq!((outcome.decisions.start.clone(), check_servers(&scenario, &outcome)), (vec![5, 15, 0], vec![]));
    outcome.decisions.start[1] = 14;
    let found = check_servers(&scenario, &outcome);
    assert!(found.contains(&IdleViolation::Overlap { row: 1, server: 0 }), "{found:?}");
    (outcome.decisions.server[2], outcome.decisions.start[2]) = (NO_SERVER, u32::MAX);
    let found = check_servers(&scenario, &outcome);
    assert!(found.contains(&IdleViolation::Room { row: 2, server: 0, start: 0 }), "{found:?}");
    assert!(found.contains(&IdleViolation::Refusals), "{found:?}");
}

#[test]
fn recipes_out_of_bounds_say_where_and_what_is_allowed() {
    let group = |servers, n, d| ServerGroup { servers, rate: Rate::new(n, d) };
    let machine = |groups, look_ahead, least_size| Servers { groups, look_ahead, least_size };
    let good = IdleScenario::new(machine(vec![group(2, 1, 1)], 100, 2), IdleWorkload::of_requests(vec![]));
    let place = FieldPath::new("servers");
    assert_eq!(good.check(&place), Ok(()));
    let refused = |change: &dyn Fn(&mut IdleScenario), text: &str| {
        let mut bad = good.clone();
        change(&mut bad);
        let error = bad.check(&place).expect_err(text).to_string();
        assert!(error.contains(text), "{error}\nshould contain: {text}");
    };
    refused(&|s| s.servers.groups.clear(), "servers.groups: a machine without servers is not allowed; must be at least one group");
    refused(
        &|s| s.servers.groups[0] = group(1, 3, 2),
        "servers.groups[0].rate: a rate of 3/2 is not allowed; must be a rate above 0, at most 1",
    );
    refused(&|s| s.servers.groups[0] = group(1, 0, 2), "servers.groups[0].rate.numerator: 0 is not allowed");
    refused(
        &|s| s.servers.groups[0].servers = 70_000,
        "servers.groups[0].servers: 70000 is not allowed; must be a whole number from 1 to 65535",
    );
    refused(&|s| s.strip_factor = 0, "servers.strip_factor: 0 is not allowed; must be a whole number from 1 to ");
    refused(
        &|s| (s.servers.look_ahead, s.servers.least_size) = (2_000_000_000, 1),
        "servers.strip_factor: 1 is not allowed; must be a whole number from 1000",
    );
    let with = |request: IdleRequest| move |s: &mut IdleScenario| s.workload = IdleWorkload::of_requests(vec![request]);
    let request = IdleRequest { submitted: 0, earliest_start: 10, size: 5, deadline: 15 };
    refused(
        &with(IdleRequest { size: 101, ..request }),
        "servers.workload.requests[0].size: 101 is not allowed; must be a whole number from 2 to 100",
    );
    refused(
        &with(IdleRequest { deadline: 14, ..request }),
        "servers.workload.requests[0].deadline: 14 is not allowed; must be a tick from 15",
    );
    refused(&with(IdleRequest { deadline: 101, ..request }), "the look-ahead of 100 ends");
    refused(
        &|s| s.workload = s.workload.with_edit(0, Some(IdleRequest { deadline: 3, ..request })),
        "servers.workload.edits[0].request.deadline",
    );
    refused(
        &|s| {
            s.adaptability.replanning = true;
            s.workload = IdleWorkload::of_requests(vec![request; 2_001]);
        },
        "a total of 2001 requests and events is not allowed; must be at most 2000 where reservations adapt",
    );
}

#[test]
fn the_jobs_of_a_plan_in_slots_become_requests_for_one_server_each() {
    let slots = Example::find("eleven-requests").and_then(Example::slots).expect("a plan in slots");
    let idle = idle_from_slots(&slots).expect("in bounds");
    let outcome = idle.run().expect("in bounds");
    assert_eq!((idle.servers.count(), outcome.arrivals.jobs()), (5, 15));
    assert_eq!(idle.check(&FieldPath::new("servers")), Ok(()));
    let (same, origins) = with_jobs_of(&idle, &slots).expect("in bounds");
    assert_eq!(same, idle);
    assert_eq!(origins[..3], [0, 0, 1], "each part tells whose it is");
    let arrivals = slots.workload.arrivals().expect("in bounds");
    for (row, origin) in origins.iter().enumerate() {
        let (part, whole) = (outcome.arrivals.row(row), arrivals.row(arrivals.row_of(*origin).expect("a request")));
        assert_eq!((part.submitted, part.earliest_start, part.size), (whole.submitted, whole.earliest_start, whole.duration));
        assert_eq!(part.deadline, whole.deadline());
    }
    // An extension holds for the last part of its job.
    let extend = |id| IdleEvent::Extend { submitted: 0, id, by: 1 };
    let extended = IdleScenario { events: Arc::new(vec![extend(0), extend(99)]), ..idle.clone() };
    assert_eq!(with_jobs_of(&extended, &slots).expect("in bounds").0.events[..], [extend(1)]);
    let near = IdleScenario { servers: Servers { look_ahead: 16, ..idle.servers.clone() }, ..idle };
    let error = with_jobs_of(&near, &slots).expect_err("too far ahead").to_string();
    assert!(error.starts_with("servers.workload.slots[3].deadline: 17 is not allowed"), "{error}");
}

#[test]
fn verdicts_say_which_period_and_why() {
    let tell = |key: &str, row: u32, strategy: Strategy| {
        let scenario = Example::find(key).and_then(Example::idle).expect("an example with servers");
        let servers = IdleScenario { strategy, ..scenario };
        let outcome = servers.run().expect("in bounds");
        let mut session = servers.session(strategy, Arc::clone(&outcome.arrivals));
        session.finish();
        let moment = Moment::of(&servers, &session, MomentQuery { row, tree: None }).expect("decided");
        let verdict = idle_verdict(&servers.servers, &moment, session.decisions(), TimeNames::SLOTS);
        (verdict.headline, verdict.sentences.join(" "))
    };
    let (headline, words) = tell("figure-3-3", 8, Strategy::MinLip);
    assert_eq!(headline, "Accepted on server 3");
    assert_eq!(
        words,
        "It starts at 17, its earliest start, and ends at 20. Three idle periods are feasible; Min-LIP wants the least idle time before \
         the job: here 2 ticks. Before the job it leaves 2 ticks, dropped as the smallest job takes 3; after it 3 \
         ticks. Elsewhere by Min-TIP, Best-Fit, First-Fit, Max-LIP, Max-TIP, FF-HU, FF-HA, FF-HA+, FF-HA+ (first subtree) and FF-HA+ (latest \
         open-ended); refused by LACT."
    );
    let (_, words) = tell("dual-deceives", 3, Strategy::FfHa);
    assert_eq!(
        words,
        "It starts at 8, its earliest start, and ends at 12. Of all idle periods only this one is feasible. Before the job it leaves 3 \
         ticks; after it the server stays free. Later in the same period by Min-TIP and Max-TIP."
    );
    // A machine with one server that is busy when it is wanted.
    let request = |earliest_start, size, deadline| IdleRequest { submitted: 0, earliest_start, size, deadline };
    let servers = Servers::identical(1, 100, 2);
    let scenario =
        scenario(&servers, &[request(0, 10, 10), request(15, 10, 25), request(8, 6, 17), request(2, 4, 8)], Strategy::MinLip);
    let mut session = scenario.session(scenario.strategy, Arc::new(scenario.arrivals().expect("a list")));
    session.finish();
    let moment = Moment::of(&scenario, &session, MomentQuery { row: 2, tree: None }).expect("decided");
    let verdict = idle_verdict(&servers, &moment, session.decisions(), TimeNames::SLOTS);
    assert_eq!(verdict.headline, "Refused");
    assert_eq!(
        verdict.sentences,
        [
            "No server is idle for long enough between 8 and 17; server 0 comes nearest, idle from 10 to 15: 5 ticks of 6, 1 tick short.",
            "Of two idle periods one is long enough, one starts early enough and two end late enough; none does all of it. One starts early \
             and ends late enough, but is too short because the job could start only after its earliest start: the dual plane alone would take it.",
        ]
    );
    let refusal = session.decisions().refusal(3).expect("refused");
    let reason = idle_reason(&session.arrivals().row(3), refusal, TimeNames::SLOTS);
    assert_eq!(reason, "no server that could run it in time is idle between 2 and 8");
    let slow = Servers { groups: vec![ServerGroup { servers: 1, rate: Rate::new(1, 2) }], look_ahead: 100, least_size: 1 };
    let scenario = self::scenario(&slow, &[request(0, 10, 19)], Strategy::MinLip);
    let outcome = scenario.run().expect("in bounds");
    assert_eq!(
        idle_reason(&outcome.arrivals.row(0), &outcome.decisions.refusals[0], TimeNames::SLOTS),
        "between 0 and 19 lie 19 ticks, but the fastest server takes 20"
    );
}

#[test]
fn a_moment_is_bounded_and_the_choices_are_always_shown() {
    // 20,500 servers, each with its open-ended period; the last ones are free late.
    let servers = Servers::identical(20_500, 1_000, 1);
    let request = |earliest_start, size, deadline| IdleRequest { submitted: 0, earliest_start, size, deadline };
    let requests: Vec<IdleRequest> = (0..20_500).map(|_| request(0, 10, 10)).chain([request(0, 3, 20)]).collect();
    for strategy in [Strategy::MinLip, Strategy::FfHaPlus, Strategy::BestFit] {
        let scenario = scenario(&servers, &requests, strategy);
        let mut session = scenario.session(strategy, Arc::new(scenario.arrivals().expect("a list")));
        session.finish();
        let name = TreeName { rate: 0, strip: bookahead::engine::idle::reference::StripName::Strip(5) };
        let moment = Moment::of(&scenario, &session, MomentQuery { row: 20_500, tree: Some(name) }).expect("decided");
        assert_eq!((moment.periods.len(), moment.tests.periods, moment.tests.feasible), (20_000, 20_500, 20_500));
        assert!(moment.search.steps.iter().all(|step| step.path.len() <= 1_023 && step.marked.len() <= 1_023));
        assert!(moment.tree.len() <= 1_023);
    }
}

proptest! {
    #![proptest_config(cases(200))]

    /// Runs in which reservations adapt pass the checker; without switches and events that matter they decide as sessions do; the idle
    /// periods before a row are those its decision was made on.
    #[test]
    fn adapting_runs_are_sound(
        case in case(25), strategy in 0..Strategy::ALL.len(), replanning in any::<bool>(), opportunistic in any::<bool>(),
        events in prop::collection::vec((any::<bool>(), 0..200_u32, 0..12_u32), 0..8), at in any::<prop::sample::Index>()
    ) {
        let plain = scenario(&case.servers, &case.requests, Strategy::ALL[strategy]);
        let offset = case.requests.iter().map(|request| request.submitted).min().unwrap_or(0);
        let mut events = events;
        events.sort_unstable_by_key(|event| event.1);
        let (least, most) = (case.servers.least_size, case.servers.look_ahead);
        let event = |&(chance, after, more): &(bool, u32, u32)| match chance && opportunistic {
            true => IdleEvent::Opportunity { submitted: offset + after, earliest_start: offset + after + more, size: (least + more).min(most) },
            false => IdleEvent::Extend { submitted: offset + after, id: more, by: (1 + more).min(most) },
        };
        let adapting = IdleScenario {
            adaptability: Adaptability { replanning, opportunistic },
            events: Arc::new(events.iter().map(event).collect()),
            ..plain.clone()
        };
            let outcome = adapting.run().expect("in bounds");
        prop_assert_eq!(check_servers(&adapting, &outcome), vec![]);
        prop_assert_eq!(outcome.adapted.is_some(), adapting.is_adaptive());

        // Nothing to adapt to: the same decisions, refusals and figures, from other code.
        let arrivals = Arc::new(plain.arrivals().expect("a list"));
        let mut alone = Adapting::new(&plain, Arc::clone(&arrivals)).expect("few");
        alone.finish().expect("in bounds");
        let (ours, theirs) = (alone.outcome(&plain), plain.run().expect("in bounds"));
        prop_assert_eq!(&ours.decisions, &theirs.decisions);
        prop_assert_eq!(ours.figures.metrics, theirs.figures.metrics);
        if !case.requests.is_empty() {
            let row = at.index(case.requests.len());
            let mut part = Adapting::new(&plain, Arc::clone(&arrivals)).expect("few");
            part.advance_to(row).expect("in bounds");
            let mut session = plain.session(plain.strategy, Arc::clone(&arrivals));
            session.finish();
            prop_assert_eq!(part.periods(), periods_before(&session, row));
        }
        if let Some(adapted) = &outcome.adapted {
            for (at, happened) in &adapted.happened {
                prop_assert!(adapted_sentence((&outcome.arrivals, &adapting.workload.names), *at, happened, TimeNames::SLOTS).ends_with('.'));
            }
            // The checker sees a piece that is too short, and one that meets another.
            let mut broken = outcome.clone();
            let pieces = &mut broken.adapted.as_mut().expect("adapted").pieces;
            if let Some(piece) = pieces.first_mut() {
                piece.end = piece.start;
                prop_assert!(!check_servers(&adapting, &broken).is_empty());
            }
        }
    }
}

#[test]
fn what_happened_is_told_in_words() {
    let request = |submitted, earliest_start, size, deadline| IdleRequest { submitted, earliest_start, size, deadline };
    let requests = [request(0, 0, 10, 10), request(0, 12, 5, 40), request(1, 12, 5, 17), request(2, 2, 40, 45)];
    let scenario = IdleScenario {
        adaptability: Adaptability { replanning: true, opportunistic: true },
        events: Arc::new(vec![
            IdleEvent::Opportunity { submitted: 0, earliest_start: 5, size: 8 },
            IdleEvent::Extend { submitted: 4, id: 0, by: 2 },
            IdleEvent::Extend { submitted: 4, id: 3, by: 2 },
            IdleEvent::Extend { submitted: 4, id: 9, by: 2 },
        ]),
        ..scenario(&Servers::identical(1, 100, 2), &requests, Strategy::MinLip)
    };
    let outcome = scenario.run().expect("in bounds");
    assert_eq!(check_servers(&scenario, &outcome), vec![]);
    let adapted = outcome.adapted.as_ref().expect("it adapts");
    let told: Vec<String> = adapted
        .happened
        .iter()
        .map(|(at, happened)| adapted_sentence((&outcome.arrivals, &scenario.workload.names), *at, happened, TimeNames::SLOTS))
        .collect();
    assert_eq!(
        told,
        [
            "Opportunistic job 1 starts on server 0 from 17 to 25.",
            "Request 3 starts on server 0 from 12 to 17; opportunistic job 1 gives way on server 0 at 17 and goes on, on server 0 from 22 \
             to 30 and request 2 moved from server 0 at 12 to server 0 at 17.",
            "Request 1 goes on to 12 on server 0.",
            "Request 4 is not extended: it is not running.",
            "Extension 4 is of a request that has not come: it is not running.",
        ]
    );
}

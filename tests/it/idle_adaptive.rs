//! Extensions, re-planning and opportunistic jobs (Castillo 4.5): what must hold whatever happens, and small cases worked by hand.

use crate::idle_planning::case;
use crate::support::random::cases;
use bookahead::engine::idle::adaptive::{Adaptability, AdaptiveSession, Change, Event, EventOutcome, NotExtended, Piece};
use bookahead::engine::idle::{IdleRequest, IdleSession, Servers, Strategy, Tick, bounds};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Events from requests: some become opportunistic, and some extensions of earlier jobs come in between.
fn events(requests: &[IdleRequest], kinds: &[u8]) -> Vec<Event> {
    let mut sorted = requests.to_vec();
    sorted.sort_by_key(|request| request.submitted);
    let mut events = Vec::new();
    for (i, request) in sorted.into_iter().enumerate() {
        let IdleRequest { submitted, earliest_start, size, .. } = request;
        match kinds.get(i).copied().unwrap_or(0) {
            0..=4 => events.push(Event::Request(request)),
            5..=7 => events.push(Event::Opportunity { submitted, earliest_start, size }),
            kind => {
                events.push(Event::Request(request));
                let jobs = events.iter().filter(|event| !matches!(event, Event::Extend { .. })).count() as u32;
                events.push(Event::Extend { submitted, job: jobs.saturating_sub(u32::from(kind) - 7), by: size });
            }
        }
    }
    events
}

/// Opportunistic jobs that have no place, or their rest has none: ticks ran out for it, as is checked here.
fn note_lost(
    servers: &Servers,
    session: &AdaptiveSession,
    jobs: &[(IdleRequest, bool, bool)],
    outcome: &EventOutcome,
    lost: &mut BTreeSet<u32>,
) -> Result<(), TestCaseError> {
    let ran_out = |job: u32, from: Tick| {
        let left = jobs[job as usize].0.size - session.table().work_of(job);
        for (server, rate) in (0..).zip(servers.rates()) {
            let ends = session.table().pieces().filter(|piece| piece.server == server).map(|piece| piece.end);
            let last = ends.max().unwrap_or(0).max(from);
            let end = u64::from(last) + rate.duration(left);
            prop_assert!(end > u64::from(bounds::TICK.max), "job {} fits on {} from {}", job, server, last);
        }
        Ok(())
    };
    let changes = match outcome {
        EventOutcome::Reserved { changes, .. } | EventOutcome::Extended { changes, .. } => changes,
        EventOutcome::Refused { job, .. } if jobs[*job as usize].1 => {
            lost.insert(*job);
            return ran_out(*job, jobs[*job as usize].0.earliest_start);
        }
        EventOutcome::Refused { .. } | EventOutcome::NotExtended { .. } => return Ok(()),
    };
    for change in changes {
        let Change::Preempted { piece: Piece { job, .. }, at, resumed } = *change else { continue };
        if resumed.is_some() {
            lost.remove(&job);
        } else {
            lost.insert(job);
            ran_out(job, at)?;
        }
    }
    Ok(())
}

/// No server does two things at once; every job in the table has all its work done, one piece after another, but those `lost`; an unextended
/// job with a deadline stands in one piece in its window.
fn check(session: &AdaptiveSession, jobs: &[(IdleRequest, bool, bool)], lost: &BTreeSet<u32>) -> Result<(), TestCaseError> {
    let mut by_server: BTreeMap<u32, Vec<Piece>> = BTreeMap::new();
    let mut by_job: BTreeMap<u32, Vec<Piece>> = BTreeMap::new();
    for piece in session.table().pieces() {
        prop_assert!(piece.start < piece.end);
        by_server.entry(piece.server).or_default().push(piece);
        by_job.entry(piece.job).or_default().push(piece);
    }
    for pieces in by_server.values().chain(by_job.values()) {
        let mut pieces = pieces.clone();
        pieces.sort_by_key(|piece| piece.start);
        prop_assert!(pieces.windows(2).all(|pair| pair[0].end <= pair[1].start), "{:?}", pieces);
    }
    for (job, pieces) in by_job {
        let (request, opportunistic, extended) = jobs[job as usize];
        let is_whole = session.table().work_of(job) >= request.size;
        prop_assert!(is_whole != lost.contains(&job), "job {} {:?}", job, pieces);
        prop_assert!(pieces.iter().all(|piece| piece.start >= request.earliest_start));
        if !opportunistic && !extended {
            prop_assert_eq!(pieces.len(), 1);
            prop_assert!(pieces[0].end <= request.deadline);
        }
    }
    Ok(())
}

/// Handles events and checks after each; returns for each request whether it got a place.
fn run(
    servers: &Servers,
    strategy: Strategy,
    options: Adaptability,
    events: &[Event],
) -> Result<(AdaptiveSession, Vec<bool>), TestCaseError> {
    let mut session = AdaptiveSession::new(servers.clone(), strategy, options);
    let mut jobs: Vec<(IdleRequest, bool, bool)> = Vec::new();
    let mut accepted = Vec::new();
    let mut lost = BTreeSet::new();
    let mut started: BTreeMap<u32, Piece> = BTreeMap::new();
    for event in events {
        let outcome = match session.handle(*event) {
            Ok(outcome) => outcome,
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        match *event {
            Event::Request(request) => {
                accepted.push(matches!(outcome, EventOutcome::Reserved { .. }));
                jobs.push((request, false, false));
            }
            Event::Opportunity { submitted, earliest_start, size } => {
                jobs.push((IdleRequest { submitted, earliest_start, size, deadline: Tick::MAX }, true, false));
            }
            Event::Extend { job, by, .. } => {
                if matches!(outcome, EventOutcome::Extended { .. }) {
                    jobs[job as usize].0.size += by;
                    jobs[job as usize].2 = true;
                }
            }
        }
        note_lost(servers, &session, &jobs, &outcome, &mut lost)?;
        check(&session, &jobs, &lost)?;
        // What has begun stays where it is, unless it is opportunistic.
        for piece in started.values() {
            let stays =
                session.table().pieces().any(|now| (now.job, now.server, now.start) == (piece.job, piece.server, piece.start));
            prop_assert!(stays || jobs[piece.job as usize].1, "{:?}", piece);
        }
        let begun = session.table().pieces().filter(|piece| piece.start <= event.submitted());
        started = begun.map(|piece| (piece.job, piece)).collect();
        // A refused job changes nothing for anyone; nobody who was in is out.
        let present: BTreeSet<u32> = session.table().pieces().map(|piece| piece.job).chain(lost.iter().copied()).collect();
        for (job, _) in (0..).zip(&jobs).filter(|(_, job)| job.1) {
            prop_assert!(present.contains(&job), "opportunistic job {} is lost", job);
        }
    }
    Ok((session, accepted))
}

proptest! {
    // Some of what happens to opportunistic jobs comes up once in a thousand cases or two.
    #![proptest_config(cases(3_000))]

    #[test]
    fn adaptive_plans_hold(case in case(25), kinds in prop::collection::vec(0..10_u8, 25), replanning: bool) {
        let options = Adaptability { replanning, opportunistic: true };
        let events = events(&case.requests, &kinds);
        for strategy in Strategy::ALL {
            run(&case.servers, strategy, options, &events)?;
        }
    }

    /// Jobs with deadlines are decided as if opportunistic ones were not there.
    #[test]
    fn opportunistic_jobs_cost_nobody_a_place(case in case(25), kinds in prop::collection::vec(0..8_u8, 25), replanning: bool) {
        let events = events(&case.requests, &kinds);
        let without: Vec<Event> = events.iter().filter(|event| matches!(event, Event::Request(_))).copied().collect();
        for strategy in Strategy::ALL {
            let (_, with) = run(&case.servers, strategy, Adaptability { replanning, opportunistic: true }, &events)?;
            let (_, alone) = run(&case.servers, strategy, Adaptability { replanning, opportunistic: false }, &without)?;
            prop_assert_eq!(with, alone, "{}", strategy.name());
        }
    }

    /// With all switches off it decides what the fast session decides.
    #[test]
    fn without_switches_it_is_the_plain_session(case in case(40)) {
        let arrivals = Arc::new(case.arrivals());
        let events: Vec<Event> = (0..arrivals.jobs()).map(|row| Event::Request(arrivals.row(row))).collect();
        for strategy in Strategy::ALL {
            let mut plain = IdleSession::new(Arc::new(case.servers.clone()), strategy, arrivals.clone());
            plain.finish();
            let (session, accepted) = run(&case.servers, strategy, Adaptability::default(), &events)?;
            for (job, accepted) in accepted.into_iter().enumerate() {
                prop_assert_eq!(accepted, plain.decisions().accepted(job));
            }
            for piece in session.table().pieces() {
                let job = piece.job as usize;
                prop_assert_eq!((piece.server, piece.start), (plain.decisions().server[job], plain.decisions().start[job]));
            }
        }
    }
}

fn request(submitted: Tick, earliest_start: Tick, size: Tick, deadline: Tick) -> Event {
    Event::Request(IdleRequest { submitted, earliest_start, size, deadline })
}

fn session(servers: u32, replanning: bool, opportunistic: bool) -> AdaptiveSession {
    let servers = Servers::identical(servers, 1_000, 2);
    AdaptiveSession::new(servers, Strategy::MinLip, Adaptability { replanning, opportunistic })
}

#[track_caller]
fn handle(session: &mut AdaptiveSession, event: Event) -> EventOutcome {
    session.handle(event).expect("a legal event")
}

#[test]
fn a_newcomer_finds_room_when_another_may_wait() {
    for replanning in [false, true] {
        let mut session = session(1, replanning, false);
        handle(&mut session, request(0, 10, 10, 40));
        let outcome = handle(&mut session, request(1, 10, 10, 20));
        let [old, new] = [Piece { job: 0, server: 0, start: 10, end: 20 }, Piece { job: 1, server: 0, start: 10, end: 20 }];
        if replanning {
            let to = Piece { start: 20, end: 30, ..old };
            assert_eq!(outcome, EventOutcome::Reserved { piece: new, changes: vec![Change::Moved { from: old, to }] });
        } else {
            assert!(matches!(outcome, EventOutcome::Refused { job: 1, tests } if tests.feasible == 0 && tests.periods == 2));
        }
    }
}

/// A job with a deadline is decided as if it were not there: it is not in the way of the extension, nor moved for it.
#[test]
fn an_extended_opportunistic_job_goes_on_behind_a_job_with_a_deadline() {
    let mut session = session(1, true, true);
    let due = Piece { job: 0, server: 0, start: 12, end: 14 };
    handle(&mut session, request(0, 12, 2, 20));
    handle(&mut session, Event::Opportunity { submitted: 1, earliest_start: 10, size: 2 });
    let outcome = handle(&mut session, Event::Extend { submitted: 11, job: 1, by: 7 });
    let [piece, rest] = [(10, 12), (14, 21)].map(|(start, end)| Piece { job: 1, server: 0, start, end });
    assert_eq!(outcome, EventOutcome::Extended { piece, migrated: Some(rest), changes: Vec::new() });
    assert_eq!(session.table().pieces().collect::<Vec<_>>(), [piece, due, rest]);
}

#[test]
fn an_opportunistic_job_gives_way_and_goes_on() {
    let mut session = session(1, false, true);
    handle(&mut session, Event::Opportunity { submitted: 0, earliest_start: 0, size: 30 });
    let outcome = handle(&mut session, request(5, 10, 10, 20));
    let resumed = Piece { job: 0, server: 0, start: 20, end: 40 };
    let piece = Piece { job: 0, server: 0, start: 0, end: 30 };
    let changes = vec![Change::Preempted { piece, at: 10, resumed: Some(resumed) }];
    assert_eq!(outcome, EventOutcome::Reserved { piece: Piece { job: 1, server: 0, start: 10, end: 20 }, changes });
    let pieces: Vec<(Tick, Tick)> = session.table().pieces().map(|piece| (piece.start, piece.end)).collect();
    assert_eq!(pieces, [(0, 10), (10, 20), (20, 40)]);
}

#[test]
fn a_running_job_is_extended_in_place_or_elsewhere() {
    for (servers, replanning) in [(1, true), (2, false), (1, false)] {
        let mut session = session(servers, replanning, false);
        handle(&mut session, request(0, 0, 10, 10));
        // Blocks the first server from 12 on; it could wait until 60.
        handle(&mut session, request(0, 12, 20, if replanning { 60 } else { 32 }));
        assert!(matches!(
            handle(&mut session, Event::Extend { submitted: 5, job: 1, by: 4 }),
            EventOutcome::NotExtended { why: NotExtended::NotRunning, .. }
        ));
        let short = handle(&mut session, Event::Extend { submitted: 5, job: 0, by: 2 });
        assert!(matches!(short, EventOutcome::Extended { piece: Piece { end: 12, .. }, migrated: None, .. }), "{short:?}");
        let long = handle(&mut session, Event::Extend { submitted: 6, job: 0, by: 4 });
        match (long, servers, replanning) {
            (EventOutcome::Extended { piece, migrated: None, changes }, 1, true) => {
                assert_eq!(piece.end, 16);
                assert!(matches!(changes[..], [Change::Moved { to: Piece { start: 16, .. }, .. }]), "{changes:?}");
            }
            (EventOutcome::Extended { migrated: Some(rest), .. }, 2, false) => {
                assert_eq!(rest, Piece { job: 0, server: 1, start: 12, end: 16 });
                assert!(matches!(
                    handle(&mut session, Event::Extend { submitted: 7, job: 0, by: 1 }),
                    EventOutcome::NotExtended { why: NotExtended::GoesOnElsewhere, .. }
                ));
            }
            (EventOutcome::Extended { migrated: Some(rest), .. }, 1, false) => assert_eq!((rest.start, rest.end), (32, 36)),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn illegal_events_are_refused_and_change_nothing() {
    let mut session = session(1, false, false);
    handle(&mut session, request(5, 10, 10, 40));
    let before = session.table().clone();
    for (event, expected) in [
        (request(4, 10, 10, 40), "event.submitted: 4"),
        (request(6, 10, 1, 40), "event.size: 1"),
        (Event::Opportunity { submitted: 6, earliest_start: 6, size: 5 }, "opportunistic jobs are off"),
        (Event::Extend { submitted: 6, job: 1, by: 5 }, "event.job: 1"),
        (Event::Extend { submitted: 6, job: 0, by: 0 }, "event.by: 0"),
    ] {
        let message = session.handle(event).expect_err("refused").to_string();
        assert!(message.contains(expected), "{message}");
        assert_eq!(session.table(), &before);
    }
}

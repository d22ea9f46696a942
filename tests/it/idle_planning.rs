//! Sessions on named servers against the slow twin, on random machines and requests small enough to be crowded.

use crate::oracle::idle::{Choice, Scan};
use crate::support::random::cases;
use bookahead::engine::idle::{
    IdleArrivals, IdleDecisions, IdleObstacle, IdleRefusal, IdleRequest, IdleSession, NO_SERVER, NO_START, Rate, ServerGroup,
    Servers, Strategy, Tick,
};
use proptest::prelude::*;
use std::sync::Arc;

/// A machine and the requests made to it, within bounds.
#[derive(Clone, Debug)]
pub struct Case {
    pub servers: Servers,
    pub requests: Vec<IdleRequest>,
}

impl Case {
    pub fn arrivals(&self) -> IdleArrivals {
        IdleArrivals::new(&self.requests, &self.servers).expect("cases are within bounds")
    }
}

/// Rates whose denominators divide 5,040, for exact order in the twin.
fn rate() -> impl Strategy_<Value = Rate> {
    prop_oneof![3 => Just((1, 1)), 1 => Just((1, 2)), 1 => Just((2, 4)), 1 => Just((3, 10)), 1 => Just((7, 9)), 1 => Just((1, 7))]
        .prop_map(|(numerator, denominator)| Rate { numerator, denominator })
}

use proptest::strategy::Strategy as Strategy_;

fn machine() -> impl Strategy_<Value = (Servers, Tick)> {
    let identical = (1..=6_u32).prop_map(|servers| vec![ServerGroup { servers, rate: Rate::ONE }]);
    let mixed = prop::collection::vec((1..=3_u32, rate()), 1..=4)
        .prop_map(|groups| groups.into_iter().map(|(servers, rate)| ServerGroup { servers, rate }).collect());
    let groups = prop_oneof![1 => identical, 1 => mixed];
    // Coarse times make many equal starts and ends.
    let scale = prop_oneof![Just((40, 1)), Just((60, 3)), Just((400, 10)), Just((4_000, 100))];
    (groups, scale).prop_map(|(groups, (look_ahead, least_size))| (Servers { groups, look_ahead, least_size }, least_size))
}

fn request(look_ahead: Tick, least: Tick) -> impl Strategy_<Value = IdleRequest> {
    let most = (look_ahead / 4).max(least);
    let slack = prop_oneof![1 => Just(0_u32), 2 => 0..=look_ahead / 8, 1 => 0..=look_ahead];
    (0..=2 * look_ahead, 0..=look_ahead, least..=most, slack).prop_map(move |(submitted, ahead, size, slack)| {
        let earliest_start = submitted + ahead.min(look_ahead - size);
        let deadline = earliest_start + size;
        let deadline = (deadline + slack).min(submitted + look_ahead);
        IdleRequest { submitted, earliest_start, size, deadline }
    })
}

pub fn case(most: usize) -> impl Strategy_<Value = Case> {
    // Some cases lie at the end of time.
    let offset = prop_oneof![4 => Just(0), 1 => Just(bookahead::engine::idle::bounds::TICK.max - 12_000)];
    (machine(), offset).prop_flat_map(move |((servers, least), offset)| {
        let moved = move |request: IdleRequest| IdleRequest {
            submitted: request.submitted + offset,
            earliest_start: request.earliest_start + offset,
            deadline: request.deadline + offset,
            ..request
        };
        prop::collection::vec(request(servers.look_ahead, least).prop_map(moved), 0..=most)
            .prop_map(move |requests| Case { servers: servers.clone(), requests })
    })
}

/// The twin's plan in the session's form.
fn decisions(plan: &[Result<Choice, IdleObstacle>]) -> IdleDecisions {
    let refusal = |(job, row): (usize, &Result<Choice, IdleObstacle>)| {
        row.as_ref().err().map(|&obstacle| IdleRefusal { job: job as u32, obstacle })
    };
    IdleDecisions {
        server: plan.iter().map(|row| row.as_ref().map_or(NO_SERVER, |choice| choice.server)).collect(),
        start: plan.iter().map(|row| row.as_ref().map_or(NO_START, |choice| choice.start)).collect(),
        refusals: plan.iter().enumerate().filter_map(refusal).collect(),
    }
}

fn session(case: &Case, strategy: Strategy) -> IdleSession {
    IdleSession::new(Arc::new(case.servers.clone()), strategy, Arc::new(case.arrivals()))
}

/// Two servers. After four jobs each has an idle period of ten ticks in the middle: server 0 from 15 to 25, server 1 from 12 to 22.
#[test]
fn of_equal_periods_the_one_that_starts_first_is_taken() {
    let request = |earliest_start, size, deadline| IdleRequest { submitted: 0, earliest_start, size, deadline };
    let before = [request(10, 5, 15), request(8, 4, 12), request(25, 5, 30), request(22, 5, 27)];
    let requests = before.into_iter().chain([request(16, 2, 20)]).collect();
    let mut session = session(&Case { servers: Servers::identical(2, 80, 1), requests }, Strategy::BestFit);
    session.advance(4);
    let closed = session.periods(0).into_iter().filter(|period| !period.is_open() && period.start > 0);
    assert_eq!(closed.map(|period| (period.server, period.start, period.end)).collect::<Vec<_>>(), [(1, 12, 22), (0, 15, 25)]);
    session.finish();
    // Both leave eight ticks idle. The lower server is that of the later one.
    assert_eq!((session.decisions().server[4], session.decisions().start[4]), (1, 16));
}

proptest! {
    #![proptest_config(cases(1_500))]

    /// Every strategy takes what a scan over all idle periods takes, refuses what it refuses, for the same reason, and has the same idle
    /// periods at the end.
    #[test]
    fn sessions_agree_with_the_scan(case in case(60)) {
        let arrivals = case.arrivals();
        for strategy in Strategy::ALL {
            let mut scan = Scan::new(&case.servers);
            let plan = scan.plan(&arrivals, strategy);
            let mut session = session(&case, strategy);
            session.finish();
            prop_assert_eq!(session.decisions(), &decisions(&plan), "{}", strategy.name());
            let now = arrivals.submitted.last().copied().unwrap_or(0);
            let mut expected = scan.periods(now);
            if strategy == Strategy::Lact {
                expected.retain(|period| period.is_open());
            }
            prop_assert_eq!(session.periods(now), expected, "{}", strategy.name());
        }
    }
}

proptest! {
    #![proptest_config(cases(40))]

    /// The same with so many requests that trees grow, split and are swept out many times.
    #[test]
    fn long_sessions_agree_with_the_scan(seed in 0..1_000_u64, load in 0.3..2.0_f64, servers in 1..40_u32, level in 0..5_u32) {
        use bookahead::engine::idle::generator::ParetoWorkload;
        let workload = ParetoWorkload { seed, requests: 1_500, load, mean_size: 3.28, tightness: 0.1, book_ahead: 1.0 };
        let machine = ParetoWorkload::machine(servers);
        let other = Servers::heterogeneous(level, 3 * servers.div_ceil(4), machine.look_ahead, machine.least_size).expect("in bounds");
        for machine in [machine, other] {
            let arrivals = Arc::new(workload.generate(&machine).expect("in bounds"));
            let machine = Arc::new(machine);
            for strategy in Strategy::ALL {
                let plan = Scan::new(&machine).plan(&arrivals, strategy);
                let mut session = IdleSession::new(machine.clone(), strategy, arrivals.clone());
                session.finish();
                let expected = decisions(&plan);
                let part = (0..plan.len()).find(|&j| {
                    session.decisions().server[j] != expected.server[j] || session.decisions().start[j] != expected.start[j]
                });
                prop_assert_eq!(part, None, "{}", strategy.name());
                prop_assert_eq!(&session.decisions().refusals, &expected.refusals, "{}", strategy.name());
            }
        }
    }

    /// A run that is only counted decides the same, without reasons; going back in it, from the beginning, is exact too.
    #[test]
    fn counting_changes_no_decision(case in case(60), at in any::<prop::sample::Index>()) {
        for strategy in Strategy::ALL {
            let (mut whole, mut counted) = (session(&case, strategy), session(&case, strategy).only_decided());
            whole.finish();
            counted.finish();
            let same = |counted: &IdleSession| {
                let (counted, whole) = (counted.decisions(), whole.decisions());
                counted.server == whole.server && counted.start == whole.start && counted.refusals.is_empty()
            };
            prop_assert!(same(&counted) && counted.periods(0) == whole.periods(0), "{}", strategy.name());
            counted.rewind(at.index(case.requests.len() + 1));
            counted.finish();
            prop_assert!(same(&counted) && counted.periods(0) == whole.periods(0), "{}", strategy.name());
        }
    }

    /// Going back to any point and on again is the same as never having gone further.
    #[test]
    fn rewinding_is_exact(case in case(60), at in any::<prop::sample::Index>()) {
        for strategy in Strategy::ALL {
            let mut whole = session(&case, strategy);
            whole.finish();
            let jobs = at.index(case.requests.len() + 1);
            let mut part = session(&case, strategy);
            part.advance(jobs);
            let mut rewound = whole.clone();
            rewound.rewind(jobs);
            prop_assert_eq!(rewound.decisions(), part.decisions());
            prop_assert_eq!(rewound.periods(0), part.periods(0));
            rewound.finish();
            prop_assert_eq!(rewound.decisions(), whole.decisions());
        }
    }

    /// So is going back to the same place again and again, with places before it and behind it between.
    #[test]
    fn rewinding_many_times_is_exact(case in case(120), at in prop::collection::vec(any::<prop::sample::Index>(), 1..6)) {
        for strategy in [Strategy::MinLip, Strategy::Lact, Strategy::FfHaPlus] {
            let mut session = session(&case, strategy);
            session.finish();
            let whole = session.clone();
            for at in at.iter().chain(&at) {
                let jobs = at.index(case.requests.len() + 1);
                let mut part = self::session(&case, strategy);
                part.advance(jobs);
                for _ in 0..2 {
                    session.rewind(jobs);
                    prop_assert_eq!(session.decisions(), part.decisions());
                    prop_assert_eq!(session.periods(0), part.periods(0));
                    session.finish();
                    prop_assert_eq!(session.decisions(), whole.decisions());
                }
            }
        }
    }
}

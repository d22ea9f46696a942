//! Requests that come again as long as they are refused.

use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::slots::bounds;
use bookahead_engine::slots::metrics::Metrics;
use bookahead_engine::slots::planner::Session;
use bookahead_engine::slots::request::{Request, Slot};
use bookahead_engine::slots::scenario::{Machine, Policy};
use bookahead_engine::slots::workload::Workload;

/// Slots from a refusal to the next attempt, and from window to window: an hour of five-minute slots.
pub const GAP: Slot = 12;

/// A request of one job as it is submitted, for the first time or again.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    request: Request,
    /// Attempts before it.
    before: u32,
    /// Whether another one follows.
    is_followed: bool,
}

/// Requests at work that come again as long as they are refused.
///
/// No attempt comes sooner than [`GAP`] slots after the one before. So of the earliest refused attempts that may be made again, those within a gap are decided
/// for good: their next attempts are put in, and everything is planned once more, until nobody is left who comes again.
#[derive(Clone, Debug)]
pub struct Attempts {
    machine: Machine,
    policy: Policy,
    /// Most attempts of a request after its first one.
    again: u32,
    attempts: Vec<Attempt>,
    users: usize,
}

/// What became of the requests.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fates {
    /// Requests that were accepted at any attempt, in per cent.
    pub accepted: f64,
    /// Attempts for each request.
    pub attempts: f64,
    /// Slots from the first earliest start to the start, over the accepted requests.
    pub delay: f64,
    /// Share of the free node-time in holes shorter than the median request, in per cent.
    pub fragmentation: f64,
}

impl Attempts {
    /// Requests of one job each, submitted for the first time.
    pub fn new(machine: Machine, policy: Policy, requests: &[Request], again: u32) -> Self {
        let first = |request: &Request| Attempt { request: *request, before: 0, is_followed: false };
        Self { machine, policy, again, attempts: requests.iter().map(first).collect(), users: requests.len() }
    }

    /// Plans all attempts so far and puts in those that follow from them; the fates once none does.
    ///
    /// # Errors
    /// Something out of range.
    pub fn advance(&mut self) -> Result<Option<Fates>, ScenarioError> {
        let arrivals = Workload::of_requests(self.attempts.iter().map(|attempt| attempt.request).collect()).arrivals()?;
        let mut session = Session::new(self.machine, self.policy, arrivals);
        while !session.is_done() {
            session.advance(usize::MAX);
        }
        let (arrivals, decisions) = (session.arrivals(), session.decisions());
        // By the places of their attempts.
        let refused: Vec<usize> = (0..arrivals.jobs())
            .filter(|&job| !decisions.accepted(job))
            .map(|job| arrivals.id[arrivals.request[job] as usize] as usize)
            .filter(|&at| {
                let Attempt { before, is_followed, .. } = self.attempts[at];
                !is_followed && before < self.again
            })
            .collect();
        let Some(first) = refused.iter().map(|&at| self.attempts[at].request.submitted).min() else {
            return Ok(Some(self.fates(&session)));
        };
        for at in refused {
            let Attempt { request, before, .. } = self.attempts[at];
            let is_final = request.submitted < first.saturating_add(GAP);
            if !is_final {
                continue;
            }
            self.attempts[at].is_followed = true;
            if request.latest_start.saturating_add(GAP) > bounds::SLOT.max {
                continue;
            }
            let later = Request {
                submitted: request.submitted + GAP,
                earliest_start: request.earliest_start + GAP,
                latest_start: request.latest_start + GAP,
                ..request
            };
            self.attempts.push(Attempt { request: later, before: before + 1, is_followed: false });
        }
        Ok(None)
    }

    fn fates(&self, session: &Session) -> Fates {
        let (arrivals, decisions) = (session.arrivals(), session.decisions());
        let (mut accepted, mut delay) = (0_u64, 0_u64);
        for job in (0..arrivals.jobs()).filter(|&job| decisions.accepted(job)) {
            let row = arrivals.request[job] as usize;
            let before = self.attempts[arrivals.id[row] as usize].before;
            accepted += 1;
            delay += u64::from(decisions.start[job] - arrivals.earliest_start[row]) + u64::from(before * GAP);
        }
        let share = |of: f64, all: f64| if all > 0.0 { of / all } else { 0.0 };
        let users = self.users as f64;
        Fates {
            accepted: 100.0 * share(accepted as f64, users),
            attempts: share(self.attempts.len() as f64, users),
            delay: share(delay as f64, accepted as f64),
            fragmentation: 100.0 * Metrics::of(arrivals, decisions, self.machine).fragmentation,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bookahead_engine::slots::scenario::PlannerKind;

    fn fates(nodes: u32, requests: &[Request], again: u32) -> Fates {
        let machine = Machine { nodes, ..Machine::default() };
        let policy = Policy { planner: PlannerKind::Rigid, ..Policy::default() };
        let mut attempts = Attempts::new(machine, policy, requests, again);
        loop {
            if let Some(fates) = attempts.advance().expect("within bounds") {
                return fates;
            }
        }
    }

    fn request(user: u32, submitted: Slot, earliest_start: Slot, duration: Slot) -> Request {
        Request { user, submitted, earliest_start, latest_start: earliest_start, duration, nodes: 1, jobs: 1 }
    }

    /// One node. The second request is refused at 5 and at 17, and accepted for slot 29; the third then finds slot 30 taken, and comes again for 42.
    #[test]
    fn a_refused_request_comes_again_an_hour_later() {
        let requests = [request(1, 0, 5, 20), request(2, 1, 5, 3), request(3, 26, 30, 1)];
        let once = fates(1, &requests, 0);
        assert_eq!((once.accepted.round(), once.attempts), (67.0, 1.0));
        let Fates { accepted, attempts, delay, .. } = fates(1, &requests, 5);
        // Attempts: 1, then 3 (5, 17, 29), then 2 (30, 42). Delays: 0, 24, 12.
        assert_eq!((accepted, attempts, delay), (100.0, 2.0, 12.0));
        // With one further attempt the second one stays refused, and the third has slot 30.
        let Fates { accepted, attempts, delay, .. } = fates(1, &requests, 1);
        assert_eq!((accepted.round(), (3.0 * attempts).round(), delay), (67.0, 4.0, 0.0));
    }

    /// What a walk over the arrivals one by one finds, in which each refusal puts the next attempt into the queue of those who are to come.
    #[test]
    fn an_agenda_finds_the_same() {
        use std::collections::BTreeSet;
        let draw = |seed: u32, at: u32| (seed.wrapping_mul(2_654_435_761).wrapping_add(at * 40_503) >> 7) % 97;
        for seed in 1..40 {
            let one = |at: u32| {
                request(at + 1, 2 * at + draw(seed, at) % 3, 2 * at + 3 + draw(seed, at + 100) % 20, 1 + draw(seed, at + 200) % 9)
            };
            let requests: Vec<Request> = (0..25).map(one).collect();
            let mut agenda: BTreeSet<(Slot, usize, u32)> =
                requests.iter().enumerate().map(|(at, request)| (request.submitted, at, 0)).collect();
            let (mut busy, mut accepted, mut attempts) = (vec![0_u32; 400], 0, 0);
            let mut later = requests.len();
            let mut places: Vec<Request> = requests.clone();
            while let Some((_, at, before)) = agenda.pop_first() {
                attempts += 1;
                let request = places[at];
                let slots = request.earliest_start as usize..(request.earliest_start + request.duration) as usize;
                if busy[slots.clone()].iter().all(|taken| *taken < 2) {
                    busy[slots].iter_mut().for_each(|taken| *taken += 1);
                    accepted += 1;
                } else if before < 3 {
                    let next =
                        Request { submitted: request.submitted + GAP, earliest_start: request.earliest_start + GAP, ..request };
                    places.push(next);
                    agenda.insert((next.submitted, later, before + 1));
                    later += 1;
                }
            }
            let found = fates(2, &requests, 3);
            assert_eq!((found.accepted, found.attempts), (4.0 * f64::from(accepted), f64::from(attempts) / 25.0), "seed {seed}");
        }
    }
}

//! A small case, and what every planner and the optimum make of it.

use crate::experiment::Options;
use crate::slots::optimum::{Goal, Ratio, online_bound, optimum, worst_prefix};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::slots::planner::Session;
use bookahead_engine::slots::scenario::{Machine, Policy};
use bookahead_engine::slots::workload::{Arrivals, Generator, Range, Workload};

/// A size for a lecture: seconds.
pub const LECTURE_SIZE: Options = Options { runs: 10, requests: 240, seed: 1 };
/// A size with clear answers.
pub const FULL_SIZE: Options = Options { runs: 30, requests: 1_200, seed: 1 };
/// Nodes of the machine.
pub const NODES: u32 = 4;
/// Requests of a case.
pub const REQUESTS: u32 = 12;
/// Loads: node-slots asked for ÷ node-slots there are while requests come, in per cent. Cases are short, so that much is over only after the last request has
/// come: below 100 % hardly anything is refused.
pub const LOADS: [u32; 6] = [50, 100, 150, 200, 300, 400];
/// Seeds that the cases of a run have for themselves.
pub const CASES_MAX: u32 = 1_024;

/// The recipe of a case. The same seed at another load has the same requests, closer together.
pub fn generator(seed: u64, load: u32) -> Generator {
    let (duration, nodes) = (Range::new(1, 7), Range::new(1, 2));
    let mean = |range: Range| f64::from(range.min + range.max) / 2.0;
    Generator {
        seed,
        requests: REQUESTS,
        arrivals_per_slot: f64::from(load) / 100.0 * f64::from(NODES) / (mean(duration) * mean(nodes)),
        duration,
        book_ahead: Range::new(0, 4),
        relax: Range::new(0, 5),
        flexible_percent: 100,
        nodes,
        jobs: Range::new(1, 1),
    }
}

/// What came of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// By goal: the optimum.
    pub optima: [u64; 2],
    /// The greatest share of accepted jobs that an on-line rule can have after the worst prefix.
    pub bound: Ratio,
    /// Policy by policy, by goal: what it reached.
    pub reached: Vec<[u64; 2]>,
    /// Policy by policy: its share of accepted jobs after the worst prefix.
    pub worst: Vec<Ratio>,
}

/// Plans a case by every policy and looks for its optima; `None` if a search for one was given up.
///
/// # Errors
/// The requests cannot be drawn.
pub fn solve(seed: u64, load: u32, policies: &[Policy]) -> Result<Option<Found>, ScenarioError> {
    let arrivals = Workload::of_generator(generator(seed, load)).arrivals()?;
    let (accepted, booked) = (online_bound(NODES, &arrivals, Goal::Accepted)?, optimum(NODES, &arrivals, Goal::NodeSlots)?);
    let (Some((bound, optima)), Some(booked)) = (accepted, booked) else { return Ok(None) };
    let machine = Machine { nodes: NODES, ..Machine::default() };
    let (mut reached, mut worst) = (Vec::new(), Vec::new());
    for &policy in policies {
        let mut session = Session::new(machine, policy, arrivals.clone());
        session.finish();
        let values = |goal: Goal| values(&session, goal);
        reached.push(Goal::ALL.map(|goal| values(goal).sum()));
        worst.push(worst_prefix(values(Goal::Accepted), &optima));
    }
    let most = optima.last().copied().unwrap_or(0);
    Ok(Some(Found { optima: [most, booked.value], bound, reached, worst }))
}

/// What each job of a plan adds to a goal.
fn values(session: &Session, goal: Goal) -> impl Iterator<Item = u64> {
    let arrivals: &Arrivals = session.arrivals();
    (0..arrivals.jobs()).map(move |job| {
        let request = arrivals.row(arrivals.request[job] as usize);
        match goal {
            _ if !session.decisions().accepted(job) => 0,
            Goal::Accepted => 1,
            Goal::NodeSlots => u64::from(request.nodes) * u64::from(request.duration),
        }
    })
}

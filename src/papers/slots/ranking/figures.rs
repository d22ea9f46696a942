//! What is measured of a plan.

use crate::experiment::Best;
use bookahead_engine::slots::metrics::{busy_per_slot, revisions, utilisation_until};
use bookahead_engine::slots::overlap::Reality;
use bookahead_engine::slots::planner::Session;

/// How many figures there are.
pub const FIGURES: usize = 6;

/// A figure of a plan by which planners are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Busy share of the node-slots up to the last submission, by the durations that were asked for.
    Utilisation,
    /// Jobs accepted as they were asked for; a smaller offer that was taken does not count, nor does a reservation that is violated.
    Acceptance,
    /// Mean of start − earliest start over the accepted jobs.
    Delay,
    /// Moves of accepted jobs.
    Moves,
    /// Messages that the user of an accepted job gets if each start is told as soon as it is known
    /// ([`Metrics::messages`](bookahead_engine::slots::metrics::Metrics::messages)).
    Messages,
    /// Searches for a start ([`Session::searches`]).
    Work,
}

impl Figure {
    /// All of them.
    pub const ALL: [Self; FIGURES] = [Self::Utilisation, Self::Acceptance, Self::Delay, Self::Moves, Self::Messages, Self::Work];

    /// The name in CSV.
    pub fn key(self) -> &'static str {
        match self {
            Self::Utilisation => "utilisation",
            Self::Acceptance => "accepted",
            Self::Delay => "delay",
            Self::Moves => "moves",
            Self::Messages => "messages",
            Self::Work => "work",
        }
    }

    /// One word, as the head of a column.
    pub fn name(self) -> &'static str {
        match self {
            Self::Acceptance => "acceptance",
            other => other.key(),
        }
    }

    /// In words, with the unit.
    pub fn words(self) -> &'static str {
        match self {
            Self::Utilisation => "busy share of the node-slots up to the last submission, in per cent",
            Self::Acceptance => "jobs accepted as they were asked for, in per cent of all",
            Self::Delay => "mean delay of the accepted jobs behind their earliest start, in slots",
            Self::Moves => "moves of accepted jobs for each job that asked",
            Self::Messages => "messages for each accepted job, if every new start is told",
            Self::Work => "searches for a start for each job that asked",
        }
    }

    /// Which value is best.
    pub fn best(self) -> Best {
        if matches!(self, Self::Utilisation | Self::Acceptance) { Best::Greatest } else { Best::Least }
    }

    /// A value as it is ranked: the least is best.
    pub fn ranked(self, value: f64) -> f64 {
        if self.best() == Best::Greatest { -value } else { value }
    }
}

/// The figures of a whole plan, in the order of [`Figure::ALL`]; all 0 without jobs.
pub fn figures_of(session: &Session) -> [f64; FIGURES] {
    let (arrivals, decisions, machine) = (session.arrivals(), session.decisions(), session.machine());
    let last = arrivals.submitted.last().copied().unwrap_or(0);
    let jobs = decisions.start.len();
    let (mut accepted, mut delay) = (0_u64, 0_u64);
    for job in (0..jobs).filter(|&job| decisions.accepted(job)) {
        accepted += 1;
        delay += u64::from(decisions.start[job] - arrivals.earliest_start[arrivals.request[job] as usize]);
    }
    // Where reservations overlap, a slot counts as full at most, and who is violated has not got what was asked for.
    let mut busy = busy_per_slot(arrivals, decisions);
    busy.iter_mut().for_each(|busy| *busy = machine.nodes.min(*busy));
    let violated = Reality::of(arrivals, decisions, machine, session.policy()).map_or(0, |reality| reality.violations);
    let as_asked = accepted - decisions.taken.len() as u64 - u64::from(violated);
    let ratio = |of: u64, all: u64| if all == 0 { 0.0 } else { of as f64 / all as f64 };
    let each = jobs as u64;
    [
        100.0 * utilisation_until(&busy, last, machine),
        100.0 * ratio(as_asked, each),
        ratio(delay, accepted),
        ratio(decisions.moves.len() as u64, each),
        ratio(accepted + u64::from(revisions(&decisions.moves)), accepted),
        ratio(session.searches(), each),
    ]
}

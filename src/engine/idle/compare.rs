//! Compares two strategies on the same requests: the first difference, and their figures side by side.

use super::Tick;
use super::clock::TickClock;
use super::decisions::NO_SERVER;
use super::explain::idle_reason;
use super::generator::{ParetoWorkload, UNIT};
use super::metrics::{BINS, Bin, Placed, bin_of};
use super::names::RequestNames;
use super::outcome::IdleFigures;
use super::session::IdleSession;
use super::strategy::Strategy;
use crate::core::compare::{DifferenceCounts, Differences, FirstDifference, JobPair, differences};
use crate::core::time_names::{TimeNames, TimeUnit};
use serde::{Deserialize, Serialize};

/// Two runs on the same machine and the same arrivals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// How many decisions differ: another server or another start ("moved"), or accepted by one only. Compared are the requests that both runs
    /// have decided.
    pub counts: DifferenceCounts,
    /// The row of the first decision that differs; up to there both have the same plan.
    pub parts_at: Option<u32>,
    /// That decision in words, in ticks.
    pub first: Option<FirstDifference>,
    /// The same words in clock time, if the clock behind the ticks is known.
    pub first_on_clock: Option<String>,
    /// The two runs.
    pub sides: [Side; 2],
    /// Smallest and largest size in ticks of the bins.
    pub sizes: (Tick, Tick),
}

/// One of two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Who decided.
    pub strategy: Strategy,
    /// Its figures.
    pub figures: IdleFigures,
    /// The measured jobs by size, [`BINS`] bins of equal width over [`Comparison::sizes`].
    pub bins: Vec<Bin>,
}

/// Compares two runs on the same arrivals, as far as both have come. `mean_size` as in [`super::metrics::IdleMetrics::of`]: with it the bins are those
/// of the fairness index, [1, 50] units; without, they reach from the smallest size that was asked for to the largest.
pub fn compare(
    (first, second): (&IdleSession, &IdleSession),
    mean_size: Option<f64>,
    names: &RequestNames,
    clock: Option<TickClock>,
) -> Comparison {
    let requests = first.decided().min(second.decided());
    let (counts, found) = decisions_compared(first, second);
    let parts_at = found.a.first().copied();
    let sizes = &first.arrivals().size[..requests];
    let sizes = match mean_size {
        Some(_) => (UNIT, ParetoWorkload::LARGEST as Tick * UNIT),
        None => (sizes.iter().copied().min().unwrap_or(0), sizes.iter().copied().max().unwrap_or(0)),
    };
    let side = |session: &IdleSession| Side {
        strategy: session.strategy(),
        figures: IdleFigures::of(session, mean_size),
        bins: bins(session, mean_size.is_some(), sizes),
    };
    Comparison {
        counts,
        parts_at,
        first: parts_at.map(|row| first_difference((first, second), row, names, TimeNames::SLOTS)),
        first_on_clock: parts_at
            .zip(clock)
            .map(|(row, clock)| first_difference((first, second), row, names, clock.time_names(TimeUnit::Clock)).words),
        sides: [side(first), side(second)],
        sizes,
    }
}

/// Compares the decisions of two runs on the same arrivals, as far as both have come.
pub(super) fn decisions_compared(first: &IdleSession, second: &IdleSession) -> (DifferenceCounts, Differences) {
    let arrivals = first.arrivals();
    let place = |session: &IdleSession, row: usize| {
        let decisions = session.decisions();
        (decisions.server[row] != NO_SERVER).then(|| (decisions.server[row], decisions.start[row]))
    };
    let pair = |row: usize| JobPair {
        request: arrivals.id[row],
        a: Some((row as u32, place(first, row))),
        b: Some((row as u32, place(second, row))),
    };
    differences((0..first.decided().min(second.decided())).map(pair))
}

/// What two runs decide on the request in a row.
pub(super) fn first_difference(
    (first, second): (&IdleSession, &IdleSession),
    row: u32,
    names: &RequestNames,
    time: TimeNames,
) -> FirstDifference {
    let (arrivals, at) = (first.arrivals(), row as usize);
    let words = |session: &IdleSession| {
        let decisions = session.decisions();
        match decisions.refusal(at) {
            Some(refusal) => format!("refuses it: {}", idle_reason(&session.arrivals().row(at), refusal, time)),
            None => format!("accepts it on server {} at {}", decisions.server[at], time.at(decisions.start[at])),
        }
    };
    FirstDifference {
        request: arrivals.id[at],
        name: format!("request {}", names.of(arrivals.id[at])),
        words: format!("A {}; B {}", words(first), words(second)),
    }
}

fn bins(session: &IdleSession, is_pareto: bool, (least, most): (Tick, Tick)) -> Vec<Bin> {
    let mut bins = vec![Bin::default(); BINS];
    let (arrivals, decided) = (session.arrivals(), session.decided());
    let from = Placed { arrivals, start: &session.decisions().start, servers: session.servers() }.first_measured();
    let measured = arrivals.submitted[..decided].partition_point(|&submitted| submitted < from);
    for row in measured..decided {
        let size = arrivals.size[row];
        let at = match is_pareto {
            true => bin_of(f64::from(size) / f64::from(UNIT)),
            false => (u64::from(size.saturating_sub(least)) * BINS as u64 / (u64::from(most.saturating_sub(least)) + 1)) as usize,
        };
        bins[at.min(BINS - 1)].arrived += 1;
        bins[at.min(BINS - 1)].accepted += u32::from(session.decisions().accepted(row));
    }
    bins
}

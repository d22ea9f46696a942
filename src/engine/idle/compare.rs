//! Compares two strategies on the same requests: the first difference, and their figures side by side.

use super::Tick;
use super::decisions::NO_SERVER;
use super::generator::{ParetoWorkload, UNIT};
use super::metrics::{BINS, Bin, Placed, bin_of};
use super::outcome::IdleFigures;
use super::session::IdleSession;
use super::strategy::Strategy;
use serde::{Deserialize, Serialize};

/// Two runs on the same machine and the same arrivals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Requests compared: those that both runs have decided.
    pub requests: u32,
    /// The first row that is decided otherwise; up to there both have the same plan.
    pub parts_at: Option<u32>,
    /// Rows that are decided otherwise: another server, another start, or accepted by one only.
    pub differing: u32,
    /// Rows that only the first accepts.
    pub only_first: u32,
    /// Rows that only the second accepts.
    pub only_second: u32,
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
pub fn compare(first: &IdleSession, second: &IdleSession, mean_size: Option<f64>) -> Comparison {
    let requests = first.decided().min(second.decided());
    let (a, b) = (first.decisions(), second.decisions());
    let differs = |row: &usize| a.server[*row] != b.server[*row] || a.start[*row] != b.start[*row];
    let only = |one: &[u32], other: &[u32]| {
        one[..requests].iter().zip(other).filter(|(one, other)| **one != NO_SERVER && **other == NO_SERVER).count() as u32
    };
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
        requests: requests as u32,
        parts_at: (0..requests).find(differs).map(|row| row as u32),
        differing: (0..requests).filter(differs).count() as u32,
        only_first: only(&a.server, &b.server),
        only_second: only(&b.server, &a.server),
        sides: [side(first), side(second)],
        sizes,
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

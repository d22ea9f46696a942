//! Compares two plans of named servers: which decisions differ, where they first differ, and whom they serve, by size.

use super::Tick;
use super::decisions::{IdleDecisions, NO_SERVER};
use super::explain::idle_reason;
use super::generator::{ParetoWorkload, UNIT};
use super::metrics::{BINS, Bin, Placed, bin_of};
use super::names::RequestNames;
use super::request::IdleArrivals;
use super::servers::Servers;
use crate::core::compare::{Difference, DifferenceCounts, Differences, FirstDifference, JobPair, differences};
use crate::core::edits::RequestId;
use crate::core::time_names::TimeNames;

/// One of two plans.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The requests.
    pub arrivals: &'a IdleArrivals,
    /// What was decided.
    pub decisions: &'a IdleDecisions,
}

impl<'a> Side<'a> {
    /// The requests that are decided, in order of arrival.
    fn ids(self) -> impl Iterator<Item = RequestId> + 'a {
        self.arrivals.id[..self.decided()].iter().copied()
    }

    /// Requests that are decided.
    fn decided(&self) -> usize {
        self.arrivals.jobs().min(self.decisions.server.len())
    }

    /// Where a request stands: server, start and size; `None` if it is refused.
    fn place(&self, row: usize) -> Option<(u32, Tick, Tick)> {
        let server = self.decisions.server[row];
        (server != NO_SERVER).then(|| (server, self.decisions.start[row], self.arrivals.size[row]))
    }

    /// What was decided on a request.
    fn words(&self, row: Option<u32>, time: TimeNames) -> String {
        let Some(row) = row.map(|row| row as usize).filter(|&row| row < self.decided()) else {
            return "is not asked for it".to_string();
        };
        match self.decisions.refusal(row) {
            Some(refusal) => format!("refuses it: {}", idle_reason(&self.arrivals.row(row), refusal, time)),
            None => {
                format!("accepts it on server {} at {}", self.decisions.server[row], time.at(self.decisions.start[row]))
            }
        }
    }
}

/// Compares the decisions of two plans: another server, another start or another size is "moved". O(n) where both have the same requests, else
/// O(n log n).
pub fn decisions_compared(a: Side<'_>, b: Side<'_>) -> (DifferenceCounts, Differences) {
    let place = |side: Side<'_>, row: u32| (row, side.place(row as usize));
    if a.ids().eq(b.ids()) {
        let pairs = a.ids().zip(0_u32..);
        return differences(pairs.map(|(request, row)| JobPair { request, a: Some(place(a, row)), b: Some(place(b, row)) }));
    }
    let by_id = |side: Side<'_>| {
        let mut rows: Vec<(RequestId, u32)> = side.ids().zip(0..).collect();
        rows.sort_unstable();
        rows
    };
    let (in_a, in_b) = (by_id(a), by_id(b));
    let find = |rows: &[(RequestId, u32)], id: RequestId| rows.binary_search_by_key(&id, |(id, _)| *id).ok().map(|at| rows[at].1);
    // In order of arrival, those that only B is asked for last.
    let of_a = a.ids().zip(0_u32..).map(|(request, row)| JobPair {
        request,
        a: Some(place(a, row)),
        b: find(&in_b, request).map(|row| place(b, row)),
    });
    let only_b = b.ids().zip(0_u32..).filter(|(request, _)| find(&in_a, *request).is_none());
    differences(of_a.chain(only_b.map(|(request, row)| JobPair { request, a: None, b: Some(place(b, row)) })))
}

/// What two plans decide on a request.
pub fn first_difference(sides: [Side<'_>; 2], found: &Difference, names: &RequestNames, time: TimeNames) -> FirstDifference {
    let [a, b] = sides;
    FirstDifference {
        request: found.request,
        name: format!("request {}", names.of(found.request)),
        words: format!("A {}; B {}", a.words(found.a, time), b.words(found.b, time)),
    }
}

/// The measured requests of two plans by size: [`BINS`] bins of equal width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizesServed {
    /// Smallest and largest size in ticks of the bins.
    pub sizes: (Tick, Tick),
    /// Whether the bins are those of the fairness index, which end at the largest size; else the largest size lies in the last one.
    pub is_scaled: bool,
    /// How many were asked for and accepted, of A and of B.
    pub bins: [Vec<Bin>; 2],
}

impl SizesServed {
    /// Counts them. `mean_size` as in [`super::metrics::IdleMetrics::of`]: with it the bins are those of the fairness index, [1, 50] units; without, they
    /// reach from the smallest size that was asked for to the largest.
    pub fn of(sides: [(Side<'_>, &Servers); 2], mean_size: Option<f64>) -> Self {
        let asked = || sides.iter().flat_map(|(side, _)| side.arrivals.size[..side.decided()].iter().copied());
        let sizes = match mean_size {
            Some(_) => (UNIT, ParetoWorkload::LARGEST as Tick * UNIT),
            None => (asked().min().unwrap_or(0), asked().max().unwrap_or(0)),
        };
        Self {
            sizes,
            is_scaled: mean_size.is_some(),
            bins: sides.map(|(side, servers)| bins(side, servers, mean_size.is_some(), sizes)),
        }
    }

    /// Where the first bin begins and the last one ends, in ticks; all are equally wide.
    pub fn edges(&self) -> (f64, f64) {
        let (least, most) = self.sizes;
        (f64::from(least), f64::from(most) + if self.is_scaled { 0.0 } else { 1.0 })
    }
}

fn bins(side: Side<'_>, servers: &Servers, is_pareto: bool, (least, most): (Tick, Tick)) -> Vec<Bin> {
    let mut bins = vec![Bin::default(); BINS];
    let (arrivals, decided) = (side.arrivals, side.decided());
    let from = Placed { arrivals, start: &side.decisions.start, servers }.first_measured();
    let measured = arrivals.submitted[..decided].partition_point(|&submitted| submitted < from);
    for row in measured..decided {
        let size = arrivals.size[row];
        let at = match is_pareto {
            true => bin_of(f64::from(size) / f64::from(UNIT)),
            false => (u64::from(size.saturating_sub(least)) * BINS as u64 / (u64::from(most.saturating_sub(least)) + 1)) as usize,
        };
        bins[at.min(BINS - 1)].arrived += 1;
        bins[at.min(BINS - 1)].accepted += u32::from(side.decisions.accepted(row));
    }
    bins
}

//! What the papers say of the stores, held against the curves.

use super::cases::Axis;
use crate::experiment::Claim;
use crate::slots::store::kind::StoreKind;
use bookahead_engine::core::statistics::Interval;

/// Curves of a run: nodes visited by operation, store and place.
pub(super) struct Curves<'a> {
    /// All values, in the order of the curves.
    pub values: &'a [f64],
    /// Places of each curve.
    pub places: usize,
}

impl Curves<'_> {
    /// A curve: of an operation, by its place.
    fn of(&self, operation: usize, store: StoreKind) -> &[f64] {
        let place = StoreKind::ALL.into_iter().position(|kind| kind == store).unwrap_or(0);
        let first = (operation * StoreKind::ALL.len() + place) * self.places;
        &self.values[first..first + self.places]
    }

    /// Visits of a search, an addition and a deletion together at a place.
    fn all_at(&self, store: StoreKind, place: usize) -> f64 {
        (0..3).map(|operation| self.of(operation, store)[place]).sum()
    }
}

/// A claim: its words, whether it is about this axis, and the difference that should not be negative: the least over all places.
type Test = (&'static str, fn(Axis) -> bool, fn(&Curves) -> f64);

fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}

fn margin(curves: &Curves, other: StoreKind) -> f64 {
    least((0..curves.places).map(|place| curves.all_at(other, place) - curves.all_at(StoreKind::Garq, place)))
}

fn steps(curve: &[f64]) -> impl Iterator<Item = (f64, f64)> {
    curve.iter().copied().zip(curve.iter().copied().skip(1))
}

const CLAIMS: [Test; 6] = [
    (
        "GarQ does less than the calendar queue at every place, all three operations together (Sulistio et al. 2009)",
        |_| true,
        |curves| margin(curves, StoreKind::CalendarQueue),
    ),
    (
        "GarQ does less than the segment tree at every place, all three operations together (Sulistio et al. 2009)",
        |_| true,
        |curves| margin(curves, StoreKind::SegmentTree),
    ),
    (
        "GarQ does less than the linked list at every place, all three operations together (Sulistio et al. 2009)",
        |_| true,
        |curves| margin(curves, StoreKind::StepList),
    ),
    (
        "The search of the linked list grows with the reservations from each place to the next (Umar 2.2.3)",
        |axis| axis == Axis::Reservations,
        |curves| least(steps(curves.of(0, StoreKind::StepList)).map(|(here, next)| next - here)),
    ),
    (
        "Twice the slots take less than twice the search in the segment tree, each time (Umar 2.2.1: O(log n))",
        |axis| axis == Axis::Slots,
        |curves| least(steps(curves.of(0, StoreKind::SegmentTree)).map(|(here, next)| 2.0 * here - next)),
    ),
    (
        "The addition of GarQ grows with the duration from each place to the next (Umar 2.2.4: O(exec))",
        |axis| axis == Axis::Length,
        |curves| least(steps(curves.of(1, StoreKind::Garq)).map(|(here, next)| next - here)),
    ),
];

/// The claims about an axis.
pub(super) fn of(axis: Axis, samples: &[Vec<f64>], places: usize) -> Vec<Claim> {
    let claim = |&(words, _, test): &Test| {
        let measured = Interval::of(samples.iter().map(|values| test(&Curves { values, places })));
        Claim::of_difference(words, measured)
    };
    CLAIMS.iter().filter(|(_, is_about, _)| is_about(axis)).map(claim).collect()
}

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

const CLAIMS: [Test; 13] = [
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
    (
        "Twice the duration takes at most twice the search in the array, each time (Umar Table 4.3: O(t_e · t_r), nobody moved)",
        |axis| axis == Axis::Length,
        |curves| at_most_doubled(curves, 0..1, StoreKind::Array),
    ),
    (
        "Twice the duration takes at most twice the addition and the deletion in the array, each time (Umar Table 4.3: O(n + t_e))",
        |axis| axis == Axis::Length,
        |curves| at_most_doubled(curves, 1..3, StoreKind::Array),
    ),
    (
        "Twice the requests take at most twice the addition and the deletion in the array, each time (Umar Table 4.3: O(n + t_e))",
        |axis| axis == Axis::Reservations,
        |curves| at_most_doubled(curves, 1..3, StoreKind::Array),
    ),
    (
        "With sorted lists GarQ does more for an addition than without at every place (Umar 2.2.4: O(k + exec) for O(exec))",
        |_| true,
        |curves| {
            let [sorted, unsorted] = [StoreKind::GarqSorted, StoreKind::Garq].map(|store| curves.of(1, store));
            least(sorted.iter().zip(unsorted).map(|(sorted, unsorted)| sorted - unsorted))
        },
    ),
    (
        "Twice the requests take less than twice the space in the array, each time: it has all slots from the beginning (Umar 4.3.3: S(n))",
        |axis| axis == Axis::Reservations,
        |curves| at_most_doubled(curves, 3..4, StoreKind::Array),
    ),
    (
        "Twice the duration takes at most twice the search that moves others in the array, each time (Umar Table 4.3: O(t_e · t_r))",
        |axis| axis == Axis::Length,
        |curves| at_most_doubled(curves, 4..5, StoreKind::Array),
    ),
    (
        "A search that moves others visits no more than one that moves nobody, in the array (Umar Table 4.3 has one bound for both)",
        |axis| axis == Axis::Load,
        |curves| {
            let [moving, still] = [4, 0].map(|figure| curves.of(figure, StoreKind::Array));
            least(moving.iter().zip(still).map(|(moving, still)| still - moving))
        },
    ),
];

/// The least by which twice a curve lies above its next place, over several curves of a store.
fn at_most_doubled(curves: &Curves, figures: std::ops::Range<usize>, store: StoreKind) -> f64 {
    least(figures.flat_map(|figure| steps(curves.of(figure, store))).map(|(here, next)| 2.0 * here - next))
}

/// The claims about an axis.
pub(super) fn of(axis: Axis, samples: &[Vec<f64>], places: usize) -> Vec<Claim> {
    let claim = |&(words, _, test): &Test| {
        let measured = Interval::of(samples.iter().map(|values| test(&Curves { values, places })));
        Claim::of_difference(words, measured)
    };
    CLAIMS.iter().filter(|(_, is_about, _)| is_about(axis)).map(claim).collect()
}

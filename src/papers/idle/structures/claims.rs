//! What the thesis says of its structures, held against the curves.

use super::cases::Axis;
use super::plan::Structure;
use crate::experiment::Claim;
use bookahead_engine::core::statistics::Interval;

/// Curves of a run.
struct Curves<'a> {
    axis: Axis,
    /// All values, in the order of the curves.
    values: &'a [f64],
}

/// Places of the figures among the curves.
const SEARCH: usize = 0;
const UPDATE: usize = 1;
const PERIODS: usize = 2;

impl Curves<'_> {
    fn of(&self, figure: usize, structure: Structure) -> &[f64] {
        let (structures, places) = (self.axis.structures(), self.axis.places().len());
        let at = structures.iter().position(|other| *other == structure).unwrap_or(0);
        let first = (figure * structures.len() + at) * places;
        &self.values[first..first + places]
    }

    /// How much more one structure takes than another, place by place.
    fn more(&self, figure: usize, structure: Structure, other: Structure) -> Vec<f64> {
        self.of(figure, structure).iter().zip(self.of(figure, other)).map(|(more, less)| more - less).collect()
    }

    /// The steps from each place to the next.
    fn steps(&self, figure: usize, structure: Structure) -> Vec<f64> {
        self.of(figure, structure).windows(2).map(|pair| pair[1] - pair[0]).collect()
    }

    /// By how much twice the value of a place lies above the next, which is twice as far on the axis.
    fn below_twice(&self, figure: usize, structure: Structure) -> Vec<f64> {
        self.of(figure, structure).windows(2).map(|pair| 2.0 * pair[0] - pair[1]).collect()
    }
}

/// A claim: its words, its axis, and the differences that should not be negative.
type Test = (&'static str, Axis, fn(&Curves) -> Vec<f64>);

const CLAIMS: [Test; 18] = [
    ("Strips: twice the servers take less than twice the search, each time (3.3.2: O(k + m log n))", Axis::Servers, |curves| {
        curves.below_twice(SEARCH, Structure::Strips)
    }),
    (
        "Two-dimensional trees: twice the servers take less than twice the search, each time (3.3.3: O((m + k) log n))",
        Axis::Servers,
        |curves| curves.below_twice(SEARCH, Structure::BestFitTree),
    ),
    (
        "An update of the strips takes less than one of the single tree, on any number of servers (3.2.1: O(log n) for O(log K))",
        Axis::Servers,
        |curves| curves.more(UPDATE, Structure::OneTree, Structure::Strips),
    ),
    (
        "A search in the strips takes less than one in the single tree, on any number of servers (3.2.1: one tree is inefficient)",
        Axis::Servers,
        |curves| curves.more(SEARCH, Structure::OneTree, Structure::Strips),
    ),
    ("A search in the strips takes less than one in the list, on any number of servers", Axis::Servers, |curves| {
        curves.more(SEARCH, Structure::List, Structure::Strips)
    }),
    ("Best-Fit reads less in its own trees than every suitable leaf, on any number of servers (3.3.3)", Axis::Servers, |curves| {
        curves.more(SEARCH, Structure::BestFitLeaves, Structure::BestFitTree)
    }),
    ("The idle periods grow with the load at every step (3.2.1)", Axis::Load, |curves| curves.steps(PERIODS, Structure::Strips)),
    ("An update of the strips takes less than one of the single tree at every load", Axis::Load, |curves| {
        curves.more(UPDATE, Structure::OneTree, Structure::Strips)
    }),
    ("A search in the strips takes less than one in the list at every load", Axis::Load, |curves| {
        curves.more(SEARCH, Structure::List, Structure::Strips)
    }),
    ("Best-Fit reads less in its own trees than every suitable leaf at every load", Axis::Load, |curves| {
        curves.more(SEARCH, Structure::BestFitLeaves, Structure::BestFitTree)
    }),
    ("Strips: a search grows with the look-ahead at every step, as k and m do (3.3.2)", Axis::Horizon, |curves| {
        curves.steps(SEARCH, Structure::Strips)
    }),
    ("Strips: twice the look-ahead takes at most twice the search, each time (3.3.2: O(k + m log n))", Axis::Horizon, |curves| {
        curves.below_twice(SEARCH, Structure::Strips)
    }),
    (
        "Strips: an update grows less with the look-ahead than one of the single tree (3.2.1: log n for log K)",
        Axis::Horizon,
        |curves| {
            let grows = |structure| curves.steps(UPDATE, structure).iter().sum::<f64>();
            vec![grows(Structure::OneTree) - grows(Structure::Strips)]
        },
    ),
    ("Strips twice as wide take less search, each time (3.2.1, note 2: H/M trees of O(log M + log n))", Axis::Width, |curves| {
        curves.steps(SEARCH, Structure::Strips).iter().map(|step| -step).collect()
    }),
    ("Strips twice as wide take more update, each time (3.2.1, note 2)", Axis::Width, |curves| {
        curves.steps(UPDATE, Structure::Strips)
    }),
    ("Twice the rates take at most twice the search in two-level trees, each time (4.4.2: O(H log² V))", Axis::Rates, |curves| {
        curves.below_twice(SEARCH, Structure::TwoLevel)
    }),
    (
        "Two-level trees: twice the servers of each rate take less than twice the search, each time (4.4.2: O(H log² V))",
        Axis::PerRate,
        |curves| curves.below_twice(SEARCH, Structure::TwoLevel),
    ),
    (
        "A search in two-level trees takes less than one in FF-HA’s lists, on any number of servers (4.4.2: O(HV))",
        Axis::PerRate,
        |curves| curves.more(SEARCH, Structure::RateLists, Structure::TwoLevel),
    ),
];

/// The claims about an axis: rows of runs, columns of points.
pub(super) fn of(axis: Axis, samples: &[Vec<f64>]) -> Vec<Claim> {
    let claim = |(words, _, test): &Test| {
        let rows: Vec<Vec<f64>> = samples.iter().map(|values| test(&Curves { axis, values })).collect();
        let differences = 0..rows.first().map_or(0, Vec::len);
        let intervals: Vec<Interval> = differences.map(|i| Interval::of(rows.iter().map(|row| row[i]))).collect();
        Claim::of_all(*words, &intervals)
    };
    CLAIMS.iter().filter(|(_, about, _)| *about == axis).map(claim).collect()
}

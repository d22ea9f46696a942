//! The paper's claims held against the runs, the paper's numbers beside ours, and what is gained by being elastic, by moving others, and by both.

use super::figures::{
    AHEAD, EJECTING, FIRST_FIT_EASY, FIRST_FIT_FCFS, FLUCTUATION, HOLES, LINES, PACKING, PACKING_AGAIN, PACKING_EJECTING,
    RIGID_EASY, RIGID_FCFS, SEARCH, WIDE_ACCEPTED, column, over_time_column,
};
use crate::experiment::{Claim, Measure, PaperValue};
use bookahead_engine::core::statistics::Interval;

/// A number of a run: of a measure, for a b_t, a line and an sl_t, each by its place.
fn at(sample: &[f64], measure: usize, ahead: usize, line: usize, search: usize) -> f64 {
    sample[column(measure, ahead, line) * SEARCH.len() + search]
}

/// The mean over all sl_t.
fn mean(sample: &[f64], measure: usize, ahead: usize, line: usize) -> f64 {
    (0..SEARCH.len()).map(|search| at(sample, measure, ahead, line, search)).sum::<f64>() / SEARCH.len() as f64
}

/// Which reading a verdict rests on: queries see jobs that run, and half of the nodes is never offered.
const SAME_QUERY: &str =
    "the user chooses among the offers to one query, none of which has fewer nodes than it asks for; queries see jobs that run";
/// The same with a second query.
const SECOND_QUERY: &str = "without a solution the user asks again for half of the nodes; queries see jobs that run";
/// What a query sees.
const RUNNING_SEEN: &str = "queries see jobs that run beside the reservations, so that a start soon after the query is often taken";
/// How much b_t may change a share of busy nodes and be said to have no effect.
const NO_EFFECT: f64 = 0.01;

/// A claim: its words, the reading it rests on, and the difference that should not be negative.
type Test = (&'static str, &'static str, fn(&[f64]) -> f64);

/// How many reservations fewer strip packing rejects than the best of the paper's other lines, at the longest interval and the b_t that speaks most
/// against it.
fn rejects_least(sample: &[f64], packing: usize) -> f64 {
    let fewest = |ahead: usize| {
        let of = |line: usize| at(sample, 1, ahead, line, SEARCH.len() - 1);
        (0..PACKING).map(of).fold(f64::INFINITY, f64::min) - of(packing)
    };
    (0..AHEAD.len()).map(fewest).fold(f64::INFINITY, f64::min)
}

/// How much more of the rejections is avoided at the longest interval than at the shortest, summed over b_t.
fn avoids_more(sample: &[f64], packing: usize) -> f64 {
    let grows = |ahead: usize| at(sample, 2, ahead, packing, SEARCH.len() - 1) - at(sample, 2, ahead, packing, 0);
    (0..AHEAD.len()).map(grows).sum()
}

/// The mean use of the nodes over every b_t and sl_t.
fn use_of(sample: &[f64], line: usize) -> f64 {
    (0..AHEAD.len()).map(|ahead| mean(sample, 0, ahead, line)).sum::<f64>() / AHEAD.len() as f64
}

const CLAIMS: [Test; 11] = [
    ("Strip packing rejects least where the interval is 12 h longer than the job", SAME_QUERY, |sample| {
        rejects_least(sample, PACKING)
    }),
    ("Rigid reservation earns least", RUNNING_SEEN, |sample| {
        let least = |ahead: usize| {
            mean(sample, 3, ahead, FIRST_FIT_EASY).min(mean(sample, 3, ahead, PACKING)) - mean(sample, 3, ahead, RIGID_EASY)
        };
        (0..AHEAD.len()).map(least).fold(f64::INFINITY, f64::min)
    }),
    ("With b_t = 1 h strip packing uses the nodes a little less than first fit", SAME_QUERY, |sample| {
        mean(sample, 0, 0, FIRST_FIT_EASY) - mean(sample, 0, 0, PACKING)
    }),
    ("With b_t = 5 and 10 h it uses them more on average", SAME_QUERY, |sample| {
        (1..AHEAD.len()).map(|ahead| mean(sample, 0, ahead, PACKING) - mean(sample, 0, ahead, FIRST_FIT_EASY)).sum()
    }),
    ("The other jobs wait less as b_t grows from 1 to 10 h, under strip packing", SAME_QUERY, |sample| {
        mean(sample, 4, 0, PACKING) - mean(sample, 4, AHEAD.len() - 1, PACKING)
    }),
    ("Taking smaller offers avoids more rejections as the interval grows", SAME_QUERY, |sample| avoids_more(sample, PACKING)),
    ("Strip packing rejects least where the interval is 12 h longer than the job, asked twice", SECOND_QUERY, |sample| {
        rejects_least(sample, PACKING_AGAIN)
    }),
    ("Taking smaller offers avoids more rejections as the interval grows, asked twice", SECOND_QUERY, |sample| {
        avoids_more(sample, PACKING_AGAIN)
    }),
    ("Under EASY rigid reservation uses the nodes least, on average", RUNNING_SEEN, |sample| {
        use_of(sample, FIRST_FIT_EASY).min(use_of(sample, PACKING)) - use_of(sample, RIGID_EASY)
    }),
    ("EASY uses the nodes more than FCFS, under rigid reservation and under first fit", RUNNING_SEEN, |sample| {
        let more = |easy: usize, fcfs: usize| use_of(sample, easy) - use_of(sample, fcfs);
        more(RIGID_EASY, RIGID_FCFS).min(more(FIRST_FIT_EASY, FIRST_FIT_FCFS))
    }),
    (
        "b_t has no effect on the use of the nodes under rigid reservation and EASY: a hundredth of them at most",
        RUNNING_SEEN,
        |sample| {
            let uses = || (0..AHEAD.len()).map(|ahead| mean(sample, 0, ahead, RIGID_EASY));
            NO_EFFECT - (uses().fold(f64::NEG_INFINITY, f64::max) - uses().fold(f64::INFINITY, f64::min))
        },
    ),
];

/// The claims of the paper.
pub(super) fn of(samples: &[Vec<f64>]) -> Vec<Claim> {
    let claim = |&(words, reading, test): &Test| {
        Claim::of_difference(words, Interval::of(samples.iter().map(|sample| test(sample)))).under(reading)
    };
    CLAIMS.iter().map(claim).collect()
}

/// How the curves of Figure 5 are measured, as the paper only shows them.
const CHANGE_OF_SLOTS: &str =
    "a curve fluctuates as much as the number of busy nodes changes from slot to slot, on average; queries see jobs that run";
/// Which reservations ask for many nodes.
const HALF_THE_MACHINE: &str =
    "many nodes are at least half of the machine's, and accepted is who gets them, if for less time; queries see jobs that run";

/// The claims of the paper about Figure 5: strip packing against both other lines.
pub(super) fn over_time(samples: &[Vec<f64>]) -> Vec<Claim> {
    let [rigid, first_fit, packing] = [0, 1, 2];
    let all = |difference: &dyn Fn(&[f64], usize) -> f64| {
        [rigid, first_fit].map(|other| Interval::of(samples.iter().map(|sample| difference(sample, other))))
    };
    let calmer = |sample: &[f64], other: usize| {
        sample[over_time_column(FLUCTUATION, other)] - sample[over_time_column(FLUCTUATION, packing)]
    };
    let more = |sample: &[f64], other: usize| {
        sample[over_time_column(WIDE_ACCEPTED, packing)] - sample[over_time_column(WIDE_ACCEPTED, other)]
    };
    vec![
        Claim::of_all(
            "Busy nodes fluctuate less under strip packing than under first fit with EASY and rigid with FCFS",
            &all(&calmer),
        )
        .under(CHANGE_OF_SLOTS),
        Claim::of_all(
            "Who asks for many nodes is accepted more often than under first fit with EASY and rigid with FCFS",
            &all(&more),
        )
        .under(HALF_THE_MACHINE),
    ]
}

/// The paper's numbers (Figure 7) beside ours, under both readings of Algorithm 2.
pub(super) fn beside(samples: &[Vec<f64>]) -> Vec<PaperValue> {
    let row = |(line, how): (usize, &str), (ahead, search, paper): (usize, usize, f64)| PaperValue {
        words: format!("rejections avoided by smaller offers{how}, b_t = {} h, sl_t = {} h", AHEAD[ahead], SEARCH[search]),
        paper,
        ours: Interval::of(samples.iter().map(move |sample| at(sample, 2, ahead, line, search))),
    };
    let readings = [(PACKING, ""), (PACKING_AGAIN, ", asked twice")];
    let places = [(1, 0, 0.135), (2, SEARCH.len() - 1, 0.7722)];
    readings.into_iter().flat_map(|reading| places.map(|place| row(reading, place))).collect()
}

/// What a line gains over first fit with EASY, in per cent of it, on average over every b_t and sl_t (ours).
#[derive(Clone, Copy, Debug)]
pub(super) struct Gain {
    line: usize,
    /// Place of the measure; and whether less of it is better.
    measure: (usize, bool),
    words: (&'static str, &'static str),
}

/// Being elastic, moving others, and both: in rejections and in revenue.
pub(super) fn gains() -> impl Iterator<Item = Gain> {
    let lines = [PACKING, EJECTING, HOLES, PACKING_EJECTING];
    let measures = [((1, true), ("fewer_rejections", "fewer rejections")), ((3, false), ("more_revenue", "more revenue"))];
    measures.into_iter().flat_map(move |(measure, words)| lines.into_iter().map(move |line| Gain { line, measure, words }))
}

impl Gain {
    /// Its name and words.
    pub fn measure(self) -> Measure {
        let (key, words) = self.words;
        let line = LINES[self.line];
        Measure {
            key: format!("{key}_{}", line.name()),
            words: format!("{}: {words} than First fit, EASY, per cent of it, mean over all b_t and sl_t", line.words()),
        }
    }

    /// In a run.
    pub fn of(self, sample: &[f64]) -> f64 {
        let total = |line: usize| (0..AHEAD.len()).map(|ahead| mean(sample, self.measure.0, ahead, line)).sum::<f64>();
        let (base, here) = (total(FIRST_FIT_EASY), total(self.line));
        let more = if base > 0.0 { 100.0 * (here - base) / base } else { 0.0 };
        if self.measure.1 { -more } else { more }
    }
}

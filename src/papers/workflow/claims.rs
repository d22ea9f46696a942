//! What the thesis claims, as differences that are not negative if the claim holds; and its paired t-test.

use super::paper::T_TEST;
use super::setting::{AVERAGE, ITERATIONS, Kind, LOADS, NODES, Preloading, Size, column};
use crate::experiment::{Claim, PaperValue};
use bookahead_engine::core::statistics::{Interval, PairedTest};

/// Places of the methods.
const SLACK: usize = 0;
const BLYTHE: usize = 1;

/// What verdicts rest on that compare delays.
const APPLICATIONS: &str = "the thesis says neither what a pre-load of 25 % is nor when applications start: here two other applications for each 25 %, all starts within ten mean critical paths";
const SHARE: &str = "the thesis says neither what a pre-load of 25 % is nor when applications start: here a share of the time of all nodes, starts anywhere in its window";
/// And what those do that compare the two methods.
const ALPHA: &str = "the thesis does not give Blythe’s α: here 0.1; and neither what a pre-load is nor when applications start";
/// Delays vanish where they are at most such a part of what they were.
const VANISHED: f64 = 0.1;
/// Place of 35 nodes.
const REVERSED: usize = 5;

/// Reads the numbers of a sample.
struct Reader {
    places: usize,
}

impl Reader {
    fn at(&self, sample: &[f64], picture: usize, method: usize, place: usize) -> f64 {
        sample[column(picture, method, place, self.places)]
    }

    /// Mean over all places of a picture.
    fn mean(&self, sample: &[f64], picture: usize, method: usize) -> f64 {
        (0..self.places).map(|place| self.at(sample, picture, method, place)).sum::<f64>() / self.places as f64
    }

    /// Mean over all places of all pictures of a measure: how much more Blythe's method has than slack.
    fn over_loads(&self, sample: &[f64], measure: usize) -> f64 {
        let of = |load: usize| {
            let picture = measure * LOADS.len() + load;
            self.mean(sample, picture, BLYTHE) - self.mean(sample, picture, SLACK)
        };
        (0..LOADS.len()).map(of).sum::<f64>() / LOADS.len() as f64
    }
}

/// The claims of an experiment.
pub(super) fn of(kind: Kind, size: Size, preloading: Preloading, samples: &[Vec<f64>]) -> Vec<Claim> {
    let reader = Reader { places: kind.places() };
    let paired = |number: &dyn Fn(&[f64]) -> f64| Interval::of(samples.iter().map(|sample| number(sample)));
    let reading = if preloading == Preloading::Share { SHARE } else { APPLICATIONS };
    match kind {
        Kind::Table => {
            let mut claims = table(&reader, samples, reading);
            if size == Size::Hundred {
                let words = "The thesis’ one exception: at 35 nodes and 50 % Blythe’s mean delay is the lower one";
                let cell = |s: &[f64], method| reader.at(s, LOADS.len() + AVERAGE, method, REVERSED);
                claims.push(Claim::of_difference(words, paired(&|s| cell(s, SLACK) - cell(s, BLYTHE))).under(ALPHA));
            }
            claims
        }
        Kind::Iterations => {
            let mut claims = vec![
                Claim::of_difference(
                    "After the same number of mappings slack leaves more applications without delay, mean of 1 to 50, per cent",
                    paired(&|s| reader.mean(s, 0, SLACK) - reader.mean(s, 0, BLYTHE)),
                )
                .under(ALPHA),
                Claim::of_difference(
                    "Its mean delay is lower, mean of 1 to 50",
                    paired(&|s| reader.mean(s, 1, BLYTHE) - reader.mean(s, 1, SLACK)),
                )
                .under(ALPHA),
                Claim::of_difference(
                    "More mappings lower the delay: after 1 less after 50",
                    paired(&|s| reader.at(s, 1, SLACK, 0) - reader.at(s, 1, SLACK, ITERATIONS as usize - 1)),
                )
                .under(reading),
            ];
            for (mappings, ..) in T_TEST {
                let (difference, test) = t_test(&reader, samples, mappings);
                let p = test.map_or_else(String::new, |test| format!(": two-tailed paired t-test, p = {:.4}", test.p));
                let words = format!("After {mappings} the mean delay by slack is lower{p}");
                claims.push(Claim::of_difference(words, difference).under(ALPHA));
            }
            claims
        }
        Kind::Work => vec![
            Claim::of_difference(
                "Slack looks at less than Blythe’s method",
                paired(&|s| reader.mean(s, 0, BLYTHE) - reader.mean(s, 0, SLACK)),
            )
            .under(ALPHA),
            Claim::of_difference(
                "With more nodes slack needs less work: 10 nodes minus 50",
                paired(&|s| reader.at(s, 0, SLACK, 0) - reader.at(s, 0, SLACK, NODES.len() - 1)),
            )
            .under(reading),
            Claim::of_difference(
                "Blythe’s method needs less work on 15 nodes than on 10",
                paired(&|s| reader.at(s, 0, BLYTHE, 0) - reader.at(s, 0, BLYTHE, 1)),
            )
            .under(ALPHA),
            Claim::of_difference(
                "With more nodes Blythe’s method needs more work: 50 nodes minus 15",
                paired(&|s| reader.at(s, 0, BLYTHE, NODES.len() - 1) - reader.at(s, 0, BLYTHE, 1)),
            )
            .under(ALPHA),
        ],
    }
}

/// The claims of a table.
fn table(reader: &Reader, samples: &[Vec<f64>], reading: &str) -> Vec<Claim> {
    let paired = |number: &dyn Fn(&[f64]) -> f64| Interval::of(samples.iter().map(|sample| number(sample)));
    let left = |load: usize| {
        let delay = |s: &[f64], place| reader.at(s, LOADS.len() + load, SLACK, place);
        paired(&|s| VANISHED * delay(s, 0) - delay(s, NODES.len() - 1))
    };
    vec![
        Claim::of_difference(
            "Slack delays fewer applications than Blythe’s method, mean of all cells, per cent",
            paired(&|s| reader.over_loads(s, 0)),
        )
        .under(ALPHA),
        Claim::of_difference("Its mean delay is lower, mean of all cells", paired(&|s| reader.over_loads(s, 1))).under(ALPHA),
        Claim::of_difference("In most cells its mean delay is no higher (share of the cells less a half)", cells(reader, samples))
            .under(ALPHA),
        Claim::of_difference(
            "More nodes delay fewer applications: 10 nodes less 50, pre-load 50 %",
            paired(&|s| reader.at(s, AVERAGE, SLACK, 0) - reader.at(s, AVERAGE, SLACK, NODES.len() - 1)),
        )
        .under(reading),
        Claim::of_difference(
            "A higher pre-load delays more: 75 % less 0 %, mean of all numbers of nodes",
            paired(&|s| reader.mean(s, LOADS.len() - 1, SLACK) - reader.mean(s, 0, SLACK)),
        )
        .under(reading),
        Claim::of_all(
            "Delays vanish with more nodes at every pre-load: a tenth of the mean delay on 10 nodes, less that on 50",
            &[1, 2, 3].map(left),
        )
        .under(reading),
    ]
}

/// The share of the cells of a table in which the mean delay by slack is no higher, less a half.
fn cells(reader: &Reader, samples: &[Vec<f64>]) -> Interval {
    let mean = |load: usize, method: usize, place: usize| -> f64 {
        samples.iter().map(|sample| reader.at(sample, LOADS.len() + load, method, place)).sum()
    };
    let all = (0..LOADS.len()).flat_map(|load| (0..NODES.len()).map(move |place| (load, place)));
    let held = all.filter(|&(load, place)| mean(load, SLACK, place) <= mean(load, BLYTHE, place)).count();
    let share = held as f64 / (LOADS.len() * NODES.len()) as f64 - 0.5;
    Interval::of((!samples.is_empty()).then_some(share).into_iter())
}

/// Blythe's delay less that of slack after so many mappings, and the paired t-test of whether it is zero.
fn t_test(reader: &Reader, samples: &[Vec<f64>], mappings: u32) -> (Interval, Option<PairedTest>) {
    let place = mappings as usize - 1;
    let differences = samples.iter().map(|sample| reader.at(sample, 1, BLYTHE, place) - reader.at(sample, 1, SLACK, place));
    (Interval::of(differences.clone()), PairedTest::of(differences))
}

/// The tests of the thesis beside ours.
pub(super) fn t_tests(samples: &[Vec<f64>]) -> Vec<PaperValue> {
    let reader = Reader { places: Kind::Iterations.places() };
    let rows = T_TEST.into_iter().flat_map(|(mappings, difference, p)| {
        let (ours, test) = t_test(&reader, samples, mappings);
        let of_p = Interval::of(test.map(|test| test.p).into_iter());
        [
            PaperValue {
                words: format!("after {mappings} mappings: Blythe’s mean delay less that by slack"),
                paper: difference,
                ours,
            },
            PaperValue { words: format!("after {mappings} mappings: two-tailed p of the paired t-test"), paper: p, ours: of_p },
        ]
    });
    rows.collect()
}

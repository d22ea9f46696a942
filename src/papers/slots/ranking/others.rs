//! What Umar's chapter 2 reports that other works found about their planners, as differences between planners on the same requests.

use super::figures::{FIGURES, Figure};
use crate::experiment::{Claim, Measure};
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::slots::scenario::Policy;

/// A finding of another work: the figure of one planner is above that of each planner beside it.
struct Finding {
    words: &'static str,
    figure: Figure,
    /// The planner that is said to be the better one, and the other one.
    pairs: &'static [(&'static str, &'static str)],
}

/// The works had other machines and other requests.
const READING: &str = "claimed on other workloads";

/// What Umar 2.1.3 and 2.1.5 report. Orders by arrival are left out of the shares of the wait: nothing is ever planned otherwise there.
const FINDINGS: [Finding; 5] = [
    Finding {
        words: "min-min uses the machine more than the other orders of FIRST (Hu et al., in Umar 2.1.5)",
        figure: Figure::Utilisation,
        pairs: &[
            ("first-min-min", "first-fifo"),
            ("first-min-min", "first-min-slack"),
            ("first-min-min", "first-min-max"),
            ("first-min-min", "first-sufferage"),
        ],
    },
    Finding {
        words: "a start that is fixed after 75 % of the wait uses the machine more than one fixed after 50 %, and that more than after 25 % (Netto et al., in Umar 2.1.5)",
        figure: Figure::Utilisation,
        pairs: &[
            ("netto-shuffle-75", "netto-shuffle-50"),
            ("netto-shuffle-50", "netto-shuffle-25"),
            ("netto-bjf-75", "netto-bjf-50"),
            ("netto-bjf-50", "netto-bjf-25"),
            ("netto-lff-75", "netto-lff-50"),
            ("netto-lff-50", "netto-lff-25"),
            ("netto-edf-75", "netto-edf-50"),
            ("netto-edf-50", "netto-edf-25"),
        ],
    },
    Finding {
        words: "GELSAR uses the machine more than the genetic algorithm (Barzegar et al., in Umar 2.1.5)",
        figure: Figure::Utilisation,
        pairs: &[("gelsar", "genetic")],
    },
    Finding {
        words: "booking more nodes than there are uses the machine more than first fit (Xiao et al., in Umar 2.1.3)",
        figure: Figure::Utilisation,
        pairs: &[("overlapping", "first-fit")],
    },
    Finding {
        words: "booking more nodes than there are refuses fewer jobs than first fit, violated reservations counted as refused (Xiao et al., in Umar 2.1.3)",
        figure: Figure::Acceptance,
        pairs: &[("overlapping", "first-fit")],
    },
];

/// Every difference that a finding is about: figure, the better planner, the other one.
fn differences() -> impl Iterator<Item = (Figure, &'static str, &'static str)> {
    FINDINGS.iter().flat_map(|finding| finding.pairs.iter().map(|(better, other)| (finding.figure, *better, *other)))
}

/// What is measured for the findings: mean differences over the workloads, in percentage points.
pub(super) fn measures() -> Vec<Measure> {
    let name = |name: &str| Policy::from_name(name).map_or_else(|| name.to_string(), |policy| policy.title());
    let measure = |(figure, better, other): (Figure, &str, &str)| Measure {
        key: format!("{}_{better}_over_{other}", figure.key()),
        words: format!("{} of {} above that of {}, in percentage points", figure.name(), name(better), name(other)),
    };
    differences().map(measure).collect()
}

/// Their values in a run: of each workload the figures of all policies.
pub(super) fn values<'a>(policies: &[Policy], workloads: impl Iterator<Item = &'a [[f64; FIGURES]]> + Clone) -> Vec<f64> {
    let place = |name: &str| policies.iter().position(|policy| policy.name() == name);
    let value = |(figure, better, other): (Figure, &str, &str)| {
        let (Some(better), Some(other)) = (place(better), place(other)) else { return 0.0 };
        let gains = workloads.clone().map(|plans| plans[better][figure as usize] - plans[other][figure as usize]);
        gains.sum::<f64>() / workloads.clone().count().max(1) as f64
    };
    differences().map(value).collect()
}

/// What became of the findings: of each run the values of [`measures`].
pub(super) fn claims(samples: &[&[f64]]) -> Vec<Claim> {
    let mut at = 0;
    let claim = |finding: &Finding| {
        let of = |place: usize| Interval::of(samples.iter().map(move |sample| sample[place]));
        let gains: Vec<Interval> = (at..at + finding.pairs.len()).map(of).collect();
        at += finding.pairs.len();
        Claim::of_all(format!("{}, in percentage points", finding.words), &gains).under(READING)
    };
    FINDINGS.iter().map(claim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::ranking::RankingStudy;

    #[test]
    fn every_planner_of_a_finding_is_ranked() {
        let names: Vec<String> = RankingStudy::policies().iter().map(|policy| policy.name()).collect();
        for (_, better, other) in differences() {
            assert!(names.iter().any(|name| name == better) && names.iter().any(|name| name == other), "{better}, {other}");
        }
        assert!(Figure::ALL.iter().enumerate().all(|(at, figure)| *figure as usize == at));
    }
}

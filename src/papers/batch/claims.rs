//! The paper's claims about each figure, as numbers that are not negative if the claim holds; and its numbers beside ours.

use super::figure::ClusterFigure;
use super::sweep::{ClusterInput, ClusterSweep};
use crate::experiment::{Claim, PaperValue};
use bookahead_engine::batch::scheduler::Scheduler;
use bookahead_engine::core::statistics::Interval;

/// Table 5.3: retries by nodes in groups of 50, for CTC (512 processors) and KTH (128).
const CTC: [Option<f64>; 8] = [Some(2.96), Some(5.34), Some(7.22), Some(13.25), None, None, None, Some(127.44)];
const KTH: [Option<f64>; 3] = [Some(10.27), Some(60.0), Some(120.0)];
/// A machine of more nodes is compared with CTC.
const KTH_NODES: u32 = 128;

/// The waits of the batch system of the log, or of EASY where there is no log.
fn batch(sweep: &ClusterSweep) -> Option<(usize, Vec<Option<f64>>)> {
    sweep.means(Scheduler::AsLogged.name()).or_else(|| sweep.means(Scheduler::Easy.name()))
}

fn mean(values: &[Option<f64>]) -> Option<f64> {
    let known: Vec<f64> = values.iter().copied().flatten().collect();
    (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
}

/// Each claim with the number that is not negative if it holds; `None` while it cannot be told.
fn tests(figure: ClusterFigure, sweep: &ClusterSweep) -> Vec<(&'static str, Option<f64>)> {
    let Some((own, values)) =
        sweep.means(Scheduler::CoAllocation.name()).or_else(|| sweep.means("jobs")).or_else(|| sweep.means("ρ = 0"))
    else {
        return Vec::new();
    };
    let other = batch(sweep);
    let at = |values: &[Option<f64>], place: usize| values.get(place).copied().flatten();
    let longest = |curve: usize, run: usize| mean(&sweep.longest(curve, run).into_iter().map(Some).collect::<Vec<_>>());
    let known: Vec<f64> = values.iter().copied().flatten().collect();
    // The mean of all runs is one number: growth is its least step.
    let least_step = |values: &[f64]| values.windows(2).map(|pair| pair[1] - pair[0]).min_by(f64::total_cmp);
    let ends = known.first().copied().zip(known.last().copied());
    match figure {
        ClusterFigure::Retries => {
            // The groups of small machines are narrower than the paper's: the last one of each fifty is taken.
            let places = figure.places(sweep.nodes());
            let of_fifty = |fifty: u32| places.iter().rposition(|place| *place <= f64::from(fifty * 50));
            let fifties = places.last().map_or(0, |last| (*last as u32).div_ceil(50));
            let mut taken: Vec<usize> = (1..=fifties).filter_map(of_fifty).collect();
            taken.dedup();
            let fifties: Vec<f64> = taken.into_iter().filter_map(|place| at(&values, place)).collect();
            vec![("Retries grow with the number of nodes, from each fifty to the next", least_step(&fifties))]
        }
        ClusterFigure::TemporalPenalty => {
            let both = |from: usize, to: usize| {
                let (_, batch) = other.as_ref()?;
                Some((mean(values.get(from..to)?)?, mean(batch.get(from..to)?)?))
            };
            vec![
                (
                    "Jobs of up to an hour are penalised less than under the batch scheduler (in the paper a sixth as much)",
                    both(0, 1).map(|(own, batch)| batch - own),
                ),
                ("Jobs of two to ten hours are penalised more", both(2, 10).map(|(own, batch)| own - batch)),
            ]
        }
        ClusterFigure::Waits => vec![
            ("Most jobs wait for less than two hours", at(&values, 1).map(|share| share - 0.5)),
            (
                "The longest wait is shorter than under the batch scheduler",
                other.and_then(|(curve, _)| Some(longest(curve, 0)? - longest(own, 0)?)),
            ),
        ],
        ClusterFigure::Lengths => {
            let two = at(&values, 0).zip(at(&values, 1));
            vec![("Most jobs of KTH run for less than two hours", two.map(|(one, two)| one + two - 0.5))]
        }
        ClusterFigure::SpatialPenalty => vec![("Wide jobs wait longer", ends.map(|(first, last)| last - first))],
        ClusterFigure::WaitsAhead => {
            let tail = |name: &str| sweep.means(name).and_then(|(curve, _)| longest(curve, 0));
            let both = tail("ρ = 0").zip(tail("ρ = 1"));
            vec![(
                "The longest wait is the same whatever the share of advance reservations (within a quarter)",
                both.map(|(none, all)| 0.25 * none - (all - none).abs()),
            )]
        }
        ClusterFigure::MeanWait => {
            vec![("The mean wait grows with the share of advance reservations, with every step", least_step(&known))]
        }
        ClusterFigure::Operations => {
            let most = known.iter().copied().fold(0.0, f64::max);
            let least = known.iter().copied().fold(f64::INFINITY, f64::min);
            let margin = (!known.is_empty()).then_some(0.5 * most - (most - least));
            vec![("Operations per request stay about constant (no more than twice as many anywhere)", margin)]
        }
    }
}

/// The claims about a figure.
pub(super) fn of(figure: ClusterFigure, sweep: &ClusterSweep) -> Vec<Claim> {
    let is_whole = sweep.progress().done == sweep.progress().units;
    let claim = |(words, margin): (&str, Option<f64>)| {
        let measured = margin.filter(|_| is_whole).map_or_else(Interval::default, |margin| Interval::of(std::iter::once(margin)));
        Claim::of_difference(words, measured)
    };
    tests(figure, sweep).into_iter().map(claim).collect()
}

/// The paper's own numbers beside ours, where a log is given.
pub(super) fn beside(figure: ClusterFigure, sweep: &ClusterSweep, input: Option<&ClusterInput>) -> Vec<PaperValue> {
    let Some(input) = input.filter(|_| figure == ClusterFigure::Retries) else { return Vec::new() };
    let (name, paper) = if input.nodes > KTH_NODES { ("CTC", &CTC[..]) } else { ("KTH", &KTH[..]) };
    let Some((_, values)) = sweep.means(Scheduler::CoAllocation.name()) else { return Vec::new() };
    let places = figure.places(input.nodes);
    let value = |(at, paper): (usize, &Option<f64>)| {
        // Of small machines ours are narrower groups: the last one of each fifty is taken.
        let place = places.iter().rposition(|place| *place <= f64::from((at as u32 + 1) * 50))?;
        let ours = Interval::of(std::iter::once(values.get(place).copied().flatten()?));
        Some(PaperValue { words: format!("{name}, {} to {} nodes: retries", at * 50 + 1, (at + 1) * 50), paper: (*paper)?, ours })
    };
    paper.iter().enumerate().filter_map(value).collect()
}

//! The demand of a class: a normal distribution and its rounding to whole numbers.

use super::normal;
use serde::{Deserialize, Serialize};

/// Demand for nodes in one slot: normal with this mean and standard deviation, never below 0 (Umar 5.2.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Demand {
    /// μ, in nodes; at least 0. A mean of 0 stands for no demand at all.
    pub mean: f64,
    /// σ, in nodes. Where people give it, it is above 0; a forecast of constant demand has 0.
    pub deviation: f64,
}

impl Demand {
    /// N(mean, deviation²).
    pub const fn new(mean: f64, deviation: f64) -> Self {
        Self { mean, deviation }
    }

    /// P(D > y) of the normal distribution: the demand curve of Littlewood's rule.
    pub fn exceeds(self, y: f64) -> f64 {
        if self.mean <= 0.0 {
            return if y < 0.0 { 1.0 } else { 0.0 };
        }
        if self.deviation <= 0.0 {
            return if y < self.mean { 1.0 } else { 0.0 };
        }
        normal::tail((y - self.mean) / self.deviation)
    }

    /// F⁻¹(p) = μ + σ·Φ⁻¹(p); 0 where there is no demand.
    pub fn quantile(self, p: f64) -> f64 {
        if self.mean <= 0.0 {
            return 0.0;
        }
        // Zero times infinity is no number.
        if self.deviation <= 0.0 { self.mean } else { self.mean + self.deviation * normal::quantile(p) }
    }

    /// The demand of several classes together: means and variances add up (Umar (10), (12)).
    pub fn sum(demands: impl Iterator<Item = Self>) -> Self {
        let (mean, variance) = demands
            .filter(|demand| demand.mean > 0.0)
            .fold((0.0, 0.0), |(mean, variance), d| (mean + d.mean, variance + d.deviation * d.deviation));
        Self { mean, deviation: libm::sqrt(variance) }
    }

    /// The same demand in whole nodes: rounded to the nearest number, at least 0. The mean is kept (but for what lies below 0).
    pub fn in_whole_nodes(self, most: u32) -> WholeDemand {
        WholeDemand::new(self, most)
    }
}

/// Probabilities of whole numbers of nodes: P(D = d) = Φ((d + ½ − μ)/σ) − Φ((d − ½ − μ)/σ), everything below ½ counting as 0.
///
/// Kept from the first to the last number that is at least [`LEAST`] likely; the rest is left out, which changes no figure by more than
/// the capacity times that.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeDemand {
    /// The first number kept.
    pub first: u32,
    /// P(D = first + i).
    pub probability: Vec<f64>,
    /// P(D ≥ d) for d = 0 ..= `most`.
    pub at_least: Vec<f64>,
}

/// Probabilities below this one are left out.
pub const LEAST: f64 = 1e-18;

impl WholeDemand {
    fn new(demand: Demand, most: u32) -> Self {
        if demand.mean <= 0.0 || demand.deviation <= 0.0 {
            let certain = if demand.mean <= 0.0 { 0.0 } else { libm::round(demand.mean) };
            let at_least = (0..=most).map(|d| if f64::from(d) <= certain { 1.0 } else { 0.0 }).collect();
            let kept = certain <= f64::from(most);
            return Self { first: if kept { certain as u32 } else { 0 }, probability: vec![1.0; usize::from(kept)], at_least };
        }
        // z of the border below d.
        let border = |d: u32| (f64::from(d) - 0.5 - demand.mean) / demand.deviation;
        let tail = |d: u32| if d == 0 { 1.0 } else { normal::tail(border(d)) };
        // Differences of two numbers near 1 lose digits: below the mean they are taken from the other side.
        let head = |d: u32| if d == 0 { 0.0 } else { normal::cdf(border(d)) };
        let exact = |d: u32| if border(d) > 0.0 { tail(d) - tail(d + 1) } else { head(d + 1) - head(d) };
        let at_least: Vec<f64> = (0..=most).map(tail).collect();
        // Nothing beyond nine deviations is likely enough to be kept.
        let reach = 9.0 * demand.deviation + 1.0;
        let from = (demand.mean - reach).clamp(0.0, f64::from(most) + 1.0) as u32;
        let to = (demand.mean + reach).clamp(0.0, f64::from(most)) as u32;
        let likely = |d: &u32| exact(*d) >= LEAST;
        let (Some(first), Some(last)) = ((from..=to).find(likely), (from..=to).rev().find(likely)) else {
            return Self { first: 0, probability: Vec::new(), at_least };
        };
        Self { first, probability: (first..=last).map(exact).collect(), at_least }
    }

    /// Probabilities of `first`, `first` + 1, …, which add up to 1.
    fn of_probabilities(first: u32, probability: Vec<f64>, most: u32) -> Self {
        // Summed from above: the small ones first.
        let mut above = 0.0;
        let mut tails: Vec<f64> = probability
            .iter()
            .rev()
            .map(|p| {
                above += p;
                above
            })
            .collect();
        tails.reverse();
        let tail = |d: u32| match d.checked_sub(first) {
            None | Some(0) => 1.0,
            Some(at) => tails.get(at as usize).copied().unwrap_or(0.0).min(1.0),
        };
        let at_least = (0..=most).map(tail).collect();
        let kept = (u64::from(most) + 1).saturating_sub(u64::from(first)) as usize;
        let mut probability = probability;
        probability.truncate(kept);
        Self { first: if kept > 0 { first } else { 0 }, probability, at_least }
    }

    /// The Poisson distribution: P(D = d) = e^−μ·μ^d ÷ d!.
    pub fn poisson(mean: f64, most: u32) -> Self {
        if mean <= 0.0 {
            return Self::of_probabilities(0, vec![1.0], most);
        }
        // From the likeliest number on, so that nothing vanishes before it is there.
        let likeliest = mean as u32;
        let top = libm::exp(f64::from(likeliest) * libm::log(mean) - mean - libm::lgamma(f64::from(likeliest) + 1.0));
        let steps =
            |(d, p): (u32, f64), d_next: u32, factor: f64| Some((d_next, p * factor)).filter(|(_, p)| *p >= LEAST && d != d_next);
        let below =
            std::iter::successors(Some((likeliest, top)), |&(d, p)| steps((d, p), d.saturating_sub(1), f64::from(d) / mean));
        let above = std::iter::successors(Some((likeliest, top)), |&(d, p)| steps((d, p), d + 1, mean / f64::from(d + 1)));
        let mut all: Vec<(u32, f64)> = below.skip(1).collect();
        all.reverse();
        all.extend(above);
        let first = all.first().map_or(0, |(d, _)| *d);
        Self::of_probabilities(first, all.into_iter().map(|(_, p)| p).collect(), most)
    }

    /// The sum of numbers that are drawn uniformly, each from its least to its greatest.
    pub fn uniform(ranges: &[(u32, u32)], most: u32) -> Self {
        let mut probability = vec![1.0];
        for (least, greatest) in ranges {
            let width = (greatest - least) as usize + 1;
            let (mut window, before) = (0.0_f64, probability);
            let next = |at: usize| {
                window += before.get(at).copied().unwrap_or(0.0)
                    - at.checked_sub(width).and_then(|at| before.get(at)).copied().unwrap_or(0.0);
                window.max(0.0) / width as f64
            };
            probability = (0..before.len() + width - 1).map(next).collect();
        }
        Self::of_probabilities(ranges.iter().map(|(least, _)| least).sum(), probability, most)
    }

    /// Littlewood's rule in whole nodes: how many are more likely than `ratio` to be asked for, so that the last of them is worth more than the lower price.
    pub fn level(&self, ratio: f64) -> u32 {
        self.at_least.iter().skip(1).take_while(|p| **p > ratio).count() as u32
    }

    /// E[min(D, n)]: how many of `n` nodes are sold on average.
    pub fn expected_sales(&self, n: u32) -> f64 {
        self.at_least.iter().take(n as usize + 1).skip(1).sum()
    }
}

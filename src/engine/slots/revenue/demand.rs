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

    /// E[min(D, n)]: how many of `n` nodes are sold on average.
    pub fn expected_sales(&self, n: u32) -> f64 {
        self.at_least.iter().take(n as usize + 1).skip(1).sum()
    }
}

//! One protection level varies while all others are fixed: expected revenue of the whole market, and how often the limit is reached.

use super::demand::WholeDemand;
use super::optimum::WholeClasses;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Chances below this one are left out: no figure changes by more than the capacity times that.
const LEAST: f64 = 1e-15;

/// Levels that one round of the inner loop works on at once.
const LANES: usize = 8;

/// Expected revenue of all classes against the nodes y_k kept for classes 1 … k, k being the border; the other levels stay as they are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BorderCurve {
    /// Expected revenue per slot in minor units with y = 0 … capacity nodes kept.
    pub revenue: Vec<f64>,
    /// With y nodes kept: how likely the class below the border meets its limit, so that one node more or less makes a difference.
    pub meets_limit: Vec<f64>,
    /// ΔV_k(x), x = 1 … capacity: what the x-th node is worth to classes 1 … k.
    pub worth: Vec<f64>,
    /// The first level with the greatest revenue.
    pub best: u32,
}

impl BorderCurve {
    /// The curve of `border` (0 between classes 1 and 2) under protection levels y_1 … y_{n−1}. Demand counts in whole nodes, the lowest class
    /// books first, as in [`super::expected_revenue`].
    ///
    /// With X the nodes left when class k + 1 books, one node more for it brings p_{k+1} and costs ΔV_k(y), where it is asked for:
    /// R(y − 1) − R(y) = (p_{k+1} − ΔV_k(y))·P(X ≥ y, D_{k+1} > X − y). O(capacity × width of the demand) for each class.
    pub fn of(whole: &WholeClasses, levels: &[u32], border: usize) -> Self {
        let (nodes, classes) = (whole.capacity() as usize, &whole.classes);
        let border = border.min(classes.len().saturating_sub(2));
        let worth = whole.worth_of_nodes(border + 1, levels);
        let Some((price, demand)) = classes.get(border + 1) else {
            let revenue = worth.iter().sum();
            return Self { revenue: vec![revenue; nodes + 1], meets_limit: vec![0.0; nodes + 1], worth, best: 0 };
        };
        let (left, earned) = left_by(nodes, &classes[border + 2..], &levels[(border + 1).min(levels.len())..]);
        // With everything kept, class k + 1 gets nothing: what was earned before, and what all nodes left are worth to classes 1 … k.
        let mut revenue = vec![earned; nodes + 1];
        let mut value = 0.0;
        for (x, chance) in left.iter().enumerate() {
            revenue[nodes] += chance * value;
            value += worth.get(x).copied().unwrap_or(0.0);
        }
        let meets_limit = meets_limit(&left, &demand.at_least[1..]);
        for y in (1..=nodes).rev() {
            revenue[y - 1] = revenue[y] + (price - worth[y - 1]) * meets_limit[y];
        }
        let mut best = 0;
        for (y, &value) in revenue.iter().enumerate() {
            // Where nothing is at stake, sums differ by their last digits only.
            if value > revenue[best] * (1.0 + 1e-12) {
                best = y;
            }
        }
        Self { revenue, meets_limit, worth, best: best as u32 }
    }

    /// What a level loses against the best, in minor units.
    pub fn loss(&self, level: u32) -> f64 {
        let at = |y: u32| self.revenue.get(y as usize).copied().unwrap_or(0.0);
        (at(self.best) - at(level)).max(0.0)
    }
}

/// For y = 0, 1, … the chance that more than x − y nodes are asked for where x are left: Σ_x left(x)·P(D > x − y) over x ≥ y.
fn meets_limit(left: &[f64], asked: &[f64]) -> Vec<f64> {
    // Before these nobody is left anything, after them nothing is added either.
    let from = left.iter().position(|&chance| chance > 0.0).unwrap_or(0);
    let to = left.iter().rposition(|&chance| chance > 0.0).map_or(0, |last| last + 1);
    // Some neighbouring y at once, in vector registers, the greatest first; each is summed in the order of x, and 0 stands for x < y.
    let mut padded = vec![0.0; LANES];
    padded.extend_from_slice(&asked[..asked.len().min(left.len())]);
    padded.resize(left.len() + 2 * LANES, 0.0);
    let mut chances = Vec::with_capacity(left.len() + LANES);
    for first in (0..left.len()).step_by(LANES) {
        let mut sums = [0.0; LANES];
        let begin = from.max(first).min(to);
        // P(D > x − y) is entry LANES + x − y.
        let asked = padded[begin + 1 - first.min(begin)..].windows(LANES);
        for (chance, asked) in left[begin..to].iter().zip(asked) {
            for (sum, asked) in sums.iter_mut().zip(asked) {
                *sum += chance * asked;
            }
        }
        chances.extend(sums.iter().rev());
    }
    chances.truncate(left.len());
    chances
}

/// How many nodes `lower`, the last class first, leave of all: the chance of each number, and what these classes are expected to pay. Entry k of
/// `levels` is what is kept from entry k of `lower`.
fn left_by(nodes: usize, lower: &[(f64, Arc<WholeDemand>)], levels: &[u32]) -> (Vec<f64>, f64) {
    let mut left = vec![0.0; nodes + 1];
    left[nodes] = 1.0;
    let mut earned = 0.0;
    for ((price, demand), &level) in lower.iter().zip(levels).rev() {
        let level = level as usize;
        let mut next = vec![0.0; left.len()];
        // E[min(D, n)] for n = 0 … capacity.
        let expected = demand.at_least[1..].iter().scan(0.0, |sum, p| {
            *sum += p;
            Some(*sum)
        });
        let expected: Vec<f64> = std::iter::once(0.0).chain(expected).collect();
        let mut sold = 0.0;
        for (x, &chance) in left.iter().enumerate() {
            let open = x.saturating_sub(level);
            if chance < LEAST || open == 0 {
                next[x] += chance;
                continue;
            }
            for (i, p) in demand.probability.iter().enumerate() {
                let d = demand.first as usize + i;
                if d >= open {
                    break;
                }
                next[x - d] += chance * p;
            }
            next[level] += chance * demand.at_least[open];
            sold += chance * expected[open];
        }
        earned += price * sold;
        left = next;
    }
    (left, earned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_met_as_often_as_the_plain_sum_says() {
        let chance = |x: usize, nodes: usize| if x * 3 < nodes { 0.0 } else { 1.0 / (x * x + 1) as f64 };
        for nodes in [0, 1, 2, 7, 8, 9, 16, 61] {
            let asked: Vec<f64> = (0..nodes).map(|d| 1.0 / (d + 2) as f64).collect();
            for last in 0..=nodes {
                let left: Vec<f64> = (0..=nodes).map(|x| if x > last { 0.0 } else { chance(x, nodes) }).collect();
                let plain = |y: usize| left[y..].iter().zip(&asked).fold(0.0, |sum, (left, asked)| sum + left * asked);
                assert_eq!(meets_limit(&left, &asked), (0..=nodes).map(plain).collect::<Vec<_>>(), "{nodes} {last}");
            }
        }
    }
}

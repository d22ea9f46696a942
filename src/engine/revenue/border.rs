//! One protection level moved while all others stay: expected revenue of the whole market against it, and how often the limit is met.

use super::demand::WholeDemand;
use super::optimum::WholeClasses;

/// Chances below this one are left out: no figure changes by more than the capacity times that.
const LEAST: f64 = 1e-15;

/// Expected revenue of all classes against the nodes y_k kept for classes 1 … k, k being the border; the other levels stay as they are.
#[derive(Clone, Debug, PartialEq)]
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
        // The chance that class k + 1 asks for more than x − y nodes where x are left.
        let meets = |y: usize| -> f64 { left[y..].iter().zip(&demand.at_least[1..]).map(|(left, asked)| left * asked).sum() };
        let meets_limit: Vec<f64> = (0..=nodes).map(meets).collect();
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

/// How many nodes `lower`, the last class first, leave of all: the chance of each number, and what these classes are expected to pay. Entry k of
/// `levels` is what is kept from entry k of `lower`.
fn left_by(nodes: usize, lower: &[(f64, WholeDemand)], levels: &[u32]) -> (Vec<f64>, f64) {
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

//! Demand curves, expected revenue against a protection level, spoilage and dilution of two classes. The page draws these figures for a whole market
//! (`border.rs`); tests, digests and benches compare them with the functions here.

use super::demand::Demand;
use super::offer::Offer;
use super::optimum::expected_revenue;

/// P(D > y)·p for y = 0 … capacity: what the y-th protected node is expected to bring from the class (or virtual class) that it is kept for.
/// Littlewood's level is where the curve falls to the lower price (Umar 5.2.2.1).
pub fn demand_curve(price: f64, demand: Demand, capacity: u32) -> Vec<f64> {
    (0..=capacity).map(|y| price * demand.exceeds(f64::from(y))).collect()
}

/// One protection level and what comes of it, per slot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelPoint {
    /// Expected revenue in minor units.
    pub revenue: f64,
    /// Expected number of nodes kept for the higher class that it does not ask for while the lower class is turned away: idle nodes, whose
    /// worth is the lower price.
    pub spoilage_nodes: f64,
    /// Expected number of higher-class nodes turned away because the lower class holds them: each costs the difference of the prices.
    pub dilution_nodes: f64,
}

/// Expected revenue of two classes against the protection level y = 0 … capacity of the higher one.
#[derive(Clone, Debug, PartialEq)]
pub struct RevenueCurve {
    /// Entry y: the level y.
    pub points: Vec<LevelPoint>,
    /// The first level with the greatest expected revenue.
    pub best: u32,
}

impl RevenueCurve {
    /// The curve of two neighbouring classes, or of EMSR-b's virtual class and the next lower one. Demand counts in whole nodes, as in
    /// [`expected_revenue`]. O(capacity × width of the demand).
    pub fn of(capacity: u32, higher_price: f64, higher: Demand, lower_price: f64, lower: Demand) -> Self {
        let n = capacity as usize;
        let (above, below) = (higher.in_whole_nodes(capacity), lower.in_whole_nodes(capacity));
        // E[min(D₁, n)] for n = 0 … capacity.
        let mut sold = Vec::with_capacity(n + 1);
        sold.push(0.0);
        for d in 1..=n {
            sold.push(sold[d - 1] + above.at_least[d]);
        }
        let mean_higher = sold[n];
        // With level y the lower class takes min(D₂, b), b = C − y. Raising b by one matters where D₂ ≥ b: the higher class then has C − b
        // nodes instead of C − b + 1.
        let mut points = vec![LevelPoint { revenue: 0.0, spoilage_nodes: 0.0, dilution_nodes: 0.0 }; n + 1];
        let (mut lower_sold, mut higher_sold) = (0.0, mean_higher);
        let mut spoilage_nodes = idle_while_asked(&below.at_least, &above.at_least, n);
        for b in 0..=n {
            if b > 0 {
                let asked = below.at_least[b];
                lower_sold += asked;
                higher_sold -= asked * (sold[n - b + 1] - sold[n - b]);
                spoilage_nodes -= asked * (1.0 - above.at_least[n - b + 1]);
            }
            points[n - b] = LevelPoint {
                revenue: higher_price * higher_sold + lower_price * lower_sold,
                spoilage_nodes: spoilage_nodes.max(0.0),
                dilution_nodes: (mean_higher - higher_sold).max(0.0),
            };
        }
        let mut best = 0;
        for (y, point) in points.iter().enumerate() {
            if point.revenue > points[best].revenue {
                best = y;
            }
        }
        Self { points, best: best as u32 }
    }

    /// What each level loses against the best, in minor units.
    pub fn loss(&self, level: u32) -> f64 {
        let at = |y: u32| self.points.get(y as usize).map_or(0.0, |point| point.revenue);
        at(self.best) - at(level)
    }
}

/// Idle nodes that the lower class still asks for, with every node kept from it: with a limit of b they are E[min((D₂ − b)⁺, (y − D₁)⁺)],
/// the sum over j = b + 1 … C of P(D₂ ≥ j)·P(D₁ ≤ C − j), so that each further node of the limit takes one term off.
fn idle_while_asked(lower_at_least: &[f64], higher_at_least: &[f64], n: usize) -> f64 {
    (1..=n).map(|j| lower_at_least[j] * (1.0 - higher_at_least[n + 1 - j])).sum()
}

/// Expected revenue with the level of one border y_k moved from 0 to the capacity while the others stay, ordered as they must be: lower
/// levels are pulled down to it and higher ones pushed up.
pub fn revenue_along(capacity: u32, offers: &[Offer], levels: &[u32], border: usize, step: u32) -> Vec<(u32, f64)> {
    let value = |y: u32| {
        let moved = |(k, &level): (usize, &u32)| match k.cmp(&border) {
            std::cmp::Ordering::Less => level.min(y),
            std::cmp::Ordering::Equal => y,
            std::cmp::Ordering::Greater => level.max(y),
        };
        let levels: Vec<u32> = levels.iter().enumerate().map(moved).collect();
        (y, expected_revenue(capacity, offers, &levels))
    };
    let step = step.max(1);
    (0..=capacity).step_by(step as usize).chain((!capacity.is_multiple_of(step)).then_some(capacity)).map(value).collect()
}

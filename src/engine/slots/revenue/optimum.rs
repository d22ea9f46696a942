//! The exact nested limits of a single resource, and what any limits are expected to bring, by dynamic programming.
//!
//! Classes book one after another, the lowest first, each wanting a whole random number of nodes (Brumelle and McGill 1993; Robinson 1995).
//! With ΔV_k(x) the worth of the x-th node before classes k … 1 book, and y_k nodes kept for classes 1 … k:
//!
//! ```text
//! ΔV_{k+1}(x) = ΔV_k(x)                                                        x ≤ y_k
//! ΔV_{k+1}(x) = p_{k+1}·P(D ≥ x − y_k) + Σ_{d < x − y_k} P(D = d)·ΔV_k(x − d)    x > y_k
//! ```
//!
//! This holds for any y; the best is y_k = the number of x with ΔV_k(x) > p_{k+1}. Expected revenue is the sum of ΔV_n(x) over the
//! capacity, so that the optimum and the heuristics are valued by the same sums.

use super::demand::{Demand, LEAST, WholeDemand};
use super::offer::Offer;
use std::sync::Arc;

/// Results that one round of the inner loop works on at once: they stay in vector registers.
const LANES: usize = 8;

/// What the x-th node is worth, x = 1 … capacity, before the classes taken in so far book.
#[derive(Clone, Debug)]
struct Worth {
    /// Entry x − 1 is ΔV(x).
    marginal: Vec<f64>,
    /// Scratch of [`Worth::add`].
    padded: Vec<f64>,
}

impl Worth {
    /// Before the highest class books, which may have every node: p_1·P(D ≥ x).
    fn of_highest((price, demand): &(f64, Arc<WholeDemand>)) -> Self {
        Self { marginal: demand.at_least.iter().skip(1).map(|p| price * p).collect(), padded: Vec::new() }
    }

    /// The number of nodes worth more than `price`: the optimal protection level against it.
    fn level_against(&self, price: f64) -> u32 {
        self.marginal.iter().take_while(|&&worth| worth > price).count() as u32
    }

    /// Takes in the next lower class, from which `level` nodes are kept.
    fn add(&mut self, level: u32, (price, demand): &(f64, Arc<WholeDemand>)) {
        let capacity = self.marginal.len();
        let level = (level as usize).min(capacity);
        let (price, WholeDemand { first, probability, at_least }) = (*price, &**demand);
        let nodes = &mut self.marginal[level..];
        // The nodes above the level as they were, zeros on both sides. Nodes worth next to nothing add nothing.
        let worthy = nodes.iter().rposition(|&worth| worth > LEAST * price).map_or(0, |last| last + 1);
        self.padded.clear();
        self.padded.resize(LANES, 0.0);
        self.padded.extend_from_slice(&nodes[..worthy]);
        self.padded.resize(nodes.len() + 2 * LANES, 0.0);
        for (round, nodes) in nodes.chunks_mut(LANES).enumerate() {
            let i = round * LANES;
            let mut sum = [0.0; LANES];
            // With d = first + j, node i + lane takes over the worth of node i + lane − d. Terms before `from` meet only nodes worth
            // nothing, terms after `to` nodes that are kept.
            let at = (i + LANES).saturating_sub(*first as usize);
            let to = probability.len().min(at);
            let from = at.saturating_sub(LANES + worthy).min(to);
            let above = self.padded[at - to..at + LANES - from].windows(LANES).skip(1).rev();
            for (p, above) in probability[from..to].iter().zip(above) {
                for (sum, above) in sum.iter_mut().zip(above) {
                    *sum += p * above;
                }
            }
            for (lane, (node, sum)) in nodes.iter_mut().zip(sum).enumerate() {
                *node = price * at_least[i + lane + 1] + sum;
            }
        }
    }
}

/// Classes with their demand in whole nodes: what depends on demand alone is worked out once for many protection levels.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeClasses {
    capacity: u32,
    /// Prices and demands, the highest class first.
    pub(super) classes: Vec<(f64, Arc<WholeDemand>)>,
    /// The demands as they were given.
    demands: Vec<Demand>,
}

impl WholeClasses {
    /// Classes with falling prices on so many nodes.
    pub fn new(capacity: u32, offers: &[Offer]) -> Self {
        let nothing = Self { capacity, classes: Vec::new(), demands: Vec::new() };
        nothing.renewed(capacity, offers)
    }

    /// Classes with falling prices whose demand is given as probabilities of up to `capacity` nodes.
    pub fn of_demands(capacity: u32, classes: Vec<(f64, WholeDemand)>) -> Self {
        let classes: Vec<_> = classes.into_iter().map(|(price, demand)| (price, Arc::new(demand))).collect();
        Self { capacity, demands: Vec::new(), classes }
    }

    /// [`WholeClasses::new`], which takes over what these know of demands that are as they were: other prices alone cost nothing.
    pub fn renewed(&self, capacity: u32, offers: &[Offer]) -> Self {
        let mut known = self.demands.iter().zip(&self.classes).filter(|_| self.capacity == capacity);
        let whole = |offer: &Offer| match known.next() {
            Some((demand, (_, whole))) if *demand == offer.demand => (f64::from(offer.price), Arc::clone(whole)),
            _ => (f64::from(offer.price), Arc::new(offer.demand.in_whole_nodes(capacity))),
        };
        let classes = offers.iter().map(whole).collect();
        Self { capacity, classes, demands: offers.iter().map(|offer| offer.demand).collect() }
    }

    /// The nodes.
    pub fn capacity(&self) -> u32 {
        self.capacity
    }

    /// ΔV_k(x), x = 1 … capacity: what the x-th node is worth to the first `count` classes under protection levels y_1 … Under the best levels
    /// the next lower class is best kept from all nodes worth more than its price.
    pub fn worth_of_nodes(&self, count: usize, levels: &[u32]) -> Vec<f64> {
        let Some((highest, lower)) = self.classes[..count.min(self.classes.len())].split_first() else {
            return vec![0.0; self.capacity as usize];
        };
        let mut worth = Worth::of_highest(highest);
        for (class, &level) in lower.iter().zip(levels) {
            worth.add(level, class);
        }
        worth.marginal
    }

    /// Expected revenue per slot, in minor units, where each class has `parts[k]` nodes for itself alone.
    pub fn expected_revenue_partitioned(&self, parts: &[u32]) -> f64 {
        self.classes.iter().zip(parts).map(|((price, demand), &part)| price * demand.expected_sales(part)).sum()
    }

    /// Expected revenue per slot, in minor units, under nested protection levels y_1 … y_{n−1}, whatever they are.
    pub fn expected_revenue(&self, levels: &[u32]) -> f64 {
        self.worth_of_nodes(self.classes.len(), levels).iter().sum()
    }

    /// The best nested protection levels y_1 … y_{n−1}.
    pub fn optimal_levels(&self) -> Vec<u32> {
        let Some((highest, lower)) = self.classes.split_first() else { return Vec::new() };
        let mut worth = Worth::of_highest(highest);
        let mut levels = Vec::with_capacity(lower.len());
        for (i, class) in lower.iter().enumerate() {
            levels.push(worth.level_against(class.0));
            // What the last class adds matters to no level.
            if i + 1 < lower.len() {
                worth.add(levels[i], class);
            }
        }
        levels
    }
}

/// What each node is worth to `offers`, classes 1 … k, under protection levels y_1 … y_{k−1}: [`WholeClasses::worth_of_nodes`].
pub fn worth_of_nodes(capacity: u32, offers: &[Offer], levels: &[u32]) -> Vec<f64> {
    WholeClasses::new(capacity, offers).worth_of_nodes(offers.len(), levels)
}

/// The best nested protection levels y_1 … y_{n−1} for classes with falling prices.
pub fn optimal_levels(capacity: u32, offers: &[Offer]) -> Vec<u32> {
    WholeClasses::new(capacity, offers).optimal_levels()
}

/// Expected revenue per slot, in minor units, under nested protection levels y_1 … y_{n−1}, whatever they are.
pub fn expected_revenue(capacity: u32, offers: &[Offer], levels: &[u32]) -> f64 {
    WholeClasses::new(capacity, offers).expected_revenue(levels)
}

/// Expected revenue per slot, in minor units, where each class has `parts[k]` nodes for itself alone: Σ p_k·E[min(D_k, part)].
pub fn expected_revenue_partitioned(offers: &[Offer], parts: &[u32]) -> f64 {
    let of = |(offer, &part): (&Offer, &u32)| f64::from(offer.price) * offer.demand.in_whole_nodes(part).expected_sales(part);
    offers.iter().zip(parts).map(of).sum()
}

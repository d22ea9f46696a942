//! Protection levels and booking limits: Littlewood's rule, EMSR-a, EMSR-b (Umar 5.2.2).

use super::demand::Demand;
use super::method::Method;
use super::offer::{Offer, VirtualClass};
use super::optimum::optimal_levels;

/// Littlewood's rule before it is rounded: the number of nodes y at which P(D > y)·p₁ falls to p₂, so y = μ + σ·Φ⁻¹(1 − p₂/p₁).
/// At least 0; 0 where the higher class does not pay more or has no demand (Umar (3)).
///
/// Class 1 pays 100 and asks for 12 ± 4 nodes. Against a class that pays half of that, the mean is kept: 12 nodes.
///
/// ```
/// use bookahead_engine::slots::revenue::{Demand, littlewood_level};
///
/// assert_eq!(littlewood_level(100.0, Demand::new(12.0, 4.0), 50.0), 12.0);
/// // Nothing is kept for a class that pays no more.
/// assert_eq!(littlewood_level(50.0, Demand::new(12.0, 4.0), 50.0), 0.0);
/// ```
pub fn littlewood_level(higher_price: f64, demand: Demand, lower_price: f64) -> f64 {
    if demand.mean <= 0.0 || higher_price <= lower_price {
        return 0.0;
    }
    demand.quantile((higher_price - lower_price) / higher_price).max(0.0)
}

/// EMSR-a before it is rounded: the levels of each higher class against `lower_price`, added up (Umar (7), (8)); at least 0.
///
/// ```
/// use bookahead_engine::slots::revenue::{Offer, emsr_a_level};
///
/// // Classes 1 and 2 of Umar 5.4 against class 3, which pays 40: 10 + 1.5·Φ⁻¹(0.6) + 13 + 1.7·Φ⁻¹(1/3).
/// let level = emsr_a_level(&[Offer::new(100, 10.0, 1.5), Offer::new(60, 13.0, 1.7)], 40);
/// assert_eq!((level * 1e4).round() / 1e4, 22.6478);
/// ```
pub fn emsr_a_level(higher: &[Offer], lower_price: u32) -> f64 {
    let lower = f64::from(lower_price);
    let level = |offer: &Offer| offer.demand.quantile((f64::from(offer.price) - lower) / f64::from(offer.price));
    higher.iter().filter(|offer| offer.price > lower_price).map(level).sum::<f64>().max(0.0)
}

/// EMSR-b before it is rounded: Littlewood's rule for the virtual class of the higher ones (Umar (13)); at least 0.
///
/// ```
/// use bookahead_engine::slots::revenue::{Offer, emsr_b_level};
///
/// // Classes 1 and 2 of Umar 5.4 against class 3, which pays 40.
/// let level = emsr_b_level(&[Offer::new(100, 10.0, 1.5), Offer::new(60, 13.0, 1.7)], 40);
/// assert_eq!((level * 1e3).round() / 1e3, 22.904);
/// ```
pub fn emsr_b_level(higher: &[Offer], lower_price: u32) -> f64 {
    let class = VirtualClass::of(higher);
    littlewood_level(class.price, class.demand, f64::from(lower_price))
}

/// The protection levels y_1 … y_{n−1} of `method` for classes with falling prices: y_k nodes are kept for classes 1 … k. They never fall,
/// and never pass `capacity`; parts of nodes are dropped, as in the paper.
///
/// [`Method::Littlewood`] is meant for two classes; with more it compares neighbours. [`Method::None`] and [`Method::Fixed`] protect
/// nothing: what they allow does not follow from demand.
///
/// The worked example of Umar 5.4: 40 nodes, three classes.
///
/// ```
/// use bookahead_engine::slots::revenue::{Method, Offer, booking_limits, partitioned, protection_levels};
///
/// let offers = [Offer::new(100, 10.0, 1.5), Offer::new(60, 13.0, 1.7), Offer::new(40, 20.0, 2.3)];
/// let levels = protection_levels(Method::EmsrB, 40, &offers);
/// assert_eq!(levels, [9, 22]);
/// assert_eq!(booking_limits(40, &levels), [40, 31, 18]);
/// assert_eq!(partitioned(&[40, 31, 18]), [9, 13, 18]);
/// // The exact optimum keeps one node more at each level.
/// assert_eq!(protection_levels(Method::Optimal, 40, &offers), [10, 23]);
/// ```
pub fn protection_levels(method: Method, capacity: u32, offers: &[Offer]) -> Vec<u32> {
    let borders = offers.len().saturating_sub(1);
    if method == Method::Optimal {
        return optimal_levels(capacity, offers);
    }
    let mut levels: Vec<u32> = (0..borders).map(|k| whole_nodes(unrounded_level(method, offers, k), capacity)).collect();
    never_falling(&mut levels);
    levels
}

/// Level y_{k+1} of a method before it is rounded; 0 where it does not look at normal demand.
pub(super) fn unrounded_level(method: Method, offers: &[Offer], k: usize) -> f64 {
    match method {
        Method::None | Method::Fixed | Method::Optimal => 0.0,
        Method::Littlewood => littlewood_level(f64::from(offers[k].price), offers[k].demand, f64::from(offers[k + 1].price)),
        Method::EmsrA => emsr_a_level(&offers[..=k], offers[k + 1].price),
        Method::EmsrB => emsr_b_level(&offers[..=k], offers[k + 1].price),
    }
}

/// y_k ≤ y_{k+1}, from the lowest class up.
pub(super) fn never_falling(levels: &mut [u32]) {
    for k in (0..levels.len().saturating_sub(1)).rev() {
        levels[k] = levels[k].min(levels[k + 1]);
    }
}

/// Whole nodes not above `capacity`; what is not a number protects nothing.
pub(super) fn whole_nodes(level: f64, capacity: u32) -> u32 {
    // The cast is saturating, and NaN becomes 0.
    (level as u32).min(capacity)
}

/// Nested booking limits of protection levels: b_1 = C, b_{k+1} = C − y_k (Umar (5)).
pub fn booking_limits(capacity: u32, levels: &[u32]) -> Vec<u32> {
    std::iter::once(capacity).chain(levels.iter().map(|&level| capacity.saturating_sub(level))).collect()
}

/// Partitioned limits of nested ones: what each class has for itself alone, b_k − b_{k+1}; the last keeps b_n.
pub fn partitioned(limits: &[u32]) -> Vec<u32> {
    let below = limits.iter().skip(1).copied().chain(std::iter::once(0));
    limits.iter().zip(below).map(|(&limit, below)| limit.saturating_sub(below)).collect()
}

//! Which offers no one needs to look at: others are no later, no smaller and cost no more.

use crate::core::sorting::sort_shared;
use crate::slots::request::Slot;
use std::collections::BTreeMap;

/// What counts of an offer: it should be early, long and wide, and a node should cost little in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Merit {
    /// First slot.
    pub start: Slot,
    /// Slots.
    pub slots: Slot,
    /// Nodes.
    pub nodes: u32,
    /// Price of a node for a slot.
    pub unit_price: f64,
}

/// Of each offer whether another is at least as good in everything and better in something. What is left is the Pareto front.
///
/// O(n · prices · log n): offers are looked at from the earliest on. For each price the best ones so far form a staircase, the longer ones with fewer
/// nodes.
pub fn dominated(offers: &[Merit]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..offers.len()).collect();
    sort_shared(&mut order, |&a, &b| {
        let (a, b) = (&offers[a], &offers[b]);
        (a.start, b.slots, b.nodes).cmp(&(b.start, a.slots, a.nodes)).then(a.unit_price.total_cmp(&b.unit_price))
    });
    let mut found = vec![false; offers.len()];
    let mut stairs: Vec<(f64, BTreeMap<Slot, u32>)> = Vec::new();
    let mut before: Option<(Merit, bool)> = None;
    for index in order {
        let offer = offers[index];
        // Equal offers do not rule each other out.
        if let Some((_, is_dominated)) = before.filter(|(before, _)| *before == offer) {
            found[index] = is_dominated;
            continue;
        }
        let is_above =
            |stairs: &BTreeMap<Slot, u32>| stairs.range(offer.slots..).next().is_some_and(|(_, &nodes)| nodes >= offer.nodes);
        let is_dominated = stairs.iter().any(|(price, stairs)| *price <= offer.unit_price && is_above(stairs));
        found[index] = is_dominated;
        before = Some((offer, is_dominated));
        if is_dominated {
            continue;
        }
        let at = stairs.iter().position(|(price, _)| *price == offer.unit_price).unwrap_or_else(|| {
            stairs.push((offer.unit_price, BTreeMap::new()));
            stairs.len() - 1
        });
        let own = &mut stairs[at].1;
        while let Some((&slots, _)) = own.range(..=offer.slots).next_back().filter(|(_, nodes)| **nodes <= offer.nodes) {
            own.remove(&slots);
        }
        own.insert(offer.slots, offer.nodes);
    }
    found
}

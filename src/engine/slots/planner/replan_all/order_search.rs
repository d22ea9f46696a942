//! Searches for the order in which reservations are placed: a genetic algorithm, and local search by gravitational emulation (GELSAR; Barzegar et al.,
//! Umar 2.1.5). Both know of an order only what it costs.
//!
//! Umar tells the idea and no operators; those below are our reading (docs/papers.md). Nothing but integers decides, so that every machine finds the same.

use crate::slots::order_search::OrderSearch;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;

/// Greatest velocity of a place of the order.
const VELOCITY_MAX: i64 = 100;

/// How long a search goes on, and what is drawn in it.
#[derive(Clone, Copy, Debug)]
pub(in crate::slots::planner) struct Effort {
    /// Orders of a generation, or neighbours looked at before a step.
    pub population: usize,
    /// Generations after the first one, or steps.
    pub generations: u32,
    /// Orders that are tried at most.
    pub orders: u32,
    pub seed: u64,
}

impl Effort {
    /// That of a policy for one newcomer, whose own seed is `newcomer`; without a seed of the policy's own it is the only one.
    pub fn of(search: OrderSearch, orders: u32, newcomer: u64) -> Self {
        // The odd constant of Fibonacci hashing keeps the seeds of neighbouring newcomers and policies apart.
        let seed = newcomer.wrapping_add(search.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        Self { population: search.population as usize, generations: search.generations, orders, seed }
    }
}

/// Who is placed first, second and so on, as places in a list.
pub(in crate::slots::planner) type Order = Vec<u32>;

/// The cheapest order that a genetic algorithm finds: order crossover, tournaments of two, an exchange in every second child; the cheapest survives. The
/// first generation has the orders given, and shuffles of the first one.
pub(in crate::slots::planner) fn genetic(effort: Effort, given: [Order; 2], mut cost: impl FnMut(&[u32]) -> u64) -> Order {
    let mut rng = ChaCha12Rng::seed_from_u64(effort.seed);
    let first = effort.population.min(effort.orders as usize);
    let mut left = effort.orders.saturating_sub(first as u32);
    let mut population = Vec::with_capacity(first);
    for at in 0..first {
        let order = given.get(at).cloned().unwrap_or_else(|| {
            let mut order = given[0].clone();
            order.shuffle(&mut rng);
            order
        });
        population.push((cost(&order), order));
    }
    for _ in 0..effort.generations {
        let mut next = vec![cheapest(&population).clone()];
        while next.len() < effort.population && left > 0 {
            left -= 1;
            let mother = winner(&population, &mut rng);
            let father = winner(&population, &mut rng);
            let mut child = crossed(mother, father, &mut rng);
            if rng.random_range(0..2_u32) == 0 {
                let [a, b] = two_places(child.len(), &mut rng);
                child.swap(a, b);
            }
            next.push((cost(&child), child));
        }
        population = next;
    }
    cheapest(&population).1.clone()
}

/// The cheapest order that gravitational emulation finds: the orders are bodies, the cheaper the heavier, and each place of the present order has a
/// velocity. The place with the greatest one is exchanged with others; the cheapest of these neighbours pulls with the difference in cost over the square
/// of the distance between the two places, which changes the velocity of that place. A cheaper neighbour is the next present order. The search ends early
/// when nothing moves any more.
pub(in crate::slots::planner) fn gelsar(effort: Effort, given: [Order; 2], mut cost: impl FnMut(&[u32]) -> u64) -> Order {
    let mut rng = ChaCha12Rng::seed_from_u64(effort.seed);
    let mut left = effort.orders.saturating_sub(2);
    let [mut order, other] = given;
    let mut least = cost(&order);
    let others = cost(&other);
    if others < least {
        (least, order) = (others, other);
    }
    let mut velocity: Vec<i64> = order.iter().map(|_| rng.random_range(1..=VELOCITY_MAX)).collect();
    for _ in 0..effort.generations {
        // The first of several.
        let fastest = (0..velocity.len()).rev().max_by_key(|&at| velocity[at]).unwrap_or(0);
        if velocity.get(fastest).is_none_or(|&velocity| velocity == 0) || left == 0 {
            break;
        }
        let mut pull = (u64::MAX, fastest);
        for _ in 0..effort.population.min(left as usize) {
            left -= 1;
            let step = rng.random_range(1..order.len() as u32) as usize;
            let with = (fastest + step) % order.len();
            order.swap(fastest, with);
            pull = pull.min((cost(&order), with));
            order.swap(fastest, with);
        }
        let (cost, with) = pull;
        let distance = fastest.abs_diff(with) as i64;
        let force = (least as i64 - cost as i64) / (distance * distance);
        // A neighbour that is no better slows the place down, so that others have their turn.
        let force = if cost < least { force.max(1) } else { force.min(-1) * VELOCITY_MAX / 2 };
        velocity[fastest] = (velocity[fastest] + force).clamp(0, VELOCITY_MAX);
        if cost < least {
            order.swap(fastest, with);
            least = cost;
        }
    }
    order
}

/// The first of the cheapest.
fn cheapest(population: &[(u64, Order)]) -> &(u64, Order) {
    population.iter().min_by_key(|(cost, _)| *cost).unwrap_or(&population[0])
}

/// The cheaper of two that are drawn; the first of two alike.
fn winner<'a>(population: &'a [(u64, Order)], rng: &mut ChaCha12Rng) -> &'a [u32] {
    let mut drawn = || &population[rng.random_range(0..population.len() as u32) as usize];
    let (one, other) = (drawn(), drawn());
    if other.0 < one.0 { &other.1 } else { &one.1 }
}

/// Two places, the lesser first; they may be the same.
fn two_places(places: usize, rng: &mut ChaCha12Rng) -> [usize; 2] {
    let mut drawn = || rng.random_range(0..places as u32) as usize;
    let (a, b) = (drawn(), drawn());
    [a.min(b), a.max(b)]
}

/// Order crossover: a part of the mother stays in its places, and the others fill the rest as they follow each other in the father.
fn crossed(mother: &[u32], father: &[u32], rng: &mut ChaCha12Rng) -> Order {
    let [from, to] = two_places(mother.len(), rng);
    let mut is_kept = vec![false; mother.len()];
    for &one in &mother[from..=to] {
        is_kept[one as usize] = true;
    }
    let mut rest = father.iter().copied().filter(|&one| !is_kept[one as usize]);
    let mut child: Order = rest.by_ref().take(from).collect();
    child.extend(&mother[from..=to]);
    child.extend(rest);
    child
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far an order is from the one that counts down, added up.
    fn disorder(order: &[u32]) -> u64 {
        let last = order.len() as u32 - 1;
        order.iter().enumerate().map(|(at, &one)| u64::from((last - at as u32).abs_diff(one))).sum()
    }

    #[test]
    fn orders_stay_whole_and_never_get_dearer() {
        let given = || -> [Order; 2] { [(0..9).collect(), (0..9).map(|one| (one + 3) % 9).collect()] };
        let least = given().map(|order| disorder(&order)).into_iter().min().expect("two orders");
        let (mut by_genes, mut by_gravity) = (0, 0);
        for seed in 0..50 {
            let effort = Effort::of(OrderSearch::default(), 31, seed);
            let found = [genetic(effort, given(), disorder), gelsar(effort, given(), disorder)];
            assert_eq!(found, [genetic(effort, given(), disorder), gelsar(effort, given(), disorder)]);
            for order in &found {
                let mut sorted = order.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, given()[0]);
                assert!(disorder(order) <= least);
            }
            by_genes += u32::from(disorder(&found[0]) < least);
            by_gravity += u32::from(disorder(&found[1]) < least);
        }
        assert!(by_genes > 25 && by_gravity > 25, "{by_genes} {by_gravity}");
    }

    #[test]
    fn no_more_orders_are_tried_than_are_allowed() {
        let given = || -> [Order; 2] { [(0..9).collect(), (0..9).map(|one| (one + 3) % 9).collect()] };
        let search = OrderSearch { population: 10, generations: 10, seed: 0 };
        for orders in [2, 3, 9, 10, 11, 25, 1_000] {
            let effort = Effort::of(search, orders, 4);
            let (mut by_genes, mut by_gravity) = (0, 0);
            genetic(effort, given(), |order| {
                by_genes += 1;
                disorder(order)
            });
            gelsar(effort, given(), |order| {
                by_gravity += 1;
                disorder(order)
            });
            assert!(by_genes <= orders && by_gravity <= orders, "{by_genes} {by_gravity} of {orders}");
            assert_eq!(by_genes, orders.min(10 + 9 * 10));
        }
    }

    #[test]
    fn a_child_has_a_part_of_its_mother_and_the_order_of_its_father() {
        let (mother, father): (Order, Order) = ((0..8).collect(), (0..8).rev().collect());
        for seed in 0..50 {
            let child = crossed(&mother, &father, &mut ChaCha12Rng::seed_from_u64(seed));
            let [from, to] = two_places(8, &mut ChaCha12Rng::seed_from_u64(seed));
            assert_eq!(child[from..=to], mother[from..=to]);
            let rest: Order = child[..from].iter().chain(&child[to + 1..]).copied().collect();
            assert!(rest.is_sorted_by(|a, b| a > b), "{child:?}");
        }
    }
}

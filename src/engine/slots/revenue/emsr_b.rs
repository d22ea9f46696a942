//! EMSR-b class by class: the higher classes as one, Littlewood's rule for them, whole nodes, booking limits; as numbers and as the lines of its pseudo-code
//! (Umar 5.2.2, (10) to (13), and (5)).

use super::limits::{booking_limits, littlewood_level, never_falling, whole_nodes};
use super::offer::{Offer, VirtualClass};
use crate::core::algorithm::{LineAtWork, Listing, Tracer, accepts, works};

/// The level of classes 1 … k against class k + 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EmsrBStep {
    /// How many classes are taken as one: k.
    pub classes: u32,
    /// These classes as one.
    pub higher: VirtualClass,
    /// Price of class k + 1.
    pub lower_price: u32,
    /// Littlewood's level for the two, not rounded.
    pub unrounded: f64,
    /// The same in whole nodes, at most the capacity.
    pub whole: u32,
    /// The protection level: not above that of the classes 1 … k + 1.
    pub level: u32,
    /// The booking limit of class k + 1.
    pub limit: u32,
}

/// How EMSR-b comes to its booking limits, border by border between classes with falling prices. What it ends with are the levels of
/// [`protection_levels`](super::protection_levels).
///
/// The worked example of Umar 5.4: 40 nodes, three classes.
///
/// ```
/// use bookahead_engine::slots::revenue::{Offer, emsr_b_steps};
///
/// let steps = emsr_b_steps(40, &[Offer::new(100, 10.0, 1.5), Offer::new(60, 13.0, 1.7), Offer::new(40, 20.0, 2.3)]);
/// assert_eq!(steps.iter().map(|step| (step.level, step.limit)).collect::<Vec<_>>(), [(9, 31), (22, 18)]);
/// // Classes 1 and 2 as one: 23 nodes at a mean price of 1,780 ÷ 23.
/// assert_eq!((steps[1].higher.demand.mean, (steps[1].higher.price * 1e4).round() / 1e4), (23.0, 77.3913));
/// ```
pub fn emsr_b_steps(capacity: u32, offers: &[Offer]) -> Vec<EmsrBStep> {
    let step = |k: usize| {
        let (higher, lower_price) = (VirtualClass::of(&offers[..k]), offers[k].price);
        let unrounded = littlewood_level(higher.price, higher.demand, f64::from(lower_price));
        let whole = whole_nodes(unrounded, capacity);
        EmsrBStep { classes: k as u32, higher, lower_price, unrounded, whole, level: whole, limit: 0 }
    };
    let mut steps: Vec<EmsrBStep> = (1..offers.len()).map(step).collect();
    let mut levels: Vec<u32> = steps.iter().map(|step| step.whole).collect();
    never_falling(&mut levels);
    let limits = booking_limits(capacity, &levels);
    for ((step, level), limit) in steps.iter_mut().zip(levels).zip(limits.into_iter().skip(1)) {
        (step.level, step.limit) = (level, limit);
    }
    steps
}

/// EMSR-b as pseudo-code.
pub fn emsr_b_listing() -> Listing {
    let lines = vec![
        works("each", 0, "for each class k but the last, most expensive first:"),
        works("mean", 1, "take classes 1 to k as one: μ ← sum of their means"),
        works("deviation", 1, "σ ← root of the sum of their squared deviations"),
        works("price", 1, "p ← their mean price, weighted by their means"),
        works("nothing", 1, "no demand, or p ≤ price q of class k + 1? y ← 0"),
        works("littlewood", 1, "otherwise Littlewood: y ← μ + σ · Φ⁻¹(1 − q ÷ p), at least 0"),
        works("whole", 1, "level of k ← whole nodes of y, at most C"),
        works("falls", 0, "from the last k back: level of k ← at most level of k + 1"),
        works("first", 0, "limit of class 1 ← C"),
        accepts("limit", 0, "for each k: limit of class k + 1 ← C − level of k"),
    ];
    let variables = vec![
        ("k", "number of classes taken as one"),
        ("μ", "mean demand of classes 1 to k"),
        ("σ", "standard deviation of their demand"),
        ("p", "their mean price"),
        ("q", "price of class k + 1"),
        ("y", "nodes to be kept for them, before rounding"),
        ("level", "nodes kept for classes 1 to k"),
        ("limit", "booking limit of class k + 1; of class 1 where k has no value"),
        ("C", "nodes of the machine"),
    ];
    Listing { name: "EMSR-b", source: "Umar 5.2.2, (10) to (13) and (5)", lines, variables }
}

/// The lines of [`emsr_b_listing`] at work: those for each border, and behind them those that make limits of the levels.
pub fn emsr_b_at_work(capacity: u32, steps: &[EmsrBStep]) -> Vec<Vec<LineAtWork>> {
    let mut stages: Vec<Vec<LineAtWork>> = steps.iter().map(|step| of_border(capacity, step)).collect();
    let mut tracer = Tracer::default();
    tracer.set("C", capacity);
    for step in steps.iter().rev().skip(1) {
        tracer.set("k", step.classes);
        tracer.set("level", step.level);
        tracer.line("falls");
    }
    tracer.forget(&["k", "level"]);
    tracer.set("limit", capacity);
    tracer.line("first");
    for step in steps {
        tracer.set("k", step.classes);
        tracer.set("level", step.level);
        tracer.set("limit", step.limit);
        tracer.line("limit");
    }
    stages.push(tracer.lines());
    stages
}

fn of_border(capacity: u32, step: &EmsrBStep) -> Vec<LineAtWork> {
    let EmsrBStep { classes, higher, lower_price, unrounded, whole, .. } = step;
    let mut tracer = Tracer::default();
    tracer.set("C", capacity);
    tracer.set("k", classes);
    tracer.line("each");
    tracer.set("μ", decimal(higher.demand.mean));
    tracer.line("mean");
    tracer.set("σ", decimal(higher.demand.deviation));
    tracer.line("deviation");
    tracer.set("p", decimal(higher.price));
    tracer.line("price");
    tracer.set("q", lower_price);
    let is_nothing = higher.demand.mean <= 0.0 || higher.price <= f64::from(*lower_price);
    tracer.set("y", decimal(*unrounded));
    tracer.line(if is_nothing { "nothing" } else { "littlewood" });
    tracer.set("level", whole);
    tracer.line("whole");
    tracer.lines()
}

/// At most two decimals.
fn decimal(number: f64) -> String {
    ((number * 100.0).round() / 100.0).to_string()
}

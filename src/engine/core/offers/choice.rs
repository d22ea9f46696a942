//! Who chooses among the offers: the paper's user (Sulistio, Algorithm 2) or a rule of ours.

use super::need::Need;
use serde::{Deserialize, Serialize};

/// A rule that chooses one offer, or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// The solution if there is one, else the longest offer that is at least half of what was wanted (Algorithm 2).
    #[default]
    PaperUser,
    /// The lowest price (ours).
    Cheapest,
    /// The earliest start (ours).
    Earliest,
    /// The most slots times nodes (ours).
    Largest,
    /// The best sum of weighted merits (ours).
    Weighted(Weights),
    /// The solution if there is one, else the first on the list: the order of the resource decides (ours).
    First,
}

/// How much each merit counts, 0 to 100. Each merit goes from 0 for the worst of the offers to 1 for the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weights {
    /// An early start.
    pub early: u8,
    /// Many slots.
    pub long: u8,
    /// Many nodes.
    pub wide: u8,
    /// A low price.
    pub cheap: u8,
}

impl Default for Weights {
    fn default() -> Self {
        Self { early: 50, long: 50, wide: 50, cheap: 50 }
    }
}

/// Greatest weight.
pub const WEIGHT_MAX: u8 = 100;

impl Choice {
    /// Every rule, with the usual weights.
    pub const ALL: [Self; 6] = [
        Self::PaperUser,
        Self::Cheapest,
        Self::Earliest,
        Self::Largest,
        Self::Weighted(Weights { early: 50, long: 50, wide: 50, cheap: 50 }),
        Self::First,
    ];

    /// Those without weights.
    pub const PLAIN: [Self; 5] = [Self::PaperUser, Self::Cheapest, Self::Earliest, Self::Largest, Self::First];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::PaperUser => "paper",
            Self::Cheapest => "cheapest",
            Self::Earliest => "earliest",
            Self::Largest => "largest",
            Self::Weighted(_) => "weighted",
            Self::First => "first",
        }
    }

    /// Who that is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::PaperUser => "the paper's user",
            Self::Cheapest => "a user who wants the cheapest offer",
            Self::Earliest => "a user who wants the earliest offer",
            Self::Largest => "a user who wants the largest offer",
            Self::Weighted(_) => "a user who weighs start, length, nodes and price",
            Self::First => "a user who takes the first offer on the list",
        }
    }

    /// Its name for people, as that of what is taken.
    pub fn title(self) -> &'static str {
        match self {
            Self::PaperUser => "longest (Algorithm 2)",
            Self::Cheapest => "cheapest",
            Self::Earliest => "earliest",
            Self::Largest => "largest",
            Self::Weighted(_) => "weighted preference",
            Self::First => "first on the list",
        }
    }

    /// The rule with this name, with the usual weights.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.name() == name)
    }
}

/// What a rule looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// First slot.
    pub start: u32,
    /// Slots that would be booked.
    pub slots: u32,
    /// Slots of the whole offer: Algorithm 2 sorts by these.
    pub whole_slots: u32,
    /// Nodes that would be booked.
    pub nodes: u32,
    /// What that costs.
    pub price: f64,
    /// Whether it is the solution.
    pub is_solution: bool,
}

impl Candidate {
    fn is_suitable(&self, need: Need) -> bool {
        2 * u64::from(self.slots) >= u64::from(need.slots) && 2 * u64::from(self.nodes) >= u64::from(need.nodes)
    }
}

/// The offer that a rule takes. No rule takes less than half of the slots or of the nodes that are wanted: max(dur/2, δ) and max(numCN/2, 1) of
/// Algorithm 2. Ties go to the earliest.
pub fn choose(need: Need, offers: &[Candidate], choice: Choice) -> Option<usize> {
    let suitable = || offers.iter().enumerate().filter(|(_, offer)| offer.is_suitable(need));
    let best = |better: &dyn Fn(&Candidate) -> f64| {
        let mut best: Option<(usize, f64)> = None;
        for (index, offer) in suitable() {
            let merit = better(offer);
            let is_better = best.is_none_or(|(at, most)| merit > most || (merit == most && offer.start < offers[at].start));
            if is_better {
                best = Some((index, merit));
            }
        }
        best.map(|(index, _)| index)
    };
    match choice {
        Choice::PaperUser => {
            let solution = offers.iter().position(|offer| offer.is_solution);
            solution.or_else(|| best(&|offer| f64::from(offer.whole_slots)))
        }
        // Whoever stands on top is the solution, if there is one.
        Choice::First => suitable().next().map(|(index, _)| index),
        Choice::Cheapest => best(&|offer| -offer.price),
        Choice::Earliest => best(&|offer| -f64::from(offer.start)),
        Choice::Largest => best(&|offer| f64::from(offer.slots) * f64::from(offer.nodes)),
        Choice::Weighted(weights) => {
            let over = |of: &dyn Fn(&Candidate) -> f64| {
                let numbers = || suitable().map(|(_, offer)| of(offer));
                (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max))
            };
            let share = |(least, most): (f64, f64), number: f64| if most > least { (number - least) / (most - least) } else { 1.0 };
            let starts = over(&|offer| f64::from(offer.start));
            let lengths = over(&|offer| f64::from(offer.slots));
            let widths = over(&|offer| f64::from(offer.nodes));
            let prices = over(&|offer| offer.price);
            let worth = |range: (f64, f64), number: f64| if range.1 > range.0 { 1.0 - share(range, number) } else { 1.0 };
            best(&|offer| {
                f64::from(weights.early) * worth(starts, f64::from(offer.start))
                    + f64::from(weights.long) * share(lengths, f64::from(offer.slots))
                    + f64::from(weights.wide) * share(widths, f64::from(offer.nodes))
                    + f64::from(weights.cheap) * worth(prices, offer.price)
            })
        }
    }
}

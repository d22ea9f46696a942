//! A request and what it costs the others: sums, and job by job.

use crate::slots::decisions::REFUSED;
use crate::slots::request::{Request, Slot};
use crate::slots::workload::RequestId;
use serde::{Deserialize, Serialize};

/// What the cost of a request is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Measure {
    /// Slots by which the jobs of others stand elsewhere, added up.
    #[default]
    Slots,
    /// How many jobs of others stand elsewhere.
    Moved,
    /// How many jobs of others are refused instead.
    Refused,
    /// Revenue that the others bring less, in minor units.
    Lost,
    /// Revenue that the nodes taken are expected to bring if they are kept, in minor units.
    Displaced,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Slots, Self::Moved, Self::Refused, Self::Lost, Self::Displaced];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slots => "slots",
            Self::Moved => "moved",
            Self::Refused => "refused",
            Self::Lost => "lost",
            Self::Displaced => "displaced",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|measure| measure.name() == name)
    }

    /// Whether it is money, which there is only with a market.
    pub fn is_money(self) -> bool {
        matches!(self, Self::Lost | Self::Displaced)
    }
}

/// The size and the place of a request that is priced. It is one job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Wanted {
    /// Its earliest start.
    pub start: Slot,
    /// Its duration.
    pub slots: Slot,
    /// Its nodes.
    pub nodes: u32,
}

/// The sums of what a request costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// Where it stands in the end; [`REFUSED`] if it is refused.
    pub granted: Slot,
    /// Slots it has booked: less than it asked for, if a smaller offer is taken for it; 0 if it is refused.
    pub slots: Slot,
    /// Nodes it has booked.
    pub nodes: u32,
    /// Jobs of others that stand elsewhere than without it.
    pub moved: u32,
    /// By how many slots they do, added up.
    pub moved_slots: u64,
    /// Jobs of others that are refused, and are not without it.
    pub refused: u32,
    /// Jobs of others that are accepted, and are not without it.
    pub accepted: u32,
    /// Jobs of others that are accepted in both plans, with another number of nodes or slots: other offers are taken for them.
    pub resized: u32,
    /// What it pays itself, in minor units; 0 without a market.
    pub pays: u64,
    /// Revenue that the others bring less than without it, in minor units; below 0 if they bring more.
    pub lost: i64,
    /// Σ ΔV over the nodes and slots it has booked, in minor units: see `worth.rs`. `None` where no worth is known, and for a request that is refused.
    pub displaced: Option<f64>,
}

impl Cost {
    /// A request that is refused, and changes nothing.
    pub(super) const NOTHING: Self = Self {
        granted: REFUSED,
        slots: 0,
        nodes: 0,
        moved: 0,
        moved_slots: 0,
        refused: 0,
        accepted: 0,
        resized: 0,
        pays: 0,
        lost: 0,
        displaced: None,
    };

    /// Whether the request is accepted.
    pub fn is_granted(&self) -> bool {
        self.granted != REFUSED
    }

    /// What it is by a measure; money is rounded to whole minor units.
    pub fn by(&self, measure: Measure) -> i64 {
        match measure {
            Measure::Slots => i64::try_from(self.moved_slots).unwrap_or(i64::MAX),
            Measure::Moved => self.moved.into(),
            Measure::Refused => self.refused.into(),
            Measure::Lost => self.lost,
            // Saturating.
            Measure::Displaced => libm::round(self.displaced.unwrap_or(0.0)) as i64,
        }
    }

    /// What the cheapest is found by: refused requests come last, the earliest of several comes first.
    pub(super) fn order(&self, measure: Measure) -> (bool, i64, Slot) {
        (!self.is_granted(), self.by(measure), self.granted)
    }

    /// The bid price: what a node of those it has booked is worth for a slot on average, in minor units.
    pub fn bid_price(&self) -> Option<f64> {
        let node_slots = f64::from(self.slots) * f64::from(self.nodes);
        self.displaced.filter(|_| node_slots > 0.0).map(|displaced| displaced / node_slots)
    }
}

/// A job of another request that is not as it is without the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// Its request.
    pub request: RequestId,
    /// Who asks.
    pub user: u32,
    /// Its number within the user.
    pub number: u32,
    /// Where it stands without the request; [`REFUSED`] if it is refused.
    pub from: Slot,
    /// Where it stands with it; [`REFUSED`] if it is refused.
    pub to: Slot,
    /// Slots and nodes that it has booked without it; 0 if it is refused.
    pub before: (Slot, u32),
    /// Slots and nodes that it has booked with it; 0 if it is refused.
    pub after: (Slot, u32),
}

/// What a request costs, job by job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RequestCost {
    /// The request.
    pub request: Request,
    /// The sums.
    pub cost: Cost,
    /// Why it is refused, if it is: without capital and full stop, times in slots.
    pub refused_because: Option<String>,
    /// The jobs of others that are not as they are without it, in the order of arrival.
    pub changed: Vec<Changed>,
}

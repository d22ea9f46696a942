//! The market: classes, prices, booking limits, and the method that computes the limits (Umar ch. 5).

use super::demand::Demand;
use super::limits::{booking_limits, partitioned, protection_levels};
use super::method::Method;
use super::offer::Offer;
use crate::core::bounds::Bound;
use crate::core::error::{FieldPath, ScenarioError};
use crate::slots::bounds;
use crate::slots::request::Slot;
use serde::{Deserialize, Serialize};

/// Prices, classes, booking limits and how they are kept up to date. The capacity is that of the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Market {
    /// Classes 1 … n, dearest first: two to eight.
    pub classes: Vec<Class>,
    /// How booking limits are found.
    pub method: Method,
    /// Whether higher classes may use what lower ones leave.
    pub nesting: Nesting,
    /// Slots between two updates of the limits, and length of the past that a forecast looks at (T).
    pub update_every: Slot,
    /// Where the optimiser's demand comes from.
    pub demand: DemandSource,
}

/// One class of users (Umar 5.2.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Class {
    /// A name for people.
    pub name: String,
    /// Price of one node for one slot, in minor units such as cents (p_k).
    pub price: u32,
    /// Greatest book-ahead (earliest start − submission, in slots) of this class; `None` for the last class, which takes the rest.
    pub book_ahead_max: Option<Slot>,
    /// Initial booking limit (b_k), nested: nodes that this class and all lower ones may use in a slot.
    pub limit: u32,
    /// Demand in a slot as people expect it; needed where [`Market::demand`] is [`DemandSource::Given`].
    pub demand: Option<Demand>,
}

/// Whether higher classes may use what lower ones leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Nesting {
    /// A limit counts its class and all lower ones, so no class is closed while a lower one is open.
    #[default]
    Nested,
    /// Each class has a part of its own, b_k − b_{k+1}; the parts add up to b_1.
    Partitioned,
}

impl Nesting {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Nested, Self::Partitioned];

    /// The name used in files, links and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nested => "nested",
            Self::Partitioned => "partitioned",
        }
    }

    /// The nesting with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|nesting| nesting.name() == name)
    }
}

/// Where the optimiser's demand comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DemandSource {
    /// From what was confirmed and refused in the last [`Market::update_every`] slots; the initial limits hold until the first update.
    #[default]
    Forecast,
    /// Each class's given demand; the limits hold from the first slot on and never change.
    Given,
}

impl DemandSource {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Forecast, Self::Given];

    /// The name used in files, links and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Forecast => "forecast",
            Self::Given => "given",
        }
    }

    /// The source with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.name() == name)
    }
}

impl Market {
    /// Slots between updates where nothing else is said: a day of five-minute slots.
    pub const UPDATE_EVERY: Slot = 288;

    /// The three classes of Umar's example (Tables 5.1–5.3, 6.3): 100, 60 and 40 per node and slot; book-ahead up to 12, up to 24, above;
    /// initial limits 40, 35 and 30 and demand N(10, 1.5²), N(13, 1.7²) and N(20, 2.3²) of 40 nodes, in proportion to `nodes`.
    pub fn umar(nodes: u32) -> Self {
        let share = f64::from(nodes) / 40.0;
        let class = |name: &str, price, book_ahead_max, limit: u32, mean: f64, deviation: f64| Class {
            name: name.to_string(),
            price,
            book_ahead_max,
            limit: (u64::from(limit) * u64::from(nodes) / 40) as u32,
            demand: Some(Demand::new(mean * share, deviation * share)),
        };
        Self {
            classes: vec![
                class("Premium", 100, Some(12), 40, 10.0, 1.5),
                class("Business", 60, Some(24), 35, 13.0, 1.7),
                class("Economy", 40, None, 30, 20.0, 2.3),
            ],
            method: Method::EmsrB,
            nesting: Nesting::Nested,
            update_every: Self::UPDATE_EVERY,
            demand: DemandSource::Forecast,
        }
    }

    /// The same market for a machine of `nodes` nodes: limits cut to it, and EMSR-b where it is too large for the exact optimum.
    pub fn fitted(mut self, nodes: u32) -> Self {
        for class in &mut self.classes {
            class.limit = class.limit.min(nodes);
        }
        if self.method == Method::Optimal && nodes > bounds::OPTIMAL_NODES_MAX {
            self.method = Method::EmsrB;
        }
        self
    }

    /// Number of classes.
    pub fn count(&self) -> usize {
        self.classes.len()
    }

    /// The class (0 for class 1) of a request with this book-ahead. It is fixed at submission; moving a job changes neither class nor price.
    pub fn class_of(&self, book_ahead: Slot) -> usize {
        let within = |class: &Class| class.book_ahead_max.is_none_or(|most| book_ahead <= most);
        self.classes.iter().position(within).unwrap_or(self.classes.len().saturating_sub(1))
    }

    /// The classes as the optimiser sees them, with `demand` in place of what is given.
    pub fn offers(&self, demand: &[Demand]) -> Vec<Offer> {
        self.classes.iter().zip(demand).map(|(class, &demand)| Offer { price: class.price, demand }).collect()
    }

    /// The given demand of each class; none where it is left out.
    pub fn given_demand(&self) -> Vec<Demand> {
        self.classes.iter().map(|class| class.demand.unwrap_or_default()).collect()
    }

    /// The nested booking limits that hold in the first slot.
    pub fn initial_limits(&self, nodes: u32) -> Vec<u32> {
        match (self.method, self.demand) {
            (Method::None, _) => vec![nodes; self.count()],
            (method, DemandSource::Given) if method.looks_at_demand() => self.limits_for(nodes, &self.given_demand()),
            _ => self.classes.iter().map(|class| class.limit).collect(),
        }
    }

    /// The nested booking limits that the method finds for this demand.
    pub fn limits_for(&self, nodes: u32, demand: &[Demand]) -> Vec<u32> {
        booking_limits(nodes, &protection_levels(self.method, nodes, &self.offers(demand)))
    }

    /// What nested limits come to under this market's nesting: themselves, or each class's own part.
    pub fn in_force(&self, nested: &[u32]) -> Vec<u32> {
        match self.nesting {
            Nesting::Nested => nested.to_vec(),
            Nesting::Partitioned => partitioned(nested),
        }
    }

    /// Checks everything against the machine.
    ///
    /// # Errors
    /// The first thing out of range: number of classes, names, prices that do not fall, borders of book-ahead that do not rise, limits
    /// above the machine or rising, demand that is missing or no distribution, a method that does not fit.
    pub fn check(&self, nodes: u32, place: &FieldPath) -> Result<(), ScenarioError> {
        self.check_with(nodes, place, false)
    }

    /// The same; demand that is known, with a deviation of 0, may be allowed.
    pub(super) fn check_with(&self, nodes: u32, place: &FieldPath, may_be_known: bool) -> Result<(), ScenarioError> {
        let classes = place.field("classes");
        let count = u32::try_from(self.classes.len()).unwrap_or(u32::MAX);
        if !bounds::CLASSES.holds(count) {
            let found = format!("a list of {count}");
            let allowed = format!("a list of {} to {} classes", bounds::CLASSES.min, bounds::CLASSES.max);
            return Err(ScenarioError::new(classes, found, allowed));
        }
        for (k, class) in self.classes.iter().enumerate() {
            self.check_class(k, class, nodes, &classes.index(k))?;
            check_demand(class.demand, self.demand, &classes.index(k), may_be_known)?;
        }
        self.method.check(self.classes.len(), nodes, &place.field("method"))?;
        if !bounds::UPDATE_EVERY.holds(self.update_every) {
            return Err(ScenarioError::out_of_range(place.field("update_every"), self.update_every, bounds::UPDATE_EVERY));
        }
        Ok(())
    }

    fn check_class(&self, k: usize, class: &Class, nodes: u32, place: &FieldPath) -> Result<(), ScenarioError> {
        let dearer = k.checked_sub(1).map(|k| &self.classes[k]);
        let chars = class.name.chars().count();
        if chars > bounds::CLASS_NAME_CHARS {
            let allowed = format!("at most {} characters", bounds::CLASS_NAME_CHARS);
            return Err(ScenarioError::new(place.field("name"), format!("a name of {chars} characters"), allowed));
        }
        let price = dearer.map_or(bounds::PRICE, |dearer| bounds::PRICE.up_to(dearer.price.saturating_sub(1)));
        if !price.holds(class.price) {
            let allowed = match dearer {
                None => price.to_string(),
                // A price of 1 leaves no room below.
                Some(_) if price.max < price.min => "below the price of the class before, which is too low for that".to_string(),
                Some(_) => format!("{price}, below the price of the class before"),
            };
            return Err(ScenarioError::new(place.field("price"), class.price, allowed));
        }
        self.check_border(k, class, place)?;
        let limit = Bound { name: "booking limit", min: 0, max: dearer.map_or(nodes, |dearer| dearer.limit) };
        if !limit.holds(class.limit) {
            let why = if dearer.is_some() { "limits never rise from class to class" } else { "the machine has no more nodes" };
            return Err(ScenarioError::new(place.field("limit"), class.limit, format!("{limit}; {why}")));
        }
        Ok(())
    }

    fn check_border(&self, k: usize, class: &Class, place: &FieldPath) -> Result<(), ScenarioError> {
        let place = place.field("book_ahead_max");
        let is_last = k + 1 == self.classes.len();
        match class.book_ahead_max {
            None if is_last => Ok(()),
            None => Err(ScenarioError::new(
                place,
                "a missing value",
                "the greatest book-ahead of this class; only the last goes without",
            )),
            Some(most) if is_last => Err(ScenarioError::new(place, most, "left out: the last class takes every longer book-ahead")),
            Some(most) => {
                let above =
                    k.checked_sub(1).and_then(|k| self.classes[k].book_ahead_max).map_or(0, |before| before.saturating_add(1));
                let bound = bounds::BOOK_AHEAD.from(above);
                if bound.holds(most) { Ok(()) } else { Err(ScenarioError::out_of_range(place, most, bound)) }
            }
        }
    }
}

/// A class's demand: there if it is needed, and a distribution.
fn check_demand(demand: Option<Demand>, source: DemandSource, place: &FieldPath, may_be_known: bool) -> Result<(), ScenarioError> {
    match demand {
        None if source == DemandSource::Given => {
            Err(ScenarioError::missing(place.field("mean"), "the mean demand of this class, since demand is given"))
        }
        None => Ok(()),
        Some(Demand { mean, deviation }) => {
            // NaN lies in no range.
            if !(0.0..=bounds::DEMAND_MAX).contains(&mean) {
                let allowed = format!("a number from 0 to {}", bounds::DEMAND_MAX);
                return Err(ScenarioError::new(place.field("mean"), mean, allowed));
            }
            let is_known = may_be_known && deviation == 0.0;
            if !(is_known || deviation > 0.0 && deviation <= bounds::DEMAND_MAX) {
                let from = if may_be_known { "of at least 0" } else { "above 0" };
                let allowed = format!("a number {from}, at most {}", bounds::DEMAND_MAX);
                return Err(ScenarioError::new(place.field("deviation"), deviation, allowed));
            }
            Ok(())
        }
    }
}

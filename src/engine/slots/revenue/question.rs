//! Booking limits for given prices and demand, asked for by themselves and not by a run: the question, its check and its answer.

use super::demand::{Demand, WholeDemand};
use super::limits::{booking_limits, never_falling, protection_levels, unrounded_level};
use super::market::{Class, DemandSource, Market, Nesting};
use super::method::Method;
use super::offer::{Offer, VirtualClass};
use super::optimum::WholeClasses;
use crate::core::error::{FieldPath, ScenarioError};
use crate::slots::bounds;

/// What the demand of all classes is like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DemandShape {
    /// Normal, by means and deviations (Umar 5.2.2); a deviation of 0 is a number that is known.
    #[default]
    Normal,
    /// Poisson, by means.
    Poisson,
    /// Every whole number of a range is as likely as another.
    Uniform,
}

impl DemandShape {
    /// Every shape.
    pub const ALL: [Self; 3] = [Self::Normal, Self::Poisson, Self::Uniform];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Poisson => "poisson",
            Self::Uniform => "uniform",
        }
    }

    /// The shape with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.name() == name)
    }
}

/// A question for booking limits. The lists have an item for each class, dearest first.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitsQuestion {
    /// Nodes of the machine.
    pub capacity: u32,
    /// Price of a node for a slot, in minor units.
    pub prices: Vec<u32>,
    /// Mean demand in a slot, in nodes.
    pub means: Vec<f64>,
    /// Standard deviation of the demand; for normal demand only.
    pub deviations: Vec<f64>,
    /// What the demand is like.
    pub shape: DemandShape,
    /// Least and greatest demand; for uniform demand only, in place of means.
    pub ranges: Vec<(u32, u32)>,
    /// How limits are found.
    pub method: Method,
    /// The booking limits themselves for [`Method::Fixed`], else empty.
    pub limits: Vec<u32>,
    /// Whether each class has a part of its own.
    pub partitioned: bool,
}

/// What the method finds.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitsAnswer {
    /// The market that was asked about.
    pub market: Market,
    /// Price and demand of each class.
    pub offers: Vec<Offer>,
    /// Nodes kept for each class and those above it; none for the last class.
    pub protection_levels: Vec<u32>,
    /// Nodes that each class may book, as the market nests them.
    pub booking_limits: Vec<u32>,
    /// Expected revenue of a slot, in minor units.
    pub expected_revenue: f64,
    /// The most that nested limits can be expected to bring; `None` where limits are not nested or the machine is too large.
    pub best_revenue: Option<f64>,
    /// What it costs that levels are rounded down; `None` where they are whole as they are found, or the machine is too large.
    pub rounding: Option<Rounding>,
}

/// Levels of Littlewood's rule and its heirs are rounded down, as in the paper. One node more can be better.
#[derive(Clone, Debug, PartialEq)]
pub struct Rounding {
    /// The levels before they are rounded.
    pub unrounded: Vec<f64>,
    /// The better whole neighbours.
    pub better: Vec<u32>,
    /// By how much they are expected to bring more in a slot, in minor units; at least 0.
    pub gain: f64,
}

impl LimitsQuestion {
    /// Finds levels and limits, and what they bring.
    ///
    /// The worked example of Umar 5.4:
    ///
    /// ```
    /// use bookahead_engine::slots::revenue::{DemandShape, LimitsQuestion, Method};
    ///
    /// let question = LimitsQuestion {
    ///     capacity: 40,
    ///     prices: vec![100, 60, 40],
    ///     means: vec![10.0, 13.0, 20.0],
    ///     deviations: vec![1.5, 1.7, 2.3],
    ///     shape: DemandShape::Normal,
    ///     ranges: Vec::new(),
    ///     method: Method::EmsrB,
    ///     limits: Vec::new(),
    ///     partitioned: false,
    /// };
    /// let answer = question.answer()?;
    /// assert_eq!(answer.protection_levels, [9, 22]);
    /// assert_eq!(answer.booking_limits, [40, 31, 18]);
    /// assert_eq!(answer.expected_revenue.round(), 2371.0);
    ///
    /// let error = LimitsQuestion { prices: vec![100, 60, 60], ..question }.answer().expect_err("prices must fall");
    /// let message = "prices[2]: 60 is not allowed; must be a whole number from 1 to 59, below the price of the class before";
    /// assert_eq!(error.to_string(), message);
    /// # Ok::<(), bookahead_engine::ScenarioError>(())
    /// ```
    ///
    /// # Errors
    /// Lists of other lengths than the prices, limits that the method does not take, anything else that a market may not have. The place
    /// names a field of the question, such as `prices[1]`.
    pub fn answer(&self) -> Result<LimitsAnswer, ScenarioError> {
        let market = self.market()?;
        let offers = market.offers(&market.given_demand());
        let capacity = self.capacity;
        let classes = offers.iter().enumerate().map(|(k, offer)| (f64::from(offer.price), self.together(k..k + 1)));
        let whole = WholeClasses::of_demands(capacity, classes.collect());
        let protection_levels: Vec<u32> = match self.method {
            Method::Fixed => self.limits[1..].iter().map(|&limit| capacity - limit).collect(),
            Method::Optimal => whole.optimal_levels(),
            method if self.shape == DemandShape::Normal => protection_levels(method, capacity, &offers),
            method => self.whole_levels(method, &offers),
        };
        let booking_limits = market.in_force(&booking_limits(capacity, &protection_levels));
        let is_exact = market.nesting == Nesting::Nested && capacity <= bounds::OPTIMAL_NODES_MAX;
        let expected_revenue = match market.nesting {
            Nesting::Nested => whole.expected_revenue(&protection_levels),
            Nesting::Partitioned => whole.expected_revenue_partitioned(&booking_limits),
        };
        let best_revenue = is_exact.then(|| whole.expected_revenue(&whole.optimal_levels()));
        let is_rounded =
            matches!(self.method, Method::Littlewood | Method::EmsrA | Method::EmsrB) && self.shape == DemandShape::Normal;
        let rounding = (is_exact && is_rounded).then(|| self.rounding(&whole, &offers, &protection_levels));
        Ok(LimitsAnswer { market, offers, protection_levels, booking_limits, expected_revenue, best_revenue, rounding })
    }

    /// The demand of classes that are taken as one, in whole nodes.
    fn together(&self, classes: std::ops::Range<usize>) -> WholeDemand {
        match self.shape {
            DemandShape::Normal => {
                let demands = classes.map(|k| Demand::new(self.means[k], self.deviations[k]));
                Demand::sum(demands).in_whole_nodes(self.capacity)
            }
            DemandShape::Poisson => WholeDemand::poisson(self.means[classes].iter().sum(), self.capacity),
            DemandShape::Uniform => WholeDemand::uniform(&self.ranges[classes], self.capacity),
        }
    }

    /// The levels of a method where demand is counted in whole nodes anyway: nothing is rounded.
    fn whole_levels(&self, method: Method, offers: &[Offer]) -> Vec<u32> {
        let price = |k: usize| f64::from(offers[k].price);
        let level = |k: usize| {
            let lower = price(k + 1);
            match method {
                Method::Littlewood => self.together(k..k + 1).level(lower / price(k)),
                Method::EmsrA => (0..=k).map(|j| self.together(j..j + 1).level(lower / price(j))).sum(),
                Method::EmsrB => self.together(0..k + 1).level(lower / VirtualClass::of(&offers[..=k]).price.max(lower)),
                Method::None | Method::Fixed | Method::Optimal => 0,
            }
        };
        let mut levels: Vec<u32> = (0..offers.len() - 1).map(|k| level(k).min(self.capacity)).collect();
        never_falling(&mut levels);
        levels
    }

    /// What the better whole neighbours of the levels are, and what they bring.
    fn rounding(&self, whole: &WholeClasses, offers: &[Offer], levels: &[u32]) -> Rounding {
        let unrounded: Vec<f64> = (0..levels.len()).map(|k| unrounded_level(self.method, offers, k)).collect();
        let found = whole.expected_revenue(levels);
        let (mut better, mut best) = (levels.to_vec(), found);
        for k in (0..levels.len()).rev() {
            let most = better.get(k + 1).copied().unwrap_or(self.capacity);
            let mut tried = better.clone();
            tried[k] = better[k].saturating_add(1).min(most);
            let revenue = if unrounded[k] > f64::from(better[k]) { whole.expected_revenue(&tried) } else { best };
            // A tie in exact arithmetic may come out a rounding error apart.
            if revenue > best * (1.0 + 1e-12) {
                (better, best) = (tried, revenue);
            }
        }
        Rounding { unrounded, better, gain: best - found }
    }

    /// Mean and standard deviation of a class.
    fn moments(&self, k: usize) -> Demand {
        match self.shape {
            DemandShape::Normal => Demand::new(self.means[k], self.deviations[k]),
            DemandShape::Poisson => Demand::new(self.means[k], libm::sqrt(self.means[k].max(0.0))),
            DemandShape::Uniform => {
                let (least, greatest) = self.ranges[k];
                let (mean, width) = (0.5 * (f64::from(least) + f64::from(greatest)), f64::from(greatest - least) + 1.0);
                Demand::new(mean, libm::sqrt((width * width - 1.0) / 12.0))
            }
        }
    }

    /// The market that the question describes, checked.
    fn market(&self) -> Result<Market, ScenarioError> {
        let count = self.prices.len();
        let bad = |place: &str, found: String, allowed: String| Err(ScenarioError::new(FieldPath::new(place), found, allowed));
        if !bounds::NODES.holds(self.capacity) {
            return bad("capacity", self.capacity.to_string(), bounds::NODES.to_string());
        }
        let is_fixed = self.method == Method::Fixed;
        let (shape, found) = (self.shape, "a list".to_string());
        let lists = [
            ("means", self.means.len(), shape != DemandShape::Uniform),
            ("deviations", self.deviations.len(), shape == DemandShape::Normal),
            ("ranges", self.ranges.len(), shape == DemandShape::Uniform),
        ];
        let needed = lists.into_iter().filter(|(.., is_needed)| *is_needed).map(|(place, length, _)| (place, length));
        let limits = (is_fixed || !self.limits.is_empty()).then_some(("limits", self.limits.len()));
        if let Some((place, ..)) = lists.into_iter().find(|(_, length, is_needed)| !is_needed && *length > 0) {
            return bad(place, found, format!("left out: {} demand has none", shape.name()));
        }
        for (place, length) in needed.chain(limits) {
            if length != count {
                return bad(place, format!("a list of {length}"), format!("a list of {count}, one for each price"));
            }
        }
        if !is_fixed && !self.limits.is_empty() {
            return bad("limits", "a list".to_string(), format!("left out: method {} finds the limits", self.method.name()));
        }
        let most = bounds::DEMAND_MAX as u32;
        if let Some(k) = self.ranges.iter().position(|(least, greatest)| least > greatest || *greatest > most) {
            let (least, greatest) = self.ranges[k];
            let allowed = format!("a least number that is not above the greatest, which is at most {most}");
            return bad(&format!("ranges[{k}]"), format!("{least}-{greatest}"), allowed);
        }
        let classes = (0..count).map(|k| Class {
            name: String::new(),
            price: self.prices[k],
            book_ahead_max: (k + 1 < count).then_some(k as u32),
            limit: self.limits.get(k).copied().unwrap_or(self.capacity),
            demand: Some(self.moments(k)),
        });
        let market = Market {
            classes: classes.collect(),
            method: self.method,
            nesting: if self.partitioned { Nesting::Partitioned } else { Nesting::Nested },
            update_every: Market::UPDATE_EVERY,
            demand: DemandSource::Given,
        };
        market.check_with(self.capacity, &FieldPath::new(""), true).map_err(in_question)?;
        match self.limits.first() {
            Some(&first) if is_fixed && first != self.capacity => {
                bad("limits[0]", first.to_string(), format!("{}, the capacity: class 1 may book every node", self.capacity))
            }
            _ => Ok(market),
        }
    }
}

/// The error with the question's field in place of the market's: `prices[1]` for `classes[1].price`.
fn in_question(error: ScenarioError) -> ScenarioError {
    let place = match error.place.as_str().strip_prefix("classes").and_then(|rest| rest.split_once('.')) {
        Some((index, field)) => FieldPath::new(format!("{field}s{index}")),
        // The number of classes is the number of prices.
        None if error.place.as_str() == "classes" => FieldPath::new("prices"),
        None => error.place,
    };
    ScenarioError { place, ..error }
}

//! Booking limits for given prices and demand, asked for by themselves and not by a run: the question, its check and its answer.

use super::demand::Demand;
use super::limits::{booking_limits, protection_levels};
use super::market::{Class, DemandSource, Market, Nesting};
use super::method::Method;
use super::offer::Offer;
use super::optimum::{expected_revenue, expected_revenue_partitioned};
use crate::core::error::{FieldPath, ScenarioError};
use crate::slots::bounds;

/// A question for booking limits. The lists have an item for each class, dearest first.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitsQuestion {
    /// Nodes of the machine.
    pub capacity: u32,
    /// Price of a node for a slot, in minor units.
    pub prices: Vec<u32>,
    /// Mean demand in a slot, in nodes.
    pub means: Vec<f64>,
    /// Standard deviation of the demand.
    pub deviations: Vec<f64>,
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
}

impl LimitsQuestion {
    /// Finds levels and limits, and what they bring.
    ///
    /// The worked example of Umar 5.4:
    ///
    /// ```
    /// use bookahead_engine::slots::revenue::{LimitsQuestion, Method};
    ///
    /// let question = LimitsQuestion {
    ///     capacity: 40,
    ///     prices: vec![100, 60, 40],
    ///     means: vec![10.0, 13.0, 20.0],
    ///     deviations: vec![1.5, 1.7, 2.3],
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
        let protection_levels: Vec<u32> = match self.method {
            Method::Fixed => self.limits[1..].iter().map(|&limit| capacity - limit).collect(),
            method => protection_levels(method, capacity, &offers),
        };
        let booking_limits = market.in_force(&booking_limits(capacity, &protection_levels));
        let expected_revenue = match market.nesting {
            Nesting::Nested => expected_revenue(capacity, &offers, &protection_levels),
            Nesting::Partitioned => expected_revenue_partitioned(&offers, &booking_limits),
        };
        Ok(LimitsAnswer { market, offers, protection_levels, booking_limits, expected_revenue })
    }

    /// The market that the question describes, checked.
    fn market(&self) -> Result<Market, ScenarioError> {
        let count = self.prices.len();
        let bad = |place: &str, found: String, allowed: String| Err(ScenarioError::new(FieldPath::new(place), found, allowed));
        if !bounds::NODES.holds(self.capacity) {
            return bad("capacity", self.capacity.to_string(), bounds::NODES.to_string());
        }
        let is_fixed = self.method == Method::Fixed;
        let lists = [("means", self.means.len()), ("deviations", self.deviations.len())];
        let limits = (is_fixed || !self.limits.is_empty()).then_some(("limits", self.limits.len()));
        for (place, length) in lists.into_iter().chain(limits) {
            if length != count {
                return bad(place, format!("a list of {length}"), format!("a list of {count}, one for each price"));
            }
        }
        if !is_fixed && !self.limits.is_empty() {
            return bad("limits", "a list".to_string(), format!("left out: method {} finds the limits", self.method.name()));
        }
        let classes = (0..count).map(|k| Class {
            name: String::new(),
            price: self.prices[k],
            book_ahead_max: (k + 1 < count).then_some(k as u32),
            limit: self.limits.get(k).copied().unwrap_or(self.capacity),
            demand: Some(Demand::new(self.means[k], self.deviations[k])),
        });
        let market = Market {
            classes: classes.collect(),
            method: self.method,
            nesting: if self.partitioned { Nesting::Partitioned } else { Nesting::Nested },
            update_every: Market::UPDATE_EVERY,
            demand: DemandSource::Given,
        };
        market.check(self.capacity, &FieldPath::new("")).map_err(in_question)?;
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

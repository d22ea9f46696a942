//! The market of a scenario file.

use super::ranges;
use crate::json_parts::{Whole, given, list, named, named_as_usual};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::slots::bounds;
use bookahead_engine::slots::revenue::{Class, Demand, DemandSource, Market, Method, Nesting};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WireMarket {
    #[serde(default, with = "named")]
    method: Method,
    #[serde(default, with = "named")]
    nesting: Nesting,
    #[serde(default = "default_update_every")]
    update_every: ranges::UpdateEvery,
    #[serde(default, with = "named")]
    demand: DemandSource,
    #[serde(default, deserialize_with = "list")]
    classes: Vec<WireClass>,
}

fn default_update_every() -> ranges::UpdateEvery {
    Whole(Market::UPDATE_EVERY)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireClass {
    #[serde(default, deserialize_with = "given")]
    name: Option<String>,
    price: ranges::Price,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    book_ahead_max: Option<ranges::BookAhead>,
    #[serde(default, deserialize_with = "given")]
    limit: Option<ranges::Limit>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    mean: Option<f64>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    deviation: Option<f64>,
}

impl WireMarket {
    /// The market; its ranges are not checked.
    pub(super) fn market(self, nodes: u32, place: &FieldPath) -> Result<Market, ScenarioError> {
        let mut classes: Vec<Class> = Vec::new();
        for (k, class) in self.classes.into_iter().enumerate() {
            // A class without a limit may book what the one above it may.
            let above = classes.last().map_or(nodes, |above| above.limit);
            classes.push(class.class(k, above, &place.field("classes").index(k))?);
        }
        let Self { method, nesting, update_every: Whole(update_every), demand, .. } = self;
        Ok(Market { classes, method, nesting, update_every, demand })
    }
}

impl WireClass {
    fn class(self, k: usize, above: u32, place: &FieldPath) -> Result<Class, ScenarioError> {
        let missing = |name: &str, allowed: String| Err(ScenarioError::missing(place.field(name), allowed));
        let demand = match (self.mean, self.deviation) {
            (Some(mean), Some(deviation)) => Some(Demand { mean, deviation }),
            (None, None) => None,
            (None, Some(_)) => return missing("mean", format!("a number from 0 to {}", bounds::DEMAND_MAX)),
            (Some(_), None) => return missing("deviation", format!("a number above 0, at most {}", bounds::DEMAND_MAX)),
        };
        Ok(Class {
            name: self.name.unwrap_or_else(|| format!("Class {}", k + 1)),
            price: self.price.0,
            book_ahead_max: self.book_ahead_max.map(|most| most.0),
            limit: self.limit.map_or(above, |limit| limit.0),
            demand,
        })
    }
}

impl From<&Market> for WireMarket {
    fn from(market: &Market) -> Self {
        let Market { classes, method, nesting, update_every, demand } = market;
        let class = |Class { name, price, book_ahead_max, limit, demand }: &Class| WireClass {
            name: Some(name.clone()),
            price: Whole(*price),
            book_ahead_max: book_ahead_max.map(Whole),
            limit: Some(Whole(*limit)),
            mean: demand.map(|demand| demand.mean),
            deviation: demand.map(|demand| demand.deviation),
        };
        Self {
            method: *method,
            nesting: *nesting,
            update_every: Whole(*update_every),
            demand: *demand,
            classes: classes.iter().map(class).collect(),
        }
    }
}

named_as_usual!(Method, Nesting, DemandSource);

//! The wire format of a market: part of links of versions 2 and 3. Fields and variants are identified by their order: do not reorder, remove or change
//! anything.

use crate::link_parts::{ByNumber, bounded, numbered};
use bookahead_engine::slots::revenue::{Class, Demand, DemandSource, Market, Method, Nesting};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct WireMarket {
    #[serde(deserialize_with = "bounded")]
    classes: Vec<WireClass>,
    method: ByNumber<Method>,
    nesting: ByNumber<Nesting>,
    update_every: u32,
    demand: ByNumber<DemandSource>,
}

#[derive(Serialize, Deserialize)]
struct WireClass {
    name: String,
    price: u32,
    book_ahead_max: Option<u32>,
    limit: u32,
    demand: Option<(f64, f64)>,
}

numbered! {
    Method { None = 0, Fixed = 1, Littlewood = 2, EmsrA = 3, EmsrB = 4, Optimal = 5 }
    Nesting { Nested = 0, Partitioned = 1 }
    DemandSource { Forecast = 0, Given = 1 }
}

impl From<&Market> for WireMarket {
    fn from(market: &Market) -> Self {
        let class = |class: &Class| WireClass {
            name: class.name.clone(),
            price: class.price,
            book_ahead_max: class.book_ahead_max,
            limit: class.limit,
            demand: class.demand.map(|demand| (demand.mean, demand.deviation)),
        };
        Self {
            classes: market.classes.iter().map(class).collect(),
            method: ByNumber(market.method),
            nesting: ByNumber(market.nesting),
            update_every: market.update_every,
            demand: ByNumber(market.demand),
        }
    }
}

impl From<WireMarket> for Market {
    fn from(wire: WireMarket) -> Self {
        let class = |wire: WireClass| Class {
            name: wire.name,
            price: wire.price,
            book_ahead_max: wire.book_ahead_max,
            limit: wire.limit,
            demand: wire.demand.map(|(mean, deviation)| Demand { mean, deviation }),
        };
        Self {
            classes: wire.classes.into_iter().map(class).collect(),
            method: wire.method.0,
            nesting: wire.nesting.0,
            update_every: wire.update_every,
            demand: wire.demand.0,
        }
    }
}

//! The wire format of a market: part of links of versions 2 and 3. Fields and variants are identified by their order: do not reorder, remove or change
//! anything.

use crate::link_parts::{ByNumber, bounded, numbered};
use crate::same_fields::same_fields;
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
    demand: Option<WireDemand>,
}

#[derive(Serialize, Deserialize)]
struct WireDemand {
    mean: f64,
    deviation: f64,
}

numbered! {
    Method { None = 0, Fixed = 1, Littlewood = 2, EmsrA = 3, EmsrB = 4, Optimal = 5 }
    Nesting { Nested = 0, Partitioned = 1 }
    DemandSource { Forecast = 0, Given = 1 }
}

same_fields! {
    WireMarket = Market { classes, method, nesting, update_every, demand }
    WireClass = Class { name, price, book_ahead_max, limit, demand }
    WireDemand = Demand { mean, deviation }
}

//! The wire format of a market: part of links of versions 2 and 3. Fields and variants are identified by their order: do not reorder, remove or change
//! anything.

use crate::link_parts::bounded;
use bookahead_engine::slots::revenue::{Class, Demand, DemandSource, Market, Method, Nesting};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct WireMarket {
    #[serde(deserialize_with = "bounded")]
    classes: Vec<WireClass>,
    method: WireMethod,
    nesting: WireNesting,
    update_every: u32,
    demand: WireDemandSource,
}

#[derive(Serialize, Deserialize)]
struct WireClass {
    name: String,
    price: u32,
    book_ahead_max: Option<u32>,
    limit: u32,
    demand: Option<(f64, f64)>,
}

#[derive(Serialize, Deserialize)]
enum WireMethod {
    None,
    Fixed,
    Littlewood,
    EmsrA,
    EmsrB,
    Optimal,
}

#[derive(Serialize, Deserialize)]
enum WireNesting {
    Nested,
    Partitioned,
}

#[derive(Serialize, Deserialize)]
enum WireDemandSource {
    Forecast,
    Given,
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
            method: match market.method {
                Method::None => WireMethod::None,
                Method::Fixed => WireMethod::Fixed,
                Method::Littlewood => WireMethod::Littlewood,
                Method::EmsrA => WireMethod::EmsrA,
                Method::EmsrB => WireMethod::EmsrB,
                Method::Optimal => WireMethod::Optimal,
            },
            nesting: match market.nesting {
                Nesting::Nested => WireNesting::Nested,
                Nesting::Partitioned => WireNesting::Partitioned,
            },
            update_every: market.update_every,
            demand: match market.demand {
                DemandSource::Forecast => WireDemandSource::Forecast,
                DemandSource::Given => WireDemandSource::Given,
            },
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
            method: match wire.method {
                WireMethod::None => Method::None,
                WireMethod::Fixed => Method::Fixed,
                WireMethod::Littlewood => Method::Littlewood,
                WireMethod::EmsrA => Method::EmsrA,
                WireMethod::EmsrB => Method::EmsrB,
                WireMethod::Optimal => Method::Optimal,
            },
            nesting: match wire.nesting {
                WireNesting::Nested => Nesting::Nested,
                WireNesting::Partitioned => Nesting::Partitioned,
            },
            update_every: wire.update_every,
            demand: match wire.demand {
                WireDemandSource::Forecast => DemandSource::Forecast,
                WireDemandSource::Given => DemandSource::Given,
            },
        }
    }
}

//! The wire format of links, version 2: version 1, a market, named servers, and their view. Whatever version 1 can hold is still written as version
//! 1, so that older builds can open it. Fields and variants are identified by their order: do not reorder, remove or change anything.

use super::keys::{experiment_number, experiment_of};
use super::servers::{WireGeometry, WireServers};
use super::v1::{self, bounded};
use super::{BarColours, Geometry, Opened, Panel, View};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::slots::revenue::{Class, Demand, DemandSource, Market, Method, Nesting};
use bookahead_engine::slots::scenario::{SlotsScenario, scenario_of};
use bookahead_engine::{Scenario, Study};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct Wire {
    first: v1::Wire,
    market: Option<WireMarket>,
    panel: WirePanel,
    border: u32,
    colours: WireColours,
    experiment: u32,
}

#[derive(Serialize, Deserialize)]
enum WireColours {
    Fitting,
    Request,
    Class,
}

/// What follows where there are servers, or something of them is seen.
#[derive(Serialize, Deserialize)]
struct Tail {
    servers: Option<WireServers>,
    geometry: WireGeometry,
}

#[derive(Serialize, Deserialize)]
enum WirePanel {
    Plan,
    Revenue,
    Experiments,
    Geometry,
}

#[derive(Serialize, Deserialize)]
struct WireMarket {
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

impl Wire {
    fn new(title: &str, scenario: &SlotsScenario, view: &View) -> Self {
        Self {
            first: v1::Wire::new(title, scenario, view),
            market: scenario.market.as_ref().map(WireMarket::from),
            panel: match view.panel {
                Panel::Plan => WirePanel::Plan,
                Panel::Revenue => WirePanel::Revenue,
                Panel::Experiments => WirePanel::Experiments,
                Panel::Geometry => WirePanel::Geometry,
            },
            border: view.border,
            colours: match view.colours {
                BarColours::Fitting => WireColours::Fitting,
                BarColours::Request => WireColours::Request,
                BarColours::Class => WireColours::Class,
            },
            experiment: experiment_number(view.experiment),
        }
    }

    /// The bytes of a scenario whose edits are already folded, and of a view. Servers follow a plan in slots: here an empty one.
    pub fn bytes(scenario: &Scenario, view: &View) -> postcard::Result<Vec<u8>> {
        let no_slots = scenario_of(1, Vec::new());
        let (slots, servers) = match &scenario.study {
            Study::Slots(slots) => (slots, None),
            Study::Idle(idle) => (&no_slots, Some(WireServers::new(idle))),
        };
        let mut bytes = postcard::to_stdvec(&Self::new(&scenario.title, slots, view))?;
        if servers.is_some() || view.geometry != Geometry::default() {
            bytes.extend(postcard::to_stdvec(&Tail { servers, geometry: WireGeometry::new(&view.geometry) })?);
        }
        Ok(bytes)
    }

    /// What bytes stand for, unchecked; `None` if they cannot be the work of an encoder. Earlier builds wrote servers beside a plan in slots:
    /// such a link holds two studies.
    ///
    /// # Errors
    /// As [`WireServers::into_opened`].
    pub fn read(bytes: &[u8]) -> Option<Result<Opened, ScenarioError>> {
        let (wire, rest) = postcard::take_from_bytes::<Self>(bytes).ok()?;
        let (title, slots, mut view) = wire.into_parts()?;
        let mut servers = None;
        if !rest.is_empty() {
            let (tail, rest) = postcard::take_from_bytes::<Tail>(rest).ok()?;
            if !rest.is_empty() {
                return None;
            }
            servers = tail.servers;
            view.geometry = tail.geometry.into_geometry()?;
        }
        match servers {
            None => Some(Ok(Opened::of_slots(title, slots, view))),
            Some(servers) => servers.into_opened(title, slots, view),
        }
    }

    /// Whether version 1 cannot hold it.
    pub fn is_needed(scenario: &Scenario, view: &View) -> bool {
        !matches!(&scenario.study, Study::Slots(slots) if slots.market.is_none())
            || view.panel != Panel::Plan
            || view.border != 0
            || view.experiment != 0
            || view.colours != BarColours::Fitting
            || view.geometry != Geometry::default()
    }

    fn into_parts(self) -> Option<(String, SlotsScenario, View)> {
        let (title, mut scenario, mut view) = self.first.into_parts()?;
        scenario.market = self.market.map(Market::from);
        view.panel = match self.panel {
            WirePanel::Plan => Panel::Plan,
            WirePanel::Revenue => Panel::Revenue,
            WirePanel::Experiments => Panel::Experiments,
            WirePanel::Geometry => Panel::Geometry,
        };
        view.border = self.border;
        view.experiment = experiment_of(self.experiment);
        view.colours = match self.colours {
            WireColours::Fitting => BarColours::Fitting,
            WireColours::Request => BarColours::Request,
            WireColours::Class => BarColours::Class,
        };
        Some((title, scenario, view))
    }
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

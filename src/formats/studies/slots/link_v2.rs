//! The wire format of links, version 2: version 1, a market, named servers, and their view. Whatever version 1 can hold is still written as version
//! 1, so that older builds can open it. Fields and variants are identified by their order: do not reorder, remove or change anything.

use super::experiment_numbers::{experiment_number, experiment_of};
use super::link_v1;
use crate::link_parts::{BarColours, Geometry, LinkError, Opened, Panel, View, bounded, whole};
use crate::studies::idle::link::{WireGeometry, WireServers};
use crate::studies::system::OldLink;
use bookahead_engine::Scenario;
use bookahead_engine::convert::with_jobs_of;
use bookahead_engine::idle::IdleScenario;
use bookahead_engine::slots::revenue::{Class, Demand, DemandSource, Market, Method, Nesting};
use bookahead_engine::slots::scenario::{SlotsScenario, scenario_of};
use bookahead_engine::study::StudyKind;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Wire {
    first: link_v1::Wire,
    market: Option<WireMarket>,
    /// Its number in [`PANELS`].
    panel: u32,
    border: u32,
    colours: WireColours,
    experiment: u32,
}

#[derive(Serialize, Deserialize)]
pub(super) enum WireColours {
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

/// Panels by number. The table never changes: a link with a newer panel is of version 3.
const PANELS: [Panel; 4] = [Panel::Study(StudyKind::Slots), Panel::Revenue, Panel::Experiments, Panel::Study(StudyKind::Idle)];

#[derive(Serialize, Deserialize)]
pub(super) struct WireMarket {
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
    /// The wire form; `None` if the view shows something newer than version 2.
    fn new(title: &str, scenario: &SlotsScenario, view: &View) -> Option<Self> {
        Some(Self {
            first: link_v1::Wire::new(title, scenario, view),
            market: scenario.market.as_ref().map(WireMarket::from),
            panel: PANELS.iter().position(|panel| *panel == view.panel)? as u32,
            border: view.border,
            colours: view.colours.into(),
            experiment: experiment_number(view.experiment)?,
        })
    }

    fn into_parts(self) -> Option<(String, SlotsScenario, View)> {
        let (title, mut scenario, mut view) = self.first.into_parts()?;
        scenario.market = self.market.map(Market::from);
        view.panel = *PANELS.get(self.panel as usize)?;
        view.border = self.border;
        view.experiment = experiment_of(self.experiment);
        view.colours = self.colours.into();
        Some((title, scenario, view))
    }
}

/// The version of a link of a plan in slots whose edits are already folded, and its bytes. What version 1 can hold stays in version 1.
/// `None` if the view shows something newer.
pub(super) fn pack(title: &str, slots: &SlotsScenario, view: &View) -> Option<OldLink> {
    let is_needed = slots.market.is_some()
        || view.panel != Panel::Study(StudyKind::Slots)
        || view.border != 0
        || view.experiment != 0
        || view.colours != BarColours::Fitting
        || has_geometry(view);
    if is_needed {
        Some(("v2", bytes(Wire::new(title, slots, view)?, None, view)))
    } else {
        Some(("v1", postcard::to_stdvec(&link_v1::Wire::new(title, slots, view))))
    }
}

/// As [`pack`], for named servers. They follow a plan in slots: here an empty one.
pub(crate) fn pack_idle(title: &str, idle: &IdleScenario, view: &View) -> Option<OldLink> {
    let wire = Wire::new(title, &scenario_of(1, Vec::new()), view)?;
    Some(("v2", bytes(wire, Some(WireServers::new(idle)), view)))
}

/// Whether anything is seen of named servers that version 2 can hold.
fn has_geometry(view: &View) -> bool {
    Geometry { step: None, ..view.geometry } != Geometry::default()
}

fn bytes(wire: Wire, servers: Option<WireServers>, view: &View) -> postcard::Result<Vec<u8>> {
    let mut bytes = postcard::to_stdvec(&wire)?;
    if servers.is_some() || has_geometry(view) {
        bytes.extend(postcard::to_stdvec(&Tail { servers, geometry: WireGeometry::new(&view.geometry) })?);
    }
    Ok(bytes)
}

/// What the bytes of a link of version 2 stand for, unchecked. Earlier builds wrote servers beside a plan in slots: such a link holds two studies.
///
/// # Errors
/// The bytes cannot be the work of an encoder. The servers are asked for the jobs of the plan beside them, and these or the servers are out of
/// bounds.
pub(crate) fn read(bytes: &[u8]) -> Result<Opened, LinkError> {
    let (title, slots, view, servers) = parts(bytes).ok_or(LinkError::Damaged)?;
    match servers {
        None => Ok(Opened::one(Scenario::new(title, slots), view)),
        Some(servers) => with_servers(title, slots, servers, view),
    }
}

fn parts(bytes: &[u8]) -> Option<(String, SlotsScenario, View, Option<WireServers>)> {
    let (wire, rest) = postcard::take_from_bytes::<Wire>(bytes).ok()?;
    let (title, slots, mut view) = wire.into_parts()?;
    if rest.is_empty() {
        return Some((title, slots, view, None));
    }
    let tail = whole::<Tail>(rest)?;
    view.geometry = tail.geometry.into_geometry()?;
    Some((title, slots, view, tail.servers))
}

fn with_servers(title: String, slots: SlotsScenario, servers: WireServers, view: View) -> Result<Opened, LinkError> {
    let is_of_slots = servers.is_of_slots();
    let mut idle = servers.into_idle().ok_or(LinkError::Damaged)?;
    let mut idle_view = view;
    if is_of_slots {
        let (with_jobs, origins) = with_jobs_of(&idle, &slots)?;
        let place_of = |id: u32| origins.iter().position(|origin| *origin == id).map(|place| place as u32);
        idle_view.geometry.selected = view.selected.and_then(place_of);
        idle = with_jobs;
    }
    let has_slots = !slots.workload.source.is_empty() || !slots.workload.edits.is_empty();
    let idle = Scenario::new(title.clone(), idle);
    if !has_slots {
        return Ok(Opened::one(idle, idle_view));
    }
    let slots = Scenario::new(title, slots);
    Ok(match view.panel {
        Panel::Study(StudyKind::Idle) => Opened { scenario: idle, view: idle_view, second: Some(slots) },
        _ => Opened { scenario: slots, view, second: Some(idle) },
    })
}

impl From<BarColours> for WireColours {
    fn from(colours: BarColours) -> Self {
        match colours {
            BarColours::Fitting => Self::Fitting,
            BarColours::Request => Self::Request,
            BarColours::Class => Self::Class,
        }
    }
}

impl From<WireColours> for BarColours {
    fn from(colours: WireColours) -> Self {
        match colours {
            WireColours::Fitting => Self::Fitting,
            WireColours::Request => Self::Request,
            WireColours::Class => Self::Class,
        }
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

//! The wire format of links, version 2: version 1, a market, named servers, and their view. Whatever version 1 can hold is still written as version
//! 1, so that older builds can open it. Fields and variants are identified by their order: do not reorder, remove or change anything.

use super::experiment_numbers::{experiment_number, experiment_of};
use super::v1;
use crate::link_parts::{BarColours, ByNumber, Geometry, LinkError, Opened, Panel, View, whole};
use crate::same_fields::Written;
use crate::studies::idle::link::{WireGeometry, WireServers};
use crate::studies::slots::link_market::WireMarket;
use bookahead_engine::Scenario;
use bookahead_engine::convert::with_jobs_of;
use bookahead_engine::idle::IdleScenario;
use bookahead_engine::slots::scenario::{SlotsScenario, scenario_of};
use bookahead_engine::study::StudyKind;
use serde::{Deserialize, Serialize};

/// A link: its version and its bytes.
pub(crate) type OldLink = (&'static str, postcard::Result<Vec<u8>>);

#[derive(Serialize, Deserialize)]
struct Wire {
    first: v1::Wire,
    market: Option<WireMarket>,
    /// Its number in [`PANELS`].
    panel: u32,
    border: u32,
    colours: ByNumber<BarColours>,
    experiment: u32,
}

/// What follows where there are servers, or something of them is seen.
#[derive(Serialize, Deserialize)]
struct Tail {
    servers: Option<WireServers>,
    geometry: WireGeometry,
}

/// Panels by number. The table never changes: a link with a newer panel is of version 3.
const PANELS: [Panel; 4] = [Panel::Study(StudyKind::Slots), Panel::Revenue, Panel::Experiments, Panel::Study(StudyKind::Idle)];

impl Wire {
    /// The wire form; `None` if the view shows something newer than version 2.
    fn new(title: &str, scenario: &SlotsScenario, view: &View) -> Option<Self> {
        Some(Self {
            first: v1::Wire::new(title, scenario, view),
            market: scenario.market.clone().map(WireMarket::of),
            panel: PANELS.iter().position(|panel| *panel == view.panel)? as u32,
            border: view.border,
            colours: ByNumber(view.colours),
            experiment: experiment_number(view.experiment)?,
        })
    }

    fn into_parts(self) -> Option<(String, SlotsScenario, View)> {
        let (title, mut scenario, mut view) = self.first.into_parts()?;
        scenario.market = self.market.value();
        view.panel = *PANELS.get(self.panel as usize)?;
        view.border = self.border;
        view.experiment = experiment_of(self.experiment);
        view.colours = self.colours.0;
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
        Some(("v1", postcard::to_stdvec(&v1::Wire::new(title, slots, view))))
    }
}

/// As [`pack`], for named servers. They follow a plan in slots: here an empty one.
pub(super) fn pack_idle(title: &str, idle: &IdleScenario, view: &View) -> Option<OldLink> {
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
pub(super) fn read(bytes: &[u8]) -> Result<Opened, LinkError> {
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
    view.geometry = tail.geometry.into_geometry();
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

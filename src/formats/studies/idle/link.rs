//! The wire format of named servers and of their view: part of version 2 of links, and forms 1 to 5 of their part of version 3. Fields and variants are
//! identified by their order: do not reorder, remove or change anything.

use super::keys::{strategy_number, strategy_of};
use crate::link_parts::{AxisUnit, Geometry, Plane, TimeWindow, View, WireCompareLayout, WireOptions, bounded};
use bookahead_engine::core::calendar::ClockStart;
use bookahead_engine::core::edits::Edits;
use bookahead_engine::idle::adaptive::Adaptability;
use bookahead_engine::idle::generator::{Due, FortnightWorkload, ParetoWorkload};
use bookahead_engine::idle::reference::StripName;
use bookahead_engine::idle::{
    IdleEvent, IdleRequest, IdleScenario, IdleSource, IdleWorkload, Rate, RequestName, RequestNames, ServerGroup, Servers,
    TickClock, TreeName,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Serialize, Deserialize)]
pub(crate) struct WireServers {
    /// Servers, numerator, denominator.
    #[serde(deserialize_with = "bounded")]
    groups: Vec<(u32, u32, u32)>,
    look_ahead: u32,
    least_size: u32,
    /// Its number in `keys.rs`.
    strategy: u32,
    strip_factor: u32,
    source: WireSource,
    #[serde(deserialize_with = "bounded")]
    edits: Vec<(u32, Option<WireRequest>)>,
    replanning: bool,
    opportunistic: bool,
    #[serde(deserialize_with = "bounded")]
    events: Vec<WireEvent>,
}

/// Servers whose requests are not simply numbered from 1: form 3.
#[derive(Serialize, Deserialize)]
pub(crate) struct WireNamed {
    servers: WireServers,
    /// Numbers, each less the one before, wrapping.
    #[serde(deserialize_with = "bounded")]
    number: Vec<i32>,
    /// Jobs of requests; none if every request is whole.
    #[serde(deserialize_with = "bounded")]
    job: Vec<u32>,
    /// Nodes of jobs; none if no job needs several.
    #[serde(deserialize_with = "bounded")]
    node: Vec<u32>,
}

/// Servers whose ticks have a clock behind them: form 4. The names are empty where requests are simply numbered.
#[derive(Serialize, Deserialize)]
pub(crate) struct WireClocked {
    named: WireNamed,
    tick_seconds: u32,
    /// Seconds since 1970, and the clock's distance from universal time.
    start: Option<(i64, i32)>,
}

/// Servers with or without a clock: form 5. The names are empty where requests are simply numbered.
#[derive(Serialize, Deserialize)]
pub(crate) struct WireWhole {
    named: WireNamed,
    /// Seconds of a tick and the date of tick 0, as in form 4.
    clock: Option<(u32, Option<(i64, i32)>)>,
}

#[derive(Serialize, Deserialize)]
enum WireSource {
    Requests(Columns),
    /// Seed, requests, load, mean size, tightness.
    Pareto(u64, u32, f64, f64, f64),
    /// Seed, requests, load, minutes of slack, whether due at the mean rate.
    Fortnight(u64, u32, f64, u32, bool),
    /// The requests of the plan in slots beside it. No longer written: such a link opens as two studies.
    Slots,
}

/// Submission, earliest start − submission, size, deadline − earliest start − size. All arithmetic wraps.
type WireRequest = (u32, u32, u32, u32);

/// Requests as columns; submissions less the one before.
#[derive(Serialize, Deserialize)]
struct Columns {
    #[serde(deserialize_with = "bounded")]
    submitted: Vec<i32>,
    #[serde(deserialize_with = "bounded")]
    ahead: Vec<u32>,
    #[serde(deserialize_with = "bounded")]
    size: Vec<u32>,
    #[serde(deserialize_with = "bounded")]
    slack: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
enum WireEvent {
    /// Submission, earliest start − submission, size.
    Opportunity(u32, u32, u32),
    /// Submission, request, how much more.
    Extend(u32, u32, u32),
}

#[derive(Serialize, Deserialize)]
pub(crate) struct WireGeometry {
    is_dual: bool,
    time: Option<(f64, f64)>,
    selected: Option<u32>,
    other: Option<u32>,
    /// Rate, kind of strip, its number.
    tree: Option<(u32, WireStrip)>,
}

/// What is seen, form 2 of this part of version 3.
#[derive(Serialize, Deserialize)]
pub(crate) struct WireSeen {
    geometry: WireGeometry,
    step: Option<u32>,
    options: Option<WireOptions>,
}

/// What is seen, form 4.
#[derive(Serialize, Deserialize)]
pub(crate) struct WireSeenClocked {
    seen: WireSeen,
    is_clock: bool,
}

/// What is seen, form 5.
#[derive(Serialize, Deserialize)]
pub(crate) struct WireSeenWhole {
    seen: WireSeenClocked,
    /// How two plans are shown.
    layout: Option<WireCompareLayout>,
}

#[derive(Serialize, Deserialize)]
enum WireStrip {
    Past,
    Strip(u32),
    Open,
}

fn packed(request: &IdleRequest) -> WireRequest {
    let IdleRequest { submitted, earliest_start, size, deadline } = *request;
    (submitted, earliest_start.wrapping_sub(submitted), size, deadline.wrapping_sub(earliest_start).wrapping_sub(size))
}

fn unpacked((submitted, ahead, size, slack): WireRequest) -> IdleRequest {
    let earliest_start = submitted.wrapping_add(ahead);
    IdleRequest { submitted, earliest_start, size, deadline: earliest_start.wrapping_add(size).wrapping_add(slack) }
}

impl Columns {
    fn new(requests: &[IdleRequest]) -> Self {
        let mut before = 0_u32;
        let rows: Vec<WireRequest> = requests.iter().map(packed).collect();
        let mut difference = |row: &WireRequest| row.0.wrapping_sub(std::mem::replace(&mut before, row.0)).cast_signed();
        Self {
            submitted: rows.iter().map(&mut difference).collect(),
            ahead: rows.iter().map(|row| row.1).collect(),
            size: rows.iter().map(|row| row.2).collect(),
            slack: rows.iter().map(|row| row.3).collect(),
        }
    }

    fn into_requests(self) -> Option<Vec<IdleRequest>> {
        let rows = self.submitted.len();
        if [&self.ahead, &self.size, &self.slack].iter().any(|column| column.len() != rows) {
            return None;
        }
        let mut submitted = 0_u32;
        let request = |row: usize| {
            submitted = submitted.wrapping_add_signed(self.submitted[row]);
            unpacked((submitted, self.ahead[row], self.size[row], self.slack[row]))
        };
        Some((0..rows).map(request).collect())
    }
}

impl WireServers {
    /// The wire form of a recipe whose edits are already folded.
    pub(crate) fn new(scenario: &IdleScenario) -> Self {
        let IdleScenario { servers, strategy, strip_factor, workload, adaptability, events, .. } = scenario;
        let event = |event: &IdleEvent| match *event {
            IdleEvent::Opportunity { submitted, earliest_start, size } => {
                WireEvent::Opportunity(submitted, earliest_start.wrapping_sub(submitted), size)
            }
            IdleEvent::Extend { submitted, id, by } => WireEvent::Extend(submitted, id, by),
        };
        Self {
            groups: servers.groups.iter().map(|group| (group.servers, group.rate.numerator, group.rate.denominator)).collect(),
            look_ahead: servers.look_ahead,
            least_size: servers.least_size,
            strategy: strategy_number(*strategy),
            strip_factor: *strip_factor,
            source: match &workload.source {
                IdleSource::Requests(requests) => WireSource::Requests(Columns::new(requests)),
                IdleSource::Pareto(p) => WireSource::Pareto(p.seed, p.requests, p.load, p.mean_size, p.tightness),
                IdleSource::Fortnight(f) => {
                    WireSource::Fortnight(f.seed, f.requests, f.load, f.slack_minutes, f.due == Due::MeanRate)
                }
            },
            edits: workload.edits.0.iter().map(|(id, change)| (*id, change.as_ref().map(packed))).collect(),
            replanning: adaptability.replanning,
            opportunistic: adaptability.opportunistic,
            events: events.iter().map(event).collect(),
        }
    }

    /// Whether the requests are those of the plan in slots beside it: no longer written.
    pub(crate) fn is_of_slots(&self) -> bool {
        matches!(self.source, WireSource::Slots)
    }

    /// The recipe, unchecked; without requests where they were those of the plan beside it. `None` if it cannot be the work of an encoder.
    pub(crate) fn into_idle(self) -> Option<IdleScenario> {
        let groups = self.groups.into_iter().map(|(servers, n, d)| ServerGroup { servers, rate: Rate::new(n, d) }).collect();
        let count = self.edits.len();
        let edits: Edits<IdleRequest> = self.edits.into_iter().map(|(id, change)| (id, change.map(unpacked))).collect();
        if edits.0.len() != count {
            return None;
        }
        let source = match self.source {
            WireSource::Requests(columns) => IdleSource::Requests(Arc::new(columns.into_requests()?)),
            WireSource::Pareto(seed, requests, load, mean_size, tightness) => {
                IdleSource::Pareto(ParetoWorkload { seed, requests, load, mean_size, tightness })
            }
            WireSource::Fortnight(seed, requests, load, slack_minutes, at_mean) => {
                let due = if at_mean { Due::MeanRate } else { Due::FullRate };
                IdleSource::Fortnight(FortnightWorkload { seed, requests, load, slack_minutes, due })
            }
            WireSource::Slots => IdleSource::Requests(Arc::default()),
        };
        let event = |event: WireEvent| match event {
            WireEvent::Opportunity(submitted, ahead, size) => {
                IdleEvent::Opportunity { submitted, earliest_start: submitted.wrapping_add(ahead), size }
            }
            WireEvent::Extend(submitted, id, by) => IdleEvent::Extend { submitted, id, by },
        };
        Some(IdleScenario {
            servers: Servers { groups, look_ahead: self.look_ahead, least_size: self.least_size },
            strategy: strategy_of(self.strategy)?,
            strip_factor: self.strip_factor,
            workload: IdleWorkload { source, names: Arc::default(), edits },
            adaptability: Adaptability { replanning: self.replanning, opportunistic: self.opportunistic },
            events: Arc::new(self.events.into_iter().map(event).collect()),
            clock: None,
        })
    }
}

impl WireNamed {
    /// The wire form of servers whose requests have names.
    pub(crate) fn new(servers: WireServers, scenario: &IdleScenario) -> Self {
        let names = (0..scenario.workload.names.len() as u32).map(|id| scenario.workload.name_of(id));
        let part = |part: fn(&RequestName) -> u32| -> Vec<u32> {
            if names.clone().any(|name| part(&name) > 0) { names.clone().map(|name| part(&name)).collect() } else { Vec::new() }
        };
        let mut before = 0_u32;
        let mut difference = |number: u32| number.wrapping_sub(std::mem::replace(&mut before, number)).cast_signed();
        let number = names.clone().map(|name| difference(name.number)).collect();
        Self { servers, number, job: part(|name| name.job), node: part(|name| name.node) }
    }

    /// The recipe, unchecked; `None` if it cannot be the work of an encoder.
    pub(crate) fn into_idle(self) -> Option<IdleScenario> {
        let Self { servers, number, job, node } = self;
        if servers.is_of_slots() || [&job, &node].iter().any(|part| !part.is_empty() && part.len() != number.len()) {
            return None;
        }
        let mut idle = servers.into_idle()?;
        let mut before = 0_u32;
        let numbers: Vec<u32> = number
            .into_iter()
            .map(|difference| {
                before = before.wrapping_add_signed(difference);
                before
            })
            .collect();
        let at = |column: &[u32], place: usize| column.get(place).copied().unwrap_or(0);
        let name = |place: usize| RequestName { number: numbers[place], job: at(&job, place), node: at(&node, place) };
        idle.workload.names = Arc::new(RequestNames::new((0..numbers.len()).map(name)));
        Some(idle)
    }
}

impl WireClocked {
    /// The wire form of servers with this clock.
    pub(crate) fn new(named: WireNamed, TickClock { tick_seconds, start }: TickClock) -> Self {
        Self { named, tick_seconds, start: start.map(|start| (start.unix_seconds, start.utc_offset)) }
    }

    /// The recipe, unchecked; `None` if it cannot be the work of an encoder.
    pub(crate) fn into_idle(self) -> Option<IdleScenario> {
        let Self { named, tick_seconds, start } = self;
        let start = start.map(|(unix_seconds, utc_offset)| ClockStart { unix_seconds, utc_offset });
        Some(IdleScenario { clock: Some(TickClock { tick_seconds, start }), ..named.into_idle()? })
    }
}

impl WireWhole {
    /// The wire form of servers with this clock or without one.
    pub(crate) fn new(named: WireNamed, clock: Option<TickClock>) -> Self {
        let start = |start: ClockStart| (start.unix_seconds, start.utc_offset);
        Self { named, clock: clock.map(|clock| (clock.tick_seconds, clock.start.map(start))) }
    }

    /// The recipe, unchecked; `None` if it cannot be the work of an encoder.
    pub(crate) fn into_idle(self) -> Option<IdleScenario> {
        match self.clock {
            Some((tick_seconds, start)) => WireClocked { named: self.named, tick_seconds, start }.into_idle(),
            None => self.named.into_idle(),
        }
    }
}

impl WireSeen {
    /// The wire form of what is seen.
    pub(crate) fn new(view: &View) -> Self {
        Self { geometry: WireGeometry::new(&view.geometry), step: view.geometry.step, options: view.options.map(WireOptions::from) }
    }

    /// Puts it into a view, unchecked; `None` if it cannot be the work of the encoder.
    pub(crate) fn put_into(self, view: &mut View) -> Option<()> {
        view.geometry = self.geometry.into_geometry()?;
        view.geometry.step = self.step;
        view.options = self.options.map(Into::into);
        Some(())
    }
}

impl WireSeenClocked {
    /// The wire form of what is seen.
    pub(crate) fn new(view: &View) -> Self {
        Self { seen: WireSeen::new(view), is_clock: view.axis == AxisUnit::Clock }
    }

    /// Puts it into a view, unchecked; `None` if it cannot be the work of the encoder.
    pub(crate) fn put_into(self, view: &mut View) -> Option<()> {
        view.axis = if self.is_clock { AxisUnit::Clock } else { AxisUnit::Slots };
        self.seen.put_into(view)
    }
}

impl WireSeenWhole {
    /// The wire form of what is seen.
    pub(crate) fn new(view: &View) -> Self {
        Self { seen: WireSeenClocked::new(view), layout: view.compare_layout.map(WireCompareLayout::from) }
    }

    /// Puts it into a view, unchecked; `None` if it cannot be the work of the encoder.
    pub(crate) fn put_into(self, view: &mut View) -> Option<()> {
        view.compare_layout = self.layout.map(Into::into);
        self.seen.put_into(view)
    }
}

impl WireGeometry {
    /// The wire form.
    pub(crate) fn new(geometry: &Geometry) -> Self {
        let strip = |strip: StripName| match strip {
            StripName::Past => WireStrip::Past,
            StripName::Strip(number) => WireStrip::Strip(number),
            StripName::Open => WireStrip::Open,
        };
        Self {
            is_dual: geometry.plane == Plane::Dual,
            time: geometry.time.map(|time| (time.first, time.slots)),
            selected: geometry.selected,
            other: geometry.other.map(strategy_number),
            tree: geometry.tree.map(|tree| (tree.rate, strip(tree.strip))),
        }
    }

    /// What it stands for, unchecked; `None` if it cannot be the work of the encoder.
    pub(crate) fn into_geometry(self) -> Option<Geometry> {
        let strip = |strip: WireStrip| match strip {
            WireStrip::Past => StripName::Past,
            WireStrip::Strip(number) => StripName::Strip(number),
            WireStrip::Open => StripName::Open,
        };
        let other = match self.other {
            Some(number) => Some(strategy_of(number)?),
            None => None,
        };
        Some(Geometry {
            plane: if self.is_dual { Plane::Dual } else { Plane::Time },
            time: self.time.map(|(first, slots)| TimeWindow { first, slots }),
            selected: self.selected,
            step: None,
            other,
            tree: self.tree.map(|(rate, name)| TreeName { rate, strip: strip(name) }),
        })
    }
}

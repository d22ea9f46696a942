//! The wire format of named servers and of their view: part of version 2 of links, and forms 1 to 6 of their part of version 3. Fields and variants are
//! identified by their order: do not reorder, remove or change anything.

use super::Idle;
use crate::link_parts::{
    AxisUnit, ByNumber, CompareLayout, Geometry, Packer, Plane, Unpacker, View, WireOptions, WireStart, WireTime, bounded,
};
use crate::same_fields::{Written, same_fields};
use crate::studies::system::Linked;
use bookahead_engine::core::edits::Edits;
use bookahead_engine::idle::adaptive::Adaptability;
use bookahead_engine::idle::generator::{Due, FortnightWorkload, ParetoWorkload};
use bookahead_engine::idle::reference::StripName;
use bookahead_engine::idle::{
    IdleEvent, IdleRequest, IdleScenario, IdleSource, IdleWorkload, Rate, RequestName, RequestNames, ServerGroup, Servers,
    Strategy, TickClock, TreeName,
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
    strategy: ByNumber<Strategy>,
    strip_factor: u32,
    source: WireSource,
    #[serde(deserialize_with = "bounded")]
    edits: Vec<(u32, Option<WireRequest>)>,
    replanning: bool,
    opportunistic: bool,
    #[serde(deserialize_with = "bounded")]
    events: Vec<WireEvent>,
}

/// Names of requests that are not simply numbered from 1; empty if they are.
#[derive(Default, Serialize, Deserialize)]
struct WireNames {
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

/// What is behind the ticks.
#[derive(Serialize, Deserialize)]
struct WireClock {
    tick_seconds: u32,
    start: Option<WireStart>,
}

same_fields! { WireClock = TickClock { tick_seconds, start } }

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
    time: Option<WireTime>,
    selected: Option<u32>,
    other: Option<ByNumber<Strategy>>,
    /// Rate, kind of strip, its number.
    tree: Option<(u32, WireStrip)>,
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
            strategy: ByNumber(*strategy),
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
                IdleSource::Pareto(ParetoWorkload { seed, requests, load, mean_size, tightness, book_ahead: 1.0 })
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
            strategy: self.strategy.0,
            strip_factor: self.strip_factor,
            workload: IdleWorkload { source, names: Arc::default(), edits },
            adaptability: Adaptability { replanning: self.replanning, opportunistic: self.opportunistic },
            events: Arc::new(self.events.into_iter().map(event).collect()),
            clock: None,
        })
    }
}

impl WireNames {
    fn new(names: &RequestNames) -> Self {
        let all = (0..names.len() as u32).map(|id| names.of(id));
        let part = |part: fn(&RequestName) -> u32| -> Vec<u32> {
            if all.clone().any(|name| part(&name) > 0) { all.clone().map(|name| part(&name)).collect() } else { Vec::new() }
        };
        let mut before = 0_u32;
        let mut difference = |number: u32| number.wrapping_sub(std::mem::replace(&mut before, number)).cast_signed();
        let number = all.clone().map(|name| difference(name.number)).collect();
        Self { number, job: part(|name| name.job), node: part(|name| name.node) }
    }

    /// `None` if they cannot be the work of an encoder.
    fn into_names(self) -> Option<RequestNames> {
        let Self { number, job, node } = self;
        if [&job, &node].iter().any(|part| !part.is_empty() && part.len() != number.len()) {
            return None;
        }
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
        Some(RequestNames::new((0..numbers.len()).map(name)))
    }
}

/// The share in which drawn starts lie ahead, where it is not all of the look-ahead: form 6.
fn book_ahead(idle: &IdleScenario) -> Option<f64> {
    match &idle.workload.source {
        IdleSource::Pareto(pareto) => Some(pareto.book_ahead).filter(|share| *share != 1.0),
        IdleSource::Requests(_) | IdleSource::Fortnight(_) => None,
    }
}

impl Linked for Idle {
    type Recipe = IdleScenario;
    const LINK_FORM: u32 = 6;

    /// The oldest form that can hold servers and a view.
    fn form_of(idle: &IdleScenario, view: &View) -> u32 {
        if book_ahead(idle).is_some() {
            return 6;
        }
        if view.compare_layout.is_some() {
            return 5;
        }
        let is_seen_more = view.geometry.step.is_some() || view.options.is_some();
        match (idle.clock.is_some(), idle.workload.names.is_plain()) {
            (true, _) => 4,
            (false, false) => 3,
            (false, true) => 1 + u32::from(is_seen_more),
        }
    }

    fn pack(idle: &IdleScenario, pieces: &mut Packer) {
        pieces.add(1, &WireServers::new(idle));
        pieces.add(3, &WireNames::new(&idle.workload.names));
        match idle.clock.map(WireClock::of) {
            // In this form alone it cannot be absent.
            Some(clock) if pieces.form == 4 => pieces.add(4, &clock),
            clock => pieces.add(5, &clock),
        }
        pieces.add(6, &book_ahead(idle));
    }

    fn unpack(pieces: &mut Unpacker<'_>) -> Option<IdleScenario> {
        let servers: WireServers = pieces.take()?;
        if servers.is_of_slots() {
            return None;
        }
        let mut idle = servers.into_idle()?;
        let names: WireNames = pieces.take_since(3)?;
        idle.workload.names = Arc::new(names.into_names()?);
        let clock: Option<WireClock> = if pieces.form == 4 { Some(pieces.take()?) } else { pieces.take_since(5)? };
        idle.clock = clock.value();
        let share: Option<f64> = pieces.take_since(6)?;
        if let (IdleSource::Pareto(pareto), Some(share)) = (&mut idle.workload.source, share) {
            pareto.book_ahead = share;
        }
        Some(idle)
    }

    /// Packs what is seen: the geometry; how many requests are decided and the size of an experiment; whether time is counted on the clock; and how two plans
    /// are shown.
    fn pack_view(view: &View, pieces: &mut Packer) {
        pieces.add(1, &WireGeometry::new(&view.geometry));
        pieces.add(2, &(view.geometry.step, view.options.map(WireOptions::of)));
        pieces.add(4, &(view.axis == AxisUnit::Clock));
        pieces.add(5, &view.compare_layout.map(ByNumber));
    }

    fn unpack_view(pieces: &mut Unpacker<'_>, view: &mut View) -> Option<()> {
        let geometry = pieces.take::<WireGeometry>()?.into_geometry();
        let (step, options): (Option<u32>, Option<WireOptions>) = pieces.take_since(2)?;
        let is_clock = pieces.take_since(4)?;
        let layout: Option<ByNumber<CompareLayout>> = pieces.take_since(5)?;
        view.geometry = Geometry { step, ..geometry };
        view.options = options.value();
        view.axis = if is_clock { AxisUnit::Clock } else { AxisUnit::Slots };
        view.compare_layout = layout.value();
        Some(())
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
            time: Written::of(geometry.time),
            selected: geometry.selected,
            other: Written::of(geometry.other),
            tree: geometry.tree.map(|tree| (tree.rate, strip(tree.strip))),
        }
    }

    /// What it stands for, unchecked.
    pub(crate) fn into_geometry(self) -> Geometry {
        let strip = |strip: WireStrip| match strip {
            WireStrip::Past => StripName::Past,
            WireStrip::Strip(number) => StripName::Strip(number),
            WireStrip::Open => StripName::Open,
        };
        Geometry {
            plane: if self.is_dual { Plane::Dual } else { Plane::Time },
            time: self.time.value(),
            selected: self.selected,
            step: None,
            other: self.other.value(),
            tree: self.tree.map(|(rate, name)| TreeName { rate, strip: strip(name) }),
        }
    }
}

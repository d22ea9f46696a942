//! Scenario files of named servers: version 2, and the field `servers` of older files of version 1.

use super::ranges;
use super::workload::WireWorkload;
use crate::json_parts::{
    FileContent, Pair, STUDY_VERSION, Whole, WireStart, given, given_object, list, named, named_as_usual, object, one, to_text,
};
use crate::same_fields::Written;
use crate::studies::system::StudyFile;
use bookahead_engine::Scenario;
use bookahead_engine::core::bounds::Bound;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::idle::adaptive::Adaptability;
use bookahead_engine::idle::{IdleEvent, IdleScenario, Rate, ServerGroup, Servers, Strategy, TickClock, bounds, strip_factors};
use bookahead_engine::study::StudyKind;
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// Fields that are spread over lines.
const SPREAD: &[&str] = &["servers", "workload", "requests", "edits", "events"];

/// A file of version 2.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WireFile {
    version: Whole<u64>,
    study: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(deserialize_with = "object")]
    servers: WireServers,
}

impl StudyFile for WireFile {
    type Recipe = IdleScenario;

    /// What the file holds. Its ranges are checked only where something is derived from them.
    fn content(self) -> Result<FileContent, ScenarioError> {
        let idle = self.servers.scenario(&FieldPath::new("servers"))?;
        Ok(FileContent::one(Scenario::new(self.title, idle)))
    }

    /// A file as text, with the edits of a given list written into the list.
    fn text(title: &str, idle: &IdleScenario) -> String {
        let servers = WireServers::from(&idle.folded());
        let study = StudyKind::Idle.key().to_string();
        to_text(&WireFile { version: Whole(STUDY_VERSION), study, title: title.to_string(), servers }, SPREAD)
    }
}

named_as_usual!(Strategy);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WireServers {
    #[serde(default, deserialize_with = "groups", skip_serializing_if = "Option::is_none")]
    groups: Option<Vec<WireGroup>>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    count: Option<ranges::Count>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    level: Option<ranges::Level>,
    look_ahead: ranges::LookAhead,
    #[serde(default = "one")]
    least_size: ranges::Size,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    tick_seconds: Option<ranges::TickSeconds>,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    start: Option<WireStart>,
    #[serde(default, with = "named")]
    strategy: Strategy,
    #[serde(default, deserialize_with = "given")]
    strip_factor: Option<ranges::StripFactor>,
    #[serde(default)]
    replanning: bool,
    #[serde(default)]
    opportunistic: bool,
    #[serde(deserialize_with = "object")]
    workload: WireWorkload,
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    events: Vec<WireEvent>,
}

fn groups<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<WireGroup>>, D::Error> {
    list(deserializer).map(Some)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireGroup {
    #[serde(default = "one")]
    servers: ranges::Count,
    #[serde(default = "full_rate")]
    rate: Pair<ranges::RatePart>,
}

fn full_rate() -> Pair<ranges::RatePart> {
    Pair([Whole(1), Whole(1)])
}

impl WireGroup {
    fn group(&self, place: &FieldPath) -> Result<ServerGroup, ScenarioError> {
        let Pair([Whole(numerator), Whole(denominator)]) = self.rate;
        for (i, part) in [numerator, denominator].into_iter().enumerate() {
            within(part, &place.field("rate").index(i), bounds::RATE_PART)?;
        }
        Ok(ServerGroup { servers: self.servers.0, rate: Rate::new(numerator, denominator) })
    }
}

fn within(value: u32, place: &FieldPath, bound: Bound) -> Result<(), ScenarioError> {
    if bound.holds(value) { Ok(()) } else { Err(ScenarioError::out_of_range(place.clone(), value, bound)) }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireEvent {
    submitted: ranges::Tick,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    earliest_start: Option<ranges::Tick>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    size: Option<ranges::Size>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    id: Option<ranges::Id>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    by: Option<ranges::Size>,
}

impl WireEvent {
    fn event(&self, place: &FieldPath) -> Result<IdleEvent, ScenarioError> {
        let Whole(submitted) = self.submitted;
        let needed =
            |value: Option<u32>, name: &str, bound: Bound| value.ok_or_else(|| ScenarioError::missing(place.field(name), bound));
        match (self.id.is_none() && self.by.is_none(), self.earliest_start.is_none() && self.size.is_none()) {
            (true, _) => Ok(IdleEvent::Opportunity {
                submitted,
                earliest_start: self.earliest_start.map_or(submitted, |start| start.0),
                size: needed(self.size.map(|size| size.0), "size", bounds::SIZE)?,
            }),
            (false, true) => Ok(IdleEvent::Extend {
                submitted,
                id: needed(self.id.map(|id| id.0), "id", ranges::ID)?,
                by: needed(self.by.map(|by| by.0), "by", bounds::SIZE)?,
            }),
            (false, false) => {
                let allowed = "id and by (an extension), or earliest_start and size (an opportunistic job)";
                Err(ScenarioError::new(place.clone(), "both kinds of event in one", allowed))
            }
        }
    }
}

impl From<&IdleEvent> for WireEvent {
    fn from(event: &IdleEvent) -> Self {
        match *event {
            IdleEvent::Opportunity { submitted, earliest_start, size } => Self {
                submitted: Whole(submitted),
                earliest_start: Some(Whole(earliest_start)),
                size: Some(Whole(size)),
                id: None,
                by: None,
            },
            IdleEvent::Extend { submitted, id, by } => {
                Self { submitted: Whole(submitted), earliest_start: None, size: None, id: Some(Whole(id)), by: Some(Whole(by)) }
            }
        }
    }
}

impl WireServers {
    /// Whether the requests are those of the plan in slots beside it: no longer written.
    pub(crate) fn is_of_slots(&self) -> bool {
        self.workload.is_of_slots()
    }

    /// The recipe. Its ranges are checked only where something is derived from them.
    pub(crate) fn scenario(self, place: &FieldPath) -> Result<IdleScenario, ScenarioError> {
        let servers = self.machine(place)?;
        servers.check(place)?;
        let (least, _) = strip_factors(&servers);
        let clock = self.clock(place)?;
        let events = place.field("events");
        let events = self.events.iter().enumerate().map(|(i, event)| event.event(&events.index(i))).collect::<Result<_, _>>()?;
        Ok(IdleScenario {
            servers,
            strategy: self.strategy,
            strip_factor: self.strip_factor.map_or(least, |factor| factor.0),
            workload: self.workload.workload(&place.field("workload"))?,
            adaptability: Adaptability { replanning: self.replanning, opportunistic: self.opportunistic },
            events: Arc::new(events),
            clock,
        })
    }

    /// The recipe in a file of version 1. The builds that wrote such files knew FF-HA+ by another rule.
    pub(crate) fn older_scenario(self, place: &FieldPath) -> Result<IdleScenario, ScenarioError> {
        let idle = self.scenario(place)?;
        let strategy = if idle.strategy == Strategy::FfHaPlus { Strategy::FfHaPlusLast } else { idle.strategy };
        Ok(IdleScenario { strategy, ..idle })
    }

    /// The clock behind the ticks, if one is given.
    fn clock(&self, place: &FieldPath) -> Result<Option<TickClock>, ScenarioError> {
        match (self.tick_seconds, self.start.value()) {
            (None, None) => Ok(None),
            (None, Some(_)) => Err(ScenarioError::missing(place.field("tick_seconds"), bounds::TICK_SECONDS)),
            (Some(Whole(tick_seconds)), start) => Ok(Some(TickClock { tick_seconds, start })),
        }
    }

    fn machine(&self, place: &FieldPath) -> Result<Servers, ScenarioError> {
        let (Whole(look_ahead), Whole(least_size)) = (self.look_ahead, self.least_size);
        match (&self.groups, self.count, self.level) {
            (Some(groups), None, None) => {
                let place = place.field("groups");
                let groups = groups.iter().enumerate().map(|(i, group)| group.group(&place.index(i)));
                Ok(Servers { groups: groups.collect::<Result<_, _>>()?, look_ahead, least_size })
            }
            (Some(_), ..) => Err(ScenarioError::new(place.field("groups"), "groups beside count or level", "one or the other")),
            (None, None, _) => {
                Err(ScenarioError::new(place.clone(), "a machine without groups or count", "one with one of the two"))
            }
            (None, Some(Whole(count)), level) => {
                within(count, &place.field("count"), bounds::SERVERS)?;
                let Some(Whole(level)) = level else { return Ok(Servers::identical(count, look_ahead, least_size)) };
                within(level, &place.field("level"), ranges::LEVEL)?;
                // The preset calls the machine by another name.
                Servers::heterogeneous(level, count, look_ahead, least_size)
                    .map_err(|error| ScenarioError { place: place.field("count"), ..error })
            }
        }
    }
}

impl From<&IdleScenario> for WireServers {
    fn from(scenario: &IdleScenario) -> Self {
        let IdleScenario { servers, strategy, strip_factor, workload, adaptability, events, clock } = scenario;
        let group = |ServerGroup { servers, rate }: &ServerGroup| WireGroup {
            servers: Whole(*servers),
            rate: Pair([Whole(rate.numerator), Whole(rate.denominator)]),
        };
        Self {
            groups: Some(servers.groups.iter().map(group).collect()),
            count: None,
            level: None,
            look_ahead: Whole(servers.look_ahead),
            least_size: Whole(servers.least_size),
            tick_seconds: clock.map(|clock| Whole(clock.tick_seconds)),
            start: Written::of(clock.and_then(|clock| clock.start)),
            strategy: *strategy,
            strip_factor: Some(Whole(*strip_factor)),
            replanning: adaptability.replanning,
            opportunistic: adaptability.opportunistic,
            workload: WireWorkload::from(workload),
            events: events.iter().map(WireEvent::from).collect(),
        }
    }
}

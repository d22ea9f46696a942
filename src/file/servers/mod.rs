//! The servers of a scenario file: from text to a checked type, and back.

mod wire;
mod write;

pub(in crate::file) use wire::{WireServers, given_servers};
pub(in crate::file) use write::put_servers;

use super::number::Value;
use crate::engine::bounds::Bound;
use crate::engine::error::{Place, ScenarioError};
use crate::engine::idle::adaptive::Adaptability;
use crate::engine::idle::generator::{Due, FortnightWorkload, ParetoWorkload};
use crate::engine::idle::{
    IdleEdits, IdleEvent, IdleRequest, IdleScenario, IdleSource, IdleWorkload, Rate, ServerGroup, Servers, Strategy, bounds,
    strip_factors,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use wire::{List, WireEdit, WireEvent, WireFortnight, WireGroup, WirePareto, WireWorkload};

/// The recipe, checked.
pub(super) fn servers_of(wire: WireServers, place: &Place) -> Result<IdleScenario, ScenarioError> {
    let servers = machine_of(&wire, place)?;
    servers.check(place)?;
    let (least, _) = strip_factors(&servers);
    let strategy = match &wire.strategy {
        Value::Absent => Some(Strategy::default()),
        Value::Text(name) => Strategy::from_name(name),
        _ => None,
    };
    let strategy = strategy.ok_or_else(|| {
        let allowed = format!("one of {}", Strategy::ALL.map(Strategy::name).join(", "));
        ScenarioError::new(place.field("strategy"), &wire.strategy, allowed)
    })?;
    let adaptability = Adaptability {
        replanning: switch(&wire.replanning, place, "replanning")?,
        opportunistic: switch(&wire.opportunistic, place, "opportunistic")?,
    };
    let strip_factor = wire.strip_factor.within_or(least, place, "strip_factor", bounds::STRIP_FACTOR)?;
    let events = items(&wire.events, bounds::ADAPTIVE, &place.field("events"), event_of)?;
    let workload = place.field("workload");
    let given = wire.workload.ok_or_else(|| ScenarioError::new(workload.clone(), Value::Absent, ONE_SOURCE))?;
    let workload = workload_of(given, &workload)?;
    let scenario = IdleScenario { servers, strategy, strip_factor, workload, adaptability, events: Arc::new(events) };
    scenario.check(place)?;
    Ok(scenario)
}

const ONE_SOURCE: &str = "an object with one of requests, pareto, fortnight, slots";

fn machine_of(wire: &WireServers, place: &Place) -> Result<Servers, ScenarioError> {
    let look_ahead = wire.look_ahead.within(place, "look_ahead", bounds::LOOK_AHEAD)?;
    let least_size = wire.least_size.within_or(1, place, "least_size", bounds::SIZE)?;
    match (&wire.groups, &wire.count, &wire.level) {
        (Some(groups), Value::Absent, Value::Absent) => {
            let groups = items(groups, bounds::GROUPS, &place.field("groups"), group_of)?;
            Ok(Servers { groups, look_ahead, least_size })
        }
        (Some(_), ..) => Err(ScenarioError::new(place.field("groups"), "groups beside count or level", "one or the other")),
        (None, count, level) => {
            let count = count.within(place, "count", bounds::SERVERS)?;
            if level.is_absent() {
                return Ok(Servers::identical(count, look_ahead, least_size));
            }
            let level = level.within(place, "level", Bound { name: "level of heterogeneity", min: 0, max: 4 })?;
            // The preset calls the machine by another name.
            Servers::heterogeneous(level, count, look_ahead, least_size)
                .map_err(|error| ScenarioError { place: place.field("count"), ..error })
        }
    }
}

/// The items of a list, one by one.
fn items<W, T>(
    list: &List<W>,
    bound: Bound,
    place: &Place,
    item: impl Fn(&W, &Place) -> Result<T, ScenarioError>,
) -> Result<Vec<T>, ScenarioError> {
    if list.count > bound.max as usize {
        return Err(ScenarioError::out_of_range(place.clone(), format!("a list of {}", list.count), bound));
    }
    list.items.iter().enumerate().map(|(i, wire)| item(wire, &place.index(i))).collect()
}

fn group_of(wire: &WireGroup, place: &Place) -> Result<ServerGroup, ScenarioError> {
    let servers = wire.servers.within_or(1, place, "servers", bounds::SERVERS)?;
    let (numerator, denominator) = match &wire.rate {
        super::number::Pair::Absent => (1, 1),
        super::number::Pair::Two(numerator, denominator) => {
            (numerator.within(place, "rate[0]", bounds::RATE_PART)?, denominator.within(place, "rate[1]", bounds::RATE_PART)?)
        }
        other => {
            let allowed = "[numerator, denominator] of a rate above 0, at most 1";
            return Err(ScenarioError::new(place.field("rate"), other, allowed));
        }
    };
    Ok(ServerGroup { servers, rate: Rate::new(numerator, denominator) })
}

fn event_of(wire: &WireEvent, place: &Place) -> Result<IdleEvent, ScenarioError> {
    let submitted = wire.submitted.within(place, "submitted", bounds::TICK)?;
    match (wire.id.is_absent() && wire.by.is_absent(), wire.earliest_start.is_absent() && wire.size.is_absent()) {
        (true, _) => Ok(IdleEvent::Opportunity {
            submitted,
            earliest_start: wire.earliest_start.within_or(submitted, place, "earliest_start", bounds::TICK)?,
            size: wire.size.within(place, "size", bounds::SIZE)?,
        }),
        (false, true) => Ok(IdleEvent::Extend {
            submitted,
            id: wire.id.within(place, "id", request_numbers())?,
            by: wire.by.within(place, "by", bounds::SIZE)?,
        }),
        (false, false) => {
            let allowed = "id and by (an extension), or earliest_start and size (an opportunistic job)";
            Err(ScenarioError::new(place.clone(), "both kinds of event in one", allowed))
        }
    }
}

fn request_numbers() -> Bound {
    Bound { name: "request number", min: 0, max: 2 * bounds::REQUESTS.max }
}

fn switch(value: &Value, place: &Place, name: &str) -> Result<bool, ScenarioError> {
    match value {
        Value::Absent | Value::Other("false") => Ok(false),
        Value::Other("true") => Ok(true),
        other => Err(ScenarioError::new(place.field(name), other, "true or false")),
    }
}

fn workload_of(wire: WireWorkload, place: &Place) -> Result<IdleWorkload, ScenarioError> {
    let slots = match &wire.slots {
        Value::Absent => None,
        Value::Other("true") => Some(IdleSource::Slots),
        other => return Err(ScenarioError::new(place.field("slots"), other, "true, or left out")),
    };
    let requests = wire.requests.map(|list| {
        let place = place.field("requests");
        if list.count > bounds::REQUESTS.max as usize {
            return Err(ScenarioError::out_of_range(place, format!("a list of {}", list.count), bounds::REQUESTS));
        }
        if let Some(bad) = list.bad {
            bad.request(&place.index(list.good.len()))?;
        }
        Ok(IdleSource::Requests(Arc::new(list.good)))
    });
    let pareto = wire.pareto.map(|wire| pareto_of(&wire, &place.field("pareto")));
    let fortnight = wire.fortnight.map(|wire| fortnight_of(&wire, &place.field("fortnight")));
    let mut sources = [requests, pareto, fortnight, slots.map(Ok)].into_iter().flatten();
    let source = match (sources.next(), sources.next()) {
        (Some(source), None) => source?,
        (None, _) => return Err(ScenarioError::new(place.clone(), "a workload without a source", ONE_SOURCE)),
        (Some(_), Some(_)) => return Err(ScenarioError::new(place.clone(), "more than one source", ONE_SOURCE)),
    };
    let mut edits: BTreeMap<u32, Option<IdleRequest>> = BTreeMap::new();
    let place = place.field("edits");
    for (i, (id, change)) in items(&wire.edits, bounds::REQUESTS, &place, edit_of)?.into_iter().enumerate() {
        if edits.insert(id, change).is_some() {
            let place = place.index(i).field("id");
            return Err(ScenarioError::new(place, format!("a second edit of request {id}"), "one edit per request"));
        }
    }
    Ok(IdleWorkload { source, edits: IdleEdits(Arc::new(edits)) })
}

fn edit_of(wire: &WireEdit, place: &Place) -> Result<(u32, Option<IdleRequest>), ScenarioError> {
    let id = wire.id.within(place, "id", request_numbers())?;
    match (&wire.request, &wire.remove) {
        (Some(request), Value::Absent) => Ok((id, Some(request.request(&place.field("request"))?))),
        (None, Value::Other("true")) => Ok((id, None)),
        (None, Value::Absent) => Err(ScenarioError::new(place.clone(), "an edit without request or remove", "one of the two")),
        (Some(_), _) => Err(ScenarioError::new(place.clone(), "both request and remove", "one of the two")),
        (None, other) => Err(ScenarioError::new(place.field("remove"), other, "true")),
    }
}

fn seed_of(value: &Value, place: &Place) -> Result<u64, ScenarioError> {
    let seed = if value.is_absent() { Some(1) } else { value.whole() };
    seed.ok_or_else(|| ScenarioError::new(place.field("seed"), value, format!("a whole number from 0 to {}", u64::MAX)))
}

/// A number or its default; whether it is in range is for the engine to say.
fn real(value: &Value, default: f64, place: &Place, name: &str) -> Result<f64, ScenarioError> {
    match *value {
        Value::Absent => Ok(default),
        Value::Whole(value) => Ok(value as f64),
        Value::Real(value) => Ok(value),
        ref other => Err(ScenarioError::new(place.field(name), other, "a number")),
    }
}

fn pareto_of(wire: &WirePareto, place: &Place) -> Result<IdleSource, ScenarioError> {
    Ok(IdleSource::Pareto(ParetoWorkload {
        seed: seed_of(&wire.seed, place)?,
        requests: wire.requests.within_or(1_000, place, "requests", bounds::REQUESTS)?,
        load: real(&wire.load, 0.8, place, "load")?,
        mean_size: real(&wire.mean_size, ParetoWorkload::MEAN_SIZE, place, "mean_size")?,
        tightness: real(&wire.tightness, 0.1, place, "tightness")?,
    }))
}

fn fortnight_of(wire: &WireFortnight, place: &Place) -> Result<IdleSource, ScenarioError> {
    let slack = Bound { name: "slack in minutes", min: 0, max: 1_000_000 };
    let due = match &wire.due {
        Value::Absent => Due::default(),
        Value::Text(name) if **name == *"full-rate" => Due::FullRate,
        Value::Text(name) if **name == *"mean-rate" => Due::MeanRate,
        other => return Err(ScenarioError::new(place.field("due"), other, "one of full-rate, mean-rate")),
    };
    Ok(IdleSource::Fortnight(FortnightWorkload {
        seed: seed_of(&wire.seed, place)?,
        requests: wire.requests.within_or(1_000, place, "requests", bounds::REQUESTS)?,
        load: real(&wire.load, 0.8, place, "load")?,
        slack_minutes: wire.slack_minutes.within_or(FortnightWorkload::SLACK_MINUTES, place, "slack_minutes", slack)?,
        due,
    }))
}

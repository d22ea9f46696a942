//! The market of a scenario file: its shape in version 1, from text to a checked type, and back.

use super::flat::flat;
use super::number::Value;
use super::wire::{Object, given};
use super::write::{number, quoted};
use crate::engine::bounds::{self, Bound};
use crate::engine::error::{Place, ScenarioError};
use crate::engine::revenue::{Class, Demand, DemandSource, Market, Method, Nesting};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use std::fmt;
use std::fmt::Write;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WireMarket {
    #[serde(default)]
    method: Value,
    #[serde(default)]
    nesting: Value,
    #[serde(default)]
    update_every: Value,
    #[serde(default)]
    demand: Value,
    #[serde(default)]
    classes: ClassList,
}

flat! {
    struct WireClass {
        name: Value,
        price: Value,
        book_ahead_max: Value,
        limit: Value,
        mean: Value,
        deviation: Value,
    }
}

/// The list of classes; what is beyond the most that a market may have is counted only.
#[derive(Default)]
struct ClassList {
    classes: Vec<WireClass>,
    count: usize,
}

impl<'de> Deserialize<'de> for ClassList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = ClassList;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of classes")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<ClassList, A::Error> {
                let mut list = ClassList::default();
                while list.count < bounds::CLASSES.max as usize {
                    let Some(Object(class)) = items.next_element()? else { return Ok(list) };
                    list.classes.push(class);
                    list.count += 1;
                }
                while items.next_element::<IgnoredAny>()?.is_some() {
                    list.count += 1;
                }
                Ok(list)
            }
        }
        deserializer.deserialize_seq(List)
    }
}

/// A market that is left out or an object.
pub(super) fn given_market<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<WireMarket>, D::Error> {
    given(deserializer)
}

/// The market, checked against the machine.
pub(super) fn market_of(wire: &WireMarket, nodes: u32, place: &Place) -> Result<Market, ScenarioError> {
    let ClassList { classes, count } = &wire.classes;
    if !bounds::CLASSES.holds(u32::try_from(*count).unwrap_or(u32::MAX)) {
        let allowed = format!("a list of {} to {} classes", bounds::CLASSES.min, bounds::CLASSES.max);
        return Err(ScenarioError::new(place.field("classes"), format!("a list of {count}"), allowed));
    }
    let mut checked: Vec<Class> = Vec::with_capacity(*count);
    for (k, class) in classes.iter().enumerate() {
        // A class without a limit may book what the one above it may.
        let above = checked.last().map_or(nodes, |above| above.limit);
        checked.push(class_of(k, class, nodes, above, &place.field("classes").index(k))?);
    }
    let market = Market {
        classes: checked,
        method: named(&wire.method, Method::from_name, &Method::ALL.map(Method::name), &place.field("method"))?,
        nesting: named(&wire.nesting, Nesting::from_name, &Nesting::ALL.map(Nesting::name), &place.field("nesting"))?,
        update_every: wire.update_every.within_or(Market::UPDATE_EVERY, place, "update_every", bounds::UPDATE_EVERY)?,
        demand: named(&wire.demand, DemandSource::from_name, &DemandSource::ALL.map(DemandSource::name), &place.field("demand"))?,
    };
    market.check(nodes, place)?;
    Ok(market)
}

fn class_of(k: usize, class: &WireClass, nodes: u32, above: u32, place: &Place) -> Result<Class, ScenarioError> {
    let name = match &class.name {
        Value::Absent => format!("Class {}", k + 1),
        Value::Text(name) => name.to_string(),
        other => return Err(ScenarioError::new(place.field("name"), other, "a text in quotes")),
    };
    let limit = Bound { name: "booking limit", min: 0, max: nodes };
    let book_ahead_max = match class.book_ahead_max {
        Value::Absent => None,
        ref value => Some(value.within(place, "book_ahead_max", bounds::BOOK_AHEAD)?),
    };
    Ok(Class {
        name,
        price: class.price.within(place, "price", bounds::PRICE)?,
        book_ahead_max,
        limit: class.limit.within_or(above, place, "limit", limit)?,
        demand: demand_of(class, place)?,
    })
}

/// Mean and deviation: both or neither.
fn demand_of(class: &WireClass, place: &Place) -> Result<Option<Demand>, ScenarioError> {
    let number = |value: &Value, name: &str, allowed: &str| match *value {
        Value::Whole(value) => Ok(value as f64),
        Value::Real(value) => Ok(value),
        ref other => Err(ScenarioError::new(place.field(name), other, allowed)),
    };
    if class.mean.is_absent() && class.deviation.is_absent() {
        return Ok(None);
    }
    let mean = number(&class.mean, "mean", &format!("a number from 0 to {}", bounds::DEMAND_MAX))?;
    let deviation = number(&class.deviation, "deviation", &format!("a number above 0, at most {}", bounds::DEMAND_MAX))?;
    Ok(Some(Demand { mean, deviation }))
}

fn named<T: Default>(value: &Value, from_name: fn(&str) -> Option<T>, names: &[&str], place: &Place) -> Result<T, ScenarioError> {
    let found = match value {
        Value::Absent => Some(T::default()),
        Value::Text(name) => from_name(name),
        _ => None,
    };
    found.ok_or_else(|| ScenarioError::new(place.clone(), value, format!("one of {}", names.join(", "))))
}

/// Writes the market, every field, one class to a line, without the line's end.
pub(super) fn put_market(out: &mut String, market: &Market) {
    let Market { classes, method, nesting, update_every, demand } = market;
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "  \"market\": {{\n    \"method\": \"{}\",\n    \"nesting\": \"{}\",\n    \"update_every\": {update_every},\n    \
         \"demand\": \"{}\",\n    \"classes\": [",
        method.name(),
        nesting.name(),
        demand.name()
    );
    let mut separator = "\n      ";
    for Class { name, price, book_ahead_max, limit, demand } in classes {
        let _ = write!(out, "{separator}{{\"name\": {}, \"price\": {price}, ", quoted(name));
        if let Some(most) = book_ahead_max {
            let _ = write!(out, "\"book_ahead_max\": {most}, ");
        }
        let _ = write!(out, "\"limit\": {limit}");
        if let Some(Demand { mean, deviation }) = demand {
            let _ = write!(out, ", \"mean\": {}, \"deviation\": {}", number(*mean), number(*deviation));
        }
        out.push('}');
        separator = ",\n      ";
    }
    out.push_str("\n    ]\n  }");
}

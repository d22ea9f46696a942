//! Values as they stand in a file, before anyone has judged them: what was found is kept so that the message can name it together with
//! the place and the allowed range, which the JSON reader alone does not know.

use crate::engine::ScenarioError;
use crate::engine::bounds::Bound;
use crate::engine::error::Place;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// Characters of a found text that a message quotes.
const QUOTED_CHARS: usize = 40;

/// What a message calls a field that is not there.
const MISSING: &str = "a missing value";

/// Any JSON value in the place of a number or a word.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Value {
    /// The field is not there.
    #[default]
    Absent,
    /// A whole number from 0 on; seeds need all 64 bits.
    Whole(u64),
    /// Any other number.
    Real(f64),
    /// A string.
    Text(Box<str>),
    /// Anything else, in words.
    Other(&'static str),
}

impl Value {
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// The whole number that stands here, however it is written (`3`, `3.0`, `3e0`).
    pub fn whole(&self) -> Option<u64> {
        match *self {
            Self::Whole(value) => Some(value),
            // Above 2^53 a float no longer tells which whole number was meant.
            Self::Real(value) if value.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&value) => Some(value as u64),
            _ => None,
        }
    }

    /// The number in `bound`, or `default` where nothing stands.
    ///
    /// # Errors
    /// Anything else: the place, what stands there and the range.
    pub fn within_or(&self, default: u32, place: &Place, name: &str, bound: Bound) -> Result<u32, ScenarioError> {
        if self.is_absent() && bound.holds(default) {
            return Ok(default);
        }
        self.within(place, name, bound)
    }

    /// The number in `bound`.
    ///
    /// # Errors
    /// As [`Value::within_or`]; nothing at all is an error too.
    pub fn within(&self, place: &Place, name: &str, bound: Bound) -> Result<u32, ScenarioError> {
        let fits = self.whole().and_then(|value| u32::try_from(value).ok()).filter(|&value| bound.holds(value));
        fits.ok_or_else(|| ScenarioError::out_of_range(place.field(name), self, bound))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str(MISSING),
            Self::Whole(value) => write!(f, "{value}"),
            Self::Real(value) if value.abs() >= 1e15 => write!(f, "{value:e}"),
            Self::Real(value) => write!(f, "{value}"),
            Self::Text(text) if text.chars().count() > QUOTED_CHARS => {
                write!(f, "{:?}…", text.chars().take(QUOTED_CHARS).collect::<String>())
            }
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Other(words) => f.write_str(words),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Value;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }
            fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
                Ok(Value::Whole(value))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
                Ok(u64::try_from(value).map_or(Value::Real(value as f64), Value::Whole))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
                Ok(Value::Real(value))
            }
            fn visit_str<E>(self, text: &str) -> Result<Value, E> {
                Ok(Value::Text(text.into()))
            }
            fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
                Ok(Value::Other(if value { "true" } else { "false" }))
            }
            fn visit_unit<E>(self) -> Result<Value, E> {
                Ok(Value::Other("null"))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
                while items.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Value::Other("a list"))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
                while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Value::Other("an object"))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// Two numbers in brackets, `[least, greatest]`, or whatever stands in their place.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Pair {
    #[default]
    Absent,
    Two(Value, Value),
    Other(String),
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str(MISSING),
            Self::Two(min, max) => write!(f, "[{min}, {max}]"),
            Self::Other(words) => f.write_str(words),
        }
    }
}

impl<'de> Deserialize<'de> for Pair {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Brackets;
        impl<'de> Visitor<'de> for Brackets {
            type Value = Pair;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("two numbers in brackets")
            }
            fn visit_u64<E>(self, value: u64) -> Result<Pair, E> {
                Ok(Pair::Other(value.to_string()))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Pair, E> {
                Ok(Pair::Other(value.to_string()))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Pair, E> {
                Ok(Pair::Other(Value::Real(value).to_string()))
            }
            fn visit_str<E>(self, text: &str) -> Result<Pair, E> {
                Ok(Pair::Other(Value::Text(text.into()).to_string()))
            }
            fn visit_bool<E>(self, value: bool) -> Result<Pair, E> {
                Ok(Pair::Other(value.to_string()))
            }
            fn visit_unit<E>(self) -> Result<Pair, E> {
                Ok(Pair::Other("null".to_string()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Pair, A::Error> {
                let mut first_two = [Value::Absent, Value::Absent];
                let mut count = 0_usize;
                for place in &mut first_two {
                    let Some(value) = items.next_element()? else { break };
                    *place = value;
                    count += 1;
                }
                while items.next_element::<IgnoredAny>()?.is_some() {
                    count += 1;
                }
                let [min, max] = first_two;
                Ok(if count == 2 { Pair::Two(min, max) } else { Pair::Other(format!("a list of {count}")) })
            }
            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Pair, A::Error> {
                while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Pair::Other("an object".to_string()))
            }
        }
        deserializer.deserialize_any(Brackets)
    }
}

//! What the wire formats of all versions and studies have in common.

use super::numbered::numbered;
use super::view::{AxisUnit, CompareLayout, TimeWindow};
use crate::same_fields::same_fields;
use bookahead_engine::core::bounds::REQUESTS;
use bookahead_engine::core::calendar::ClockStart;
use bookahead_papers::experiment::Options;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::marker::PhantomData;

/// The size of an experiment.
#[derive(Serialize, Deserialize)]
pub(crate) struct WireOptions {
    runs: u32,
    requests: u32,
    seed: u64,
}

numbered! {
    AxisUnit { Slots = 0, Clock = 1 }
    // How two plans are shown.
    CompareLayout { Stacked = 0, Overlaid = 1, OnlyA = 2, OnlyB = 3 }
}

/// When the first slot, tick or second of a study was: seconds since 1970 in UTC, and how many seconds local time is ahead of it.
#[derive(Serialize, Deserialize)]
pub(crate) struct WireStart {
    unix_seconds: i64,
    utc_offset: i32,
}

/// The time on screen, in whatever the study counts in.
#[derive(Serialize, Deserialize)]
pub(crate) struct WireTime {
    first: f64,
    slots: f64,
}

same_fields! {
    WireOptions = Options { runs, requests, seed }
    WireStart = ClockStart { unix_seconds, utc_offset }
    WireTime = TimeWindow { first, slots }
}

/// A list no longer than a workload may be: a few bytes must not stand for gigabytes.
pub(crate) fn bounded<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    struct List<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
        type Value = Vec<T>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
            let mut list = Vec::new();
            while let Some(item) = items.next_element()? {
                if list.len() == REQUESTS.max as usize {
                    return Err(A::Error::custom("too long"));
                }
                list.push(item);
            }
            Ok(list)
        }
    }
    deserializer.deserialize_seq(List(PhantomData))
}

/// The bytes as one value, with nothing behind it.
pub(crate) fn whole<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    rest.is_empty().then_some(value)
}

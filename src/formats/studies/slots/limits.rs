//! A question for booking limits, and its answer.

use super::ranges;
use crate::json_parts::{Object, Whole, named, numbers, read_value};
use bookahead_engine::ScenarioError;
use bookahead_engine::slots::revenue::{DemandShape, LimitsAnswer, LimitsQuestion, Method};
use serde::{Deserialize, Deserializer, Serialize};
use std::io;

/// The question, under the names of the command line's options.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireQuestion {
    capacity: ranges::Nodes,
    #[serde(deserialize_with = "numbers")]
    prices: Vec<ranges::Price>,
    #[serde(deserialize_with = "numbers")]
    means: Vec<f64>,
    #[serde(deserialize_with = "numbers")]
    deviations: Vec<f64>,
    #[serde(default, with = "named")]
    method: Method,
    #[serde(default, deserialize_with = "numbers")]
    limits: Vec<ranges::Limit>,
    #[serde(default)]
    partitioned: bool,
}

/// Reads a question for booking limits, which comes as an object of another language.
///
/// # Errors
/// A field that is missing, unknown or of a wrong type. Ranges are checked where the question is answered.
pub fn read_limits<'de, D: Deserializer<'de>>(object: D) -> Result<LimitsQuestion, ScenarioError> {
    let Object(WireQuestion { capacity, prices, means, deviations, method, limits, partitioned }) = read_value(object)?;
    Ok(LimitsQuestion {
        capacity: capacity.0,
        prices: prices.into_iter().map(|Whole(price)| price).collect(),
        means,
        deviations,
        shape: DemandShape::Normal,
        ranges: Vec::new(),
        method,
        limits: limits.into_iter().map(|Whole(limit)| limit).collect(),
        partitioned,
    })
}

/// The answer as it is written.
#[derive(Serialize)]
pub struct LimitsReport<'a> {
    protection_levels: &'a [u32],
    booking_limits: &'a [u32],
    expected_revenue: f64,
}

impl<'a> From<&'a LimitsAnswer> for LimitsReport<'a> {
    fn from(answer: &'a LimitsAnswer) -> Self {
        let LimitsAnswer { protection_levels, booking_limits, expected_revenue, .. } = answer;
        Self { protection_levels, booking_limits, expected_revenue: *expected_revenue }
    }
}

/// Writes the answer as one JSON object.
///
/// # Errors
/// Those of `out`.
pub fn write_limits(out: &mut impl io::Write, answer: &LimitsAnswer) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &LimitsReport::from(answer))?;
    out.write_all(b"\n")
}

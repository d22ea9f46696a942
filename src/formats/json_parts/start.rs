//! The date of the first slot, tick or second of a study.

use crate::same_fields::same_fields;
use bookahead_engine::core::calendar::ClockStart;
use serde::{Deserialize, Serialize};

/// When slot, tick or second 0 begins; its ranges are checked with the scenario.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WireStart {
    unix_seconds: i64,
    #[serde(default)]
    utc_offset: i32,
}

same_fields! { WireStart = ClockStart { unix_seconds, utc_offset } }

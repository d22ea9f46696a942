//! What fails, in scenario files of workflows.

use super::ranges;
use crate::json_parts::{Whole, given};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::workflow::scenario::{FailedPlace, Failure};
use serde::{Deserialize, Serialize};

/// A node or a provider that fails: one of both.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WireFailure {
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    node: Option<Whole<u32>>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    provider: Option<Whole<u32>>,
    at: ranges::Time,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    until: Option<ranges::Time>,
}

impl WireFailure {
    /// As it is written.
    pub(super) fn of(Failure { place, at, until }: Failure) -> Self {
        let (node, provider) = match place {
            FailedPlace::Node(node) => (Some(Whole(node)), None),
            FailedPlace::Provider(provider) => (None, Some(Whole(provider))),
        };
        Self { node, provider, at: Whole(at), until: until.map(Whole) }
    }

    /// What it stands for; ranges are checked later.
    pub(super) fn value(self, place: &FieldPath) -> Result<Failure, ScenarioError> {
        const ONE: &str = "a node or a provider";
        let failed = match (self.node, self.provider) {
            (Some(node), None) => FailedPlace::Node(node.0),
            (None, Some(provider)) => FailedPlace::Provider(provider.0),
            (None, None) => return Err(ScenarioError::new(place.field("node"), "nothing that fails", ONE)),
            (Some(_), Some(_)) => return Err(ScenarioError::new(place.field("provider"), "a second thing that fails", ONE)),
        };
        Ok(Failure { place: failed, at: self.at.0, until: self.until.map(|until| until.0) })
    }
}

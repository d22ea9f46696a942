//! What page and worker tell each other, without the envelope.
//!
//! Both are of the same build, so the engine's types travel as they are; links and files, which outlive a build, have their own.

use crate::engine::metrics::Metrics;
use crate::engine::request::Request;
use crate::engine::scenario::{Machine, Policy};
use crate::engine::workload::{Edits, Generator, RequestId, Source};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A scenario that is to be planned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanBody {
    /// Where the requests come from; left out while it is what was sent last.
    pub source: Option<SourceBody>,
    /// Changes to them.
    pub edits: Vec<(RequestId, Option<Request>)>,
    /// The machine.
    pub machine: Machine,
    /// The policy.
    pub policy: Policy,
}

/// [`Source`] in a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SourceBody {
    /// Given requests.
    Requests(Vec<Request>),
    /// A generator.
    Generator(Generator),
}

impl From<&Source> for SourceBody {
    fn from(source: &Source) -> Self {
        match source {
            Source::Requests(requests) => Self::Requests(requests.to_vec()),
            Source::Generator(generator) => Self::Generator(*generator),
        }
    }
}

impl From<SourceBody> for Source {
    fn from(body: SourceBody) -> Self {
        match body {
            SourceBody::Requests(requests) => Self::Requests(Arc::new(requests)),
            SourceBody::Generator(generator) => Self::Generator(generator),
        }
    }
}

impl PlanBody {
    /// The edits as the engine wants them.
    pub fn edits(&self) -> Edits {
        Edits(Arc::new(self.edits.iter().copied().collect()))
    }
}

/// What a finished plan says beside its columns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedBody {
    /// Figures of the plan.
    pub metrics: Metrics,
    /// Jobs decided anew for it; the others were kept from the plan before.
    pub jobs_planned: u32,
}

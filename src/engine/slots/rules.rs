//! What a study in slots at work holds of its scenario beside the requests.

use super::planner::Session;
use super::request::Request;
use super::revenue::{Market, Revenue};
use super::scenario::{Machine, Policy};
use super::workload::{Arrivals, Generator, Source};
use crate::core::error::ScenarioError;
use std::sync::Arc;

/// What the requests are planned on, how, and for what price.
#[derive(Debug)]
pub(super) struct Rules {
    pub machine: Machine,
    pub policy: Policy,
    pub market: Option<Arc<Market>>,
}

/// What is left of a source once its requests are listed.
#[derive(Clone, Copy, Debug)]
pub(super) enum HeldSource {
    /// Number of given requests.
    Requests(u32),
    /// The recipe.
    Generator(Generator),
}

impl Rules {
    pub fn new(machine: Machine, policy: Policy, market: Option<Market>) -> Self {
        Self { machine, policy, market: market.map(Arc::new) }
    }

    pub fn session(&self, arrivals: Arrivals) -> Session {
        Session::for_market(self.machine, self.policy, self.market.clone(), arrivals)
    }

    pub fn are_those_of(&self, session: &Session) -> bool {
        let same_market = session.revenue().map(Revenue::market) == self.market.as_ref();
        self.machine == session.machine() && self.policy == session.policy() && same_market
    }
}

impl HeldSource {
    /// What is left of a source, and its requests.
    pub fn of(source: &Source) -> Result<(Self, Arc<Vec<Request>>), ScenarioError> {
        Ok(match source {
            Source::Requests(requests) => (Self::Requests(requests.len() as u32), Arc::clone(requests)),
            Source::Generator(generator) => (Self::Generator(*generator), Arc::new(generator.generate()?)),
        })
    }

    /// The source; a list is left out.
    pub fn source(self) -> Source {
        match self {
            Self::Requests(_) => Source::Requests(Arc::default()),
            Self::Generator(generator) => Source::Generator(generator),
        }
    }

    pub fn len(self) -> u32 {
        match self {
            Self::Requests(len) => len,
            Self::Generator(generator) => generator.requests,
        }
    }
}

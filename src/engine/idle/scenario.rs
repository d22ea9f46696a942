//! The scenario of a study of idle periods: machine, strategy, strips, workload and the switches of section 4.5.

use super::adaptive::Adaptability;
use super::clock::TickClock;
use super::request::IdleArrivals;
use super::servers::{Servers, check};
use super::session::IdleSession;
use super::strategy::Strategy;
use super::workload::IdleWorkload;
use super::{Tick, bounds};
use crate::core::bounds::REQUEST_ID_MAX;
use crate::core::edits::RequestId;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::time_names::{TimeNames, TimeUnit};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Everything a run on named servers depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IdleScenario {
    /// The machine.
    pub servers: Servers,
    /// Which feasible idle period a job takes.
    pub strategy: Strategy,
    /// M: strips are M·2·l_min wide. What is shown depends on it, the plan does not.
    pub strip_factor: u32,
    /// Who asks for what.
    pub workload: IdleWorkload,
    /// Whether reservations adapt (4.5).
    pub adaptability: Adaptability,
    /// What else happens, for reservations that adapt; in order of time.
    pub events: Arc<Vec<IdleEvent>>,
    /// How long a tick is and when tick 0 was, if that is known. How time is written depends on it, the plan does not.
    pub clock: Option<TickClock>,
}

/// What happens beside requests with deadlines (4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum IdleEvent {
    /// A job without a deadline is asked for: it takes what is idle and gives way.
    Opportunity {
        /// When it comes.
        submitted: Tick,
        /// First tick it may start in.
        earliest_start: Tick,
        /// Ticks it takes on a server of rate 1.
        size: Tick,
    },
    /// A running job turns out to need more.
    Extend {
        /// When that is known.
        submitted: Tick,
        /// The request.
        id: RequestId,
        /// How much more, in ticks on a server of rate 1.
        by: Tick,
    },
}

impl IdleEvent {
    /// When it happens.
    pub fn submitted(&self) -> Tick {
        match self {
            Self::Opportunity { submitted, .. } | Self::Extend { submitted, .. } => *submitted,
        }
    }
}

impl IdleScenario {
    /// Min-LIP on a machine, with the narrowest strips that the paper allows, M = 1, unless they would be too many.
    pub fn new(servers: Servers, workload: IdleWorkload) -> Self {
        let (adaptability, events) = (Adaptability::default(), Arc::default());
        let strip_factor = strip_factors(&servers).0;
        Self { servers, strategy: Strategy::default(), strip_factor, workload, adaptability, events, clock: None }
    }

    /// Whether reservations adapt: then a run takes the time to look at every idle period for every job.
    pub fn is_adaptive(&self) -> bool {
        self.adaptability != Adaptability::default() || !self.events.is_empty()
    }

    /// The same recipe with the edits written into a given list, and extensions renumbered with it; see [`IdleWorkload::folded`].
    pub fn folded(&self) -> Self {
        let renumbered = |event: &IdleEvent| match *event {
            IdleEvent::Extend { submitted, id, by } => Some(IdleEvent::Extend { submitted, id: self.workload.folded_id(id)?, by }),
            event => Some(event),
        };
        let events = Arc::new(self.events.iter().filter_map(renumbered).collect());
        Self { workload: self.workload.folded(), events, ..self.clone() }
    }

    /// M·2·l_min in ticks.
    pub fn strip_width(&self) -> Tick {
        (u64::from(self.strip_factor) * 2 * u64::from(self.servers.least_size)).min(u64::from(Tick::MAX)) as Tick
    }

    /// How points in time are written in a unit; as ticks where the clock behind them is not known.
    pub fn time_names(&self, unit: TimeUnit) -> TimeNames {
        self.clock.map_or(TimeNames::SLOTS, |clock| clock.time_names(unit))
    }

    /// Checks everything that does not need the requests to be generated.
    ///
    /// # Errors
    /// The first thing out of range; `place` names the scenario's part, `servers`.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        self.servers.check(place)?;
        self.clock.map_or(Ok(()), |clock| clock.check(place))?;
        let (least, most) = strip_factors(&self.servers);
        if !(least..=most).contains(&self.strip_factor) {
            let allowed = format!("a whole number from {least} to {most}, so that there are strips and they stay countable");
            return Err(ScenarioError::new(place.field("strip_factor"), self.strip_factor, allowed));
        }
        self.workload.check(&self.servers, &place.field("workload"))?;
        self.check_events(&place.field("events"))?;
        if self.is_adaptive() {
            self.check_adaptive(u64::from(self.workload.source.len()) + self.events.len() as u64, place)?;
        }
        Ok(())
    }

    fn check_events(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        let mut last = 0;
        for (i, event) in self.events.iter().enumerate() {
            let place = place.index(i);
            check(&place, "submitted", event.submitted(), bounds::TICK.from(last))?;
            last = event.submitted();
            let sizes = bounds::SIZE.up_to(self.servers.look_ahead);
            match *event {
                IdleEvent::Opportunity { .. } if !self.adaptability.opportunistic => {
                    let allowed = "an extension: opportunistic jobs are off";
                    return Err(ScenarioError::new(place, "an opportunistic job", allowed));
                }
                IdleEvent::Opportunity { submitted, earliest_start, size } => {
                    check(&place, "earliest_start", earliest_start, bounds::TICK.from(submitted))?;
                    check(&place, "size", size, sizes.from(self.servers.least_size))?;
                }
                IdleEvent::Extend { id, by, .. } => {
                    if id > REQUEST_ID_MAX {
                        return Err(ScenarioError::new(place.field("id"), id, format!("at most {REQUEST_ID_MAX}")));
                    }
                    check(&place, "by", by, sizes)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn check_adaptive(&self, decisions: u64, place: &FieldPath) -> Result<(), ScenarioError> {
        let most = bounds::ADAPTIVE.max;
        if decisions > u64::from(most) {
            let found = format!("a total of {decisions} requests and events");
            let allowed = format!("at most {most} where reservations adapt: every idle period is looked at for each");
            return Err(ScenarioError::new(place.field("workload"), found, allowed));
        }
        Ok(())
    }

    /// The requests in arrival order.
    ///
    /// # Errors
    /// As [`IdleWorkload::arrivals`].
    pub fn arrivals(&self) -> Result<IdleArrivals, ScenarioError> {
        self.workload.arrivals(&self.servers)
    }

    /// A run under a strategy of these requests.
    pub fn session(&self, strategy: Strategy, arrivals: Arc<IdleArrivals>) -> IdleSession {
        IdleSession::new(Arc::new(self.servers.clone()), strategy, arrivals)
    }
}

/// Least and greatest strip factor M of a machine: strips over all rates are countable and their width is a length of time.
pub fn strip_factors(servers: &Servers) -> (u32, u32) {
    let unit = 2 * u64::from(servers.least_size).max(1);
    let rates = servers.distinct_rates().len().max(1) as u64;
    let strips = (u64::from(bounds::STRIPS.max) / rates).saturating_sub(2).max(1);
    let least = u64::from(servers.look_ahead).div_ceil(unit * strips).max(1);
    let most = (u64::from(bounds::LOOK_AHEAD.max) / unit).clamp(least, u64::from(bounds::STRIP_FACTOR.max).max(least));
    (least as u32, most as u32)
}

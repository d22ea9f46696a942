//! Runs the same requests under several regimes of revenue management (Umar 6.6, 6.7).

use crate::slots::bounds;
use crate::slots::decisions::Decisions;
use crate::slots::planner::Session;
use crate::slots::revenue::{DemandSource, Market, Method, Report, Revenue, known_demand};
use crate::slots::scenario::{Machine, Policy};
use crate::slots::workload::Arrivals;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How much of revenue management is at work; classes and prices are the same in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Regime {
    /// None: whatever can be placed is confirmed. The paper's blue line.
    None,
    /// The initial limits for good. Red.
    Fixed,
    /// The initial limits until the first update, then limits by the market's method and the forecast; EMSR-b where the market has no such
    /// method. Green.
    Updated,
    /// The exact optimum for the demand as it is known afterwards ([`known_demand`]), from the first slot on (ours).
    Optimal,
}

impl Regime {
    /// All four, in the order of the paper's legend, ours last.
    pub const ALL: [Self; 4] = [Self::None, Self::Fixed, Self::Updated, Self::Optimal];

    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::None => "No limits",
            Self::Fixed => "Fixed limits",
            Self::Updated => "Updated limits",
            Self::Optimal => "Optimal limits",
        }
    }

    /// The name used in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Fixed => "fixed",
            Self::Updated => "updated",
            Self::Optimal => "optimal",
        }
    }

    /// The market under this regime; `None` where the machine is too large for the optimum.
    pub fn market(self, market: &Market, arrivals: &Arrivals, machine: Machine) -> Option<Market> {
        let (method, demand) = match self {
            Self::None => (Method::None, market.demand),
            Self::Fixed => (Method::Fixed, market.demand),
            Self::Updated if market.method.looks_at_demand() => (market.method, DemandSource::Forecast),
            Self::Updated => (Method::EmsrB, DemandSource::Forecast),
            Self::Optimal if machine.nodes > bounds::OPTIMAL_NODES_MAX => return None,
            Self::Optimal => (Method::Optimal, DemandSource::Given),
        };
        let mut market = Market { method, demand, ..market.clone() };
        if self == Self::Optimal {
            let known = known_demand(&market, arrivals);
            for (class, demand) in market.classes.iter_mut().zip(known) {
                class.demand = Some(demand);
            }
        }
        Some(market)
    }
}

/// Several regimes on the same requests, planned piece by piece.
#[derive(Clone, Debug)]
pub struct Comparison {
    sessions: Vec<(Regime, Session)>,
}

impl Comparison {
    /// Every regime that the machine allows; nothing is decided yet. `market` must be checked.
    pub fn new(machine: Machine, policy: Policy, market: &Market, arrivals: &Arrivals) -> Self {
        let session = |regime: Regime| {
            let market = Arc::new(regime.market(market, arrivals, machine)?);
            Some((regime, Session::for_market(machine, policy, Some(market), arrivals.clone())))
        };
        Self { sessions: Regime::ALL.into_iter().filter_map(session).collect() }
    }

    /// Decides up to `jobs` further jobs, one regime after the other in equal steps; whether everything is decided.
    pub fn advance(&mut self, jobs: usize) -> bool {
        let unfinished = self.sessions.iter().filter(|(_, session)| !session.is_done()).count();
        if unfinished == 0 {
            return true;
        }
        let each = jobs.div_ceil(unfinished).max(1);
        for (_, session) in self.sessions.iter_mut().filter(|(_, session)| !session.is_done()) {
            session.advance(each);
        }
        self.is_done()
    }

    /// Decides every job that is left.
    pub fn finish(&mut self) {
        self.advance(usize::MAX);
    }

    /// Whether every job of every regime is decided.
    pub fn is_done(&self) -> bool {
        self.sessions.iter().all(|(_, session)| session.is_done())
    }

    /// Jobs decided and jobs in all, over all regimes.
    pub fn progress(&self) -> (usize, usize) {
        let count = |(done, all): (usize, usize), (_, session): &(Regime, Session)| {
            (done + session.decided(), all + session.arrivals().jobs())
        };
        self.sessions.iter().fold((0, 0), count)
    }

    /// The regimes, in order.
    pub fn regimes(&self) -> impl Iterator<Item = Regime> + '_ {
        self.sessions.iter().map(|(regime, _)| *regime)
    }

    /// The run under a regime, as far as it is decided.
    pub fn session(&self, regime: Regime) -> Option<&Session> {
        self.sessions.iter().find(|(other, _)| *other == regime).map(|(_, session)| session)
    }

    /// Limits, usage and updates under a regime.
    pub fn revenue(&self, regime: Regime) -> Option<&Revenue> {
        self.session(regime)?.revenue()
    }

    /// Decisions under a regime.
    pub fn decisions(&self, regime: Regime) -> Option<&Decisions> {
        self.session(regime).map(Session::decisions)
    }

    /// The money under a regime, as far as it is decided.
    pub fn report(&self, regime: Regime) -> Option<Report> {
        let session = self.session(regime)?;
        Some(Report::of(session.revenue()?.market(), session.arrivals(), session.decisions(), session.machine().nodes))
    }
}

//! The regimes that are compared: the engine's four, and updated limits by EMSR-a, which the thesis decides against (Umar 5.3).

use super::setting::RevenueExperiment;
use bookahead_engine::slots::planner::Session;
use bookahead_engine::slots::revenue::regimes::Regime;
use bookahead_engine::slots::revenue::{Market, Method};
use bookahead_engine::slots::workload::Arrivals;
use std::sync::Arc;

/// What is measured under each regime, in this order: revenue, utilisation, share of the jobs whose class was closed, spoilage, dilution.
pub(super) const PER_REGIME: usize = 5;

/// A regime of the experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compared {
    /// One of the engine's; updated limits are those of EMSR-b.
    Of(Regime),
    /// As updated limits, by EMSR-a.
    EmsrA,
}

impl Compared {
    pub(super) const ALL: [Self; 5] =
        [Self::Of(Regime::None), Self::Of(Regime::Fixed), Self::Of(Regime::Updated), Self::Of(Regime::Optimal), Self::EmsrA];

    /// The name used in CSV.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Of(regime) => regime.name(),
            Self::EmsrA => "emsr_a",
        }
    }

    /// Its name for people.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Of(regime) => regime.title(),
            Self::EmsrA => "Updated by EMSR-a",
        }
    }

    /// The place among all of them.
    pub(super) fn place(self) -> usize {
        match self {
            Self::Of(regime) => regime as usize,
            Self::EmsrA => Self::ALL.len() - 1,
        }
    }

    /// The run of an experiment under it; nothing is decided yet.
    pub(super) fn session(self, experiment: RevenueExperiment, arrivals: &Arrivals) -> Option<Session> {
        let scenario = experiment.scenario(0, 1);
        let (machine, policy) = (scenario.machine, scenario.policy);
        let market = match self {
            Self::Of(regime) => regime.market(&experiment.market(), arrivals, machine)?,
            Self::EmsrA => Market { method: Method::EmsrA, ..experiment.market() },
        };
        Some(Session::for_market(machine, policy, Some(Arc::new(market)), arrivals.clone()))
    }
}

//! The result of a run on named servers.

use super::decisions::IdleDecisions;
use super::geometry::unsorted_idle_periods;
use super::metrics::{IdleMetrics, Lengths};
use super::request::IdleArrivals;
use super::session::IdleSession;
use super::strategy::Strategy;
use crate::idle::adaptive::Adapted;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Everything a run found out. Decisions are one row per request in arrival order.
#[derive(Clone, Debug, PartialEq)]
pub struct IdleOutcome {
    /// The strategy that decided.
    pub strategy: Strategy,
    /// The requests.
    pub arrivals: Arc<IdleArrivals>,
    /// What was decided.
    pub decisions: IdleDecisions,
    /// The figures.
    pub figures: IdleFigures,
    /// What is more to tell where reservations adapt.
    pub adapted: Option<Adapted>,
}

/// Figures of a run and of the idle periods at its end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IdleFigures {
    /// Loss, utilisation, delay, fairness.
    pub metrics: IdleMetrics,
    /// Idle periods that a job submitted at the last submission could use, by length.
    pub lengths: Lengths,
}

impl IdleFigures {
    /// Of what is decided so far; `mean_size` as in [`IdleMetrics::of`].
    pub fn of(session: &IdleSession, mean_size: Option<f64>) -> Self {
        let decided = session.decided();
        let now = session.arrivals().submitted[..decided].last().copied().unwrap_or(0);
        let lengths = Lengths::of(&unsorted_idle_periods(session, now), session.servers().least_size);
        Self { metrics: IdleMetrics::of(session, mean_size), lengths }
    }
}

impl IdleOutcome {
    /// The result of a session as it stands.
    pub fn of(session: &IdleSession, mean_size: Option<f64>) -> Self {
        Self {
            strategy: session.strategy(),
            arrivals: session.shared_arrivals(),
            decisions: session.decisions().clone(),
            figures: IdleFigures::of(session, mean_size),
            adapted: None,
        }
    }
}

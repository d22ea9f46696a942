//! The result of a run: decisions, nodes and figures.

use super::metrics::Metrics;
use super::nodes::NodeTable;
use super::planner::Session;
use super::revenue::{Report, Update};
use super::scenario::SlotsScenario;
use super::workload::Arrivals;
use crate::core::error::{FieldPath, ScenarioError};
use crate::slots::decisions::Decisions;
use std::sync::Arc;

/// Everything a run found out. Decisions are one row per job in arrival order.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The requests, in arrival order.
    pub arrivals: Arrivals,
    /// What was decided.
    pub decisions: Decisions,
    /// On which nodes.
    pub nodes: NodeTable,
    /// Figures of the whole plan.
    pub metrics: Metrics,
    /// The money and the limits, if the scenario has a market.
    pub revenue: Option<RevenueOutcome>,
}

/// What revenue management came to.
#[derive(Clone, Debug, PartialEq)]
pub struct RevenueOutcome {
    /// The money.
    pub report: Report,
    /// Nested booking limits at the end.
    pub limits: Vec<u32>,
    /// Every forecast and change of the limits, oldest first.
    pub updates: Vec<Update>,
}

impl RevenueOutcome {
    /// The result of a session as it stands; `None` without a market.
    pub fn of(session: &Session) -> Option<Self> {
        let revenue = session.revenue()?;
        Some(Self {
            report: Report::of(revenue.market(), session.arrivals(), session.decisions()),
            limits: revenue.limits().to_vec(),
            updates: revenue.updates().to_vec(),
        })
    }
}

impl Outcome {
    /// The result of a session as it stands.
    pub fn of(session: &Session) -> Self {
        let nodes = nodes_of(session);
        let metrics = Metrics::of(session.arrivals(), session.decisions(), session.machine());
        Self {
            arrivals: session.arrivals().clone(),
            decisions: session.decisions().clone(),
            nodes,
            metrics,
            revenue: RevenueOutcome::of(session),
        }
    }
}

/// The nodes of the jobs decided so far: as given by the planner on physical nodes, else mapped from the logical plan.
pub fn nodes_of(session: &Session) -> NodeTable {
    if session.nodes().first.len() == session.decisions().start.len() + 1 && session.nodes_are_mapped() {
        return session.nodes().clone();
    }
    NodeTable::map(session.arrivals(), session.decisions(), session.machine().nodes)
}

/// Runs a scenario from start to end.
///
/// # Errors
/// The scenario is out of bounds; the message names the place and what is allowed there.
pub fn run(scenario: &SlotsScenario) -> Result<Outcome, ScenarioError> {
    scenario.check(&FieldPath::new(""))?;
    let market = scenario.market.clone().map(Arc::new);
    let mut session = Session::for_market(scenario.machine, scenario.policy, market, scenario.workload.arrivals()?);
    session.finish();
    Ok(Outcome::of(&session))
}

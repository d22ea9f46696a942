//! The result of a run: decisions, nodes and figures.

use super::metrics::Metrics;
use super::nodes::NodeTable;
use super::overlap::{Reality, bookable};
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
    /// What becomes of the plan when the real durations come to light, if reservations may overlap.
    pub reality: Option<Reality>,
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
            report: Report::of(revenue.market(), session.arrivals(), session.decisions(), session.machine().nodes),
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
            reality: Reality::of(session.arrivals(), session.decisions(), session.machine(), session.policy()),
        }
    }
}

/// The nodes of the jobs decided so far: as given by the planner on physical nodes, else mapped from the logical plan.
pub fn nodes_of(session: &Session) -> NodeTable {
    if session.nodes().first.len() == session.decisions().start.len() + 1 && session.nodes_are_mapped() {
        return session.nodes().clone();
    }
    NodeTable::map(session.arrivals(), session.decisions(), bookable(session.machine(), session.policy()))
}

/// Runs a scenario from start to end.
///
/// Umar's Table 3.4 on five nodes: user 11 asks for three jobs. The third finds room because user 4 moves from slot 15 to slot 16.
///
/// ```
/// use bookahead_engine::slots::scenario::scenario_of;
/// use bookahead_engine::{Request, run};
///
/// // User, earliest start, latest start, duration, jobs of one node.
/// let table = [
///     (1, 11, 11, 1, 2),
///     (2, 11, 11, 3, 1),
///     (3, 12, 12, 3, 1),
///     (4, 15, 16, 1, 1),
///     (5, 15, 15, 1, 2),
///     (6, 11, 11, 2, 1),
///     (7, 13, 13, 1, 1),
///     (8, 16, 16, 2, 1),
///     (9, 11, 11, 2, 1),
///     (10, 15, 15, 3, 1),
///     (11, 12, 14, 3, 3),
/// ];
/// let requests = table.map(|(user, earliest_start, latest_start, duration, jobs)| Request {
///     user,
///     submitted: 0,
///     earliest_start,
///     latest_start,
///     duration,
///     nodes: 1,
///     jobs,
/// });
/// let outcome = run(&scenario_of(5, requests.to_vec()))?;
///
/// // The last three of the fifteen jobs are those of user 11; row 4 is the job of user 4.
/// assert_eq!(outcome.decisions.start[12..], [12, 13, 14]);
/// assert_eq!((outcome.decisions.first_start[4], outcome.decisions.start[4]), (15, 16));
/// assert_eq!(outcome.metrics.acceptance, 1.0);
/// # Ok::<(), bookahead_engine::ScenarioError>(())
/// ```
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

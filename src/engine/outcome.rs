//! The result of a run: decisions, nodes and figures.

use super::error::ScenarioError;
use super::metrics::Metrics;
use super::nodes::NodeTable;
use super::plan::Decisions;
use super::planner::Session;
use super::scenario::Scenario;
use super::workload::Arrivals;

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
}

impl Outcome {
    /// The result of a session as it stands.
    pub fn of(session: &Session) -> Self {
        let nodes = nodes_of(session);
        let metrics = Metrics::of(session.arrivals(), session.decisions(), session.machine());
        Self { arrivals: session.arrivals().clone(), decisions: session.decisions().clone(), nodes, metrics }
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
pub fn run(scenario: &Scenario) -> Result<Outcome, ScenarioError> {
    scenario.check()?;
    let mut session = Session::new(scenario.machine, scenario.policy, scenario.workload.arrivals()?);
    session.finish();
    Ok(Outcome::of(&session))
}

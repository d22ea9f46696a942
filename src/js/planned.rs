//! A scenario and its plan: of the servers if it has some, else of the slots.

use bookahead_engine::idle::check::check_servers;
use bookahead_engine::idle::{IdleOutcome, IdleScenario};
use bookahead_engine::slots::check::{check, check_with_market};
use bookahead_engine::{Outcome, Scenario, ScenarioError, run};
use std::sync::Arc;

/// A scenario and its plan.
pub enum Planned {
    /// In slots.
    Slots(Box<(Scenario, Outcome)>),
    /// On named servers.
    Servers(Box<(Arc<IdleScenario>, IdleOutcome)>),
}

impl Planned {
    /// Plans a scenario.
    ///
    /// # Errors
    /// The scenario leads to a workload out of bounds.
    pub fn new(scenario: Scenario) -> Result<Self, ScenarioError> {
        match &scenario.servers {
            Some(servers) => {
                let outcome = servers.run(&scenario.workload.arrivals()?)?;
                Ok(Self::Servers(Box::new((Arc::clone(servers), outcome))))
            }
            None => {
                let outcome = run(&scenario)?;
                Ok(Self::Slots(Box::new((scenario, outcome))))
            }
        }
    }

    /// What the independent checker finds wrong with the plan, in words.
    pub fn violations(&self) -> Vec<String> {
        let (scenario, outcome) = match self {
            Self::Servers(planned) => return check_servers(&planned.0, &planned.1).iter().map(ToString::to_string).collect(),
            Self::Slots(planned) => (&planned.0, &planned.1),
        };
        let Outcome { arrivals, decisions, nodes, revenue, .. } = outcome;
        let found = match scenario.market.as_ref().zip(revenue.as_ref()) {
            Some((market, revenue)) => check_with_market(arrivals, decisions, nodes, scenario.machine, market, revenue),
            None => check(arrivals, decisions, nodes, scenario.machine),
        };
        found.iter().map(ToString::to_string).collect()
    }
}

//! A study and its plan.

use bookahead_engine::idle::check::check_servers;
use bookahead_engine::idle::{IdleOutcome, IdleScenario};
use bookahead_engine::slots::check::{check, check_with_market};
use bookahead_engine::slots::scenario::SlotsScenario;
use bookahead_engine::{Outcome, ScenarioError, Study, run};
use bookahead_formats::json::FileContent;

/// A study and its plan.
pub enum Planned {
    /// In slots.
    Slots(Box<(SlotsScenario, Outcome)>),
    /// On named servers.
    Servers(Box<(IdleScenario, IdleOutcome)>),
}

impl Planned {
    /// Plans the study of a scenario file; of an older one with two studies, the named servers, as the command line does.
    ///
    /// # Errors
    /// The scenario leads to a workload out of bounds.
    pub fn new(content: FileContent) -> Result<Self, ScenarioError> {
        match content.second.unwrap_or(content.scenario).study {
            Study::Slots(slots) => {
                let outcome = run(&slots)?;
                Ok(Self::Slots(Box::new((slots, outcome))))
            }
            Study::Idle(idle) => {
                let outcome = idle.run()?;
                Ok(Self::Servers(Box::new((idle, outcome))))
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

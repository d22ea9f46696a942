//! What a scenario file holds.

use bookahead_engine::Scenario;
use bookahead_engine::core::error::ScenarioError;

/// What a file holds: older ones may hold two studies.
#[derive(Clone, Debug, PartialEq)]
pub struct FileContent {
    /// The study, or of two the plan in slots.
    pub scenario: Scenario,
    /// The named servers beside a plan in slots.
    pub second: Option<Scenario>,
}

impl FileContent {
    /// The content of a file with one study.
    pub(crate) fn one(scenario: Scenario) -> Self {
        Self { scenario, second: None }
    }

    /// The scenario that is planned if nothing else is asked for: of two the second.
    pub fn into_planned(self) -> Scenario {
        self.second.unwrap_or(self.scenario)
    }

    pub(crate) fn checked(self) -> Result<Self, ScenarioError> {
        for scenario in [Some(&self.scenario), self.second.as_ref()].into_iter().flatten() {
            scenario.check()?;
        }
        Ok(self)
    }
}

//! What a link holds.

use super::View;
use bookahead_engine::Scenario;

/// What a link holds: the recipe and what its sender saw.
#[derive(Clone, Debug, PartialEq)]
pub struct Shared {
    /// The recipe.
    pub scenario: Scenario,
    /// What was on screen.
    pub view: View,
}

/// What opening a link gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The recipe that its sender looked at.
    pub scenario: Scenario,
    /// What was on screen.
    pub view: View,
    /// A second study: earlier builds kept a plan in slots and named servers in one scenario.
    pub second: Option<Scenario>,
}

impl Opened {
    /// The content of a link with one study.
    pub(crate) fn one(scenario: Scenario, view: View) -> Self {
        Self { scenario, view, second: None }
    }

    /// The part that its sender looked at.
    pub fn into_shared(self) -> Shared {
        Shared { scenario: self.scenario, view: self.view }
    }
}

//! What a step or an answer shows.

use crate::model::Shown;
use crate::{levers, view};
use bookahead_engine::{Scenario, ScenarioError};
use bookahead_formats::link::Opened;

/// Puts the policies that are shown into a scenario.
///
/// # Errors
/// The study has no such policy.
pub fn put_policies(shown: &[Shown], scenario: &mut Scenario) -> Result<(), ScenarioError> {
    for item in shown {
        if let Shown::Policy(kind, name) = item {
            *scenario = levers::with_policy(scenario, kind, name)?;
        }
    }
    Ok(())
}

/// Puts everything but the policies into the view.
///
/// # Errors
/// There is no such request, policy, chart or panel.
pub fn put_view(shown: &[Shown], opened: &mut Opened) -> Result<(), ScenarioError> {
    shown.iter().try_for_each(|item| view::put_view(item, opened))
}

/// Both.
///
/// # Errors
/// Those of both.
pub fn put(shown: &[Shown], opened: &mut Opened) -> Result<(), ScenarioError> {
    put_policies(shown, &mut opened.scenario)?;
    put_view(shown, opened)
}

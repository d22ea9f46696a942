//! What experiments take over from one another.

use super::run::ExperimentRun;
use bookahead_engine::core::error::ScenarioError;

impl ExperimentRun {
    /// Takes over what another experiment found where requests, machine and policy are the same: units that are handed out from now on do what is left. The
    /// results are those of a run that knows nothing of the other.
    ///
    /// # Errors
    /// None for experiments of the catalogue.
    pub fn know(&mut self, other: &Self) -> Result<(), ScenarioError> {
        match (self, other) {
            (Self::Figure(sweep), Self::Figure(other)) => sweep.know(other),
            _ => Ok(()),
        }
    }
}

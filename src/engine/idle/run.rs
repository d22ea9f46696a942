//! A run on named servers from start to end.

use super::adaptive::Adapting;
use super::outcome::IdleOutcome;
use super::scenario::IdleScenario;
use crate::core::error::{FieldPath, ScenarioError};
use std::sync::Arc;

impl IdleScenario {
    /// Runs from start to end.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn run(&self) -> Result<IdleOutcome, ScenarioError> {
        self.check(&FieldPath::new("servers"))?;
        let arrivals = Arc::new(self.arrivals()?);
        if self.is_adaptive() {
            let mut run = Adapting::new(self, arrivals)?;
            run.finish()?;
            return Ok(run.outcome(self));
        }
        let mut session = self.session(self.strategy, arrivals);
        session.finish();
        Ok(IdleOutcome::of(&session, self.workload.mean_size()))
    }
}

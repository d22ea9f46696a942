//! A run on named servers from start to end.

use super::adaptive::Adapting;
use super::outcome::IdleOutcome;
use super::scenario::IdleScenario;
use crate::core::error::{FieldPath, ScenarioError};
use std::sync::Arc;

impl IdleScenario {
    /// Runs from start to end.
    ///
    /// One server. The first job leaves idle periods before and after it. Min-LIP puts the second job into the first of them; the third
    /// fits into neither by its deadline.
    ///
    /// ```
    /// use bookahead_engine::idle::{IdleObstacle, IdleRequest, IdleScenario, IdleWorkload, NO_SERVER, NO_START, Servers};
    ///
    /// let request = |earliest_start, size, deadline| IdleRequest { submitted: 0, earliest_start, size, deadline };
    /// let requests = vec![request(5, 5, 10), request(0, 4, 20), request(0, 6, 12)];
    /// let scenario = IdleScenario::new(Servers::identical(1, 100, 1), IdleWorkload::of_requests(requests));
    /// let outcome = scenario.run()?;
    /// assert_eq!(outcome.decisions.server, [0, 0, NO_SERVER]);
    /// assert_eq!(outcome.decisions.start, [5, 0, NO_START]);
    /// let nearest = IdleObstacle::TooShort { server: 0, from: 10, to: 12, needed: 6 };
    /// assert_eq!(outcome.decisions.refusal(2).map(|refusal| refusal.obstacle), Some(nearest));
    /// assert_eq!((outcome.figures.metrics.jobs, outcome.figures.metrics.accepted), (3, 2));
    /// # Ok::<(), bookahead_engine::ScenarioError>(())
    /// ```
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

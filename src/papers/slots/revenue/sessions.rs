//! The same requests under every regime, decided piece by piece.

use super::compared::Compared;
use super::setting::RevenueExperiment;
use bookahead_engine::slots::planner::Session;
use bookahead_engine::slots::revenue::regimes::Regime;
use bookahead_engine::slots::workload::Arrivals;

/// A run of the same requests under every regime.
#[derive(Clone, Debug)]
pub(super) struct Sessions(Vec<(Compared, Session)>);

impl Sessions {
    pub(super) fn new(experiment: RevenueExperiment, arrivals: &Arrivals) -> Self {
        Self(Compared::ALL.into_iter().filter_map(|regime| Some((regime, regime.session(experiment, arrivals)?))).collect())
    }

    /// The run under one of the engine's regimes.
    pub(super) fn of(&self, regime: Regime) -> Option<&Session> {
        self.0.iter().find(|(of, _)| *of == Compared::Of(regime)).map(|(_, session)| session)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Session> {
        self.0.iter().map(|(_, session)| session)
    }

    /// Decides up to `jobs` further jobs, in equal steps under each regime; whether everything is decided.
    pub(super) fn advance(&mut self, jobs: usize) -> bool {
        let each = jobs.div_ceil(self.0.len().max(1)).max(1);
        for (_, session) in &mut self.0 {
            session.advance(each);
        }
        self.all().all(Session::is_done)
    }

    /// Jobs decided and jobs in all, over all regimes.
    pub(super) fn progress(&self) -> (usize, usize) {
        self.all().fold((0, 0), |(done, all), session| (done + session.decided(), all + session.arrivals().jobs()))
    }
}

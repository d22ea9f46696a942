//! The jobs of a figure, and the scenario behind it.

use super::figure::{Figure, Line};
use super::measure::Axis;
use crate::experiment::Options;
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::idle::generator::{FortnightWorkload, ParetoWorkload};
use bookahead_engine::idle::request::IdleArrivals;
use bookahead_engine::idle::scenario::IdleScenario;
use bookahead_engine::idle::servers::Servers;
use bookahead_engine::idle::strategy::Strategy;
use bookahead_engine::idle::workload::{IdleSource, IdleWorkload};

/// All that the figures of a run depend on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Case {
    servers: Servers,
    source: IdleSource,
    strategy: Strategy,
}

impl Figure {
    /// Where the requests at a point come from.
    fn source(self, x: f64, requests: u32, seed: u64) -> IdleSource {
        if self.has_rates() {
            let slack_minutes = FortnightWorkload::SLACK_MINUTES;
            return IdleSource::Fortnight(FortnightWorkload { seed, requests, load: x, slack_minutes, due: self.due() });
        }
        let plain = ParetoWorkload {
            seed,
            requests,
            load: 0.6,
            mean_size: ParetoWorkload::MEAN_SIZE,
            tightness: 0.1,
            book_ahead: self.book_ahead(),
        };
        IdleSource::Pareto(match self.axis() {
            Axis::Load => ParetoWorkload { load: x, ..plain },
            Axis::MeanSize => ParetoWorkload { mean_size: x, ..plain },
            Axis::Tightness => ParetoWorkload { tightness: x, ..plain },
            Axis::Servers => ParetoWorkload { load: 0.9, ..plain },
        })
    }

    /// The requests at a point: the same for every curve, as all machines of a point do the same work per tick.
    ///
    /// # Errors
    /// Ticks run out.
    pub fn arrivals(self, servers: &Servers, x: f64, requests: u32, seed: u64) -> Result<IdleArrivals, ScenarioError> {
        match self.source(x, requests, seed) {
            IdleSource::Pareto(pareto) => pareto.generate(servers),
            IdleSource::Fortnight(fortnight) => fortnight.generate(servers),
            IdleSource::Requests(_) => Ok(IdleArrivals::default()),
        }
    }

    /// What the figures of a curve at a point depend on.
    ///
    /// # Errors
    /// None for the figure's own curves and points.
    pub(super) fn case(self, line: Line, x: f64, requests: u32, seed: u64) -> Result<Case, ScenarioError> {
        Ok(Case { servers: self.machine(line, x)?, source: self.source(x, requests, seed), strategy: line.strategy })
    }

    /// A run of the first curve in the middle of the axis, to be opened.
    ///
    /// # Errors
    /// None for the figure's own curves and points.
    pub fn scenario(self, options: Options) -> Result<IdleScenario, ScenarioError> {
        let (points, lines) = (self.points(), self.lines());
        let (x, line) = (points[points.len() / 2], lines[0]);
        let workload = IdleWorkload::of(self.source(x, options.requests, options.seed));
        Ok(IdleScenario { strategy: line.strategy, ..IdleScenario::new(self.machine(line, x)?, workload) })
    }
}

//! What is varied, and the machine and requests of a place.

use super::plan::Structure;
use crate::experiment::{Measure, Options};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::idle::generator::{Due, FortnightWorkload, ParetoWorkload, UNIT};
use bookahead_engine::idle::scenario::IdleScenario;
use bookahead_engine::idle::workload::{IdleSource, IdleWorkload};
use bookahead_engine::idle::{IdleArrivals, Rate, ServerGroup, Servers};

/// The usual size.
pub const FULL_SIZE: Options = Options { runs: 10, requests: 8_000, seed: 1 };
/// A size for a lecture.
pub const LECTURE_SIZE: Options = Options { runs: 3, requests: 4_000, seed: 1 };

/// What is varied. The rest of chapter 3 stays at 20 servers, ρ = 0.6, L = 200 units, M = 1 and the workload of 3.4; of chapter 4 at three rates of level 2,
/// 96 servers, ρ = 0.6 and the workload of 4.6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// n, of equal servers.
    Servers,
    /// ρ in per cent.
    Load,
    /// L in units.
    Horizon,
    /// M.
    Width,
    /// H: different rates.
    Rates,
    /// V grows with the servers of each rate.
    PerRate,
}

impl Axis {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Servers, Self::Load, Self::Horizon, Self::Width, Self::Rates, Self::PerRate];

    /// The name of the experiment.
    pub fn key(self) -> &'static str {
        match self {
            Self::Servers => "structures-servers",
            Self::Load => "structures-load",
            Self::Horizon => "structures-horizon",
            Self::Width => "structures-width",
            Self::Rates => "structures-rates",
            Self::PerRate => "structures-per-rate",
        }
    }

    /// The experiment with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|axis| axis.key() == key)
    }

    /// What is varied, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Servers => "number of servers n",
            Self::Load => "system load ρ, per cent",
            Self::Horizon => "look-ahead L in units",
            Self::Width => "width of the strips: M",
            Self::Rates => "different rates H",
            Self::PerRate => "servers of each rate",
        }
    }

    /// What curves are drawn against.
    pub fn measure(self) -> Measure {
        Measure { key: self.key().trim_start_matches("structures-").to_string(), words: self.words().to_string() }
    }

    /// Places on the axis: each twice the one before, loads apart.
    pub fn places(self) -> &'static [u32] {
        match self {
            Self::Servers => &[10, 20, 40, 80],
            Self::Load => &[20, 40, 60, 80, 100],
            Self::Horizon => &[100, 200, 400, 800],
            Self::Width => &[1, 2, 4, 8, 16, 32],
            Self::Rates => &[1, 2, 4, 8],
            Self::PerRate => &[10, 20, 40, 80],
        }
    }

    /// The structures that are compared.
    pub fn structures(self) -> &'static [Structure] {
        if self.has_rates() { &Structure::CHAPTER_4 } else { &Structure::CHAPTER_3 }
    }

    fn has_rates(self) -> bool {
        matches!(self, Self::Rates | Self::PerRate)
    }

    /// M at a place.
    pub fn factor(self, place: u32) -> u32 {
        if self == Self::Width { place } else { 1 }
    }

    /// The machine at a place.
    ///
    /// # Errors
    /// None for the places of the axis.
    pub fn machine(self, place: u32) -> Result<Servers, ScenarioError> {
        let slack = FortnightWorkload::SLACK_MINUTES;
        match self {
            Self::Servers => Ok(ParetoWorkload::machine(place)),
            Self::Horizon => Ok(Servers::identical(20, place * UNIT, UNIT)),
            Self::Load | Self::Width => Ok(ParetoWorkload::machine(20)),
            Self::PerRate => FortnightWorkload::machine(2, 3 * place, slack),
            Self::Rates => {
                // From 0.4 to 0.6, 0.5 on average: the machine does the same work whatever H.
                let group = |i: u32| ServerGroup { servers: 96 / place, rate: Rate::new(4 * place + 2 * i + 1, 10 * place) };
                let like = FortnightWorkload::machine(0, 3, slack)?;
                Ok(Servers { groups: (0..place).map(group).collect(), ..like })
            }
        }
    }

    /// Where the requests at a place come from: as many for each unit of time as the load asks for, so that time goes as far at every place. `requests` are
    /// those of the largest machine.
    pub fn source(self, place: u32, requests: u32, seed: u64) -> IdleSource {
        let greatest = self.places().last().map_or(place, |&last| last);
        let requests = match self {
            Self::Servers | Self::Load | Self::PerRate => {
                (u64::from(requests) * u64::from(place)).div_ceil(u64::from(greatest)) as u32
            }
            Self::Horizon | Self::Width | Self::Rates => requests,
        };
        let load = if self == Self::Load { f64::from(place) / 100.0 } else { 0.6 };
        if self.has_rates() {
            let slack_minutes = FortnightWorkload::SLACK_MINUTES;
            return IdleSource::Fortnight(FortnightWorkload { seed, requests, load, slack_minutes, due: Due::MeanRate });
        }
        IdleSource::Pareto(ParetoWorkload {
            seed,
            requests,
            load,
            mean_size: ParetoWorkload::MEAN_SIZE,
            tightness: 0.1,
            book_ahead: 1.0,
        })
    }

    /// The requests at a place.
    ///
    /// # Errors
    /// Ticks run out.
    pub fn arrivals(self, servers: &Servers, place: u32, requests: u32, seed: u64) -> Result<IdleArrivals, ScenarioError> {
        match self.source(place, requests, seed) {
            IdleSource::Pareto(pareto) => pareto.generate(servers),
            IdleSource::Fortnight(fortnight) => fortnight.generate(servers),
            IdleSource::Requests(_) => Ok(IdleArrivals::default()),
        }
    }

    /// A run of the first structure's strategy in the middle of the axis, to be opened.
    ///
    /// # Errors
    /// None for the places of the axis.
    pub fn scenario(self, options: Options) -> Result<IdleScenario, ScenarioError> {
        let place = self.places()[self.places().len() / 2];
        let workload = IdleWorkload::of(self.source(place, options.requests, options.seed));
        let strategy = self.structures()[0].strategy();
        Ok(IdleScenario { strategy, ..IdleScenario::new(self.machine(place)?, workload) })
    }
}

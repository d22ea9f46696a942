//! The eight experiments: rates, limits, market and workload (Umar, Tables 6.3, 6.4, 6.9, 6.10).

use crate::experiment::{Experiment, Options};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::slots::elastic::Tariff;
use bookahead_engine::slots::revenue::Market;
use bookahead_engine::slots::scenario::{Machine, Policy, SlotsScenario};
use bookahead_engine::slots::workload::{Generator, Range, Workload};

/// One of Umar's experiments (Tables 6.4 and 6.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RevenueExperiment {
    /// Jobs that need several nodes at once (6.7), instead of one (6.6).
    pub mpi: bool,
    /// Number in the paper, 1 to 4.
    pub number: u32,
    /// Mean arrivals per slot.
    pub rate: u32,
    /// Initial booking limits of the three classes, highest first.
    pub limits: [u32; 3],
    /// The paper's limits after the update (Tables 6.5–6.8, 6.11–6.14).
    pub after_update: [u32; 3],
}

/// Runs that are made where nothing else is said.
pub const PAPER_RUNS: Options = Options { runs: 10, requests: 4_000, seed: 1 };

impl RevenueExperiment {
    /// All eight, in the order of the paper. Table 6.4 swaps b_2 and b_3 in rows 2 and 4; Tables 6.6 and 6.8 have them right.
    pub const ALL: [Self; 8] = [
        Self::parametric(1, 3, [40, 10, 5], [40, 22, 2]),
        Self::parametric(2, 3, [40, 35, 30], [40, 29, 5]),
        Self::parametric(3, 4, [40, 10, 5], [40, 14, 0]),
        Self::parametric(4, 4, [40, 35, 30], [40, 29, 0]),
        Self::mpi(1, 2, [80, 20, 10], [80, 48, 11]),
        Self::mpi(2, 2, [80, 75, 70], [80, 65, 19]),
        Self::mpi(3, 3, [80, 20, 10], [80, 41, 0]),
        Self::mpi(4, 3, [80, 75, 70], [80, 62, 10]),
    ];

    const fn parametric(number: u32, rate: u32, limits: [u32; 3], after_update: [u32; 3]) -> Self {
        Self { mpi: false, number, rate, limits, after_update }
    }

    const fn mpi(number: u32, rate: u32, limits: [u32; 3], after_update: [u32; 3]) -> Self {
        Self { mpi: true, number, rate, limits, after_update }
    }

    /// The experiment with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|experiment| experiment.key() == key)
    }

    /// Nodes of the machine: 40, or 80 for MPI jobs.
    pub fn nodes(self) -> u32 {
        if self.mpi { 80 } else { 40 }
    }

    /// Low initial limits leave nodes idle that a lower class would have paid for (*spoilage*: 1 and 3); high ones give them away too cheaply
    /// (*dilution*: 2 and 4).
    pub fn is_spoilage(self) -> bool {
        self.number % 2 == 1
    }

    /// The classes, prices and limits of the paper (Tables 6.3, 6.9), updated by EMSR-b from the forecast.
    pub fn market(self) -> Market {
        let mut market = Market::umar(self.nodes());
        for (class, limit) in market.classes.iter_mut().zip(self.limits) {
            class.limit = limit;
            class.demand = None;
        }
        market
    }

    /// The workload of the paper; half of the requests are flexible ("at most 50 %"). Parametric requests are of one job.
    pub fn generator(self, seed: u64, requests: u32) -> Generator {
        Generator {
            seed,
            requests,
            arrivals_per_slot: f64::from(self.rate),
            duration: if self.mpi { Range::new(6, 24) } else { Range::new(12, 24) },
            book_ahead: Range::new(0, 36),
            relax: Range::new(1, 12),
            flexible_percent: 50,
            nodes: if self.mpi { Range::new(1, 5) } else { Range::new(1, 1) },
            jobs: Range::new(1, 1),
        }
    }

    /// The scenario of a run, to be opened or shared.
    pub fn scenario(self, seed: u64, requests: u32) -> SlotsScenario {
        SlotsScenario {
            machine: Machine { nodes: self.nodes(), ..Machine::default() },
            workload: Workload::of_generator(self.generator(seed, requests)),
            policy: Policy::default(),
            market: Some(self.market()),
            tariff: Tariff::default(),
        }
    }

    /// Whether runs of this size have something to say.
    ///
    /// # Errors
    /// Too few requests to reach two updates of the limits.
    pub fn check(self, options: Options) -> Result<(), ScenarioError> {
        let every = self.market().update_every;
        let needed = self.rate * (2 * every + every / 4);
        if options.requests < needed {
            let allowed = format!("at least {needed}, to reach two updates of the limits");
            return Err(ScenarioError::new(FieldPath::new("jobs"), options.requests, allowed));
        }
        self.scenario(options.seed, options.requests).check(&FieldPath::new(""))
    }
}

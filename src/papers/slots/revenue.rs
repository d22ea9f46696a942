//! The eight experiments of Umar 6.6 and 6.7: no, fixed and updated booking limits on the same requests, and the optimum.

use crate::experiment::{Claim, Measure, Options, PaperValue};
use crate::experiment::{Experiment, Sample, Trial};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::slots::decisions::Obstacle;
use bookahead_engine::slots::elastic::Tariff;
use bookahead_engine::slots::planner::Session;
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::revenue::regimes::{Comparison, Regime};
use bookahead_engine::slots::revenue::{Market, Report};
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

/// What a trial measures for each regime, in this order.
const PER_REGIME: usize = 3;

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

    /// Column of a regime's revenue per slot.
    fn revenue_column(regime: Regime) -> usize {
        regime as usize * PER_REGIME
    }

    /// Column of the limit of class `k` (0 for class 1) after the first update, or after the last.
    fn limit_column(k: usize, last: bool) -> usize {
        Regime::ALL.len() * PER_REGIME + k + if last { 3 } else { 0 }
    }

    /// Run by run, by how much `better` earns more per slot than `worse`.
    fn difference(samples: &[Vec<f64>], better: Regime, worse: Regime) -> Interval {
        let (better, worse) = (Self::revenue_column(better), Self::revenue_column(worse));
        Interval::of(samples.iter().map(move |sample| sample[better] - sample[worse]))
    }
}

impl Experiment for RevenueExperiment {
    type Trial = RevenueTrial;

    fn key(&self) -> String {
        format!("revenue-{}-{}", if self.mpi { "mpi" } else { "parametric" }, self.number)
    }

    fn title(&self) -> String {
        let jobs = if self.mpi { "MPI jobs" } else { "parametric jobs" };
        let case = if self.is_spoilage() { "spoilage" } else { "dilution" };
        let figure = 17 + self.number + if self.mpi { 4 } else { 0 };
        format!("Revenue of {jobs}, experiment #{} ({case}; Umar, Figure 6.{figure})", self.number)
    }

    fn measures(&self) -> Vec<Measure> {
        let measure = |key: String, words: String| Measure { key, words };
        let mut measures = Vec::new();
        for (regime, title) in Regime::ALL.map(|regime| (regime.name(), regime.title())) {
            let words = format!("revenue per slot under {title}, from the first update to the last submission, in minor units");
            measures.push(measure(format!("revenue_{regime}"), words));
            measures.push(measure(format!("utilisation_{regime}"), format!("share of the node-slots in use under {title}")));
            measures.push(measure(format!("closed_{regime}"), format!("share of the jobs whose class was closed under {title}")));
        }
        for (which, key) in [("first", "first"), ("last", "last")] {
            for k in 1..=3 {
                measures.push(measure(format!("limit_{k}_{key}"), format!("booking limit of class {k} after the {which} update")));
            }
        }
        measures
    }

    fn panel(&self) -> Measure {
        let words = "revenue confirmed in the last 12 slots, in minor units".to_string();
        Measure { key: "window".to_string(), words }
    }

    fn curves(&self) -> Vec<Measure> {
        let curve = |regime: Regime| Measure { key: format!("window_{}", regime.name()), words: regime.title().to_string() };
        Regime::ALL.map(curve).to_vec()
    }

    fn trial(&self, options: Options, run: u32) -> Result<RevenueTrial, ScenarioError> {
        let scenario = self.scenario(options.seed_of(run), options.requests);
        let arrivals = scenario.workload.arrivals()?;
        let last = arrivals.submitted.last().copied().unwrap_or(0);
        let market = self.market();
        let comparison = Comparison::new(scenario.machine, scenario.policy, &market, &arrivals);
        Ok(RevenueTrial { comparison, first: market.update_every, last })
    }

    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        let claim =
            |better: Regime, worse: Regime, words: &str| Claim::of_difference(words, Self::difference(samples, better, worse));
        let middle = if self.number == 4 {
            claim(Regime::None, Regime::Fixed, "no revenue management earns at least as much as fixed limits (dilution)")
        } else {
            claim(Regime::Fixed, Regime::None, "fixed limits earn at least as much as no revenue management")
        };
        vec![
            claim(Regime::Updated, Regime::Fixed, "updated limits earn at least as much as fixed ones"),
            claim(Regime::Updated, Regime::None, "updated limits earn at least as much as no revenue management"),
            middle,
        ]
    }

    fn beside(&self, samples: &[Vec<f64>]) -> Vec<PaperValue> {
        let beside = |(k, paper, last): (usize, u32, bool)| {
            let column = Self::limit_column(k, last);
            let which = if last { "last" } else { "first" };
            PaperValue {
                words: format!("booking limit of class {} after the {which} update (before: {})", k + 1, self.limits[k]),
                paper: f64::from(paper),
                ours: Interval::of(samples.iter().map(move |sample| sample[column])),
            }
        };
        // The paper shows one update; ours go on.
        let rows = [false, true].into_iter().flat_map(|last| (0..3).map(move |k| (k, self.after_update[k], last)));
        rows.map(beside).collect()
    }
}

/// A run of one of the eight under all regimes.
#[derive(Clone, Debug)]
pub struct RevenueTrial {
    comparison: Comparison,
    /// First slot that is measured: that of the first update, before which updated and fixed limits are the same.
    first: Slot,
    /// Last slot that is measured: the last submission.
    last: Slot,
}

impl RevenueTrial {
    fn of_regime(&self, session: &Session, report: &Report, sample: &mut Sample) {
        let (first, last) = (self.first as usize, self.last as usize);
        let slots = (last - first + 1) as f64;
        let revenue: u64 = report.per_slot.get(first..).map_or(0, |slots| slots.iter().sum());
        sample.measures.push(revenue as f64 / slots);
        let busy = session.revenue().map_or(0, |revenue| {
            let used = |slot: usize| (0..3).map(|class| revenue.usage().of_class(class, slot as Slot)).sum::<u32>();
            (first..=last).map(|slot| u64::from(used(slot))).sum::<u64>()
        });
        sample.measures.push(busy as f64 / (slots * f64::from(session.machine().nodes)));
        let closed = |obstacle: &Obstacle| matches!(obstacle, Obstacle::ClassClosed { .. });
        let closed = session.decisions().refusals.iter().filter(|refusal| closed(&refusal.obstacle)).count();
        sample.measures.push(closed as f64 / session.decided().max(1) as f64);
        sample.series.push(report.sliding().into_iter().map(|revenue| revenue as f64).collect());
    }
}

impl Trial for RevenueTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        self.comparison.advance(jobs)
    }

    fn progress(&self) -> (usize, usize) {
        self.comparison.progress()
    }

    fn sample(&self) -> Sample {
        let mut sample = Sample::default();
        for regime in Regime::ALL {
            if let (Some(session), Some(report)) = (self.comparison.session(regime), self.comparison.report(regime)) {
                self.of_regime(session, &report, &mut sample);
            }
        }
        let updates = self.comparison.revenue(Regime::Updated).map_or(&[][..], |revenue| revenue.updates());
        for update in [updates.first(), updates.last()] {
            let limit = |k: usize| update.map_or(0.0, |update| f64::from(update.after[k]));
            sample.measures.extend((0..3).map(limit));
        }
        sample
    }
}

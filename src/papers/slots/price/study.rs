//! The curves as an experiment.

use super::axis::PriceAxis;
use super::trial::PriceTrial;
use crate::experiment::{Claim, Experiment, Measure, Options, PaperValue};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::slots::elastic::Tariff;
use bookahead_engine::slots::replanning::{FirstOrder, NettoOrder, Replan, WaitShare};
use bookahead_engine::slots::scenario::{Machine, PlannerKind, Policy, SlotsScenario};
use bookahead_engine::slots::workload::{Preset, Workload};
use std::ops::Range;

/// A size for a lecture: seconds.
pub const LECTURE_SIZE: Options = Options { runs: 5, requests: 200, seed: 1 };
/// A size with clear answers; the papers name none.
pub const FULL_SIZE: Options = Options { runs: 30, requests: 1_000, seed: 1 };

/// Planners that do not plan anew, and those that do in an order that is sorted: some tens of searches at most.
const SORTED: [PlannerKind; 11] = [
    PlannerKind::FirstFit,
    PlannerKind::FcfsEds,
    PlannerKind::FcfsLrh,
    PlannerKind::Replan(Replan::First(FirstOrder::Fifo)),
    PlannerKind::Replan(Replan::First(FirstOrder::MinSlack)),
    PlannerKind::Replan(Replan::First(FirstOrder::MinMax)),
    PlannerKind::Replan(Replan::Netto(NettoOrder::Shuffle, WaitShare::Whole)),
    PlannerKind::Replan(Replan::Netto(NettoOrder::Fifo, WaitShare::Whole)),
    PlannerKind::Replan(Replan::Netto(NettoOrder::BiggestFirst, WaitShare::Whole)),
    PlannerKind::Replan(Replan::Netto(NettoOrder::LeastFlexible, WaitShare::Whole)),
    PlannerKind::Replan(Replan::Netto(NettoOrder::EarliestDeadline, WaitShare::Whole)),
];
/// Those whose order depends on the plan or is searched for: hundreds of searches and more.
const SEARCHED: [PlannerKind; 4] = [
    PlannerKind::Replan(Replan::First(FirstOrder::MinMin)),
    PlannerKind::Replan(Replan::First(FirstOrder::Sufferage)),
    PlannerKind::Replan(Replan::Gelsar),
    PlannerKind::Replan(Replan::Genetic),
];

/// Work per arrival against one axis.
#[derive(Clone, Copy, Debug)]
pub struct PriceStudy {
    axis: PriceAxis,
}

impl PriceStudy {
    /// Against this axis.
    pub fn new(axis: PriceAxis) -> Self {
        Self { axis }
    }

    /// First fit, those that move single jobs, and all that plan anew until a job begins; the cheaper kind first.
    pub fn policies() -> Vec<Policy> {
        SORTED.into_iter().chain(SEARCHED).map(|planner| Policy { planner, ..Policy::default() }).collect()
    }

    /// Times the requests of a run are planned.
    pub fn plans(self) -> u32 {
        (Self::policies().len() * self.axis.places().len()) as u32
    }

    /// The workload of a place in the middle, to be opened or shared.
    pub fn scenario(self, options: Options) -> SlotsScenario {
        let places = self.axis.places();
        let generator = self.axis.generator(places[places.len() / 2], options.seed, options.requests);
        SlotsScenario {
            machine: Machine { nodes: Preset::NODES, ..Machine::default() },
            workload: Workload::of_generator(generator),
            policy: Policy { planner: PlannerKind::Replan(Replan::Gelsar), ..Policy::default() },
            market: None,
            tariff: Tariff::default(),
        }
    }

    /// The number of a curve's first point among the measures; `kind` is 0 for work, 1 for who waits, 2 for what is accepted.
    fn first_point(self, kind: usize, planner: Replan) -> usize {
        let policies = Self::policies();
        let place = policies.iter().position(|policy| policy.planner == PlannerKind::Replan(planner)).unwrap_or(0);
        (kind * policies.len() + place) * self.axis.places().len()
    }
}

impl Experiment for PriceStudy {
    type Trial = PriceTrial;

    fn key(&self) -> String {
        self.axis.key().to_string()
    }

    fn title(&self) -> String {
        let against = match self.axis {
            PriceAxis::Load => "the load",
            PriceAxis::BookAhead => "how many reservations wait",
        };
        format!("The price of planning anew: work for each arrival against {against} (ours)")
    }

    fn measures(&self) -> Vec<Measure> {
        let places = self.axis.places();
        let point = |curve: &Measure, place: u32| Measure {
            key: format!("{}_{place}", curve.key),
            words: format!("{}, {} {place}", curve.words, self.axis.words()),
        };
        self.curves().iter().flat_map(|curve| places.iter().map(move |&place| point(curve, place))).collect()
    }

    fn panel(&self) -> Measure {
        Measure { key: "work".to_string(), words: "searches for a start for each job that asks".to_string() }
    }

    fn curves(&self) -> Vec<Measure> {
        let policies = Self::policies();
        let curve = |kind: &str, policy: &Policy| Measure { key: format!("{kind}_{}", policy.name()), words: policy.title() };
        ["work", "waiting", "accepted"].iter().flat_map(|kind| policies.iter().map(move |policy| curve(kind, policy))).collect()
    }

    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        let (each, sorted) = (SORTED.len() + SEARCHED.len(), SORTED.len());
        let panel = |key: &str, words: &str, of: Range<usize>| (Measure { key: key.to_string(), words: words.to_string() }, of);
        vec![
            panel("work", "work, cheap planners: searches for a start for each job that asks", 0..sorted),
            panel(
                "work_searched",
                "work, where the order depends on the plan or is searched for: searches for a start for each job that asks",
                sorted..each,
            ),
            panel("waiting", "waiting: accepted reservations that have not begun when a job arrives", each..2 * each),
            panel("accepted", "acceptance: jobs accepted, in per cent of all", 2 * each..3 * each),
        ]
    }

    /// The points of the curves are not told again.
    fn told(&self) -> Range<usize> {
        0..0
    }

    fn axis(&self) -> Measure {
        let key = self.axis.key().trim_start_matches("price-").to_string();
        Measure { key, words: self.axis.words().to_string() }
    }

    fn place(&self, index: u32) -> f64 {
        self.axis.places().get(index as usize).map_or(f64::from(index), |&place| f64::from(place))
    }

    fn trial(&self, options: Options, run: u32) -> Result<PriceTrial, ScenarioError> {
        let draw = |&place: &u32| {
            let generator = self.axis.generator(place, options.seed_of(run), options.requests);
            Workload::of_generator(generator).arrivals()
        };
        let places = self.axis.places().iter().map(draw).collect::<Result<_, _>>()?;
        Ok(PriceTrial::new(places, Self::policies()))
    }

    /// Umar 2.1.5 tells no price; of the two searches, which try as many orders, it tells that one does better.
    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        let [gelsar, genetic] = [Replan::Gelsar, Replan::Genetic].map(|planner| self.first_point(2, planner));
        let ahead = |place: usize| Interval::of(samples.iter().map(move |sample| sample[gelsar + place] - sample[genetic + place]));
        let places: Vec<Interval> = (0..self.axis.places().len()).map(ahead).collect();
        let words = "GELSAR outperforms the genetic algorithm: it accepts at least as many jobs at every place, in percentage points (Umar 2.1.5)";
        let reading = "the paper does not say in which measure GELSAR outperforms the genetic algorithm, and it names no operators; here both try about the same number of orders";
        vec![Claim::of_all(words, &places).under(reading)]
    }

    fn beside(&self, _: &[Vec<f64>]) -> Vec<PaperValue> {
        Vec::new()
    }
}

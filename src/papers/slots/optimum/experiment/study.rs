//! The planners' share of the optimum as an experiment.

use super::case::{CASES_MAX, FULL_SIZE, Found, LOADS, NODES, REQUESTS, generator, solve};
use crate::experiment::{Best, Claim, Experiment, Measure, Options, PanelForm, PaperValue, Sample, Trial};
use crate::slots::ranking::RankingStudy;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::slots::elastic::Tariff;
use bookahead_engine::slots::replanning::{FirstOrder, NettoOrder, Replan, WaitShare};
use bookahead_engine::slots::scenario::{Machine, PlannerKind, Policy, SlotsScenario};
use bookahead_engine::slots::workload::Workload;
use std::ops::Range;

/// The planners whose curves are drawn; rows have all of them.
const DRAWN: [PlannerKind; 8] = [
    PlannerKind::Rigid,
    PlannerKind::FirstFitPhysical,
    PlannerKind::FirstFit,
    PlannerKind::FcfsEds,
    PlannerKind::FcfsLrh,
    PlannerKind::Replan(Replan::First(FirstOrder::MinSlack)),
    PlannerKind::Replan(Replan::First(FirstOrder::Sufferage)),
    PlannerKind::Replan(Replan::Netto(NettoOrder::BiggestFirst, WaitShare::Whole)),
];
/// Words of what nobody who decides on-line can pass.
const BOUND: &str = "on-line bound";

/// What is compared: shares of an optimum in per cent.
const SHARES: [(&str, &str); 3] = [
    ("accepted", "requests accepted: in per cent of the optimum that knows all of them"),
    ("booked", "node-slots booked: in per cent of the optimum that knows all requests"),
    ("worst", "worst prefix: requests accepted after it, in per cent of the optimum of that prefix"),
];

/// The planners beside the optimum, on cases of [`REQUESTS`] requests.
#[derive(Clone, Copy, Debug)]
pub struct DistanceStudy;

impl DistanceStudy {
    /// The name on the command line.
    pub const KEY: &'static str = "how-far";

    /// Every policy under which a job has what it asked for: smaller offers and reservations that overlap are no part of the optimum.
    pub fn policies() -> Vec<Policy> {
        RankingStudy::policies().into_iter().filter(|policy| !policy.planner.is_elastic() && !policy.planner.overlaps()).collect()
    }

    /// Times the requests of a run are planned, the searches for the optima counted as one plan each.
    pub fn plans() -> u32 {
        ((Self::policies().len() + 2) * LOADS.len()) as u32
    }

    /// A case in the middle of the loads, to be opened or shared.
    pub fn scenario(options: Options) -> SlotsScenario {
        SlotsScenario {
            machine: Machine { nodes: NODES, ..Machine::default() },
            workload: Workload::of_generator(generator(seed_of(options, 0, 0), LOADS[LOADS.len() / 2])),
            policy: Policy::default(),
            market: None,
            tariff: Tariff::default(),
        }
    }

    /// Checks the number of requests.
    ///
    /// # Errors
    /// Fewer than a case has, or more than there are seeds for (`jobs`).
    pub fn check(self, options: Options) -> Result<(), ScenarioError> {
        let most = REQUESTS * CASES_MAX;
        if !(REQUESTS..=most).contains(&options.requests) {
            let allowed = format!("{REQUESTS} to {most} for {}, whose cases have {REQUESTS} requests", Self::KEY);
            return Err(ScenarioError::new(FieldPath::new("jobs"), options.requests, allowed));
        }
        Ok(())
    }
}

/// The seed of a case of a run.
fn seed_of(options: Options, run: u32, case: u32) -> u64 {
    options.seed_of(run).wrapping_mul(u64::from(CASES_MAX)).wrapping_add(u64::from(case))
}

/// A run at work: case by case, load by load.
#[derive(Clone, Debug)]
pub struct DistanceTrial {
    options: Options,
    run: u32,
    cases: u32,
    policies: Vec<Policy>,
    /// `None` where a search was given up.
    found: Vec<Option<Found>>,
}

impl DistanceTrial {
    fn all(&self) -> usize {
        self.cases as usize * LOADS.len()
    }
}

impl Trial for DistanceTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        let mut left = jobs.max(1);
        while self.found.len() < self.all() && left > 0 {
            let (load, case) = (LOADS[self.found.len() / self.cases as usize], self.found.len() as u32 % self.cases);
            // Ranges and rates are constants, within bounds.
            self.found.push(solve(seed_of(self.options, self.run, case), load, &self.policies).ok().flatten());
            left = left.saturating_sub((self.policies.len() + 2) * REQUESTS as usize);
        }
        self.found.len() == self.all()
    }

    fn progress(&self) -> (usize, usize) {
        let each = REQUESTS as usize * (self.policies.len() + 2);
        (self.found.len() * each, self.all() * each)
    }

    fn sample(&self) -> Sample {
        let at_loads: Vec<Vec<&Found>> =
            self.found.chunks(self.cases as usize).map(|found| found.iter().flatten().collect()).collect();
        let all: Vec<&Found> = self.found.iter().flatten().collect();
        let drawn = DRAWN.map(|planner| self.policies.iter().position(|policy| policy.planner == planner).unwrap_or(0));
        let mut series = Vec::new();
        for share in 0..SHARES.len() {
            for policy in drawn {
                series.push(at_loads.iter().map(|found| share_of(found, share, policy)).collect());
            }
        }
        series.push(at_loads.iter().map(|found| mean_bound(found)).collect());
        for share in 0..SHARES.len() {
            series.extend((0..self.policies.len()).map(|policy| vec![share_of(&all, share, policy)]));
        }
        series.push(vec![mean_bound(&all)]);
        let least = |margin: &dyn Fn(&Found, usize) -> f64| {
            let margins = all.iter().flat_map(|found| (0..self.policies.len()).map(|policy| margin(found, policy)));
            margins.fold(f64::INFINITY, f64::min)
        };
        let given_up = self.found.iter().filter(|found| found.is_none()).count() as f64;
        let mut measures = vec![given_up, 0.0, 0.0, 0.0];
        if !all.is_empty() {
            measures[1] = least(&|found, policy| found.optima[0] as f64 - found.reached[policy][0] as f64);
            measures[2] = least(&|found, policy| found.optima[1] as f64 - found.reached[policy][1] as f64);
            measures[3] = least(&|found, policy| 100.0 * (found.bound.share() - found.worst[policy].share()));
        }
        Sample { measures, series }
    }
}

/// A share of a policy in some cases, in per cent: of all optima together, or the mean of the worst prefixes.
fn share_of(found: &[&Found], share: usize, policy: usize) -> f64 {
    let percent = |part: f64, whole: f64| if whole > 0.0 { 100.0 * part / whole } else { 100.0 };
    if share == 2 {
        return percent(found.iter().map(|found| found.worst[policy].share()).sum(), found.len() as f64);
    }
    let sum = |of: &dyn Fn(&Found) -> u64| found.iter().map(|found| of(found)).sum::<u64>() as f64;
    percent(sum(&|found| found.reached[policy][share]), sum(&|found| found.optima[share]))
}

fn mean_bound(found: &[&Found]) -> f64 {
    100.0 * found.iter().map(|found| found.bound.share()).sum::<f64>() / found.len().max(1) as f64
}

impl Experiment for DistanceStudy {
    type Trial = DistanceTrial;

    fn key(&self) -> String {
        Self::KEY.to_string()
    }

    fn title(&self) -> String {
        format!("How far from the best? All planners beside the optimum of cases of {REQUESTS} requests on {NODES} nodes (ours)")
    }

    fn measures(&self) -> Vec<Measure> {
        let of = |(key, words): (&str, &str)| Measure { key: key.to_string(), words: words.to_string() };
        [
            ("given_up", "cases of a run whose optimum was not found within the limits of the search; they are left out"),
            ("margin_accepted", "least of: accepted requests of the optimum − those of a planner"),
            ("margin_booked", "least of: booked node-slots of the optimum − those of a planner"),
            ("margin_worst", "least of: on-line bound − share of a planner after the worst prefix, in percentage points"),
        ]
        .map(of)
        .to_vec()
    }

    /// The margins are told by the claims.
    fn told(&self) -> Range<usize> {
        0..1
    }

    fn panel(&self) -> Measure {
        Measure { key: "share".to_string(), words: "share of the optimum, in per cent".to_string() }
    }

    fn curves(&self) -> Vec<Measure> {
        let of = |key: &str, policy: Policy| Measure { key: format!("{key}_{}", policy.name()), words: policy.title() };
        let bound = |key: &str| Measure { key: format!("{key}_bound"), words: BOUND.to_string() };
        let mut curves = Vec::new();
        for (key, _) in SHARES {
            curves.extend(DRAWN.map(|planner| of(key, Policy { planner, ..Policy::default() })));
        }
        curves.push(bound("worst"));
        for (key, _) in SHARES {
            curves.extend(Self::policies().iter().map(|policy| of(&format!("{key}_all"), *policy)));
        }
        curves.push(bound("worst_all"));
        curves
    }

    /// Curves of some planners against load, then rows of all of them over all loads. The bound goes with the worst prefix.
    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        let (drawn, all, shares) = (DRAWN.len(), Self::policies().len(), SHARES.len());
        let mut panels = Vec::new();
        for (first, each, end, over) in [(0, drawn, "", ""), (shares * drawn + 1, all, "_all", ", all loads together")] {
            for (at, (key, words)) in SHARES.into_iter().enumerate() {
                let from = first + at * each;
                let measure = Measure { key: format!("{key}{end}"), words: format!("{words}{over}") };
                panels.push((measure, from..from + each + usize::from(at + 1 == shares)));
            }
        }
        panels
    }

    fn form(&self, panel: usize) -> PanelForm {
        if panel < SHARES.len() { PanelForm::Curves } else { PanelForm::Rows(Best::Greatest) }
    }

    fn axis(&self) -> Measure {
        Measure {
            key: "load".to_string(),
            words: "load: node-slots asked for, in per cent of those there are while requests come".to_string(),
        }
    }

    fn place(&self, index: u32) -> f64 {
        LOADS.get(index as usize).map_or(f64::from(index), |&load| f64::from(load))
    }

    fn trial(&self, options: Options, run: u32) -> Result<DistanceTrial, ScenarioError> {
        let cases = (options.requests / REQUESTS).clamp(1, CASES_MAX);
        Ok(DistanceTrial { options, run, cases, policies: Self::policies(), found: Vec::new() })
    }

    /// Nothing of a paper's: what must hold if the searches are right.
    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        // One counterexample would be enough: the least margin of all runs counts.
        let least = |column: usize| samples.iter().map(|sample| sample[column]).fold(f64::INFINITY, f64::min);
        let of = |column: usize| Interval::of(std::iter::repeat_n(least(column), samples.len()));
        let claim = |words: &str, column: usize| Claim::of_bound(words, of(column));
        vec![
            claim("No planner accepts more requests than the optimum, in any case (must hold; ours)", 1),
            claim("No planner books more node-slots than the optimum, in any case (must hold; ours)", 2),
            claim("No planner passes the on-line bound after its worst prefix, in any case (must hold; ours)", 3),
        ]
    }

    fn beside(&self, _: &[Vec<f64>]) -> Vec<PaperValue> {
        Vec::new()
    }
}

const _: () = assert!(FULL_SIZE.requests <= REQUESTS * CASES_MAX);

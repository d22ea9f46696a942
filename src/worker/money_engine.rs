//! Revenue after a plan: the revenue of the plan itself, then of the same requests under each regime. Regimes run one after another, so that only one
//! additional run is in memory.

use crate::engine::slots::planner::Session;
use crate::engine::slots::revenue::regimes::Regime;
use crate::engine::slots::revenue::{Market, Method, Report};
use crate::state::{MoneyPart, RunSeries};
use std::sync::Arc;

/// Runs of at most so many jobs are kept: where only prices change, those without limits and with fixed ones stay as they are.
const KEPT_JOBS_MAX: usize = 20_000;

/// Works out the money of the newest plan.
#[derive(Debug, Default)]
pub struct MoneyEngine {
    rev: u32,
    /// Parts still to be sent, the next one last; the plan's own is `None`.
    left: Vec<Option<Regime>>,
    under_way: Option<Session>,
    kept: Vec<(Regime, Session)>,
}

/// What came of a piece of work.
#[derive(Debug)]
pub enum MoneyStep {
    /// Nothing to do.
    Idle,
    /// More to do.
    Working,
    /// Another part is known, of this plan.
    Part(u32, MoneyPart),
}

impl MoneyEngine {
    /// Begins on plan `rev`, instead of any before.
    pub fn begin(&mut self, rev: u32) {
        self.stop();
        self.rev = rev;
        self.left = Regime::ALL.into_iter().rev().map(Some).chain([None]).collect();
    }

    /// Nothing more is wanted of the plan before.
    pub fn stop(&mut self) {
        self.left.clear();
        self.under_way = None;
    }

    /// Decides up to `budget` jobs of a regime; `plan` is the finished plan.
    pub fn step(&mut self, plan: &Session, budget: usize) -> MoneyStep {
        let (Some(&part), Some(revenue)) = (self.left.last(), plan.revenue()) else { return MoneyStep::Idle };
        let Some(regime) = part else {
            let run = Some(RunSeries::of(revenue));
            return self.part(None, report_of(plan, revenue.market()), run);
        };
        if let Some(mut session) = self.under_way.take() {
            session.advance(budget);
            if !session.is_done() {
                self.under_way = Some(session);
                return MoneyStep::Working;
            }
            let report = session.revenue().map(|revenue| report_of(&session, revenue.market())).unwrap_or_default();
            if session.arrivals().jobs() <= KEPT_JOBS_MAX {
                self.kept.push((regime, session));
            }
            return self.part(part, report, None);
        }
        let Some(market) = regime.market(revenue.market(), plan.arrivals(), plan.machine()) else {
            self.left.pop();
            return MoneyStep::Working;
        };
        let decides_alike = |other: &Session| other.revenue().is_some_and(|other| decide_alike(other.market(), &market));
        if decides_alike(plan) {
            return self.part(part, report_of(plan, &market), None);
        }
        let place = self.kept.iter().position(|(kept, _)| *kept == regime);
        if let Some(kept) = place.map(|place| &self.kept[place].1)
            && decides_alike(kept)
            && (kept.machine(), kept.policy()) == (plan.machine(), plan.policy())
            && kept.arrivals() == plan.arrivals()
        {
            return self.part(part, report_of(kept, &market), None);
        }
        if let Some(place) = place {
            self.kept.swap_remove(place);
        }
        let session = Session::for_market(plan.machine(), plan.policy(), Some(Arc::new(market)), plan.arrivals().clone());
        self.under_way = Some(session.with_checkpoint_spacing(u32::MAX));
        MoneyStep::Working
    }

    fn part(&mut self, regime: Option<Regime>, report: Report, run: Option<RunSeries>) -> MoneyStep {
        self.left.pop();
        MoneyStep::Part(self.rev, MoneyPart { regime, report, run })
    }
}

fn report_of(session: &Session, market: &Market) -> Report {
    Report::of(market, session.arrivals(), session.decisions())
}

/// Whether two markets decide alike on the same requests, so that only what is charged differs.
fn decide_alike(a: &Market, b: &Market) -> bool {
    let borders = |market: &Market| market.classes.iter().map(|class| (class.book_ahead_max, class.limit)).collect::<Vec<_>>();
    match (a.method, b.method) {
        (Method::None, Method::None) => true,
        (Method::Fixed, Method::Fixed) => a.nesting == b.nesting && borders(a) == borders(b),
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::SlotsScenario;
    use crate::engine::slots::revenue::DemandSource;
    use crate::engine::slots::revenue::regimes::Comparison;
    use crate::state::{EXAMPLES, Example};

    fn scenario() -> SlotsScenario {
        let mut scenario = Example::find("three-classes").unwrap().slots().unwrap();
        if let Some(market) = &mut scenario.market {
            (market.update_every, market.demand) = (24, DemandSource::Forecast);
        }
        scenario
    }

    fn plan_of(scenario: &SlotsScenario) -> Session {
        let market = scenario.market.clone().map(Arc::new);
        let arrivals = scenario.workload.arrivals().unwrap();
        let mut plan = Session::for_market(scenario.machine, scenario.policy, market, arrivals);
        plan.finish();
        plan
    }

    /// Every part, in the order in which it was told, and how many pieces that took.
    fn parts(engine: &mut MoneyEngine, plan: &Session, rev: u32, budget: usize) -> (Vec<MoneyPart>, usize) {
        engine.begin(rev);
        let (mut parts, mut pieces) = (Vec::new(), 0);
        loop {
            pieces += 1;
            match engine.step(plan, budget) {
                MoneyStep::Idle => return (parts, pieces),
                MoneyStep::Working => {}
                MoneyStep::Part(of, part) => {
                    assert_eq!(of, rev);
                    parts.push(part);
                }
            }
        }
    }

    #[track_caller]
    fn expect(parts: &[MoneyPart], scenario: &SlotsScenario) {
        let (market, arrivals) = (scenario.market.as_ref().unwrap(), scenario.workload.arrivals().unwrap());
        let mut comparison = Comparison::new(scenario.machine, scenario.policy, market, &arrivals);
        comparison.finish();
        assert_eq!(parts[0].regime, None);
        let plan = plan_of(scenario);
        assert_eq!(parts[0].report, Report::of(market, &arrivals, plan.decisions()));
        assert_eq!(parts[0].run.as_ref().unwrap().updates, plan.revenue().unwrap().updates());
        let told: Vec<_> = parts[1..].iter().map(|part| (part.regime.unwrap(), part.report.clone())).collect();
        let expected: Vec<_> = comparison.regimes().map(|regime| (regime, comparison.report(regime).unwrap())).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn the_parts_are_the_plans_money_and_that_of_every_regime() {
        let (mut engine, mut scenario) = (MoneyEngine::default(), scenario());
        let (first, pieces) = parts(&mut engine, &plan_of(&scenario), 1, 64);
        expect(&first, &scenario);
        assert!(pieces > 20, "in pieces: {pieces}");
        // Another price: the runs that it does not touch are charged anew, not planned.
        scenario.market.as_mut().unwrap().classes[0].price = 130;
        let (second, fewer) = parts(&mut engine, &plan_of(&scenario), 2, 64);
        expect(&second, &scenario);
        assert!(fewer < pieces, "{fewer} of {pieces}");
        // Other requests.
        scenario.workload = scenario.workload.with_edit(3, None);
        expect(&parts(&mut engine, &plan_of(&scenario), 3, 1_000).0, &scenario);
        // Other limits, another method, another planner.
        scenario.market.as_mut().unwrap().classes[2].limit = 7;
        expect(&parts(&mut engine, &plan_of(&scenario), 4, 1_000).0, &scenario);
        scenario.market.as_mut().unwrap().method = Method::None;
        expect(&parts(&mut engine, &plan_of(&scenario), 5, 1_000).0, &scenario);
        scenario.policy.planner = crate::engine::slots::scenario::PlannerKind::Rigid;
        expect(&parts(&mut engine, &plan_of(&scenario), 6, 1_000).0, &scenario);
    }

    #[test]
    fn a_newer_plan_comes_first_and_none_without_a_market() {
        let (mut engine, scenario) = (MoneyEngine::default(), scenario());
        let plan = plan_of(&scenario);
        engine.begin(1);
        for _ in 0..4 {
            engine.step(&plan, 10);
        }
        expect(&parts(&mut engine, &plan, 2, 500).0, &scenario);
        engine.begin(3);
        engine.stop();
        assert!(matches!(engine.step(&plan, 1), MoneyStep::Idle));
        let plain = plan_of(&EXAMPLES[0].slots().unwrap());
        engine.begin(4);
        assert!(matches!(engine.step(&plain, 1), MoneyStep::Idle));
    }
}

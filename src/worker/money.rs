//! What comes after a plan with a market: its money, then that of the same requests under each regime, one regime after the other so that only
//! one more run is in memory.

use crate::engine::planner::Session;
use crate::engine::regimes::Regime;
use crate::engine::revenue::{ClassForecast, Demand, Market, Method, Report, Update};
use crate::state::{MoneyPart, RunSeries};
use crate::worker::body::MoneyBody;
use std::sync::Arc;

/// Runs of at most so many jobs are kept: where only prices change, those without limits and with fixed ones stay as they are.
const KEPT_JOBS_MAX: usize = 20_000;

/// Works out the money of the newest plan.
#[derive(Debug, Default)]
pub struct MoneyDesk {
    rev: u32,
    /// Parts still to be told, the next one last; the plan's own is `None`.
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
    Told(u32, MoneyPart),
}

impl MoneyDesk {
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
            return self.told(None, report_of(plan, revenue.market()), run);
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
            return self.told(part, report, None);
        }
        let Some(market) = regime.market(revenue.market(), plan.arrivals(), plan.machine()) else {
            self.left.pop();
            return MoneyStep::Working;
        };
        let decides_alike = |other: &Session| other.revenue().is_some_and(|other| decide_alike(other.market(), &market));
        if decides_alike(plan) {
            return self.told(part, report_of(plan, &market), None);
        }
        let place = self.kept.iter().position(|(kept, _)| *kept == regime);
        if let Some(kept) = place.map(|place| &self.kept[place].1)
            && decides_alike(kept)
            && (kept.machine(), kept.policy()) == (plan.machine(), plan.policy())
            && kept.arrivals() == plan.arrivals()
        {
            return self.told(part, report_of(kept, &market), None);
        }
        if let Some(place) = place {
            self.kept.swap_remove(place);
        }
        let session = Session::for_market(plan.machine(), plan.policy(), Some(Arc::new(market)), plan.arrivals().clone());
        self.under_way = Some(session.with_checkpoint_spacing(u32::MAX));
        MoneyStep::Working
    }

    fn told(&mut self, regime: Option<Regime>, report: Report, run: Option<RunSeries>) -> MoneyStep {
        self.left.pop();
        MoneyStep::Told(self.rev, MoneyPart { regime, report, run })
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

/// Columns of a part: revenue per slot, updates of the limits, forecasts, nodes used, nodes asked for in vain.
pub const MONEY_COLUMNS: usize = 5;
/// Numbers of a class's forecast.
const FORECAST_FIELDS: usize = 4;

/// A part as a message and its columns.
pub fn money_columns(part: &MoneyPart) -> (MoneyBody, [Vec<u32>; MONEY_COLUMNS]) {
    let MoneyPart { regime, report, run } = part;
    let per_slot = report.per_slot.iter().flat_map(|&revenue| [revenue as u32, (revenue >> 32) as u32]).collect();
    let (mut updates, mut forecasts) = (Vec::new(), Vec::new());
    for update in run.iter().flat_map(|run| &run.updates) {
        updates.extend([update.slot, update.job]);
        updates.extend(update.before.iter().chain(&update.after));
        for class in &update.forecast {
            let numbers = [class.confirmed, class.lost, class.demand.mean, class.demand.deviation];
            forecasts.extend(numbers.map(|number| (number as f32).to_bits()));
        }
    }
    let joined = |columns: fn(&RunSeries) -> &Vec<Vec<u32>>| run.iter().flat_map(columns).flatten().copied().collect();
    let body = MoneyBody { regime: *regime, classes: report.classes.clone(), initial: run.as_ref().map(|run| run.initial.clone()) };
    (body, [per_slot, updates, forecasts, joined(|run| &run.used), joined(|run| &run.lost)])
}

/// The inverse of [`money_columns`]; forecasts come back as they fit in 32 bits. `None` if the columns are not those of a part.
pub fn money_of(body: MoneyBody, columns: [Vec<u32>; MONEY_COLUMNS]) -> Option<MoneyPart> {
    let MoneyBody { regime, classes, initial } = body;
    let [per_slot, updates, forecasts, used, lost] = columns;
    let (pairs, []) = per_slot.as_chunks::<2>() else { return None };
    let per_slot = pairs.iter().map(|&[low, high]| u64::from(low) | u64::from(high) << 32).collect();
    let count = classes.len();
    let run = match initial {
        None => None,
        Some(initial) => {
            let apart = |column: &[u32]| -> Option<Vec<Vec<u32>>> {
                let slots = column.len() / count.max(1);
                (slots * count == column.len())
                    .then(|| (0..count).map(|class| column[class * slots..(class + 1) * slots].to_vec()).collect())
            };
            let mut forecasts = forecasts.as_chunks::<FORECAST_FIELDS>().0.iter().map(|fields| {
                let [confirmed, lost, mean, deviation] = fields.map(|bits| f64::from(f32::from_bits(bits)));
                ClassForecast { confirmed, lost, demand: Demand { mean, deviation } }
            });
            let update = |fields: &[u32]| Update {
                slot: fields[0],
                job: fields[1],
                before: fields[2..2 + count].to_vec(),
                after: fields[2 + count..].to_vec(),
                forecast: forecasts.by_ref().take(count).collect(),
            };
            let updates = updates.chunks_exact(2 + 2 * count).map(update).collect();
            Some(RunSeries { initial, updates, used: apart(&used)?, lost: apart(&lost)? })
        }
    };
    Some(MoneyPart { regime, report: Report { classes, per_slot }, run })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Scenario;
    use crate::engine::regimes::Comparison;
    use crate::engine::revenue::DemandSource;
    use crate::state::{EXAMPLES, Example};

    fn scenario() -> Scenario {
        let mut scenario = Example::find("three-classes").unwrap().open().scenario;
        if let Some(market) = &mut scenario.market {
            (market.update_every, market.demand) = (24, DemandSource::Forecast);
        }
        scenario
    }

    fn plan_of(scenario: &Scenario) -> Session {
        let market = scenario.market.clone().map(Arc::new);
        let arrivals = scenario.workload.arrivals().unwrap();
        let mut plan = Session::for_market(scenario.machine, scenario.policy, market, arrivals);
        plan.finish();
        plan
    }

    /// Every part, in the order in which it was told, and how many pieces that took.
    fn parts(desk: &mut MoneyDesk, plan: &Session, rev: u32, budget: usize) -> (Vec<MoneyPart>, usize) {
        desk.begin(rev);
        let (mut parts, mut pieces) = (Vec::new(), 0);
        loop {
            pieces += 1;
            match desk.step(plan, budget) {
                MoneyStep::Idle => return (parts, pieces),
                MoneyStep::Working => {}
                MoneyStep::Told(of, part) => {
                    assert_eq!(of, rev);
                    parts.push(part);
                }
            }
        }
    }

    #[track_caller]
    fn expect(parts: &[MoneyPart], scenario: &Scenario) {
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
        let (mut desk, mut scenario) = (MoneyDesk::default(), scenario());
        let (first, pieces) = parts(&mut desk, &plan_of(&scenario), 1, 64);
        expect(&first, &scenario);
        assert!(pieces > 20, "in pieces: {pieces}");
        // Another price: the runs that it does not touch are charged anew, not planned.
        scenario.market.as_mut().unwrap().classes[0].price = 130;
        let (second, fewer) = parts(&mut desk, &plan_of(&scenario), 2, 64);
        expect(&second, &scenario);
        assert!(fewer < pieces, "{fewer} of {pieces}");
        // Other requests.
        scenario.workload = scenario.workload.with_edit(3, None);
        expect(&parts(&mut desk, &plan_of(&scenario), 3, 1_000).0, &scenario);
        // Other limits, another method, another planner.
        scenario.market.as_mut().unwrap().classes[2].limit = 7;
        expect(&parts(&mut desk, &plan_of(&scenario), 4, 1_000).0, &scenario);
        scenario.market.as_mut().unwrap().method = Method::None;
        expect(&parts(&mut desk, &plan_of(&scenario), 5, 1_000).0, &scenario);
        scenario.policy.planner = crate::engine::scenario::PlannerKind::Rigid;
        expect(&parts(&mut desk, &plan_of(&scenario), 6, 1_000).0, &scenario);
    }

    #[test]
    fn a_newer_plan_comes_first_and_none_without_a_market() {
        let (mut desk, scenario) = (MoneyDesk::default(), scenario());
        let plan = plan_of(&scenario);
        desk.begin(1);
        for _ in 0..4 {
            desk.step(&plan, 10);
        }
        expect(&parts(&mut desk, &plan, 2, 500).0, &scenario);
        desk.begin(3);
        desk.stop();
        assert!(matches!(desk.step(&plan, 1), MoneyStep::Idle));
        let plain = plan_of(&EXAMPLES[0].open().scenario);
        desk.begin(4);
        assert!(matches!(desk.step(&plain, 1), MoneyStep::Idle));
    }

    #[test]
    fn a_part_comes_out_of_its_columns_as_it_went_in() {
        let scenario = scenario();
        for mut part in parts(&mut MoneyDesk::default(), &plan_of(&scenario), 1, 1_000).0 {
            // Sums may need more than 32 bits.
            part.report.per_slot[0] = 3 << 40;
            let (body, columns) = money_columns(&part);
            let mut back = money_of(body.clone(), columns.clone()).unwrap();
            if let (Some(back), Some(run)) = (&mut back.run, &part.run) {
                assert!(run.updates.len() > 2);
                for (ours, theirs) in back.updates.iter().zip(&run.updates).flat_map(|(a, b)| a.forecast.iter().zip(&b.forecast)) {
                    assert!((ours.demand.mean - theirs.demand.mean).abs() < 1e-5 && (ours.lost - theirs.lost).abs() < 1e-5);
                }
                back.updates = run.updates.clone();
            }
            assert_eq!(back, part);
            let mut cut = columns.clone();
            cut[0].pop();
            assert_eq!(money_of(body.clone(), cut), None);
            if part.run.is_some() {
                let mut cut = columns;
                cut[3].pop();
                assert_eq!(money_of(body, cut), None);
            }
        }
    }
}

//! Revenue after a plan: the revenue of the plan itself, then of the same requests under each regime. Regimes run one after another, so that only one
//! additional run is in memory.

use super::regimes::Regime;
use super::run_series::RunSeries;
use super::{Market, Method, Report};
use crate::core::run::Answer;
use crate::slots::planner::Session;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Runs of at most so many jobs are kept: where only prices change, those without limits and with fixed ones stay as they are.
const KEPT_JOBS_MAX: usize = 20_000;

/// The revenue of a plan, or of the same requests under a regime.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RevenuePart {
    /// The regime; `None` for the plan itself.
    pub regime: Option<Regime>,
    /// The revenue.
    pub report: Report,
    /// What revenue management did; only of the plan itself.
    pub run: Option<RunSeries>,
}

/// Works out the revenue of the newest plan, part by part.
#[derive(Debug, Default)]
pub struct RevenueParts {
    /// Parts still to be told, the next one last; the plan's own is `None`.
    left: Vec<Option<Regime>>,
    under_way: Option<Session>,
    kept: Vec<(Regime, Session)>,
}

impl RevenueParts {
    /// Begins on a new plan, instead of any before.
    pub fn begin(&mut self) {
        self.stop();
        self.left = Regime::ALL.into_iter().rev().map(Some).chain([None]).collect();
    }

    /// Nothing more is wanted of the plan before.
    pub fn stop(&mut self) {
        self.left.clear();
        self.under_way = None;
    }

    /// Decides up to `jobs` jobs of a regime; `plan` is the finished plan.
    pub fn advance(&mut self, plan: &Session, jobs: usize) -> Answer<RevenuePart> {
        let (Some(&part), Some(revenue)) = (self.left.last(), plan.revenue()) else { return Answer::Nothing };
        let Some(regime) = part else {
            let run = Some(RunSeries::of(revenue));
            return self.part(None, report_of(plan, revenue.market()), run);
        };
        if let Some(mut session) = self.under_way.take() {
            session.advance(jobs);
            if !session.is_done() {
                self.under_way = Some(session);
                return Answer::Working;
            }
            let report = session.revenue().map(|revenue| report_of(&session, revenue.market())).unwrap_or_default();
            if session.arrivals().jobs() <= KEPT_JOBS_MAX {
                self.kept.push((regime, session));
            }
            return self.part(part, report, None);
        }
        let Some(market) = regime.market(revenue.market(), plan.arrivals(), plan.machine()) else {
            self.left.pop();
            return Answer::Working;
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
        Answer::Working
    }

    fn part(&mut self, regime: Option<Regime>, report: Report, run: Option<RunSeries>) -> Answer<RevenuePart> {
        self.left.pop();
        Answer::Ready(RevenuePart { regime, report, run })
    }
}

fn report_of(session: &Session, market: &Market) -> Report {
    Report::of(market, session.arrivals(), session.decisions(), session.machine().nodes)
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

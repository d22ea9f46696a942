//! The revenue of a plan: its revenue management slot by slot, and the revenue of the same requests under other regimes.

use crate::engine::slots::metrics::WINDOW;
use crate::engine::slots::revenue::regimes::Regime;
use crate::engine::slots::revenue::{Report, RevenuePart, RunSeries, sliding_sum};
use std::rc::Rc;

/// The money of the same requests under a regime.
#[derive(Clone, Debug, PartialEq)]
pub struct RegimeMoney {
    /// The regime.
    pub regime: Regime,
    /// The money.
    pub report: Report,
    /// Revenue confirmed in the last [`WINDOW`] slots up to each slot.
    pub sliding: Vec<u64>,
    /// Whether it belongs to an earlier plan: the present one's is being worked out.
    pub is_stale: bool,
}

/// All that is known of the money of the newest plan; what is not known yet is that of the plan before.
#[derive(Clone, Debug, Default)]
pub struct Money {
    /// Number of the plan.
    rev: u32,
    /// What revenue management did in the plan.
    pub run: Rc<RunSeries>,
    /// The money of the plan itself.
    pub report: Rc<Report>,
    /// The regimes known so far, in their order.
    pub regimes: Vec<Rc<RegimeMoney>>,
}

impl Money {
    /// With one more piece of news, about plan `rev`.
    #[must_use]
    pub fn with(&self, rev: u32, part: RevenuePart) -> Self {
        let mut money = self.clone();
        if rev != self.rev {
            money.rev = rev;
            for known in &mut money.regimes {
                *known = Rc::new(RegimeMoney { is_stale: true, ..(**known).clone() });
            }
        }
        match (part.regime, part.run) {
            (Some(regime), _) => {
                let sliding = sliding_sum(&part.report.per_slot, WINDOW);
                let news = Rc::new(RegimeMoney { regime, report: part.report, sliding, is_stale: false });
                money.regimes.retain(|known| known.regime != regime);
                let place = money.regimes.partition_point(|known| known.regime < regime);
                money.regimes.insert(place, news);
            }
            (None, run) => {
                money.run = Rc::new(run.unwrap_or_default());
                money.report = Rc::new(part.report);
            }
        }
        money
    }

    /// The money under a regime, if it is known.
    pub fn regime(&self, regime: Regime) -> Option<&RegimeMoney> {
        self.regimes.iter().find(|known| known.regime == regime).map(|known| &**known)
    }
}

/// Equal only while nothing new was told.
impl PartialEq for Money {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&Rc<RegimeMoney>, &Rc<RegimeMoney>)| Rc::ptr_eq(a, b);
        self.rev == other.rev
            && Rc::ptr_eq(&self.run, &other.run)
            && self.regimes.len() == other.regimes.len()
            && self.regimes.iter().zip(&other.regimes).all(same)
    }
}

/// How much more a regime brings than no revenue management, as a share; `None` while that is not known, or where nothing is to be compared with.
pub fn gain(money: &Money, of: &RegimeMoney) -> Option<f64> {
    let none = money.regime(Regime::None)?;
    let (base, revenue) = (none.report.total().revenue as f64, of.report.total().revenue as f64);
    (base > 0.0).then(|| revenue / base - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::slots::revenue::ClassFigures;

    fn report(revenue: u64) -> Report {
        Report {
            classes: vec![ClassFigures { jobs: 3, confirmed: 2, revenue, ..ClassFigures::default() }],
            per_slot: vec![1; 20],
            ..Report::default()
        }
    }

    fn part(regime: Regime, revenue: u64) -> RevenuePart {
        RevenuePart { regime: Some(regime), report: report(revenue), run: None }
    }

    #[test]
    fn parts_add_up_and_old_ones_stay_until_new_ones_come() {
        let money = Money::default().with(1, part(Regime::Fixed, 120)).with(1, part(Regime::None, 100));
        assert_eq!(money.regimes.iter().map(|known| known.regime).collect::<Vec<_>>(), [Regime::None, Regime::Fixed]);
        let fixed = money.regime(Regime::Fixed).unwrap();
        assert!((gain(&money, fixed).unwrap() - 0.2).abs() < 1e-12 && !fixed.is_stale);
        assert_eq!((fixed.sliding[0], fixed.sliding[19]), (1, 12));
        let run = RunSeries { initial: vec![4], ..RunSeries::default() };
        let next = money.with(2, RevenuePart { regime: None, report: report(50), run: Some(run) });
        assert!(next.regimes.iter().all(|known| known.is_stale) && next != money);
        let next = next.with(2, part(Regime::None, 0));
        assert_eq!(next.regimes.iter().map(|known| known.is_stale).collect::<Vec<_>>(), [false, true]);
        assert_eq!(gain(&next, next.regime(Regime::Fixed).unwrap()), None, "nothing to compare with");
    }
}

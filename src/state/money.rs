//! The revenue of a plan: its revenue management slot by slot, and the revenue of the same requests under other regimes.

use crate::engine::slots::metrics::WINDOW;
use crate::engine::slots::request::Slot;
use crate::engine::slots::revenue::regimes::Regime;
use crate::engine::slots::revenue::{Report, Revenue, Update, sliding_sum};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// What revenue management did in a run, slot by slot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunSeries {
    /// Nested booking limits until the first update.
    pub initial: Vec<u32>,
    /// Every update of the limits, oldest first.
    pub updates: Vec<Update>,
    /// Nodes used by each class alone, a column of slots for each; slots after its end are unused.
    pub used: Vec<Vec<u32>>,
    /// Nodes that each class asked for in vain, counted from the earliest start on; in the same form.
    pub lost: Vec<Vec<u32>>,
}

impl RunSeries {
    /// Of a run as far as it is decided.
    pub fn of(revenue: &Revenue) -> Self {
        let initial = revenue.updates().first().map_or(revenue.limits(), |first| &first.before).to_vec();
        let used =
            |class| (0..revenue.usage().column(class).len() as Slot).map(|slot| revenue.usage().of_class(class, slot)).collect();
        let classes = revenue.market().count();
        Self {
            initial,
            updates: revenue.updates().to_vec(),
            used: (0..classes).map(used).collect(),
            lost: (0..classes).map(|class| revenue.lost().column(class).to_vec()).collect(),
        }
    }

    /// The last update that was made by a slot, by number.
    pub fn update_by(&self, slot: Slot) -> Option<usize> {
        self.updates.partition_point(|update| update.slot <= slot).checked_sub(1)
    }

    /// The nested limits that a request submitted in a slot meets.
    pub fn limits_at(&self, slot: Slot) -> &[u32] {
        self.update_by(slot).map_or(&self.initial, |i| &self.updates[i].after)
    }

    /// Nodes of a class alone in a slot.
    pub fn used_at(&self, class: usize, slot: Slot) -> u32 {
        value_at(&self.used, class, slot)
    }

    /// Nodes that a class asked for in vain in a slot.
    pub fn lost_at(&self, class: usize, slot: Slot) -> u32 {
        value_at(&self.lost, class, slot)
    }
}

fn value_at(columns: &[Vec<u32>], class: usize, slot: Slot) -> u32 {
    columns.get(class).and_then(|column| column.get(slot as usize)).copied().unwrap_or(0)
}

/// One piece of news about the money: that of the plan itself, or of the same requests under a regime.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoneyPart {
    /// The regime; `None` for the plan itself.
    pub regime: Option<Regime>,
    /// The money.
    pub report: Report,
    /// What revenue management did; only of the plan itself.
    pub run: Option<RunSeries>,
}

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
    pub fn with(&self, rev: u32, part: MoneyPart) -> Self {
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
    use crate::engine::slots::revenue::{ClassFigures, ClassForecast};

    fn report(revenue: u64) -> Report {
        Report { classes: vec![ClassFigures { jobs: 3, confirmed: 2, revenue, ..ClassFigures::default() }], per_slot: vec![1; 20] }
    }

    fn part(regime: Regime, revenue: u64) -> MoneyPart {
        MoneyPart { regime: Some(regime), report: report(revenue), run: None }
    }

    #[test]
    fn parts_add_up_and_old_ones_stay_until_new_ones_come() {
        let money = Money::default().with(1, part(Regime::Fixed, 120)).with(1, part(Regime::None, 100));
        assert_eq!(money.regimes.iter().map(|known| known.regime).collect::<Vec<_>>(), [Regime::None, Regime::Fixed]);
        let fixed = money.regime(Regime::Fixed).unwrap();
        assert!((gain(&money, fixed).unwrap() - 0.2).abs() < 1e-12 && !fixed.is_stale);
        assert_eq!((fixed.sliding[0], fixed.sliding[19]), (1, 12));
        let run = RunSeries { initial: vec![4], ..RunSeries::default() };
        let next = money.with(2, MoneyPart { regime: None, report: report(50), run: Some(run) });
        assert!(next.regimes.iter().all(|known| known.is_stale) && next != money);
        let next = next.with(2, part(Regime::None, 0));
        assert_eq!(next.regimes.iter().map(|known| known.is_stale).collect::<Vec<_>>(), [false, true]);
        assert_eq!(gain(&next, next.regime(Regime::Fixed).unwrap()), None, "nothing to compare with");
    }

    #[test]
    fn limits_and_nodes_are_told_for_every_slot() {
        let update = |slot, before: u32, after: u32| Update {
            slot,
            job: 0,
            before: vec![9, before],
            after: vec![9, after],
            forecast: vec![ClassForecast::default(); 2],
        };
        let run = RunSeries {
            initial: vec![9, 5],
            updates: vec![update(10, 5, 3), update(30, 3, 8)],
            used: vec![vec![1, 2], vec![0, 4]],
            lost: vec![Vec::new(), vec![7]],
        };
        assert_eq!([0, 9, 10, 29, 30, u32::MAX].map(|slot| run.limits_at(slot)[1]), [5, 5, 3, 3, 8, 8]);
        assert_eq!([9, 10, 31].map(|slot| run.update_by(slot)), [None, Some(0), Some(1)]);
        assert_eq!((run.used_at(1, 1), run.used_at(1, 2), run.used_at(2, 0)), (4, 0, 0));
        assert_eq!((run.lost_at(0, 0), run.lost_at(1, 0)), (0, 7));
    }
}

//! How dragging or nudging a handle of the booking-limit editor changes a market; the same for pointer, keyboard and touch.

use super::edit::market_change;
use crate::engine::slots::bounds;
use crate::engine::slots::revenue::{Demand, Market, Method, VirtualClass, levels_of};
use crate::state::{Change, Drag, Model, Reach};
use std::rc::Rc;

/// What is taken hold of, at the border between class k and class k + 1. What belongs to the higher side belongs to classes 1 … k together:
/// their prices, means and deviations change in proportion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarketHandle {
    /// Nodes kept for the higher side. Setting them by hand makes the limits fixed.
    Level,
    /// Price of the higher side.
    HigherPrice,
    /// Price of the lower class.
    LowerPrice,
    /// Mean demand of the higher side.
    Mean,
    /// Deviation of its demand.
    Deviation,
}

impl MarketHandle {
    /// All handles, in tab order.
    pub const ALL: [Self; 5] = [Self::Level, Self::HigherPrice, Self::LowerPrice, Self::Mean, Self::Deviation];

    /// A name for the handle's element.
    pub fn key(self) -> &'static str {
        match self {
            Self::Level => "level",
            Self::HigherPrice => "higher-price",
            Self::LowerPrice => "lower-price",
            Self::Mean => "mean",
            Self::Deviation => "deviation",
        }
    }

    /// Whether it is moved up and down, along the money.
    pub fn is_upright(self) -> bool {
        matches!(self, Self::HigherPrice | Self::LowerPrice)
    }

    /// What an arrow key changes it by.
    pub fn step(self, nodes: u32) -> f64 {
        match self {
            Self::Level | Self::HigherPrice | Self::LowerPrice => 1.0,
            Self::Mean | Self::Deviation => demand_step(nodes),
        }
    }

    /// The greatest value, with so many nodes on sale.
    pub fn most(self, on_sale: u32) -> f64 {
        match self {
            Self::Level => f64::from(on_sale),
            Self::HigherPrice | Self::LowerPrice => f64::from(bounds::PRICE.max),
            Self::Mean | Self::Deviation => bounds::DEMAND_MAX,
        }
    }

    /// The value that the handle stands at.
    pub fn value(self, market: &Market, nodes: u32, border: usize) -> f64 {
        let higher = higher_side(market, border);
        match self {
            Self::Level => f64::from(level(market, nodes, border)),
            Self::HigherPrice => higher.price,
            Self::LowerPrice => market.classes.get(border + 1).map_or(0.0, |class| f64::from(class.price)),
            Self::Mean => higher.demand.mean,
            Self::Deviation => higher.demand.deviation,
        }
    }
}

/// Demand moves in tenths of a node on a class-room machine, in whole nodes on a large one.
fn demand_step(nodes: u32) -> f64 {
    if nodes <= 200 { 0.1 } else { 1.0 }
}

/// Classes 1 … `border` + 1 as one: EMSR-b's virtual class, or the highest class itself. Without any demand it has the last one's price.
pub fn higher_side(market: &Market, border: usize) -> VirtualClass {
    let count = (border + 1).min(market.count());
    let side = VirtualClass::of(&market.offers(&market.given_demand())[..count]);
    let price = market.classes[..count].last().map_or(0.0, |class| f64::from(class.price));
    if side.demand.mean > 0.0 { side } else { VirtualClass { price, demand: side.demand } }
}

/// Nodes that the limits in the first slot keep for classes 1 … `border` + 1, of those that class 1 may book.
pub fn level(market: &Market, nodes: u32, border: usize) -> u32 {
    levels(market, nodes).get(border).copied().unwrap_or(0)
}

/// The protection levels of the limits in the first slot.
pub fn levels(market: &Market, nodes: u32) -> Vec<u32> {
    levels_of(&market.initial_limits(nodes))
}

/// The market after a handle was moved to a value; held inside what is allowed, so that every place of the pointer gives a market that can be
/// planned.
pub fn moved_market(market: &Market, nodes: u32, border: usize, handle: MarketHandle, to: f64) -> Market {
    let mut next = market.clone();
    if border + 1 >= next.count() || !to.is_finite() {
        return next;
    }
    match handle {
        MarketHandle::Level => {
            let limits = market.initial_limits(nodes);
            let limit = limits[0] - (to.round().max(0.0) as u32).min(limits[0]);
            next.method = Method::Fixed;
            for (k, (class, now)) in next.classes.iter_mut().zip(limits).enumerate() {
                class.limit = match k.cmp(&(border + 1)) {
                    std::cmp::Ordering::Less => now.max(limit),
                    std::cmp::Ordering::Equal => limit,
                    std::cmp::Ordering::Greater => now.min(limit),
                };
            }
        }
        MarketHandle::HigherPrice => {
            let factor = to.max(0.0) / higher_side(market, border).price.max(1.0);
            for (k, class) in next.classes[..=border].iter_mut().enumerate() {
                class.price = ((f64::from(class.price) * factor).round() as u32).min(bounds::PRICE.max - k as u32);
            }
            for k in (0..=border).rev() {
                next.classes[k].price = next.classes[k].price.max(next.classes[k + 1].price + 1);
            }
        }
        MarketHandle::LowerPrice => {
            let least = next.classes.get(border + 2).map_or(bounds::PRICE.min, |below| below.price + 1);
            let most = next.classes[border].price - 1;
            next.classes[border + 1].price = (to.round().max(0.0) as u32).clamp(least, most);
        }
        MarketHandle::Mean | MarketHandle::Deviation => {
            let side = higher_side(market, border).demand;
            let step = demand_step(nodes);
            let to = ((to / step).round() * step).clamp(step, bounds::DEMAND_MAX);
            for class in &mut next.classes[..=border] {
                let Some(Demand { mean, deviation }) = &mut class.demand else { continue };
                let (part, whole) = if handle == MarketHandle::Mean { (mean, side.mean) } else { (deviation, side.deviation) };
                // Hundredths of a node say enough; no deviation falls to zero.
                *part = ((*part * to / whole.max(1e-9) * 100.0).round() / 100.0).clamp(0.01, bounds::DEMAND_MAX);
            }
        }
    }
    next
}

/// A handle of the booking-limit editor is dragged.
pub struct MarketDrag {
    /// The market as it was.
    pub origin: Rc<Market>,
    /// Between which classes.
    pub border: usize,
    /// What is dragged.
    pub handle: MarketHandle,
    /// Whether its axis goes up and down.
    pub is_upright: bool,
    /// What the handle stood at.
    pub value: f64,
    /// What a CSS px is worth.
    pub per_px: f64,
    /// The money at the upper edge of the picture, if it is to stay.
    pub top: Option<f64>,
}

impl Drag for MarketDrag {
    fn change(&self, model: &Model, reach: Reach) -> Option<Change> {
        let by = if self.is_upright { reach.way.1 } else { reach.way.0 };
        let to = self.value + by * self.per_px;
        let market = moved_market(&self.origin, model.slots().machine.nodes, self.border, self.handle, to);
        (model.market() != Some(&market)).then(|| market_change(model.slots(), Some(market)))
    }

    fn held_top(&self) -> Option<f64> {
        self.top
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::core::error::FieldPath;
    use crate::engine::slots::revenue::DemandSource;

    fn golden() -> Market {
        Market { demand: DemandSource::Given, ..Market::umar(40) }
    }

    #[test]
    fn every_handle_stays_inside_what_is_allowed_wherever_it_is_dragged() {
        let place = FieldPath::new("dragged");
        let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1e300, 1e300, -1.0, 0.0, 0.4, 1.0, 12.3, 59.0, 1e5, 1e9];
        for nodes in [1, 5, 40, 65_535] {
            for market in [
                Market { demand: DemandSource::Given, ..Market::umar(nodes) },
                Market { method: Method::None, ..Market::umar(nodes) },
            ] {
                for border in 0..4 {
                    for handle in MarketHandle::ALL {
                        for to in bad {
                            moved_market(&market, nodes, border, handle, to).check(nodes, &place).unwrap();
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_handle_ends_where_it_was_dragged_to() {
        for border in 0..2 {
            for (handle, to) in [
                (MarketHandle::Level, 17.0),
                (MarketHandle::HigherPrice, 90.0),
                (MarketHandle::LowerPrice, 45.0),
                (MarketHandle::Mean, 12.5),
                (MarketHandle::Deviation, 3.0),
            ] {
                let moved = moved_market(&golden(), 40, border, handle, to);
                let at = handle.value(&moved, 40, border);
                assert!((at - to).abs() <= 0.5 * handle.step(40), "{handle:?} at border {border}: {at} for {to}");
            }
        }
    }

    #[test]
    fn each_step_of_a_key_changes_something() {
        for border in 0..2 {
            for handle in MarketHandle::ALL {
                for sign in [-1.0, 1.0] {
                    let to = handle.value(&golden(), 40, border) + sign * handle.step(40);
                    assert_ne!(moved_market(&golden(), 40, border, handle, to), golden(), "{handle:?} {sign}");
                }
            }
        }
    }

    #[test]
    fn a_level_set_by_hand_fixes_the_limits_and_keeps_their_order() {
        let limits = |market: &Market| market.initial_limits(40);
        assert_eq!(limits(&golden()), [40, 31, 18]);
        let moved = |border, to| moved_market(&golden(), 40, border, MarketHandle::Level, to);
        assert_eq!(limits(&moved(0, 12.0)), [40, 28, 18]);
        assert_eq!(limits(&moved(0, 30.0)), [40, 10, 10], "the lower limit gives way");
        assert_eq!(limits(&moved(1, 3.0)), [40, 37, 37], "the higher limit gives way");
        assert_eq!(moved(1, 3.0).method, Method::Fixed);
        let mut small = moved(0, 12.0);
        small.classes[0].limit = 30;
        assert_eq!(levels(&small, 40), [2, 12], "of the nodes that class 1 may book");
        assert_eq!(limits(&moved_market(&small, 40, 0, MarketHandle::Level, 99.0)), [30, 0, 0]);
    }

    #[test]
    fn the_higher_side_changes_in_proportion() {
        let dearer = moved_market(&golden(), 40, 1, MarketHandle::HigherPrice, 2.0 * 77.391_304);
        assert_eq!([dearer.classes[0].price, dearer.classes[1].price], [200, 120]);
        let more = moved_market(&golden(), 40, 1, MarketHandle::Mean, 46.0);
        assert_eq!([more.classes[0].demand.unwrap().mean, more.classes[1].demand.unwrap().mean], [20.0, 26.0]);
    }
}

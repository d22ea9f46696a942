//! The border between two neighbouring classes: the nodes protected for the classes above it, and their value.

use crate::engine::slots::revenue::{BorderCurve, Market, MarketFigures, VirtualClass, levels_of, littlewood_level};
use crate::state::{class_name, higher_side};
use std::rc::Rc;

/// Classes 1 … k against class k + 1.
pub struct ClassBorder {
    /// The market.
    pub market: Rc<Market>,
    /// Nodes of the machine.
    pub nodes: u32,
    /// Nested booking limits in the first slot.
    pub limits: Vec<u32>,
    /// Nodes that class 1 may book: as many can be kept.
    pub on_sale: u32,
    /// Which border, 0 between classes 1 and 2.
    pub border: usize,
    /// Nodes kept for the higher side by the limits in the first slot.
    pub level: u32,
    /// Classes 1 … k as one.
    pub higher: VirtualClass,
    /// What the higher side is called.
    pub higher_name: String,
    /// Price of the lower class.
    pub lower_price: f64,
    /// What it is called.
    pub lower_name: String,
    /// Littlewood's level for the two, not rounded.
    pub crossing: f64,
    /// Expected revenue of all classes against the level; not for large machines.
    pub curve: Option<BorderCurve>,
}

impl ClassBorder {
    /// The border of some figures.
    pub fn of(figures: &MarketFigures) -> Self {
        let MarketFigures { market, nodes, limits, curve, .. } = figures;
        let border = figures.border as usize;
        let higher = higher_side(market, border);
        let lower_price = f64::from(market.classes[border + 1].price);
        let on_sale = limits[0];
        Self {
            nodes: *nodes,
            on_sale,
            border,
            level: levels_of(limits)[border],
            limits: limits.clone(),
            higher_name: if border == 0 { class_name(market, 0) } else { format!("classes 1–{}", border + 1) },
            lower_name: class_name(market, border + 1),
            crossing: littlewood_level(higher.price, higher.demand, lower_price).min(f64::from(on_sale)),
            curve: curve.clone(),
            market: Rc::new(market.clone()),
            higher,
            lower_price,
        }
    }

    /// The chance that more than so many nodes are asked for by the higher side.
    pub fn chance(&self, level: u32) -> f64 {
        self.higher.demand.exceeds(f64::from(level))
    }
}

//! The border between two neighbouring classes: the nodes protected for the classes above it, and their value.

use crate::engine::slots::revenue::{BorderCurve, Market, VirtualClass, WholeClasses, littlewood_level};
use crate::state::{class_name, higher_side, levels_of};
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
    /// The border that the view names, or the last one; with the classes on all nodes, if exact figures are wanted.
    pub fn of(market: &Market, nodes: u32, limits: Vec<u32>, border: u32, whole: Option<&WholeClasses>) -> Self {
        let border = (border as usize).min(market.count().saturating_sub(2));
        let higher = higher_side(market, border);
        let lower_price = f64::from(market.classes[border + 1].price);
        let on_sale = limits[0];
        let levels = levels_of(&limits);
        Self {
            market: Rc::new(market.clone()),
            nodes,
            on_sale,
            border,
            level: levels[border],
            limits,
            higher_name: if border == 0 { class_name(market, 0) } else { format!("classes 1–{}", border + 1) },
            lower_name: class_name(market, border + 1),
            crossing: littlewood_level(higher.price, higher.demand, lower_price).min(f64::from(on_sale)),
            curve: whole.map(|whole| match on_sale == nodes {
                true => BorderCurve::of(whole, &levels, border),
                false => BorderCurve::of(&WholeClasses::new(on_sale, &market.offers(&market.given_demand())), &levels, border),
            }),
            higher,
            lower_price,
        }
    }

    /// The chance that more than so many nodes are asked for by the higher side.
    pub fn chance(&self, level: u32) -> f64 {
        self.higher.demand.exceeds(f64::from(level))
    }
}

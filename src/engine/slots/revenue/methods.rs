//! What a market comes to under every method, for the given demand: limits, expected revenue, and the curve of one border between classes.

use super::{
    BorderCurve, DemandSource, Market, Method, Nesting, WholeClasses, booking_limits, expected_revenue,
    expected_revenue_partitioned, partitioned, protection_levels,
};
use crate::slots::bounds;
use serde::{Deserialize, Serialize};

/// What a method comes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MethodFigures {
    /// The method.
    pub method: Method,
    /// Nested booking limits, one for each class.
    pub limits: Vec<u32>,
    /// Expected revenue per slot in minor units, under the market's nesting; `None` where it was not asked for.
    pub revenue: Option<f64>,
}

/// What a market comes to, whatever is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MarketFigures {
    /// The market.
    pub market: Market,
    /// Nodes of the machine.
    pub nodes: u32,
    /// Which border between neighbouring classes: 0 between classes 1 and 2.
    pub border: u32,
    /// Nested booking limits in the first slot.
    pub limits: Vec<u32>,
    /// Every method that can serve the market, simplest first.
    pub methods: Vec<MethodFigures>,
    /// Expected revenue of all classes against the level at the border; not beyond [`bounds::OPTIMAL_NODES_MAX`] nodes.
    pub curve: Option<BorderCurve>,
}

impl MarketFigures {
    /// The figures of a checked market. `known` keeps from call to call what depends on demand alone.
    pub fn of(market: &Market, nodes: u32, border: u32, known: &mut Option<WholeClasses>) -> Self {
        let offers = market.offers(&market.given_demand());
        *known = (nodes <= bounds::OPTIMAL_NODES_MAX)
            .then(|| known.as_ref().map_or_else(|| WholeClasses::new(nodes, &offers), |known| known.renewed(nodes, &offers)));
        let whole = known.as_ref();
        let limits = limits_in_force(market, nodes, whole);
        let border = border.min(market.count().saturating_sub(2) as u32);
        let (on_sale, levels) = (limits[0], levels_of(&limits));
        let curve = whole.map(|whole| match on_sale == nodes {
            true => BorderCurve::of(whole, &levels, border as usize),
            false => BorderCurve::of(&WholeClasses::new(on_sale, &offers), &levels, border as usize),
        });
        let methods = compare_methods(market, nodes, whole);
        Self { market: market.clone(), nodes, border, limits, methods, curve }
    }
}

/// Protection levels of nested booking limits: the nodes kept for classes 1 … k.
pub fn levels_of(limits: &[u32]) -> Vec<u32> {
    limits.iter().skip(1).map(|limit| limits[0].saturating_sub(*limit)).collect()
}

/// Every method that can serve the market, simplest first. Without `whole`, the classes on all nodes, nothing that takes a dynamic programme:
/// no optimum, no expected revenues; neither beyond [`bounds::OPTIMAL_NODES_MAX`] nodes.
pub fn compare_methods(market: &Market, nodes: u32, whole: Option<&WholeClasses>) -> Vec<MethodFigures> {
    let offers = market.offers(&market.given_demand());
    let whole = whole.filter(|whole| nodes <= bounds::OPTIMAL_NODES_MAX && whole.capacity() == nodes);
    let figures = |method: Method| {
        let limits = limits_of(method, market, nodes, whole)?;
        let revenue = whole.map(|whole| match market.nesting {
            Nesting::Partitioned => expected_revenue_partitioned(&offers, &partitioned(&limits)),
            // Limits may leave a part of the machine to no one.
            Nesting::Nested if limits[0] < nodes => expected_revenue(limits[0], &offers, &levels_of(&limits)),
            Nesting::Nested => whole.expected_revenue(&levels_of(&limits)),
        });
        Some(MethodFigures { method, limits, revenue })
    };
    Method::ALL.into_iter().filter_map(figures).collect()
}

/// The nested limits that a method finds; `None` if it cannot serve the market, or takes a dynamic programme and there is none.
fn limits_of(method: Method, market: &Market, nodes: u32, whole: Option<&WholeClasses>) -> Option<Vec<u32>> {
    Some(match method {
        Method::Littlewood if market.count() != 2 => return None,
        Method::Fixed => market.classes.iter().map(|class| class.limit).collect(),
        Method::Optimal => booking_limits(nodes, &whole?.optimal_levels()),
        _ => booking_limits(nodes, &protection_levels(method, nodes, &market.offers(&market.given_demand()))),
    })
}

/// The nested limits in the first slot; `whole`, the classes on all nodes, where it is at hand.
pub fn limits_in_force(market: &Market, nodes: u32, whole: Option<&WholeClasses>) -> Vec<u32> {
    let by_method = market.demand == DemandSource::Given && market.method.looks_at_demand();
    let whole = whole.filter(|whole| whole.capacity() == nodes);
    let found = if by_method { limits_of(market.method, market, nodes, whole) } else { None };
    found.unwrap_or_else(|| market.initial_limits(nodes))
}

/// The share of the best revenue among these methods that one of them loses.
pub fn loss(methods: &[MethodFigures], of: &MethodFigures) -> Option<f64> {
    let best = methods.iter().find(|figures| figures.method == Method::Optimal)?.revenue?;
    // A tie in exact arithmetic may come out a rounding error apart.
    Some(((best - of.revenue?) / best.max(f64::MIN_POSITIVE)).max(0.0)).filter(|_| best > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(market: &Market, nodes: u32) -> Vec<MethodFigures> {
        compare_methods(market, nodes, Some(&WholeClasses::new(nodes, &market.offers(&market.given_demand()))))
    }

    #[test]
    fn the_papers_market_loses_little_under_its_method_and_much_without_limits() {
        let methods = compare(&Market::umar(40), 40);
        let names: Vec<_> = methods.iter().map(|figures| figures.method.name()).collect();
        assert_eq!(names, ["none", "fixed", "emsr-a", "emsr-b", "optimal"]);
        let of = |method: Method| methods.iter().find(|figures| figures.method == method).unwrap();
        assert_eq!(of(Method::EmsrB).limits, [40, 31, 18]);
        assert_eq!(of(Method::Fixed).limits, [40, 35, 30]);
        let loss = |method: Method| loss(&methods, of(method)).unwrap();
        assert_eq!(loss(Method::Optimal), 0.0);
        assert!((0.0..0.005).contains(&loss(Method::EmsrB)) && (0.0..0.015).contains(&loss(Method::EmsrA)));
        assert!(loss(Method::None) > loss(Method::Fixed) && loss(Method::Fixed) > 0.04, "{}", loss(Method::Fixed));
    }

    #[test]
    fn limits_in_force_are_those_of_the_first_slot() {
        for method in Method::ALL.into_iter().filter(|method| *method != Method::Littlewood) {
            for demand in DemandSource::ALL {
                let market = Market { method, demand, ..Market::umar(40) };
                let whole = WholeClasses::new(40, &market.offers(&market.given_demand()));
                for whole in [None, Some(&whole)] {
                    assert_eq!(limits_in_force(&market, 40, whole), market.initial_limits(40), "{method:?}");
                }
            }
        }
    }

    #[test]
    fn two_classes_have_littlewoods_rule_and_large_machines_no_exact_figures() {
        let mut two = Market::umar(40);
        two.classes.remove(1);
        assert!(compare(&two, 40).iter().any(|figures| figures.method == Method::Littlewood));
        for methods in [compare_methods(&Market::umar(40), 40, None), compare(&Market::umar(20_000), 20_000)] {
            assert!(methods.iter().all(|figures| figures.method != Method::Optimal && figures.revenue.is_none()));
            assert_eq!(loss(&methods, &methods[0]), None);
        }
    }

    #[test]
    fn a_limit_of_the_highest_class_is_the_capacity() {
        let mut market = Market::umar(40);
        for class in &mut market.classes {
            class.limit = 20;
        }
        let fixed = |market: &Market| compare(market, 40)[1].revenue.unwrap();
        // Twenty nodes for whoever comes first: the lowest class takes them.
        assert!((fixed(&market) - 20.0 * 40.0).abs() < 60.0, "{}", fixed(&market));
        market.nesting = Nesting::Partitioned;
        assert!(fixed(&market) < 20.0 * 40.0, "all twenty belong to the last class");
    }
}

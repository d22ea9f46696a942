//! The methods beside each other, under the demand that is given.

use crate::engine::bounds;
use crate::engine::revenue::{Market, Method, Nesting, Offer, expected_revenue, expected_revenue_partitioned, partitioned};

/// What a method comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodFigures {
    /// The method.
    pub method: Method,
    /// Nested booking limits, one for each class.
    pub limits: Vec<u32>,
    /// Expected revenue per slot in minor units, under the market's nesting; `None` where it was not asked for.
    pub revenue: Option<f64>,
}

/// Every method that can serve the market, simplest first. Without `exact`, nothing that takes a dynamic programme: no optimum, no expected
/// revenues; neither beyond [`bounds::OPTIMAL_NODES_MAX`] nodes.
pub fn compare_methods(market: &Market, nodes: u32, exact: bool) -> Vec<MethodFigures> {
    let demand = market.given_demand();
    let offers = market.offers(&demand);
    let exact = exact && nodes <= bounds::OPTIMAL_NODES_MAX;
    let can = |method: &Method| match method {
        Method::Littlewood => market.count() == 2,
        Method::Optimal => exact,
        _ => true,
    };
    let figures = |method: Method| {
        let limits = match method {
            Method::Fixed => market.classes.iter().map(|class| class.limit).collect(),
            _ => Market { method, ..market.clone() }.limits_for(nodes, &demand),
        };
        let revenue = exact.then(|| expected(market.nesting, &offers, &limits));
        MethodFigures { method, limits, revenue }
    };
    Method::ALL.into_iter().filter(can).map(figures).collect()
}

/// Expected revenue per slot under nested limits, which may leave a part of the machine to no one.
fn expected(nesting: Nesting, offers: &[Offer], limits: &[u32]) -> f64 {
    let Some((&first, lower)) = limits.split_first() else { return 0.0 };
    match nesting {
        Nesting::Nested => {
            expected_revenue(first, offers, &lower.iter().map(|&limit| first.saturating_sub(limit)).collect::<Vec<_>>())
        }
        Nesting::Partitioned => expected_revenue_partitioned(offers, &partitioned(limits)),
    }
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

    #[test]
    fn the_papers_market_loses_little_under_its_method_and_much_without_limits() {
        let methods = compare_methods(&Market::umar(40), 40, true);
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
    fn two_classes_have_littlewoods_rule_and_large_machines_no_exact_figures() {
        let mut two = Market::umar(40);
        two.classes.remove(1);
        assert!(compare_methods(&two, 40, true).iter().any(|figures| figures.method == Method::Littlewood));
        for (nodes, exact) in [(40, false), (20_000, true)] {
            let methods = compare_methods(&Market::umar(nodes), nodes, exact);
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
        let fixed = |market: &Market| compare_methods(market, 40, true)[1].revenue.unwrap();
        // Twenty nodes for whoever comes first: the lowest class takes them.
        assert!((fixed(&market) - 20.0 * 40.0).abs() < 60.0, "{}", fixed(&market));
        market.nesting = Nesting::Partitioned;
        assert!(fixed(&market) < 20.0 * 40.0, "all twenty belong to the last class");
    }
}

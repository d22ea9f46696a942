//! One protection level moved while the others stay: against the dynamic programme at every single level.

use crate::support::random::cases;
use bookahead::engine::slots::revenue::{
    BorderCurve, Method, Offer, RevenueCurve, WholeClasses, expected_revenue, optimal_levels, protection_levels, worth_of_nodes,
};
use proptest::prelude::*;

const UMAR: [Offer; 3] = [Offer::new(100, 10.0, 1.5), Offer::new(60, 13.0, 1.7), Offer::new(40, 20.0, 2.3)];

#[test]
fn the_papers_market_is_best_at_the_optimal_levels() {
    let levels = optimal_levels(40, &UMAR);
    for (border, &level) in levels.iter().enumerate() {
        let curve = BorderCurve::of(&WholeClasses::new(40, &UMAR), &levels, border);
        assert_eq!(curve.best, level);
        assert!((curve.revenue[level as usize] - expected_revenue(40, &UMAR, &levels)).abs() < 1e-9);
        assert_eq!(curve.loss(level), 0.0);
        assert!(curve.loss(0) > 8.0 && curve.loss(40) > 100.0, "{} {}", curve.loss(0), curve.loss(40));
    }
    let curve = BorderCurve::of(&WholeClasses::new(40, &UMAR), &levels, 1);
    assert_eq!(curve.worth, worth_of_nodes(40, &UMAR[..2], &levels[..1]));
    assert_eq!(protection_levels(Method::Optimal, 40, &UMAR), levels);
}

#[test]
fn what_is_known_of_demand_is_taken_over_only_where_it_is_the_same() {
    let known = WholeClasses::new(40, &UMAR);
    let dearer = UMAR.map(|offer| Offer { price: offer.price + 7, ..offer });
    let fewer = [UMAR[0], Offer::new(60, 13.0, 1.8), UMAR[2]];
    for (nodes, offers) in [(40, &dearer[..]), (40, &fewer[..]), (41, &UMAR[..]), (40, &UMAR[..2]), (40, &UMAR[1..]), (40, &[])] {
        assert_eq!(known.renewed(nodes, offers), WholeClasses::new(nodes, offers));
    }
}

#[test]
fn of_two_classes_it_is_the_revenue_curve() {
    let two = [UMAR[0], Offer::new(60, 33.0, 4.0)];
    let (curve, pair) =
        (BorderCurve::of(&WholeClasses::new(40, &two), &[7], 0), RevenueCurve::of(40, 100.0, two[0].demand, 60.0, two[1].demand));
    for (y, point) in pair.points.iter().enumerate() {
        assert!((curve.revenue[y] - point.revenue).abs() < 1e-9, "{y}");
    }
    assert_eq!(curve.best, pair.best);
}

fn offers() -> impl Strategy<Value = Vec<Offer>> {
    let class = (1_u32..100, 0.0_f64..30.0, 0.05_f64..9.0);
    proptest::collection::vec(class, 2..6).prop_map(|classes| {
        let price = |k: usize| classes[k..].iter().map(|class| class.0).sum();
        (0..classes.len()).map(|k| Offer::new(price(k), classes[k].1, classes[k].2)).collect()
    })
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn every_level_is_worth_what_the_dynamic_programme_says(
        offers in offers(), levels in proptest::collection::vec(0_u32..50, 5), border in 0_usize..5, capacity in 0_u32..50,
    ) {
        let border = border.min(offers.len() - 2);
        let levels: Vec<u32> = levels[..offers.len() - 1].iter().map(|level| level.min(&capacity)).copied().collect();
        let curve = BorderCurve::of(&WholeClasses::new(capacity, &offers), &levels, border);
        prop_assert_eq!(curve.revenue.len(), capacity as usize + 1);
        for y in 0..=capacity {
            let mut moved = levels.clone();
            moved[border] = y;
            let expected = expected_revenue(capacity, &offers, &moved);
            prop_assert!((curve.revenue[y as usize] - expected).abs() < 1e-7 * (1.0 + expected), "{}: {} and {expected}", y, curve.revenue[y as usize]);
            prop_assert!((0.0..=1.0 + 1e-9).contains(&curve.meets_limit[y as usize]));
        }
        let best = curve.revenue.iter().fold(0.0_f64, |a, &b| a.max(b));
        prop_assert!(curve.revenue[curve.best as usize] >= best * (1.0 - 1e-9));
    }
}

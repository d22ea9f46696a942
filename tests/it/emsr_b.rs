//! EMSR-b step by step: the worked example of Umar 5.4, and any market: the steps end with the levels and limits that the planner's session begins with.

use crate::support::random::{cases, market_case};
use bookahead::engine::core::algorithm::{LineAtWork, Role};
use bookahead::engine::slots::revenue::{
    DemandSource, Method, Offer, booking_limits, emsr_b_at_work, emsr_b_level, emsr_b_listing, emsr_b_steps, protection_levels,
};
use proptest::prelude::*;

/// The values of the lines, each with its line.
fn told<'a>(lines: &'a [LineAtWork], names: &[&str]) -> Vec<(&'static str, Vec<Option<&'a str>>)> {
    lines.iter().map(|line| (line.line, names.iter().map(|name| line.value(name)).collect())).collect()
}

#[test]
fn the_worked_example_goes_through_its_lines() {
    let steps = emsr_b_steps(40, &[Offer::new(100, 10.0, 1.5), Offer::new(60, 13.0, 1.7), Offer::new(40, 20.0, 2.3)]);
    let stages = emsr_b_at_work(40, &steps);
    assert_eq!(stages.len(), 3, "two borders, and the limits");
    let values = ["k", "μ", "σ", "p", "q", "y", "level"];
    assert_eq!(told(&stages[0], &values).last(), Some(&("whole", ["1", "10", "1.5", "100", "60", "9.62", "9"].map(Some).to_vec())));
    assert_eq!(
        told(&stages[1], &values),
        [
            ("each", vec![Some("2"), None, None, None, None, None, None]),
            ("mean", vec![Some("2"), Some("23"), None, None, None, None, None]),
            ("deviation", vec![Some("2"), Some("23"), Some("2.27"), None, None, None, None]),
            ("price", vec![Some("2"), Some("23"), Some("2.27"), Some("77.39"), None, None, None]),
            ("littlewood", vec![Some("2"), Some("23"), Some("2.27"), Some("77.39"), Some("40"), Some("22.9"), None]),
            ("whole", vec![Some("2"), Some("23"), Some("2.27"), Some("77.39"), Some("40"), Some("22.9"), Some("22")]),
        ]
    );
    assert_eq!(
        told(&stages[2], &["k", "level", "limit"]),
        [
            ("falls", vec![Some("1"), Some("9"), None]),
            ("first", vec![None, None, Some("40")]),
            ("limit", vec![Some("1"), Some("9"), Some("31")]),
            ("limit", vec![Some("2"), Some("22"), Some("18")]),
        ]
    );
}

#[test]
fn a_class_that_nobody_asks_for_is_not_protected() {
    let steps = emsr_b_steps(10, &[Offer::new(100, 0.0, 1.0), Offer::new(60, 3.0, 1.0)]);
    assert_eq!((steps[0].unrounded, steps[0].level, steps[0].limit), (0.0, 0, 10));
    assert!(emsr_b_at_work(10, &steps)[0].iter().any(|line| line.line == "nothing"));
    // One class has no border; none has none either.
    for offers in [&[Offer::new(100, 5.0, 1.0)][..], &[]] {
        assert!(emsr_b_steps(10, offers).is_empty());
        assert_eq!(emsr_b_at_work(10, &[]).len(), 1);
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn the_steps_end_with_what_the_planner_begins_with((case, mut market) in market_case(), nodes in 1..5_000_u32) {
        let nodes = if nodes % 2 == 0 { case.nodes } else { nodes };
        (market.method, market.demand) = (Method::EmsrB, DemandSource::Given);
        let offers = market.offers(&market.given_demand());
        let steps = emsr_b_steps(nodes, &offers);
        let levels: Vec<u32> = steps.iter().map(|step| step.level).collect();
        prop_assert_eq!(&levels, &protection_levels(Method::EmsrB, nodes, &offers));
        let limits: Vec<u32> = std::iter::once(nodes).chain(steps.iter().map(|step| step.limit)).collect();
        prop_assert_eq!(&limits, &booking_limits(nodes, &levels));
        prop_assert_eq!(&limits, &market.initial_limits(nodes));
        for (k, step) in steps.iter().enumerate() {
            prop_assert_eq!(step.unrounded, emsr_b_level(&offers[..=k], offers[k + 1].price));
        }
        // Every line and variable is there, the last ones are those of the limits, and only they accept.
        let (listing, stages) = (emsr_b_listing(), emsr_b_at_work(nodes, &steps));
        prop_assert_eq!(stages.len(), steps.len() + 1);
        for (at, line) in stages.iter().enumerate().flat_map(|(at, lines)| lines.iter().map(move |line| (at, line))) {
            let known = listing.line(line.line);
            prop_assert!(known.is_some(), "{}", line.line);
            prop_assert_eq!(known.is_some_and(|line| line.role == Role::Accepts), at == steps.len() && line.line == "limit");
            for (name, value) in &line.values {
                prop_assert!(listing.variables.iter().any(|(known, _)| known == name) && !value.is_empty() && value.len() < 60);
            }
        }
        let last = stages[steps.len()].iter().filter(|line| line.line == "limit").filter_map(|line| line.value("limit"));
        prop_assert_eq!(last.map(str::to_string).collect::<Vec<_>>(), limits[1..].iter().map(u32::to_string).collect::<Vec<_>>());
    }
}

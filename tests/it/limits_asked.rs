//! Booking limits asked for on the command line: demand that is not normal, demand that is known, prices with cents, and what rounding costs.

use crate::cli::{fails, ok, ran};
use bookahead::engine::slots::revenue::{DemandShape, LimitsAnswer, LimitsQuestion, Method, WholeDemand, optimal_levels};
use statrs::distribution::{Discrete, DiscreteCDF, Poisson};

fn question(capacity: u32, prices: &[u32], means: &[f64], shape: DemandShape, method: Method) -> LimitsQuestion {
    LimitsQuestion {
        capacity,
        prices: prices.to_vec(),
        means: means.to_vec(),
        deviations: Vec::new(),
        shape,
        ranges: Vec::new(),
        method,
        limits: Vec::new(),
        partitioned: false,
    }
}

fn answer(question: &LimitsQuestion) -> LimitsAnswer {
    question.answer().expect("a question")
}

#[test]
fn poisson_demand_is_that_of_another_crate() {
    for mean in [0.2, 1.0, 7.5, 20.0, 400.0] {
        let (ours, theirs) = (WholeDemand::poisson(mean, 600), Poisson::new(mean).expect("a distribution"));
        for d in 0..=600_u32 {
            let tail = if d == 0 { 1.0 } else { theirs.sf(u64::from(d) - 1) };
            assert!((ours.at_least[d as usize] - tail).abs() < 1e-10, "{mean}: P(D ≥ {d})");
            let p = d.checked_sub(ours.first).and_then(|at| ours.probability.get(at as usize)).copied().unwrap_or(0.0);
            assert!((p - theirs.pmf(u64::from(d))).abs() < 1e-11, "{mean}: P(D = {d})");
        }
    }
    assert_eq!(WholeDemand::poisson(0.0, 3).at_least, [1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn sums_of_uniform_numbers_are_counted() {
    let found = WholeDemand::uniform(&[(1, 6), (1, 6), (3, 3)], 20);
    // Two dice and 3.
    let ways = |sum: u32| (1..=6_u32).flat_map(|a| (1..=6_u32).map(move |b| a + b + 3)).filter(|found| *found == sum).count();
    assert_eq!(found.first, 5);
    for (at, p) in found.probability.iter().enumerate() {
        assert!((p - ways(5 + at as u32) as f64 / 36.0).abs() < 1e-15, "{at}");
    }
    assert!((found.at_least[10] - 21.0 / 36.0).abs() < 1e-15 && found.at_least[16] == 0.0, "{:?}", found.at_least);
}

/// Expected revenue of two classes from the definition: every pair of demands.
fn by_pairs(capacity: u32, prices: [u32; 2], demands: [&WholeDemand; 2], level: u32) -> f64 {
    let each = |demand: &WholeDemand| (demand.first..).zip(demand.probability.clone()).collect::<Vec<_>>();
    let mut sum = 0.0;
    for (low, p_low) in each(demands[1]) {
        let sold_low = low.min(capacity - level);
        for (high, p_high) in each(demands[0]) {
            let sold_high = high.min(capacity - sold_low);
            sum += p_low * p_high * f64::from(prices[0] * sold_high + prices[1] * sold_low);
        }
    }
    sum
}

#[test]
fn littlewoods_rule_is_the_best_of_all_levels_for_every_demand() {
    let poisson = question(60, &[300, 100], &[20.0, 50.0], DemandShape::Poisson, Method::Littlewood);
    let uniform =
        LimitsQuestion { means: Vec::new(), ranges: vec![(10, 40), (20, 60)], shape: DemandShape::Uniform, ..poisson.clone() };
    let mut found = Vec::new();
    for asked in [&poisson, &uniform] {
        let wholes = [0, 1].map(|k| match asked.shape {
            DemandShape::Poisson => WholeDemand::poisson(asked.means[k], 200),
            _ => WholeDemand::uniform(&asked.ranges[k..=k], 200),
        });
        let revenue = |level: u32| by_pairs(60, [300, 100], [&wholes[0], &wholes[1]], level);
        let best = (0..=60).map(revenue).fold(0.0, f64::max);
        for method in [Method::Littlewood, Method::EmsrA, Method::EmsrB, Method::Optimal] {
            let answer = answer(&LimitsQuestion { method, ..asked.clone() });
            assert!((revenue(answer.protection_levels[0]) - best).abs() < 1e-9, "{:?} {method:?}", asked.shape);
            assert!((answer.expected_revenue - best).abs() < 1e-6 && answer.rounding.is_none(), "{answer:?}");
        }
        found.push(answer(asked).protection_levels[0]);
    }
    // P(D ≥ y) > 1/3: the quantile of Poisson(20) at 2/3 is 22; of 10, 11, … 40 it is 30.
    assert_eq!(found, [22, 30]);
}

#[test]
fn several_classes_nest_for_every_demand() {
    let poisson = question(100, &[1_200, 700, 250, 150], &[15.0, 40.0, 45.0, 35.0], DemandShape::Poisson, Method::EmsrB);
    for method in [Method::EmsrA, Method::EmsrB, Method::Optimal, Method::None] {
        let answer = answer(&LimitsQuestion { method, ..poisson.clone() });
        assert!(answer.protection_levels.is_sorted() && answer.booking_limits.is_sorted_by(|a, b| a >= b), "{answer:?}");
        let best = answer.best_revenue.expect("a small machine");
        assert!(
            answer.expected_revenue <= best + 1e-9 && (method == Method::None || answer.expected_revenue > 0.98 * best),
            "{answer:?}"
        );
    }
}

#[test]
fn a_known_number_is_protected_whole() {
    let args =
        ["limits", "--capacity", "40", "--prices", "100,60", "--means", "12,50", "--deviations", "0,5", "--method", "littlewood"];
    let text = ok(&args, "");
    assert!(text.contains("\n1              100        12          0        40         12\n"), "{text}");
    assert!(text.contains("from 12.00, as in Umar 5.2.2; no neighbour is better"), "{text}");
    let known = LimitsQuestion {
        deviations: vec![0.0; 3],
        ..question(40, &[100, 60, 40], &[12.0, 7.0, 50.0], DemandShape::Normal, Method::EmsrB)
    };
    assert_eq!(answer(&known).protection_levels, [12, 19]);
    assert_eq!(answer(&known).expected_revenue, 12.0 * 100.0 + 7.0 * 60.0 + 21.0 * 40.0);
}

#[test]
fn what_rounding_down_costs_is_said() {
    // Two classes: Littlewood's 135.9 is the optimum, but the thesis rounds it down.
    let args = [
        "limits",
        "--capacity",
        "300",
        "--prices",
        "800,300",
        "--means",
        "120,240",
        "--deviations",
        "50,60",
        "--method",
        "littlewood",
    ];
    let text = ok(&args, "");
    assert!(text.contains("rounded down       from 135.93, as in Umar 5.2.2; 136 would bring 2.35 more per slot"), "{text}");
    let normal = LimitsQuestion {
        deviations: vec![50.0, 60.0],
        ..question(300, &[800, 300], &[120.0, 240.0], DemandShape::Normal, Method::Littlewood)
    };
    let found = answer(&normal);
    let rounding = found.rounding.clone().expect("a rule that rounds");
    assert_eq!((found.protection_levels.clone(), rounding.better.clone()), (vec![135], vec![136]));
    assert_eq!(rounding.better, optimal_levels(300, &found.offers));
    let other = answer(&LimitsQuestion { method: Method::Fixed, limits: vec![300, 164], ..normal });
    assert!((other.expected_revenue - found.expected_revenue - rounding.gain).abs() < 1e-9 && rounding.gain > 0.0);
}

#[test]
fn what_cannot_be_asked_is_refused_with_its_option() {
    let base = ["limits", "--capacity", "40", "--prices", "100,60"];
    let with = |more: &[&'static str]| [&base[..], more].concat();
    let (code, _, told) =
        ran(&["limits", "--capacity", "40", "--prices", "249.50,100", "--means", "1,2", "--deviations", "1,1"], "");
    assert!(code != Some(0) && told.contains("must be a whole number of minor units, such as cents: 24950 for 249.50"), "{told}");
    fails(&with(&["--means", "1,2"]), "", "--deviations: a list of 0 is not allowed; must be a list of 2, one for each price");
    fails(
        &with(&["--demand", "poisson", "--means", "1,2", "--deviations", "1,1"]),
        "",
        "--deviations: a list is not allowed; must be left out: poisson demand has none",
    );
    fails(
        &with(&["--demand", "uniform", "--means", "1,2"]),
        "",
        "--means: a list is not allowed; must be left out: uniform demand has none",
    );
    fails(
        &with(&["--demand", "uniform", "--ranges", "5-9,7-3"]),
        "",
        "--ranges[1]: 7-3 is not allowed; must be a least number that is not above the greatest, which is at most 1000000",
    );
    let text = ok(&with(&["--demand", "uniform", "--ranges", "5-9,20-50"]), "");
    assert!(
        text.contains("demand             uniform") && text.contains("1              100         7       1.41        40"),
        "{text}"
    );
}

//! `bookahead limits`: computes protection levels and booking limits.

use super::files::{Failure, print};
use bookahead::engine::ScenarioError;
use bookahead::engine::core::error::FieldPath;
use bookahead::engine::slots::bounds;
use bookahead::engine::slots::revenue::{
    Class, Demand, DemandSource, Market, Method, Nesting, booking_limits, expected_revenue, expected_revenue_partitioned,
    optimal_levels, protection_levels,
};
use clap::Args;
use serde::Serialize;
use std::io::Write;

#[derive(Args)]
pub struct LimitsArgs {
    /// Nodes of the machine
    #[arg(long, value_name = "C")]
    capacity: u32,
    /// Price of a node for a slot in each class, dearest first, in minor units
    #[arg(long, value_name = "P1,P2,…", value_delimiter = ',', required = true)]
    prices: Vec<u32>,
    /// Mean demand of each class, in nodes
    #[arg(long, value_name = "M1,M2,…", value_delimiter = ',', required = true, allow_negative_numbers = true)]
    means: Vec<f64>,
    /// Standard deviation of the demand of each class
    #[arg(long, value_name = "S1,S2,…", value_delimiter = ',', required = true, allow_negative_numbers = true)]
    deviations: Vec<f64>,
    /// littlewood (two classes), emsr-a, emsr-b, optimal, fixed (needs --limits) or none
    #[arg(long, value_name = "NAME", default_value = "emsr-b", value_parser = method)]
    method: Method,
    /// Booking limits for the method fixed, highest class first
    #[arg(long, value_name = "B1,B2,…", value_delimiter = ',')]
    limits: Vec<u32>,
    /// Each class has a part of its own; by default higher classes may use what lower ones leave
    #[arg(long)]
    partitioned: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn method(name: &str) -> Result<Method, String> {
    Method::from_name(name).ok_or_else(|| format!("must be one of {}", Method::ALL.map(Method::name).join(", ")))
}

/// What `--json` prints.
#[derive(Serialize)]
struct Found<'a> {
    protection_levels: &'a [u32],
    booking_limits: &'a [u32],
    expected_revenue: f64,
}

pub fn run(args: &LimitsArgs) -> Result<(), Failure> {
    let market = market(args)?;
    let offers = market.offers(&market.given_demand());
    let capacity = args.capacity;
    let levels: Vec<u32> = match args.method {
        Method::Fixed => args.limits[1..].iter().map(|&limit| capacity - limit).collect(),
        method => protection_levels(method, capacity, &offers),
    };
    let nested = booking_limits(capacity, &levels);
    let limits = market.in_force(&nested);
    let value = |levels: &[u32]| match market.nesting {
        Nesting::Nested => expected_revenue(capacity, &offers, levels),
        Nesting::Partitioned => expected_revenue_partitioned(&offers, &market.in_force(&booking_limits(capacity, levels))),
    };
    let expected = value(&levels);
    if args.json {
        let found = Found { protection_levels: &levels, booking_limits: &limits, expected_revenue: expected };
        return print(|out| {
            serde_json::to_writer(&mut *out, &found)?;
            writeln!(out)
        });
    }
    print(|out| {
        writeln!(out, "method             {}, {}", args.method.name(), market.nesting.name())?;
        writeln!(out, "{:<8}{:>10}{:>10}{:>11}{:>10}{:>11}", "class", "price", "mean", "deviation", "limit", "protected")?;
        for (k, offer) in offers.iter().enumerate() {
            // Kept for this class and the higher ones; the last class is the last in line.
            let level = levels.get(k).map_or_else(|| "-".to_string(), u32::to_string);
            let Demand { mean, deviation } = offer.demand;
            writeln!(out, "{:<8}{:>10}{mean:>10}{deviation:>11}{:>10}{level:>11}", k + 1, offer.price, limits[k])?;
        }
        writeln!(out, "expected revenue   {expected:.2} per slot")?;
        if market.nesting == Nesting::Nested && capacity <= bounds::OPTIMAL_NODES_MAX {
            let best = expected_revenue(capacity, &offers, &optimal_levels(capacity, &offers));
            let short = if best > 0.0 { 100.0 * (best - expected).max(0.0) / best } else { 0.0 };
            writeln!(out, "best possible      {best:.2} per slot; these limits fall short of it by {short:.3} %")?;
        }
        Ok(())
    })
}

/// The market that the options describe.
fn market(args: &LimitsArgs) -> Result<Market, Failure> {
    let count = args.prices.len();
    let bad =
        |option: &str, found: String, allowed: String| Err(Failure(format!("{option}: {found} is not allowed; must be {allowed}")));
    if !bounds::NODES.holds(args.capacity) {
        return bad("--capacity", args.capacity.to_string(), bounds::NODES.to_string());
    }
    let fixed = args.method == Method::Fixed;
    let lists = [("--means", args.means.len()), ("--deviations", args.deviations.len())];
    let limits = (fixed || !args.limits.is_empty()).then_some(("--limits", args.limits.len()));
    for (option, length) in lists.into_iter().chain(limits) {
        if length != count {
            return bad(option, format!("a list of {length}"), format!("a list of {count}, one for each price"));
        }
    }
    if !fixed && !args.limits.is_empty() {
        return bad("--limits", "a list".to_string(), format!("left out: method {} finds the limits", args.method.name()));
    }
    let classes = (0..count).map(|k| Class {
        name: String::new(),
        price: args.prices[k],
        book_ahead_max: (k + 1 < count).then_some(k as u32),
        limit: args.limits.get(k).copied().unwrap_or(args.capacity),
        demand: Some(Demand::new(args.means[k], args.deviations[k])),
    });
    let market = Market {
        classes: classes.collect(),
        method: args.method,
        nesting: if args.partitioned { Nesting::Partitioned } else { Nesting::Nested },
        update_every: Market::UPDATE_EVERY,
        demand: DemandSource::Given,
    };
    market.check(args.capacity, &FieldPath::new("")).map_err(|error| Failure(in_options(&error)))?;
    if fixed && args.limits[0] != args.capacity {
        return bad(
            "--limits[0]",
            args.limits[0].to_string(),
            format!("{}, the capacity: class 1 may book every node", args.capacity),
        );
    }
    Ok(market)
}

/// The message with the option in place of the field: `--prices[1]` for `classes[1].price`.
fn in_options(error: &ScenarioError) -> String {
    let ScenarioError { place, found, allowed } = error;
    let place = place.as_str();
    let option = match place.strip_prefix("classes").and_then(|rest| rest.split_once('.')) {
        Some((index, field)) => format!("--{field}s{index}"),
        // The number of classes is the number of prices.
        None if place == "classes" => "--prices".to_string(),
        None => format!("--{place}"),
    };
    format!("{option}: {found} is not allowed; must be {allowed}")
}

//! `bookahead limits`: computes protection levels and booking limits.

use super::files::{Failure, print};
use bookahead::engine::slots::bounds;
use bookahead::engine::slots::revenue::{Demand, LimitsAnswer, LimitsQuestion, Method, Nesting, expected_revenue, optimal_levels};
use bookahead::formats::studies::slots::write_limits;
use clap::Args;
use std::io::{self, Write};

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

pub fn run(args: &LimitsArgs) -> Result<(), Failure> {
    let question = LimitsQuestion {
        capacity: args.capacity,
        prices: args.prices.clone(),
        means: args.means.clone(),
        deviations: args.deviations.clone(),
        method: args.method,
        limits: args.limits.clone(),
        partitioned: args.partitioned,
    };
    let answer = question.answer().map_err(|error| Failure(format!("--{error}")))?;
    print(|out| if args.json { write_limits(out, &answer) } else { write_text(out, args.capacity, &answer) })
}

fn write_text(out: &mut impl Write, capacity: u32, answer: &LimitsAnswer) -> io::Result<()> {
    let LimitsAnswer { market, offers, protection_levels, booking_limits, expected_revenue: expected } = answer;
    writeln!(out, "method             {}, {}", market.method.name(), market.nesting.name())?;
    writeln!(out, "{:<8}{:>10}{:>10}{:>11}{:>10}{:>11}", "class", "price", "mean", "deviation", "limit", "protected")?;
    for (k, offer) in offers.iter().enumerate() {
        // Kept for this class and the higher ones; the last class is the last in line.
        let level = protection_levels.get(k).map_or_else(|| "-".to_string(), u32::to_string);
        let Demand { mean, deviation } = offer.demand;
        writeln!(out, "{:<8}{:>10}{mean:>10}{deviation:>11}{:>10}{level:>11}", k + 1, offer.price, booking_limits[k])?;
    }
    writeln!(out, "expected revenue   {expected:.2} per slot")?;
    if market.nesting == Nesting::Nested && capacity <= bounds::OPTIMAL_NODES_MAX {
        let best = expected_revenue(capacity, offers, &optimal_levels(capacity, offers));
        let short = if best > 0.0 { 100.0 * (best - expected).max(0.0) / best } else { 0.0 };
        writeln!(out, "best possible      {best:.2} per slot; these limits fall short of it by {short:.3} %")?;
    }
    Ok(())
}

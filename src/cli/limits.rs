//! `bookahead limits`: computes protection levels and booking limits.

use super::files::{Failure, print};
use bookahead::engine::slots::revenue::{Demand, DemandShape, LimitsAnswer, LimitsQuestion, Method, Rounding};
use bookahead::formats::studies::slots::write_limits;
use clap::Args;
use std::io::{self, Write};

#[derive(Args)]
pub struct LimitsArgs {
    /// Nodes of the machine
    #[arg(long, value_name = "C")]
    capacity: u32,
    /// Price of a node for a slot in each class, dearest first, in minor units
    #[arg(long, value_name = "P1,P2,…", value_delimiter = ',', required = true, value_parser = price)]
    prices: Vec<u32>,
    /// What demand is like: normal (by --means and --deviations), poisson (by --means) or uniform (by --ranges)
    #[arg(long, value_name = "NAME", default_value = "normal", value_parser = shape)]
    demand: DemandShape,
    /// Mean demand of each class, in nodes
    #[arg(long, value_name = "M1,M2,…", value_delimiter = ',', allow_negative_numbers = true)]
    means: Vec<f64>,
    /// Standard deviation of the demand of each class, 0 where it is known
    #[arg(long, value_name = "S1,S2,…", value_delimiter = ',', allow_negative_numbers = true)]
    deviations: Vec<f64>,
    /// Least and greatest demand of each class, in nodes
    #[arg(long, value_name = "L1-G1,L2-G2,…", value_delimiter = ',', value_parser = range)]
    ranges: Vec<(u32, u32)>,
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

fn shape(name: &str) -> Result<DemandShape, String> {
    DemandShape::from_name(name).ok_or_else(|| format!("must be one of {}", DemandShape::ALL.map(DemandShape::name).join(", ")))
}

/// A price in minor units.
fn price(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "must be a whole number of minor units, such as cents: 24950 for 249.50".to_string())
}

/// A least and a greatest number: `50-150`.
fn range(text: &str) -> Result<(u32, u32), String> {
    let both = text.split_once('-').and_then(|(least, greatest)| Some((least.parse().ok()?, greatest.parse().ok()?)));
    both.ok_or_else(|| "must be a least and a greatest number, such as 50-150".to_string())
}

pub fn run(args: &LimitsArgs) -> Result<(), Failure> {
    let question = LimitsQuestion {
        capacity: args.capacity,
        prices: args.prices.clone(),
        means: args.means.clone(),
        deviations: args.deviations.clone(),
        shape: args.demand,
        ranges: args.ranges.clone(),
        method: args.method,
        limits: args.limits.clone(),
        partitioned: args.partitioned,
    };
    let answer = question.answer().map_err(|error| Failure(format!("--{error}")))?;
    print(|out| if args.json { write_limits(out, &answer) } else { write_text(out, args.demand, &answer) })
}

fn write_text(out: &mut impl Write, shape: DemandShape, answer: &LimitsAnswer) -> io::Result<()> {
    let LimitsAnswer { market, offers, protection_levels, booking_limits, expected_revenue: expected, best_revenue, rounding } =
        answer;
    writeln!(out, "method             {}, {}", market.method.name(), market.nesting.name())?;
    if shape != DemandShape::Normal {
        writeln!(out, "demand             {}", shape.name())?;
    }
    writeln!(out, "{:<8}{:>10}{:>10}{:>11}{:>10}{:>11}", "class", "price", "mean", "deviation", "limit", "protected")?;
    for (k, offer) in offers.iter().enumerate() {
        // Kept for this class and the higher ones; the last class is the last in line.
        let level = protection_levels.get(k).map_or_else(|| "-".to_string(), u32::to_string);
        let Demand { mean, deviation } = offer.demand;
        // A deviation that follows from something else has no last digit.
        let deviation = if shape == DemandShape::Normal { deviation.to_string() } else { format!("{deviation:.2}") };
        writeln!(out, "{:<8}{:>10}{mean:>10}{deviation:>11}{:>10}{level:>11}", k + 1, offer.price, booking_limits[k])?;
    }
    writeln!(out, "expected revenue   {expected:.2} per slot")?;
    if let Some(best) = *best_revenue {
        let short = if best > 0.0 { 100.0 * (best - expected).max(0.0) / best } else { 0.0 };
        writeln!(out, "best possible      {best:.2} per slot; these limits fall short of it by {short:.3} %")?;
    }
    if let Some(Rounding { unrounded, better, gain }) = rounding {
        let list = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(", ");
        let from = list(&mut unrounded.iter().map(|level| format!("{level:.2}")));
        write!(out, "rounded down       from {from}, as in Umar 5.2.2; ")?;
        if better == protection_levels {
            writeln!(out, "no neighbour is better")?;
        } else {
            writeln!(out, "{} would bring {gain:.2} more per slot", list(&mut better.iter().map(u32::to_string)))?;
        }
    }
    Ok(())
}

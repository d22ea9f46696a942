//! `bookahead trace`: how a request was decided, line by line of the algorithm.

use super::files::{Failure, print, read_scenario};
use super::searches::Searches;
use bookahead::engine::core::algorithm::{LineAtWork, Listing};
use bookahead::lessons::lines::decision_on;
use clap::Args;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::PathBuf;

/// The search of the planner, strategy or scheduler for one request, as the page shows it beside the picture while one steps: the lines of pseudo-code that were
/// at work, with the values of the variables.
#[derive(Args)]
pub struct TraceArgs {
    /// Scenario file (JSON), or - for standard input
    scenario: PathBuf,
    /// The request or job, as plans call it [default: the last one]
    #[arg(long, value_name = "NAME")]
    request: Option<String>,
    /// Print the searches in the structures of the papers, too: strips, lists and trees of idle periods, the two-level tree of a try of co-allocation
    #[arg(long)]
    searches: bool,
    /// Which try of co-allocation is shown with its tree [default: the last one]
    #[arg(long, value_name = "N", requires = "searches", value_parser = clap::value_parser!(u32).range(1..))]
    attempt: Option<u32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &TraceArgs) -> Result<(), Failure> {
    let scenario = read_scenario(&args.scenario)?.scenario;
    let found = decision_on(&scenario.study, args.request.as_deref()).map_err(|error| Failure::at(&args.scenario, error))?;
    let Some((listing, lines)) = found else {
        let called = args.request.as_deref().map(|name| format!(" {name:?}")).unwrap_or_default();
        let found =
            format!("there is no request{called} with lines to tell; for workflows, plan --mapping tells the steps of a mapping");
        return Err(Failure::at(&args.scenario, found));
    };
    let searches = args.searches.then(|| Searches::of(&scenario.study, args.request.as_deref(), args.attempt)).transpose();
    let searches = searches.map_err(|error| Failure::at(&args.scenario, error))?;
    print(|out| {
        if args.json {
            return write_json(out, &listing, &lines, searches.as_ref());
        }
        write_words(out, &listing, &lines)?;
        searches.as_ref().map_or(Ok(()), |searches| searches.write_words(out))
    })
}

/// A line at work in each row, with the values that it changed.
pub fn write_words(out: &mut impl Write, listing: &Listing, lines: &[LineAtWork]) -> io::Result<()> {
    writeln!(out, "{} ({})\n", listing.name, listing.source)?;
    let mut before: &[(&str, String)] = &[];
    for line in lines {
        if line.left_out > 0 {
            writeln!(out, "      {} more left out", line.left_out)?;
        }
        let Some(code) = listing.line(line.line) else { continue };
        let text = format!("{}{}", "  ".repeat(code.depth.into()), code.text);
        let changed: Vec<String> =
            line.values.iter().filter(|value| !before.contains(value)).map(|(name, value)| format!("{name} = {value}")).collect();
        let place = listing.place_of(line.line).unwrap_or(0) + 1;
        let told = format!("{place:>4}  {text:<72} {}", changed.join(", "));
        writeln!(out, "{}", told.trim_end())?;
        before = &line.values;
    }
    Ok(())
}

/// The same as JSON: each line at work with all values, and the searches.
fn write_json(out: &mut impl Write, listing: &Listing, lines: &[LineAtWork], searches: Option<&Searches>) -> io::Result<()> {
    let steps: Vec<Value> = lines.iter().map(|line| step(listing, line)).collect();
    let mut report = json!({ "algorithm": listing.name, "source": listing.source, "steps": steps });
    if let Some(searches) = searches {
        report["searches"] = searches.to_json();
    }
    writeln!(out, "{report:#}")
}

fn step(listing: &Listing, line: &LineAtWork) -> Value {
    let values: Map<String, Value> = line.values.iter().map(|(name, value)| ((*name).to_string(), value.clone().into())).collect();
    let text = listing.line(line.line).map(|code| code.text.to_string());
    let mut step = json!({ "line": line.line, "text": text, "values": values });
    if line.left_out > 0 {
        step["left_out"] = line.left_out.into();
    }
    step
}

//! `bookahead experiment`.

use super::{Failure, print};
use bookahead::engine::ScenarioError;
use bookahead::engine::experiment::{Interval, Listed, Options, Results, catalogue, start};
use bookahead::file;
use clap::Args;
use std::io::{self, Write};

#[derive(Args)]
pub struct ExperimentArgs {
    /// Which experiment; without a name they are listed
    name: Option<String>,
    /// Number of runs, each with its own seed
    #[arg(long, value_name = "R")]
    runs: Option<u32>,
    /// Requests of each run
    #[arg(long, value_name = "J")]
    jobs: Option<u32>,
    /// Seed of the first run; the others count up
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print the curves as CSV
    #[arg(long)]
    csv: bool,
}

pub fn run(args: &ExperimentArgs) -> Result<(), Failure> {
    let listed = catalogue();
    let Some(name) = &args.name else {
        return print(|out| {
            for Listed { key, title, options } in &listed {
                writeln!(out, "{key:<24}{title}; {} runs of {} requests", options.runs, options.requests)?;
            }
            Ok(())
        });
    };
    // A name that is not there is refused by `start`, in its words.
    let standard = listed.iter().find(|listed| listed.key == *name).or(listed.first()).map(|listed| listed.options);
    let Some(standard) = standard else { return Err(Failure("there are no experiments".to_string())) };
    let options = Options {
        runs: args.runs.unwrap_or(standard.runs),
        requests: args.jobs.unwrap_or(standard.requests),
        seed: args.seed.unwrap_or(standard.seed),
    };
    let mut running = start(name, options).map_err(in_options)?;
    while !running.is_done() {
        running.advance(usize::MAX).map_err(in_options)?;
    }
    let results = running.results();
    print(|out| match (args.json, args.csv) {
        (true, _) => file::write_results(out, &results),
        (_, true) => file::write_series_csv(out, &results),
        _ => write_text(out, &results),
    })
}

fn in_options(error: ScenarioError) -> Failure {
    let ScenarioError { place, found, allowed } = error;
    let dashes = if ["runs", "jobs"].contains(&place.as_str()) { "--" } else { "" };
    Failure(format!("{dashes}{place}: {found} is not allowed; must be {allowed}"))
}

fn with_interval(value: &Interval) -> String {
    if value.runs < 2 { format!("{:.3}", value.mean) } else { format!("{:.3} ± {:.3}", value.mean, value.half) }
}

fn write_text(out: &mut impl Write, results: &Results) -> io::Result<()> {
    let Results { title, options, runs_done, .. } = results;
    let runs = if *runs_done == 1 { "run" } else { "runs" };
    writeln!(out, "{title}")?;
    writeln!(out, "{runs_done} {runs} of {} requests, seeds from {}; means with 95 % intervals\n", options.requests, options.seed)?;
    let width = results.measures.iter().map(|(measure, _)| measure.key.len()).max().unwrap_or(0) + 2;
    for (measure, value) in &results.measures {
        writeln!(out, "{:<width$}{:<24}{}", measure.key, with_interval(value), measure.words)?;
    }
    writeln!(out, "\nthe paper's figures")?;
    for beside in &results.beside {
        writeln!(out, "  {}: paper {}, here {}", beside.words, beside.paper, with_interval(&beside.ours))?;
    }
    writeln!(out, "\nthe paper's claims")?;
    for claim in &results.claims {
        writeln!(out, "  {:<9}{}: {}", claim.verdict.words(), claim.words, with_interval(&claim.measured))?;
    }
    Ok(())
}

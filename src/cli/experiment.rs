//! `bookahead experiment`: runs on all cores; if the time limit is reached, prints the finished part.

use super::cores::{Cores, in_options};
use super::files::{Failure, print};
use super::inputs::Inputs;
use super::results::Outputs;
use super::shards::work_on_shard;
use bookahead::formats::json::Part;
use bookahead::papers::experiment::{ExperimentInfo, Options, Shard, catalogue, find};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
pub struct ExperimentArgs {
    /// Which experiment; without a name they are listed
    name: Option<String>,
    /// List the experiments
    #[arg(long, conflicts_with = "name")]
    list: bool,
    /// Number of runs, each with its own seed
    #[arg(long, value_name = "R")]
    runs: Option<u32>,
    /// Requests of each run
    #[arg(long, value_name = "J", conflicts_with = "graphs")]
    jobs: Option<u32>,
    /// Seed of the first run; the others count up
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// The paper's size, instead of one for a lecture
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    cores: Cores,
    /// Do one of N equal shares of the work, such as 2/8, and write what it found to a file; `bookahead merge` puts the parts together. A file with what an
    /// interrupted run found is continued
    #[arg(long, value_name = "I/N", requires = "output", conflicts_with_all = ["json", "csv", "svg"])]
    shard: Option<String>,
    /// File for the part of a shard
    #[arg(short, long, value_name = "FILE", requires = "shard")]
    output: Option<PathBuf>,
    #[command(flatten)]
    outputs: Outputs,
}

pub fn run(args: &ExperimentArgs) -> Result<(), Failure> {
    let Some(name) = &args.name else {
        return print(|out| {
            for ExperimentInfo { key, title, lecture, paper, .. } in catalogue() {
                writeln!(out, "{key:<24}{title}; {} runs of {} {}", lecture.runs, lecture.requests, paper.requests())?;
            }
            Ok(())
        });
    };
    let listed = find(name).map_err(in_options)?;
    let standard = if args.full { listed.full } else { listed.lecture };
    let input = args.inputs.read(&listed)?;
    args.outputs.check()?;
    let standard = input.usual_size(&listed, standard);
    let options = Options {
        runs: args.runs.unwrap_or(standard.runs),
        requests: args.jobs.unwrap_or(standard.requests),
        seed: args.seed.unwrap_or(standard.seed),
    };
    let mut study = input.begin(name, options).map_err(in_options)?;
    if let (Some(shard), Some(path)) = (&args.shard, &args.output) {
        let shard: Shard = shard.parse().map_err(in_options)?;
        let fresh = Part::new(name.clone(), study.options(), input.mark(), shard);
        let part = work_on_shard(fresh, &study, &args.cores, path)?;
        let units = shard.units(study.units()).count();
        eprintln!("{}: {} of {units} units of shard {shard} are done", path.display(), part.found.len());
        return Ok(());
    }
    let mut all = Vec::new();
    let units: Vec<u32> = (0..study.units()).collect();
    args.cores.work_on(&study, &units, |unit, found| {
        all.push((unit, found));
        Ok(())
    })?;
    for (unit, found) in all {
        study.take_in(unit, found);
    }
    study.close();
    args.outputs.write(&study.results())
}

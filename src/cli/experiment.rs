//! `bookahead experiment`: runs on all cores; if the time limit is reached, prints the finished part.

use super::cores::{Cores, in_options};
use super::files::{Failure, print, read_bytes};
use super::results::Outputs;
use super::shards::work_on_shard;
use bookahead::engine::batch::experiment::ClusterInput;
use bookahead::engine::experiment::{ExperimentInfo, ExperimentRun, Options, Shard, catalogue, find};
use bookahead::engine::workflow::graph::TaskGraph;
use bookahead::formats::sacct::{looks_like_sacct, read_sacct};
use bookahead::formats::studies::cluster::{LogChoices, log_input};
use bookahead::formats::swf::{INFLATED_MAX, read_log};
use bookahead::formats::workflow::{WorkflowOptions as GraphOptions, to_workflow};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    #[arg(long, value_name = "J")]
    jobs: Option<u32>,
    /// Seed of the first run; the others count up
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// A workload log (SWF or sacct, plain or gzip) whose jobs take the place of drawn ones, for Castillo's chapter 5, for Sulistio and for who-wins
    #[arg(long, value_name = "LOG", conflicts_with = "shard")]
    log: Option<PathBuf>,
    /// Nodes of the log's machine [default: the log's MaxProcs, else MaxNodes, else its largest job; for Sulistio 64]
    #[arg(long, value_name = "N", requires = "log")]
    nodes: Option<u32>,
    /// Processors of a node: a job gets as many nodes as its processors need [default: 1; for Sulistio the log's MaxProcs ÷ MaxNodes]
    #[arg(long, value_name = "P", requires = "log")]
    processors_per_node: Option<u32>,
    /// Take the estimates of the log for l_r, instead of its run times
    #[arg(long, requires = "log")]
    estimates: bool,
    /// A task graph or a folder of task graphs (STG, WfCommons JSON, DAX) that take the place of drawn ones, for Mondol's experiments
    #[arg(long, value_name = "PATH", conflicts_with_all = ["shard", "log", "jobs"])]
    graphs: Option<PathBuf>,
    /// The paper's size, instead of one for a lecture
    #[arg(long)]
    full: bool,
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
    args.outputs.check()?;
    let listed = find(name).map_err(in_options)?;
    let standard = if args.full { listed.full } else { listed.lecture };
    let input = args.log.as_ref().map(|path| input_of(path, &listed, args)).transpose()?;
    let standard = input.as_ref().map_or(standard, |input| listed.size_with(input, standard));
    let options = Options {
        runs: args.runs.unwrap_or(standard.runs),
        requests: args.jobs.unwrap_or(standard.requests),
        seed: args.seed.unwrap_or(standard.seed),
    };
    let begun = match (input, &args.graphs) {
        (Some(input), _) => ExperimentRun::with_log(name, options, input),
        (None, Some(path)) => ExperimentRun::with_graphs(name, options, Arc::new(graphs_in(path)?)),
        (None, None) => ExperimentRun::new(name, options),
    };
    let mut study = begun.map_err(in_options)?;
    if let (Some(shard), Some(path)) = (&args.shard, &args.output) {
        let shard: Shard = shard.parse().map_err(in_options)?;
        let part = work_on_shard(name, &study, shard, &args.cores, path)?;
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

/// Most bytes of a graph that are read.
const GRAPH_BYTES_MAX: usize = 64 << 20;
/// Most graphs of a folder.
const GRAPHS_MAX: usize = 10_000;

/// The graph in a file, or those in all files of a folder, in the order of their names.
fn graphs_in(path: &Path) -> Result<Vec<TaskGraph>, Failure> {
    let mut files = vec![path.to_path_buf()];
    if path.is_dir() {
        let listed = std::fs::read_dir(path).map_err(|error| Failure::at(path, error))?;
        files =
            listed.filter_map(Result::ok).map(|entry| entry.path()).filter(|file| file.is_file()).take(GRAPHS_MAX + 1).collect();
        files.sort_unstable();
    }
    if files.is_empty() || files.len() > GRAPHS_MAX {
        return Err(Failure::at(path, format!("a folder of 1 to {GRAPHS_MAX} task graphs is needed")));
    }
    let graph = |file: PathBuf| {
        let bytes = read_bytes(&file, GRAPH_BYTES_MAX)?;
        let (workflow, _) = to_workflow(&bytes, &GraphOptions::default()).map_err(|error| Failure::at(&file, error))?;
        let applications = workflow.applications();
        let first = applications.first().ok_or_else(|| Failure::at(&file, "no application"))?;
        Ok((*first.graph).clone())
    };
    files.into_iter().map(graph).collect()
}

/// The jobs of a log.
fn input_of(path: &Path, listed: &ExperimentInfo, args: &ExperimentArgs) -> Result<ClusterInput, Failure> {
    let usage = listed.takes_log().map_err(in_options)?;
    let bytes = read_bytes(path, INFLATED_MAX as usize)?;
    let log = if looks_like_sacct(&bytes) {
        read_sacct(bytes, false).map_err(|error| Failure::at(path, error))?.log
    } else {
        read_log(bytes).map_err(|error| Failure::at(path, error))?
    };
    let choices = LogChoices { nodes: args.nodes, processors_per_node: args.processors_per_node, with_estimates: args.estimates };
    let (input, report) = log_input(&log, listed, choices).map_err(|error| Failure::at(path, error))?;
    for (count, what) in report.notes().into_iter().filter(|_| usage.clips) {
        eprintln!("{count} {} {what}", if count == 1 { "job" } else { "jobs" });
    }
    Ok(input)
}

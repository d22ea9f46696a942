//! `bookahead import`: converts a workload log or a task graph into a scenario.

use super::files::{Failure, is_dash, print, read_bytes};
use super::plan::scheduler;
use super::printable::one_line;
use bookahead::engine::Scenario;
use bookahead::engine::Study;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::core::bounds;
use bookahead::formats::json;
use bookahead::formats::sacct::{SacctLog, looks_like_sacct, read_sacct};
use bookahead::formats::studies::cluster::{ClusterOptions, ClusterReport, to_cluster};
use bookahead::formats::swf::{INFLATED_MAX, Oversize, Problems, SwfLog, SwfOptions, read_log, to_study};
use bookahead::formats::workflow::{self, ImportedGraph};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct ImportArgs {
    /// Log in the Standard Workload Format or as sacct --parsable2 prints it, plain or gzip; or a task graph as STG, WfCommons JSON or DAX; - for standard input
    log: PathBuf,
    /// Nodes of the machine [default: the log's MaxProcs, else MaxNodes, else its largest job; 8 for a task graph]
    #[arg(long, value_name = "N")]
    nodes: Option<u32>,
    /// What the file becomes: requests of a plan in slots, jobs of a cluster, or the workflow of a task graph
    #[arg(long, value_name = "STUDY", default_value = "slots", value_parser = ["slots", "cluster", "workflow"])]
    study: String,
    /// Processors of a node of the cluster: a job gets the nodes that its processors need
    #[arg(long, value_name = "P", default_value_t = ClusterOptions::default().processors_per_node)]
    processors_per_node: u32,
    /// Scheduler of the cluster
    #[arg(long, value_name = "NAME", value_parser = scheduler)]
    scheduler: Option<Scheduler>,
    /// Share of the cluster's jobs, from 0 to 1, that ask for a start 0 to 3 hours ahead
    #[arg(long, value_name = "RHO", default_value_t = ClusterOptions::default().share)]
    share: f64,
    /// Seed by which these jobs and their starts are drawn
    #[arg(long, value_name = "S", default_value_t = ClusterOptions::default().seed)]
    seed: u64,
    /// Length of a slot in seconds
    #[arg(long, value_name = "S", default_value_t = SwfOptions::default().slot_seconds)]
    slot_seconds: u32,
    /// Slots from submission to earliest start
    #[arg(long, value_name = "SLOTS", default_value_t = SwfOptions::default().book_ahead)]
    book_ahead: u32,
    /// Slots a start may move, whatever the duration
    #[arg(long, value_name = "SLOTS", default_value_t = SwfOptions::default().relax_slots)]
    relax_slots: u32,
    /// Further slots a start may move, in per cent of the duration
    #[arg(long, value_name = "PERCENT", default_value_t = SwfOptions::default().relax_percent)]
    relax_percent: u32,
    /// What becomes of jobs larger than the machine
    #[arg(long, value_enum, default_value_t = OversizeArg::Skip)]
    oversize: OversizeArg,
    /// Where the scenario goes [default: standard output]
    #[arg(short, long, value_name = "SCENARIO.json")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum OversizeArg {
    /// They are left out
    Skip,
    /// They get as many nodes as there are
    Clip,
}

pub fn run(args: &ImportArgs) -> Result<(), Failure> {
    let bytes = read_bytes(&args.log, INFLATED_MAX as usize)?;
    if args.study == "workflow" {
        return write(args, workflow(args, &bytes)?);
    }
    let (log, counts_nodes) = read(args, bytes)?;
    tell("refused", "line", &log.problems);
    let oversize = match args.oversize {
        OversizeArg::Skip => Oversize::Skip,
        OversizeArg::Clip => Oversize::Clip,
    };
    let study = if args.study == "cluster" { cluster(args, &log, counts_nodes, oversize)? } else { slots(args, &log, oversize)? };
    write(args, study)
}

fn write(args: &ImportArgs, study: Study) -> Result<(), Failure> {
    let text = json::write(&Scenario::new(title(&args.log), study));
    match args.output.as_deref().filter(|path| !is_dash(path)) {
        Some(path) => std::fs::write(path, text).map_err(|error| Failure::at(path, format!("cannot be written: {error}"))),
        None => print(|out| out.write_all(text.as_bytes())),
    }
}

/// Reads a log of either kind; whether it counts nodes and not processors.
fn read(args: &ImportArgs, bytes: Vec<u8>) -> Result<(SwfLog, bool), Failure> {
    if !looks_like_sacct(&bytes) {
        return read_log(bytes).map(|log| (log, false)).map_err(|error| Failure::at(&args.log, error));
    }
    let read = read_sacct(bytes, args.processors_per_node > 1).map_err(|error| Failure::at(&args.log, error))?;
    let SacctLog { log, counts_nodes, steps } = read;
    if steps > 0 {
        eprintln!("{} dropped", counted(steps, "step of a job", "steps of jobs"));
    }
    Ok((log, counts_nodes))
}

fn counted(count: u32, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The log as a plan in slots.
fn slots(args: &ImportArgs, log: &SwfLog, oversize: Oversize) -> Result<Study, Failure> {
    let options = SwfOptions {
        machine_nodes: args.nodes,
        slot_seconds: args.slot_seconds,
        book_ahead: args.book_ahead,
        relax_slots: args.relax_slots,
        relax_percent: args.relax_percent,
        oversize,
    };
    let (study, report) = to_study(log, &options).map_err(|error| Failure::at(&args.log, error))?;
    tell("left out", "job", &report.skipped);
    tell_clipped(report.oversize_clipped, report.machine_nodes);
    eprintln!("{} on {} nodes", counted(report.requests, "request", "requests"), report.machine_nodes);
    Ok(study)
}

fn tell_clipped(jobs: u32, nodes: u32) {
    if jobs > 0 {
        eprintln!("{} cut to {nodes} nodes", counted(jobs, "job larger than the machine was", "jobs larger than the machine were"));
    }
}

/// The log as a cluster.
fn cluster(args: &ImportArgs, log: &SwfLog, counts_nodes: bool, oversize: Oversize) -> Result<Study, Failure> {
    let options = ClusterOptions {
        nodes: args.nodes,
        processors_per_node: if counts_nodes { 1 } else { args.processors_per_node },
        oversize,
        share: args.share,
        seed: args.seed,
        scheduler: args.scheduler.unwrap_or_default(),
    };
    let (cluster, report) = to_cluster(log, &options).map_err(|error| Failure::at(&args.log, error))?;
    tell("left out", "job", &report.skipped);
    for (count, what) in report.notes() {
        eprintln!("{} {what}", counted(count, "job", "jobs"));
    }
    if let Some(over) = report.overbooked {
        eprintln!(
            "--nodes {} makes room for all; if the log counts processors, --processors-per-node says how many a node has; if jobs share nodes, count processors as nodes",
            over.most
        );
    }
    let ClusterReport { jobs, nodes, .. } = report;
    eprintln!("{} on {nodes} nodes", counted(jobs, "job", "jobs"));
    Ok(cluster.into())
}

/// The task graph as a workflow.
fn workflow(args: &ImportArgs, bytes: &[u8]) -> Result<Study, Failure> {
    let usual = workflow::WorkflowOptions::default();
    let options = workflow::WorkflowOptions { nodes: args.nodes.unwrap_or(usual.nodes), ..usual };
    let (scenario, read) = workflow::to_workflow(bytes, &options).map_err(|error| Failure::at(&args.log, error))?;
    let ImportedGraph { graph, format, .. } = read;
    let tasks = counted(graph.len() as u32, "task", "tasks");
    eprintln!("{format}: {tasks} and {} on {} nodes", counted(graph.edges.len() as u32, "edge", "edges"), scenario.nodes());
    Ok(scenario.into())
}

/// Problems on standard error: the first ones with their line, then how many more.
fn tell(what: &str, noun: &str, problems: &Problems) {
    for problem in &problems.kept {
        eprintln!("{}", one_line(&format!("line {}: {what}: {}", problem.line, problem.what)));
    }
    let more = problems.total as usize - problems.kept.len();
    if more > 0 {
        eprintln!("and {more} more {noun}{} {what}", if more == 1 { "" } else { "s" });
    }
}

/// The file's name without its endings.
fn title(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let name =
        [".swf", ".txt", ".csv", ".stg", ".json", ".xml", ".dax"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    if name == "-" { String::new() } else { name.chars().take(bounds::TITLE_CHARS).collect() }
}

//! `bookahead import`: converts a workload log, a snapshot of a running machine, or a task graph into a scenario.

use super::files::{Failure, check_output, is_dash, print, read_bytes, write_to};
use super::logs::{self, counted, tell, tell_notes};
use super::packed::unpacked;
use super::plan::scheduler;
use super::printable::one_line;
use super::snapshot;
use bookahead::engine::Scenario;
use bookahead::engine::Study;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::core::bounds;
use bookahead::formats::batsim::looks_like_batsim;
use bookahead::formats::json;
use bookahead::formats::sacct::looks_like_sacct;
use bookahead::formats::snapshot::{SnapshotOptions, is_snapshot};
use bookahead::formats::studies::cluster::{ClusterOptions, ClusterReport, to_cluster};
use bookahead::formats::swf::{Oversize, SwfLog, SwfOptions, to_study};
use bookahead::formats::workflow::{self, ImportedGraph};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Most bytes of a graph that are read.
const GRAPH_BYTES_MAX: usize = 64 << 20;

#[derive(Args)]
pub struct ImportArgs {
    /// Log in the Standard Workload Format or as sacct --parsable2 prints it, plain or packed (gzip, xz, Zstandard); or the files of a snapshot, as squeue --json, scontrol show and sinfo --json print them; or a task graph as STG, WfCommons JSON or DAX; - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Nodes of the machine [default: the log's MaxProcs, else MaxNodes, else its largest job; those of a snapshot; 8 for a task graph]
    #[arg(long, value_name = "N")]
    nodes: Option<u32>,
    /// What the file becomes: requests of a plan in slots, jobs of a cluster, or the workflow of a task graph [default: slots; a snapshot is always a cluster]
    #[arg(long, value_name = "STUDY", value_enum)]
    study: Option<Becomes>,
    /// The moment of a snapshot, as 2026-11-28T09:00:00+01:00 or in seconds since 1970 [default: what the snapshot tells]
    #[arg(long, value_name = "TIME")]
    now: Option<String>,
    /// Keep the names of users and jobs of a snapshot; the scenario, and every link of it, then tells them to everyone
    #[arg(long)]
    keep_names: bool,
    /// Take only the jobs of one partition, of a snapshot also only its nodes; what the header of a log says of the machine's size is then not used
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
    /// Make every estimate so many times the run time (1 to 1000), instead of what was asked for
    #[arg(long, value_name = "F", value_parser = factor)]
    estimate_factor: Option<f64>,
    /// Processors of a node of the cluster: a job gets the nodes that its processors need [default: 1; a snapshot counts nodes, or processors where jobs share nodes]
    #[arg(long, value_name = "P")]
    processors_per_node: Option<u32>,
    /// Scheduler of the cluster [default: easy; conservative for a snapshot, since Slurm plans a start for every job, too]
    #[arg(long, value_name = "NAME", value_parser = scheduler)]
    scheduler: Option<Scheduler>,
    /// Leave out of the cluster the jobs that ran for fewer seconds
    #[arg(long, value_name = "SECONDS")]
    least_length: Option<u32>,
    /// Share of the cluster's jobs, from 0 to 1, that ask for a start 0 to 3 hours ahead [default: 0]
    #[arg(long, value_name = "RHO")]
    share: Option<f64>,
    /// Seed by which these jobs and their starts are drawn [default: 1]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Length of a slot in seconds [default: 300]
    #[arg(long, value_name = "S")]
    slot_seconds: Option<u32>,
    /// Slots from submission to earliest start [default: 0]
    #[arg(long, value_name = "SLOTS")]
    book_ahead: Option<u32>,
    /// Slots a start may move, whatever the duration [default: 12]
    #[arg(long, value_name = "SLOTS")]
    relax_slots: Option<u32>,
    /// Further slots a start may move, in per cent of the duration [default: 100]
    #[arg(long, value_name = "PERCENT")]
    relax_percent: Option<u32>,
    /// What becomes of jobs larger than the machine [default: skip]
    #[arg(long, value_enum)]
    oversize: Option<OversizeArg>,
    /// Where the scenario goes [default: standard output]
    #[arg(short, long, value_name = "SCENARIO.json")]
    output: Option<PathBuf>,
}

/// What a file becomes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Becomes {
    /// A plan in slots
    Slots,
    /// A cluster
    Cluster,
    /// A workflow
    Workflow,
}

#[derive(Clone, Copy, ValueEnum)]
enum OversizeArg {
    /// They are left out
    Skip,
    /// They get as many nodes as there are
    Clip,
}

/// How many times the run time an estimate is.
fn factor(word: &str) -> Result<f64, String> {
    let number = word.parse::<f64>().ok().filter(|number| (1.0..=1_000.0).contains(number));
    number.ok_or_else(|| "must be a number from 1 to 1000".to_string())
}

impl ImportArgs {
    /// The only file, or the first.
    fn log(&self) -> &Path {
        self.files.first().map_or(Path::new("-"), PathBuf::as_path)
    }

    fn study(&self) -> Becomes {
        self.study.unwrap_or(Becomes::Slots)
    }

    /// Refuses options that only a log has.
    fn check_snapshot(&self) -> Result<(), String> {
        if self.study.is_some_and(|study| study != Becomes::Cluster) {
            return Err("a snapshot of a running machine becomes a cluster; leave out --study".to_string());
        }
        let is_slots = self.slot_seconds.or(self.book_ahead).or(self.relax_slots).or(self.relax_percent).is_some();
        let of_log = self.share.is_some() || self.seed.is_some() || self.least_length.is_some() || self.oversize.is_some();
        if is_slots || of_log || self.estimate_factor.is_some() {
            return Err(
                "of a snapshot only --keep-names, --nodes, --now, --partition, --processors-per-node and --scheduler can be chosen; the other options belong to a log"
                    .to_string(),
            );
        }
        Ok(())
    }

    /// Refuses options of another study than the file becomes.
    fn check_options(&self) -> Result<(), String> {
        if self.keep_names {
            return Err("--keep-names belongs to a snapshot of a running machine; this is none".to_string());
        }
        let is_slots = self.slot_seconds.or(self.book_ahead).or(self.relax_slots).or(self.relax_percent).is_some();
        let draws = self.share.is_some() || self.seed.is_some();
        let picks = self.processors_per_node.is_some() || self.least_length.is_some();
        let is_cluster = draws || picks || self.scheduler.is_some();
        let is_log = self.partition.is_some() || self.estimate_factor.is_some() || self.oversize.is_some();
        let found = match self.study() {
            Becomes::Slots => "a plan in slots",
            Becomes::Cluster => "a cluster",
            Becomes::Workflow => "a workflow",
        };
        if is_cluster && self.study() != Becomes::Cluster {
            return Err(format!(
                "--processors-per-node, --scheduler, --least-length, --share and --seed belong to a cluster; this becomes {found}, so add --study cluster"
            ));
        }
        if is_slots && self.study() != Becomes::Slots {
            return Err(format!(
                "--slot-seconds, --book-ahead, --relax-slots and --relax-percent belong to a plan in slots; this becomes {found}"
            ));
        }
        if is_log && self.study() == Becomes::Workflow {
            return Err(format!("--partition, --estimate-factor and --oversize belong to a log; this becomes {found}"));
        }
        Ok(())
    }

    /// Refuses several files where one is meant.
    fn only_one(&self) -> Result<(), Failure> {
        match self.files.as_slice() {
            [_, second, ..] => Err(Failure::at(second, "only a snapshot of a running machine has several files, and this is none")),
            _ => Ok(()),
        }
    }

    fn oversize(&self) -> Oversize {
        match self.oversize {
            Some(OversizeArg::Clip) => Oversize::Clip,
            Some(OversizeArg::Skip) | None => Oversize::Skip,
        }
    }
}

pub fn run(args: &ImportArgs) -> Result<(), Failure> {
    if args.study() == Becomes::Workflow {
        args.check_options().map_err(Failure)?;
        args.only_one()?;
        let bytes = unpacked(args.log(), read_bytes(args.log(), GRAPH_BYTES_MAX)?, GRAPH_BYTES_MAX)?;
        return write(args, workflow(args, &bytes)?);
    }
    let files = snapshot::files(&args.files)?;
    if args.now.is_some() || files.iter().any(|(_, bytes)| is_snapshot(bytes)) {
        return write(args, at_work(args, &files)?);
    }
    args.check_options().map_err(Failure)?;
    args.only_one()?;
    let bytes = files.into_iter().next().map(|(_, bytes)| bytes).unwrap_or_default();
    args.output.as_deref().map_or(Ok(()), check_output)?;
    let graph = looks_like_graph(&bytes) && !looks_like_batsim(&bytes) && !looks_like_sacct(&bytes);
    let per_node = args.processors_per_node.unwrap_or(1);
    let read = logs::read(args.log(), bytes, per_node > 1);
    let (log, counts_nodes) =
        read.map_err(|Failure(why)| Failure(if graph { format!("{why}; a task graph needs --study workflow") } else { why }))?;
    if counts_nodes && per_node > 1 {
        return Err(Failure::at(args.log(), "its jobs are counted in nodes: --processors-per-node needs a column such as NCPUS"));
    }
    let mut log = match &args.partition {
        Some(name) => log.only_partition(name).map_err(|why| Failure::at(args.log(), format!("--partition: {why}")))?,
        None => {
            if let Some(told) = log.partitions_told() {
                eprintln!("{}; --partition takes one", one_line(&told));
            }
            log
        }
    };
    if let Some(factor) = args.estimate_factor {
        log.set_estimates(factor);
    }
    let study = if args.study() == Becomes::Cluster { cluster(args, &log, counts_nodes)? } else { slots(args, &log)? };
    write(args, study)
}

/// Whether a file begins as task graphs in XML or JSON do.
fn looks_like_graph(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    matches!(bytes.first(), Some(b'<' | b'{'))
}

fn write(args: &ImportArgs, study: Study) -> Result<(), Failure> {
    let text = json::write(&Scenario::new(title(args.log()), study));
    match args.output.as_deref().filter(|path| !is_dash(path)) {
        Some(path) => write_to(path, |out| out.write_all(text.as_bytes())),
        None => print(|out| std::io::Write::write_all(out, text.as_bytes())),
    }
}

/// The log as a plan in slots.
fn slots(args: &ImportArgs, log: &SwfLog) -> Result<Study, Failure> {
    let usual = SwfOptions::default();
    let options = SwfOptions {
        machine_nodes: args.nodes,
        slot_seconds: args.slot_seconds.unwrap_or(usual.slot_seconds),
        book_ahead: args.book_ahead.unwrap_or(usual.book_ahead),
        relax_slots: args.relax_slots.unwrap_or(usual.relax_slots),
        relax_percent: args.relax_percent.unwrap_or(usual.relax_percent),
        oversize: args.oversize(),
    };
    let (study, report) = to_study(log, &options).map_err(|error| Failure::at(args.log(), error))?;
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
fn cluster(args: &ImportArgs, log: &SwfLog, counts_nodes: bool) -> Result<Study, Failure> {
    let usual = ClusterOptions::default();
    let options = ClusterOptions {
        nodes: args.nodes,
        processors_per_node: args.processors_per_node.filter(|_| !counts_nodes).unwrap_or(usual.processors_per_node),
        oversize: args.oversize(),
        share: args.share.unwrap_or(usual.share),
        seed: args.seed.unwrap_or(usual.seed),
        least_length: args.least_length.unwrap_or(usual.least_length),
        scheduler: args.scheduler.unwrap_or_default(),
    };
    let (cluster, report) = to_cluster(log, &options).map_err(|error| Failure::at(args.log(), error))?;
    tell("left out", "job", &report.skipped);
    tell_notes(report.notes());
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

/// The snapshot as a cluster.
fn at_work(args: &ImportArgs, files: &[(String, Vec<u8>)]) -> Result<Study, Failure> {
    args.check_snapshot().map_err(Failure)?;
    args.output.as_deref().map_or(Ok(()), check_output)?;
    let usual = SnapshotOptions::default();
    let options = SnapshotOptions {
        partition: args.partition.clone(),
        nodes: args.nodes,
        now: args.now.clone(),
        processors_per_node: args.processors_per_node,
        scheduler: args.scheduler.unwrap_or(usual.scheduler),
        keeps_names: args.keep_names,
        ..usual
    };
    Ok(snapshot::cluster(files, &options)?.into())
}

/// The task graph as a workflow.
fn workflow(args: &ImportArgs, bytes: &[u8]) -> Result<Study, Failure> {
    let usual = workflow::WorkflowOptions::default();
    let options = workflow::WorkflowOptions { nodes: args.nodes.unwrap_or(usual.nodes), ..usual };
    let (scenario, read) = workflow::to_workflow(bytes, &options).map_err(|error| Failure::at(args.log(), error))?;
    let ImportedGraph { graph, format, notes, .. } = read;
    tell_graph(None, &notes);
    let tasks = counted(graph.len() as u32, "task", "tasks");
    eprintln!("{format}: {tasks} and {} on {} nodes", counted(graph.edges.len() as u32, "edge", "edges"), scenario.nodes());
    Ok(scenario.into())
}

/// What is to be told of a graph that was read, on standard error; of one of several with its file.
pub(super) fn tell_graph(file: Option<&Path>, notes: &[String]) {
    let place = file.map_or_else(String::new, |file| format!("{}: ", file.display()));
    notes.iter().for_each(|note| eprintln!("{}", one_line(&format!("{place}{note}"))));
}

/// The file's name without its endings.
pub(super) fn title(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = [".gz", ".xz", ".zst"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
    let name =
        [".swf", ".txt", ".csv", ".stg", ".json", ".xml", ".dax"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    if name == "-" { String::new() } else { name.chars().take(bounds::TITLE_CHARS).collect() }
}

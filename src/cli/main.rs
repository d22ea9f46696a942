//! Commands, their options and their errors.

mod cluster;
mod convert;
mod cores;
mod embed;
mod experiment;
mod files;
mod for_shells;
mod gallery;
mod import;
mod inputs;
mod lesson;
mod limits;
mod logs;
mod merge;
mod packed;
mod plan;
mod printable;
mod queue_rules;
mod query;
mod results;
mod searches;
mod shards;
mod slots;
mod snapshot;
mod trace;
mod workflow;

use bookahead::formats::json;
use bookahead::formats::link;
use bookahead::formats::link::{Shared, View};
use clap::{Args, CommandFactory, Parser, Subcommand};
use files::{Failure, print, read_bytes, read_scenario};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Advance reservation of compute nodes: plan scenario files, find booking limits, run experiments, import workload logs, make and
/// read links.
#[derive(Parser)]
#[command(name = "bookahead", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Write over files that exist
    #[arg(long, global = true, display_order = 100)]
    force: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Plan a scenario and print the result
    Plan(plan::PlanArgs),
    /// Say when a job of a cluster will start, and why not earlier
    When(cluster::when::WhenArgs),
    /// Say what a reservation costs the others, on a cluster or in slots
    Cost(cluster::cost::CostArgs),
    /// Say which nodes of a cluster are free throughout a stretch of time, and who has the others
    Free(cluster::free::FreeArgs),
    /// Ask the plan of a scenario for offers in an interval
    Query(query::QueryArgs),
    /// Say how a request was decided, line by line of the algorithm
    Trace(trace::TraceArgs),
    /// Find protection levels and booking limits for given prices and demand
    Limits(limits::LimitsArgs),
    /// Run an experiment of the papers again, with several seeds
    Experiment(experiment::ExperimentArgs),
    /// Run every figure and table of the papers again, and write a report
    Gallery(gallery::GalleryArgs),
    /// Combine the parts of an experiment that was divided among machines
    Merge(merge::MergeArgs),
    /// Make a scenario of a workload log (SWF or sacct), of a snapshot of a running machine (squeue, scontrol), or of a task graph
    Import(import::ImportArgs),
    /// Make a scenario of another study with the same jobs: named servers from a plan in slots
    Convert(convert::ConvertArgs),
    /// Map a task graph to nodes, and print the mapping
    Workflow(workflow::WorkflowArgs),
    /// Check lessons, make their links, print them
    Lesson(lesson::LessonArgs),
    /// Print the link of a scenario
    Link(LinkArgs),
    /// Print what a page embeds a scenario with: its picture, and the page when it is pressed
    Embed(embed::EmbedArgs),
    /// Print the scenario of a link
    Open(OpenArgs),
    /// Print a script with which a shell completes commands and options
    Completions(for_shells::CompletionsArgs),
    /// Print the manual page of the program or of a command, for `man -l -`
    Man(for_shells::ManArgs),
}

#[derive(Args)]
struct LinkArgs {
    /// Scenario file (JSON), or - for standard input
    scenario: PathBuf,
    /// Address of the page; without it only the part after the # is printed
    #[arg(long, value_name = "URL")]
    base: Option<String>,
}

#[derive(Args)]
struct OpenArgs {
    /// A link, the part of it after the #, or - to read it from standard input
    link: String,
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let Cli { command, force } = Cli::parse();
    if force {
        files::allow_overwriting();
    }
    let result = match command {
        Command::Plan(args) => plan::run(&args),
        Command::When(args) => cluster::when::run(&args),
        Command::Cost(args) => cluster::cost::run(&args),
        Command::Free(args) => cluster::free::run(&args),
        Command::Query(args) => query::run(&args),
        Command::Trace(args) => trace::run(&args),
        Command::Limits(args) => limits::run(&args),
        Command::Experiment(args) => experiment::run(&args),
        Command::Gallery(args) => gallery::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Workflow(args) => workflow::run(&args),
        Command::Lesson(args) => lesson::run(&args),
        Command::Link(args) => link(&args),
        Command::Embed(args) => embed::run(&args),
        Command::Open(args) => open(&args),
        Command::Completions(args) => for_shells::completions(&args, Cli::command()),
        Command::Man(args) => for_shells::man(&args, Cli::command()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has seen enough.
        Err(Failure(what)) if what.is_empty() => ExitCode::SUCCESS,
        Err(Failure(what)) => {
            // A message stays on one line, whatever it quotes.
            eprintln!("bookahead: {}", printable::one_line(&what));
            ExitCode::FAILURE
        }
    }
}

fn link(args: &LinkArgs) -> Result<(), Failure> {
    let scenario = read_scenario(&args.scenario)?.scenario;
    let view = View::first(&scenario);
    let fragment = link::encode(&Shared { scenario, view });
    print(|out| match &args.base {
        Some(base) => writeln!(out, "{}#{fragment}", base.split('#').next().unwrap_or_default()),
        None => writeln!(out, "{fragment}"),
    })
}

fn open(args: &OpenArgs) -> Result<(), Failure> {
    let opened = if args.link == "-" {
        let path = Path::new("-");
        let bytes = read_bytes(path, link::LINK_CHARS_MAX)?;
        // Text that is not UTF-8 is refused as what it is: no link.
        link::decode(&String::from_utf8_lossy(&bytes)).map_err(|error| Failure::at(path, error))?
    } else {
        link::decode(&args.link).map_err(|error| Failure(error.to_string()))?
    };
    print(|out| out.write_all(json::write(&opened.scenario).as_bytes()))
}

//! `bookahead import`: converts a workload log into a scenario.

use super::files::{Failure, is_dash, print, read_bytes};
use super::printable::one_line;
use bookahead::engine::Scenario;
use bookahead::engine::core::bounds;
use bookahead::formats::json;
use bookahead::formats::swf::{INFLATED_MAX, Oversize, Problems, SwfOptions, read_log, to_study};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct ImportArgs {
    /// Log in the Standard Workload Format, plain or gzip, or - for standard input
    log: PathBuf,
    /// Nodes of the machine [default: the log's MaxProcs, else MaxNodes, else its largest job]
    #[arg(long, value_name = "N")]
    nodes: Option<u32>,
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
    let log = read_log(bytes).map_err(|error| Failure::at(&args.log, error))?;
    let options = SwfOptions {
        machine_nodes: args.nodes,
        slot_seconds: args.slot_seconds,
        book_ahead: args.book_ahead,
        relax_slots: args.relax_slots,
        relax_percent: args.relax_percent,
        oversize: match args.oversize {
            OversizeArg::Skip => Oversize::Skip,
            OversizeArg::Clip => Oversize::Clip,
        },
    };
    let (study, report) = to_study(&log, &options).map_err(|error| Failure::at(&args.log, error))?;
    tell("refused", "line", &log.problems);
    tell("left out", "job", &report.skipped);
    if report.oversize_clipped > 0 {
        let (jobs, were) = if report.oversize_clipped == 1 { ("job", "was") } else { ("jobs", "were") };
        eprintln!("{} {jobs} larger than the machine {were} cut to {} nodes", report.oversize_clipped, report.machine_nodes);
    }
    let requests = if report.requests == 1 { "request" } else { "requests" };
    eprintln!("{} {requests} on {} nodes", report.requests, report.machine_nodes);
    let text = json::write(&Scenario::new(title(&args.log), study));
    match args.output.as_deref().filter(|path| !is_dash(path)) {
        Some(path) => std::fs::write(path, text).map_err(|error| Failure::at(path, format!("cannot be written: {error}"))),
        None => print(|out| out.write_all(text.as_bytes())),
    }
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
    let name = name.strip_suffix(".swf").unwrap_or(name);
    if name == "-" { String::new() } else { name.chars().take(bounds::TITLE_CHARS).collect() }
}

//! `bookahead workflow`: maps a task graph to nodes.

use super::files::{Failure, check_output, print, read_bytes, write_to};
use super::import::tell_graph;
use super::packed::unpacked;
use super::plan::workflow::{BrokerOptions, draw, method, write};
use bookahead::chart::kit::figure::Origin;
use bookahead::engine::workflow::WorkflowScenario;
use bookahead::engine::workflow::bounds;
use bookahead::engine::workflow::check::verify_workflow;
use bookahead::engine::workflow::graph::Communication;
use bookahead::engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead::formats::studies::Planned;
use bookahead::formats::studies::workflow::write_brief;
use bookahead::formats::workflow::{WorkflowOptions, to_workflow};
use clap::Args;
use std::path::PathBuf;

/// Most bytes of a graph that are read.
const BYTES_MAX: usize = 64 << 20;

#[derive(Args)]
pub struct WorkflowArgs {
    /// Task graph: an STG file, WfCommons JSON or DAX; - for standard input
    graph: PathBuf,
    /// Nodes
    #[arg(long, value_name = "N", default_value_t = WorkflowOptions::default().nodes)]
    nodes: u32,
    /// Share of the node-time that other applications have reserved before, from 0 to 0.9
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    preload: f64,
    /// How mappings are searched: slack, blythe, heft, cpop, min-min, max-min, sufferage, critical-path, random or file-order
    #[arg(long, value_name = "NAME", value_parser = method, default_value = "slack")]
    method: Method,
    /// Mappings that slack, blythe and random search at most
    #[arg(long, value_name = "M", default_value_t = WorkflowPolicy::default().iterations)]
    iterations: u32,
    /// α of Blythe's method, from 0 to 1
    #[arg(long, value_name = "A", default_value_t = WorkflowPolicy::default().alpha)]
    alpha: f64,
    /// Seed of all draws
    #[arg(long, value_name = "S", default_value_t = WorkflowPolicy::default().seed)]
    seed: u64,
    /// What becomes of the costs of edges: folded, between-nodes or ignored [default: folded for STG, else between-nodes]
    #[arg(long, value_name = "WAY", value_parser = communication)]
    communication: Option<Communication>,
    /// Bytes that a second carries from node to node, for graphs whose files have sizes
    #[arg(long, value_name = "B", default_value_t = WorkflowOptions::default().bandwidth)]
    bandwidth: f64,
    #[command(flatten)]
    broker: BrokerOptions,
    /// Print the mapping as JSON
    #[arg(long)]
    json: bool,
    /// Write a chart as SVG instead of printing the mapping
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-", conflicts_with = "json")]
    svg: Option<PathBuf>,
    /// Which chart: nodes or graph
    #[arg(long, value_name = "NAME", requires = "svg")]
    chart: Option<String>,
}

/// What becomes of costs, by name.
pub fn communication(name: &str) -> Result<Communication, String> {
    let names = || Communication::ALL.map(Communication::name).join(", ");
    Communication::from_name(name).ok_or_else(|| format!("must be one of {}", names()))
}

pub fn run(args: &WorkflowArgs) -> Result<(), Failure> {
    let scenario = scenario(args)?;
    let outcome = scenario.run().map_err(|error| Failure::at(&args.graph, error))?;
    let verification = verify_workflow(&scenario, &outcome);
    let planned = (scenario, outcome);
    if let Some(path) = &args.svg {
        let figure = draw(&planned, args.chart.as_deref());
        let figure = figure.map_err(|names| Failure(format!("--chart must be one of {}", names.join(", "))))?;
        let title = args.graph.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let provenance = Planned::Workflow(Box::new(planned.clone())).provenance().words();
        let svg = figure.svg(&Origin { title, provenance, link: String::new() });
        write_to(path, |out| out.write_all(svg.as_bytes()))?;
    } else {
        print(|out| if args.json { write_brief(out, &planned.0, &planned.1) } else { write(out, &planned) })?;
    }
    match verification.violations.first() {
        None => Ok(()),
        Some(violation) => Err(Failure(format!("the plan breaks its own rules ({violation}); please report this graph"))),
    }
}

fn scenario(args: &WorkflowArgs) -> Result<WorkflowScenario, Failure> {
    let most = f64::from(bounds::PRELOAD.max) / 100.0;
    if !(0.0..=most).contains(&args.preload) {
        return Err(Failure(format!("--preload {}: must be a number from 0 to {most}", args.preload)));
    }
    let bytes = unpacked(&args.graph, read_bytes(&args.graph, BYTES_MAX)?, BYTES_MAX)?;
    args.svg.as_deref().map_or(Ok(()), check_output)?;
    let options = WorkflowOptions { nodes: args.nodes, bandwidth: args.bandwidth, communication: args.communication };
    let (mut workflow, read) = to_workflow(&bytes, &options).map_err(|error| Failure::at(&args.graph, error))?;
    tell_graph(None, &read.notes);
    workflow.preload.percent = (args.preload * 100.0).round() as u32;
    workflow.preload.seed = args.seed;
    let WorkflowPolicy { communication, .. } = workflow.policy;
    let (method, iterations, alpha, seed) = (args.method, args.iterations, args.alpha, args.seed);
    workflow.policy = WorkflowPolicy { method, iterations, alpha, communication, seed, ..WorkflowPolicy::default() };
    args.broker.apply(&mut workflow.policy);
    Ok(workflow)
}

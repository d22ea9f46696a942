//! What takes the place of drawn jobs or task graphs in an experiment: a log, or graphs from files.

use super::cores::in_options;
use super::files::{Failure, read_bytes};
use super::import::tell_graph;
use super::logs;
use super::packed::unpacked;
use super::printable::one_line;
use bookahead::engine::ScenarioError;
use bookahead::engine::workflow::graph::TaskGraph;
use bookahead::formats::json::InputMark;
use bookahead::formats::studies::cluster::{ClusterReport, LogChoices, log_input};
use bookahead::formats::workflow::{WorkflowOptions as GraphOptions, to_workflow};
use bookahead::papers::batch::ClusterInput;
use bookahead::papers::experiment::{ExperimentInfo, ExperimentRun, Options};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Args)]
pub struct Inputs {
    /// A workload log (SWF or sacct, plain or packed) whose jobs take the place of drawn ones, for Castillo's chapter 5, for Sulistio, for who-wins and for when-start
    #[arg(long, value_name = "LOG")]
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
    /// Leave out the jobs of the log that ran for fewer seconds; Castillo's log of CTC seems to be without those of less than 15 minutes
    #[arg(long, value_name = "SECONDS", requires = "log", default_value_t = 0)]
    least_length: u32,
    /// A task graph or a folder of task graphs (STG, WfCommons JSON, DAX) that take the place of drawn ones, for Mondol's experiments
    #[arg(long, value_name = "PATH", conflicts_with = "log")]
    graphs: Option<PathBuf>,
}

/// What an experiment is run on.
pub enum Input {
    /// Its own jobs or graphs, drawn.
    Drawn,
    /// The jobs of a log.
    Log(ClusterInput),
    /// Task graphs.
    Graphs(Arc<Vec<TaskGraph>>),
}

impl Inputs {
    /// Reads what is given.
    pub fn read(&self, listed: &ExperimentInfo) -> Result<Input, Failure> {
        match (&self.log, &self.graphs) {
            (Some(path), _) => self.log_in(path, listed).map(Input::Log),
            (None, Some(path)) => graphs_in(path).map(|graphs| Input::Graphs(Arc::new(graphs))),
            (None, None) => Ok(Input::Drawn),
        }
    }

    /// The jobs of a log.
    fn log_in(&self, path: &Path, listed: &ExperimentInfo) -> Result<ClusterInput, Failure> {
        listed.takes_log().map_err(in_options)?;
        let (log, _) = logs::read(path, logs::log_bytes(path)?, false)?;
        let choices = LogChoices {
            nodes: self.nodes,
            processors_per_node: self.processors_per_node,
            with_estimates: self.estimates,
            least_length: self.least_length,
        };
        let (input, report) = log_input(&log, listed, choices).map_err(|error| Failure::at(path, error))?;
        logs::tell("left out", "job", &report.skipped);
        // Experiments have schedulers of their own.
        logs::tell_notes(ClusterReport { logged: report.jobs, ..report }.notes());
        if let Some(told) = log.partitions_told() {
            eprintln!("{}", one_line(&told));
        }
        Ok(input)
    }
}

impl Input {
    /// The usual size of an experiment on it.
    pub fn usual_size(&self, listed: &ExperimentInfo, standard: Options) -> Options {
        if let Self::Log(input) = self { listed.size_with(input, standard) } else { standard }
    }

    /// Begins an experiment on it.
    pub fn begin(&self, name: &str, options: Options) -> Result<ExperimentRun, ScenarioError> {
        match self {
            Self::Drawn => ExperimentRun::new(name, options),
            Self::Log(input) => ExperimentRun::with_log(name, options, input.clone()),
            Self::Graphs(graphs) => ExperimentRun::with_graphs(name, options, Arc::clone(graphs)),
        }
    }

    /// What parts tell it by.
    pub fn mark(&self) -> InputMark {
        match self {
            Self::Drawn => InputMark::Drawn,
            Self::Log(input) => InputMark::of_log(input),
            Self::Graphs(graphs) => InputMark::of_graphs(&**graphs),
        }
    }
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
        let bytes = unpacked(&file, read_bytes(&file, GRAPH_BYTES_MAX)?, GRAPH_BYTES_MAX)?;
        let (workflow, read) = to_workflow(&bytes, &GraphOptions::default()).map_err(|error| Failure::at(&file, error))?;
        tell_graph(Some(&file), &read.notes);
        let applications = workflow.applications();
        let first = applications.first().ok_or_else(|| Failure::at(&file, "no application"))?;
        Ok((*first.graph).clone())
    };
    files.into_iter().map(graph).collect()
}

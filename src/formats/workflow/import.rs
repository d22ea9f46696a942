//! From the bytes of a file to a scenario of workflows.

use super::error::GraphError;
use super::{builder, dax, stg, wfcommons};
use bookahead_engine::core::error::FieldPath;
use bookahead_engine::workflow::WorkflowScenario;
use bookahead_engine::workflow::graph::{Communication, TaskGraph};
use bookahead_engine::workflow::scenario::Application;

/// Most bytes of a file.
const BYTES_MAX: usize = 64 << 20;
/// Bytes that are looked at to find out what a file is.
const LOOK: usize = 4_096;

/// A graph as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedGraph {
    /// The graph.
    pub graph: TaskGraph,
    /// Ticks of a unit of time: 1 for STG, 1,000 where run times are seconds.
    pub ticks: u32,
    /// What becomes of the costs of edges, unless the user says something else.
    pub communication: Communication,
    /// What kind of file it was.
    pub format: &'static str,
    /// What was read otherwise than it stands in the file, or not at all: a sentence each, without a full stop.
    pub notes: Vec<String>,
}

/// How a graph becomes a scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorkflowOptions {
    /// Nodes, all of one provider.
    pub nodes: u32,
    /// Bytes that a second carries from node to node, where files have sizes.
    pub bandwidth: f64,
    /// What becomes of the costs of edges; `None` as usual for the file.
    pub communication: Option<Communication>,
}

impl Default for WorkflowOptions {
    /// 8 nodes, 1 Gbit/s.
    fn default() -> Self {
        Self { nodes: 8, bandwidth: 125e6, communication: None }
    }
}

fn text_of(bytes: &[u8]) -> Result<&str, GraphError> {
    if bytes.len() > BYTES_MAX {
        return Err(GraphError::TooLong(BYTES_MAX >> 20));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| GraphError::NotText)?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Whether a text begins as a workflow of Pegasus 5 does.
fn is_pegasus_yaml(head: &str) -> bool {
    head.lines().any(|line| ["pegasus:", "x-pegasus:"].iter().any(|key| line.starts_with(key)))
}

/// Whether a file is a task graph and no workload log or scenario, by its first 4,096 bytes: XML, JSON with a version of WfFormat, or an STG file, whose
/// first line is one number and whose second line is the first task. YAML of Pegasus 5 is one too, so that [`read_graph`] says that it is not read.
pub fn looks_like_graph(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOK)]);
    let head = head.trim_start_matches('\u{feff}').trim_start();
    if head.starts_with('<') {
        return true;
    }
    if head.starts_with('{') {
        return head.contains("\"schemaVersion\"");
    }
    if is_pegasus_yaml(head) {
        return true;
    }
    let words = |line: &str| line.split('#').next().unwrap_or_default().split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let mut lines = head.lines().map(words).filter(|words| !words.is_empty());
    let is_number = |words: &Vec<String>| words.iter().all(|word| word.parse::<f64>().is_ok());
    let is_count = lines.next().is_some_and(|words| words.len() == 1 && is_number(&words));
    is_count && lines.next().is_none_or(|words| is_number(&words))
}

/// Reads a graph; the content decides what kind of file it is. The graph has passed its check.
///
/// # Errors
/// What is wrong, with its place.
pub fn read_graph(bytes: &[u8], bandwidth: f64) -> Result<ImportedGraph, GraphError> {
    if !(bandwidth > 0.0 && bandwidth.is_finite()) {
        return Err(GraphError::Place("bandwidth".to_string(), format!("{bandwidth} is not allowed; must be a number above 0")));
    }
    let text = text_of(bytes)?;
    let in_seconds = |(graph, notes), format| {
        let communication = Communication::BetweenNodes;
        ImportedGraph { graph, ticks: builder::TICKS, communication, format, notes }
    };
    let stg = |graph| ImportedGraph { graph, ticks: 1, communication: Communication::Folded, format: "STG", notes: Vec::new() };
    let mut read = match text.trim_start().as_bytes().first() {
        None => return Err(GraphError::Empty),
        Some(b'<') => in_seconds(dax::read(text, bandwidth)?, "DAX"),
        Some(b'{' | b'[') => in_seconds(wfcommons::read(text, bandwidth)?, "WfCommons"),
        Some(_) if is_pegasus_yaml(text) => {
            let what = "this is YAML of Pegasus 5, which is not read; DAX (the XML of Pegasus 4), WfCommons JSON and STG are";
            return Err(GraphError::Place(String::new(), what.to_string()));
        }
        Some(_) => stg(stg::read(text)?),
    };
    if read.graph.is_empty() {
        return Err(GraphError::Place(String::new(), "there is no task in it".to_string()));
    }
    read.graph.check(&FieldPath::new(""))?;
    if read.graph.durations.iter().all(|duration| *duration == 0) {
        read.notes.push("no task takes any time".to_string());
    }
    Ok(read)
}

/// A scenario with one application, which starts at 0.
///
/// # Errors
/// As [`read_graph`], and options out of range.
pub fn to_workflow(bytes: &[u8], options: &WorkflowOptions) -> Result<(WorkflowScenario, ImportedGraph), GraphError> {
    let read = read_graph(bytes, options.bandwidth)?;
    let mut workflow = WorkflowScenario::of_applications(options.nodes, vec![Application::new(1, 0, read.graph.clone())]);
    workflow.ticks = read.ticks;
    workflow.policy.communication = options.communication.unwrap_or(read.communication);
    workflow.check(&FieldPath::new(""))?;
    Ok((workflow, read))
}

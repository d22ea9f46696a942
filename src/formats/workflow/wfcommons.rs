//! WfCommons JSON, WfFormat 1.0 to 1.5. Up to version 1.4 there is one list of tasks, called `jobs` at first, with other names of fields; version 1.5 has their
//! graph in `specification` and their run times in `execution`. Fields that are of no use here are passed over.

use super::builder::{Builder, Link};
use super::error::GraphError;
use super::notes::Kind;
use bookahead_engine::workflow::graph::TaskGraph;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
struct Head {
    #[serde(rename = "schemaVersion")]
    version: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct File<W> {
    workflow: W,
}

#[derive(Deserialize)]
struct Workflow14 {
    #[serde(alias = "jobs")]
    tasks: Vec<Task14>,
}

#[derive(Deserialize)]
struct Task14 {
    name: String,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    parents: Vec<String>,
    #[serde(default)]
    children: Vec<String>,
    #[serde(default)]
    files: Vec<File14>,
    #[serde(rename = "runtimeInSeconds", alias = "runtime")]
    seconds: Option<f64>,
}

#[derive(Deserialize)]
struct File14 {
    link: String,
    name: String,
    #[serde(rename = "sizeInBytes", alias = "size")]
    bytes: Option<f64>,
}

#[derive(Deserialize)]
struct Workflow15 {
    specification: Specification,
    execution: Option<Execution>,
}

#[derive(Deserialize)]
struct Specification {
    tasks: Vec<Task15>,
    #[serde(default)]
    files: Vec<File15>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Task15 {
    name: String,
    id: String,
    #[serde(default)]
    parents: Vec<String>,
    #[serde(default)]
    children: Vec<String>,
    #[serde(default)]
    input_files: Vec<String>,
    #[serde(default)]
    output_files: Vec<String>,
}

#[derive(Deserialize)]
struct File15 {
    id: String,
    #[serde(rename = "sizeInBytes")]
    bytes: Option<f64>,
}

#[derive(Deserialize)]
struct Execution {
    tasks: Vec<Run15>,
}

#[derive(Deserialize)]
struct Run15 {
    id: String,
    #[serde(rename = "runtimeInSeconds")]
    seconds: Option<f64>,
}

/// A graph, and what is to be told of it.
type Read = (TaskGraph, Vec<String>);

fn parse<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, GraphError> {
    let mut json = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let place = error.path().to_string();
        let place = if place == "." { String::new() } else { place };
        GraphError::Place(place, error.inner().to_string())
    })
}

/// Reads a graph.
///
/// # Errors
/// Another version, or what is wrong with its place.
pub(super) fn read(text: &str, bandwidth: f64) -> Result<Read, GraphError> {
    let head: Head = parse(text)?;
    let version = head.version.as_ref().map(|version| version.as_str().map_or_else(|| version.to_string(), str::to_string));
    match version.as_deref() {
        Some("1.0" | "1.1" | "1.2" | "1.3" | "1.4") => read_14(text, bandwidth),
        Some("1.5") => read_15(text, bandwidth),
        Some(other) => {
            let what = format!("version {other:?} of WfFormat is not read; this program reads 1.0 to 1.5");
            Err(GraphError::Place("schemaVersion".to_string(), what))
        }
        None => {
            let what = "it has no \"schemaVersion\": it is neither a WfCommons file nor a scenario".to_string();
            Err(GraphError::Place(String::new(), what))
        }
    }
}

fn missing_seconds(place: &str) -> GraphError {
    GraphError::Place(place.to_string(), "it has no \"runtimeInSeconds\", which is needed".to_string())
}

fn read_14(text: &str, bandwidth: f64) -> Result<Read, GraphError> {
    let File { workflow: Workflow14 { tasks } } = parse(text)?;
    let mut builder = Builder::default();
    let place = |at: usize| format!("workflow.tasks[{at}]");
    for (at, task) in tasks.iter().enumerate() {
        let seconds = task.seconds.ok_or_else(|| missing_seconds(&place(at)))?;
        // Edges use names in some files and ids in others.
        let ids: Vec<&str> = match task.id.as_deref().filter(|id| *id != task.name) {
            Some(id) => vec![id, &task.name],
            None => vec![&task.name],
        };
        let row = builder.task(&place(at), &task.name, &ids, seconds)?;
        for file in &task.files {
            let bytes = file.bytes.and_then(|bytes| builder.bytes(&place(at), &file.name, bytes));
            builder.file(row, &file.name, Link::of(&place(at), Some(&file.link))?, bytes);
        }
    }
    for (at, task) in tasks.iter().enumerate() {
        edges(&mut builder, &place(at), at as u32, &task.parents, &task.children)?;
    }
    builder.graph(bandwidth)
}

fn read_15(text: &str, bandwidth: f64) -> Result<Read, GraphError> {
    let File { workflow: Workflow15 { specification, execution } } = parse(text)?;
    let mut builder = Builder::default();
    let seconds = match &execution {
        Some(execution) => Some(runs(execution, &specification, &mut builder)?),
        None => {
            builder.notes.add(Kind::NoRunTimes, String::new);
            None
        }
    };
    for (at, file) in specification.files.iter().enumerate() {
        let place = format!("workflow.specification.files[{at}]");
        let bytes = file.bytes.and_then(|bytes| builder.bytes(&place, &file.id, bytes));
        builder.size(&file.id, bytes);
    }
    let place = |at: usize| format!("workflow.specification.tasks[{at}]");
    for (at, task) in specification.tasks.iter().enumerate() {
        let found = seconds.as_ref().map_or(Some(0.0), |seconds| seconds.get(task.id.as_str()).copied());
        let found = found.ok_or_else(|| GraphError::Place(place(at), format!("workflow.execution has no run of {:?}", task.id)))?;
        let row = builder.task(&place(at), &task.name, &[&task.id], found)?;
        task.output_files.iter().for_each(|file| builder.file(row, file, Link::Output, None));
        task.input_files.iter().for_each(|file| builder.file(row, file, Link::Input, None));
    }
    for (at, task) in specification.tasks.iter().enumerate() {
        edges(&mut builder, &place(at), at as u32, &task.parents, &task.children)?;
    }
    builder.graph(bandwidth)
}

/// The seconds of each task; of several runs of a task the last counts, as that is the one that was needed.
fn runs<'a>(
    execution: &'a Execution,
    specification: &Specification,
    builder: &mut Builder,
) -> Result<BTreeMap<&'a str, f64>, GraphError> {
    let known: BTreeSet<&str> = specification.tasks.iter().map(|task| task.id.as_str()).collect();
    let (mut seconds, mut again) = (BTreeMap::new(), BTreeSet::new());
    for (at, run) in execution.tasks.iter().enumerate() {
        let place = format!("workflow.execution.tasks[{at}]");
        if !known.contains(run.id.as_str()) {
            builder.notes.add(Kind::UnknownRun, || format!("{place}: {:?}", run.id));
            continue;
        }
        let is_again = seconds.insert(run.id.as_str(), run.seconds.ok_or_else(|| missing_seconds(&place))?).is_some();
        if is_again && again.insert(run.id.as_str()) {
            builder.notes.add(Kind::RunAgain, || format!("{place}: {:?}", run.id));
        }
    }
    Ok(seconds)
}

fn edges(builder: &mut Builder, place: &str, task: u32, parents: &[String], children: &[String]) -> Result<(), GraphError> {
    for (at, parent) in parents.iter().enumerate() {
        let parent = builder.find(&format!("{place}.parents[{at}]"), parent)?;
        builder.edge(parent, task)?;
    }
    for (at, child) in children.iter().enumerate() {
        let child = builder.find(&format!("{place}.children[{at}]"), child)?;
        builder.edge(task, child)?;
    }
    Ok(())
}

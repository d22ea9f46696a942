//! DAX, the XML of Pegasus: `job` elements with a run time, files that they write and read, `child` elements that name their parents. Document type declarations are refused, and with
//! them every entity: a few lines of them can stand for gigabytes.

use super::builder::{Builder, Link, seconds_of};
use super::error::GraphError;
use super::notes::Kind;
use bookahead_engine::workflow::graph::TaskGraph;
use roxmltree::{Document, Error, Node, ParsingOptions};

/// Most parts of a file: elements, attributes' owners, texts.
const NODES_MAX: u32 = 2_000_000;

/// Reads a graph, and what is to be told of it.
///
/// # Errors
/// What is wrong, with its line.
pub(super) fn read(text: &str, bandwidth: f64) -> Result<(TaskGraph, Vec<String>), GraphError> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: NODES_MAX, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| match error {
        Error::DtdDetected => {
            let what = "a document type declaration is refused: its entities could stand for far more text than the file has";
            GraphError::Place(String::new(), what.to_string())
        }
        Error::NodesLimitReached => GraphError::Place(String::new(), "the file has too many parts".to_string()),
        other => GraphError::Place(String::new(), format!("the file is not well-formed XML: {other}")),
    })?;
    let line = |node: Node<'_, '_>| document.text_pos_at(node.range().start).row;
    let place = |node: Node<'_, '_>| format!("line {}", line(node));
    let root = document.root_element();
    if root.tag_name().name() != "adag" {
        let what = format!("the root element is <{}>; a DAX file has <adag>", root.tag_name().name());
        return Err(GraphError::Line(line(root), what));
    }
    let needed = |node: Node<'_, '_>, attribute: &str| -> Result<String, GraphError> {
        let missing = || format!("<{}> has no {attribute:?}, which is needed", node.tag_name().name());
        node.attribute(attribute).map(str::to_string).ok_or_else(|| GraphError::Line(line(node), missing()))
    };
    let elements = |node: Node<'_, '_>, name: &'static str| -> Vec<roxmltree::NodeId> {
        node.children().filter(|child| child.tag_name().name() == name).map(|child| child.id()).collect()
    };
    let of = |id: roxmltree::NodeId| document.get_node(id).unwrap_or(root);
    let mut builder = Builder::default();
    // `dax` and `dag` stand for workflows in other files. Tasks are numbered as they stand.
    let is_task = |node: &Node<'_, '_>| matches!(node.tag_name().name(), "job" | "dax" | "dag");
    for job in root.children().filter(is_task) {
        let (id, place) = (needed(job, "id")?, place(job));
        let seconds = match run_time(job) {
            Some(text) => seconds_of(&place, &text)?,
            None if job.tag_name().name() == "job" => {
                let what = "<job> has no \"runtime\" and no profile with the key \"runtime\"; one of them is needed";
                return Err(GraphError::Line(line(job), what.to_string()));
            }
            None => {
                builder.notes.add(Kind::SubWorkflow, || format!("{place}: <{}> {id}", job.tag_name().name()));
                0.0
            }
        };
        let name = job.attribute("name").map_or_else(|| id.clone(), |name| format!("{name}_{id}"));
        let task = builder.task(&place, &name, &[&id], seconds)?;
        for uses in elements(job, "uses").into_iter().map(of) {
            // Version 2 says `file`, version 3 `name`.
            let Some(file) = uses.attribute("file").or_else(|| uses.attribute("name")) else { continue };
            let place = format!("line {}", line(uses));
            let size = uses.attribute("size").map(|size| size.trim().parse().unwrap_or(f64::NAN));
            let bytes = size.and_then(|size| builder.bytes(&place, file, size));
            builder.file(task, file, Link::of(&place, uses.attribute("link"))?, bytes);
        }
    }
    for child in elements(root, "child").into_iter().map(of) {
        let task = builder.find(&place(child), &needed(child, "ref")?)?;
        for parent in elements(child, "parent").into_iter().map(of) {
            let parent = builder.find(&place(parent), &needed(parent, "ref")?)?;
            builder.edge(parent, task)?;
        }
    }
    builder.graph(bandwidth)
}

/// The run time of a task as it stands there: an attribute in version 2, a profile in version 3.
fn run_time(job: Node<'_, '_>) -> Option<String> {
    let is_profile = |node: &Node<'_, '_>| node.tag_name().name() == "profile" && node.attribute("key") == Some("runtime");
    let profile = || job.children().find(is_profile).and_then(|profile| profile.text().map(str::to_string));
    job.attribute("runtime").map(str::to_string).or_else(profile)
}

//! DAX, the XML of Pegasus: `job` elements with a run time, `child` elements that name their parents. Document type declarations are refused, and with
//! them every entity: a few lines of them can stand for gigabytes.

use super::builder::Builder;
use super::error::GraphError;
use bookahead_engine::workflow::graph::TaskGraph;
use roxmltree::{Document, Error, Node, ParsingOptions};

/// Most parts of a file: elements, attributes' owners, texts.
const NODES_MAX: u32 = 2_000_000;

/// Reads a graph.
///
/// # Errors
/// What is wrong, with its line.
pub(super) fn read(text: &str, bandwidth: f64) -> Result<TaskGraph, GraphError> {
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
    for job in elements(root, "job").into_iter().map(of) {
        let id = needed(job, "id")?;
        let runtime = needed(job, "runtime")?;
        let seconds: f64 = runtime.trim().parse().unwrap_or(f64::NAN);
        let name = job.attribute("name").map_or_else(|| id.clone(), |name| format!("{name}_{id}"));
        let task = builder.task(&place(job), &name, &[&id], seconds)?;
        for uses in elements(job, "uses").into_iter().map(of) {
            // Version 2 says `file`, version 3 `name`.
            let Some(file) = uses.attribute("file").or_else(|| uses.attribute("name")) else { continue };
            builder.size(file, uses.attribute("size").and_then(|size| size.trim().parse().ok()).unwrap_or(0.0));
            builder.file(task, file, uses.attribute("link") == Some("output"));
        }
    }
    for child in elements(root, "child").into_iter().map(of) {
        let task = builder.find(&place(child), &needed(child, "ref")?)?;
        for parent in elements(child, "parent").into_iter().map(of) {
            let parent = builder.find(&place(parent), &needed(parent, "ref")?)?;
            builder.edge(parent, task)?;
        }
    }
    Ok(builder.graph(bandwidth))
}

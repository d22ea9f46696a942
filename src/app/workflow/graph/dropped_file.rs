//! Task graphs dropped on the page.

use crate::app::shell::context::Lab;
use crate::app::shell::notices::Notice;
use crate::app::shell::storage::work::{Standing, Work};
use crate::engine::Scenario;
use crate::formats::link::{Opened, View};
use crate::formats::workflow::{GraphError, WorkflowOptions, to_workflow};

/// Opens a task graph as work of its own, on as many nodes as the workflows that are open have.
///
/// # Errors
/// What is wrong with it, with its place.
pub fn open_graph(lab: &Lab, name: &str, bytes: &[u8]) -> Result<(), GraphError> {
    let usual = WorkflowOptions::default();
    let nodes = lab.workflow().map_or(usual.nodes, |workflow| workflow.nodes());
    let (workflow, read) = to_workflow(bytes, &WorkflowOptions { nodes, ..usual })?;
    let scenario = Scenario::new(title(name), workflow);
    let view = View::first(&scenario);
    let work = Work::new(Standing::Kept, format!("the {} file {name}", read.format), None);
    lab.begin_with(Opened { scenario, view, second: None }, work);
    if !read.notes.is_empty() {
        // It stays beside what is told of other files that are opened at once.
        lab.notices.add(Notice::word(format!("{name}: {}.", read.notes.join("; "))));
    }
    Ok(())
}

/// The file's name without its ending.
fn title(name: &str) -> String {
    let short = [".stg", ".xml", ".dax", ".json", ".txt"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    short.chars().take(crate::engine::core::bounds::TITLE_CHARS).collect()
}

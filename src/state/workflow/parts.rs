//! What can be looked at of workflows, by name.

use crate::formats::link::{View, WorkflowPart, WorkflowView};
use crate::state::ViewAction;

/// The pictures of workflows, by name.
pub fn workflow_charts(view: &View) -> Vec<(&'static str, ViewAction)> {
    let part = |(name, part)| (name, ViewAction::Workflow(WorkflowView { part, ..view.workflow }));
    [("plan", WorkflowPart::Plan), ("search", WorkflowPart::Search), ("parties", WorkflowPart::Parties)].map(part).to_vec()
}

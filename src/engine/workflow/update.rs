//! What a run of workflows tells: the plan, and what was asked for beside it.

use super::graph::Time;
use super::outcome::WorkflowOutcome;
use super::policy::Method;
use super::search::recorder::SearchStep;
use crate::core::columns::{Column, Columns};
use crate::core::edits::RequestId;
use serde::{Deserialize, Serialize};

/// What is to be seen of workflows beside their plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkflowQuery {
    /// The task whose gaps are shown.
    pub selected: Option<RequestId>,
    /// The mapping whose steps are shown: the application by its place, and the mapping of its last search from 0; `None` for the best.
    pub search: Option<(u32, Option<u32>)>,
    /// The application whose curves of all methods are wanted.
    pub curves: Option<u32>,
}

/// Where a task could run on a node, if all others stayed where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskGap {
    /// The node.
    pub node: u32,
    /// The earliest start of the task there.
    pub start: Time,
    /// How long it takes there.
    pub duration: Time,
    /// Where the gap begins.
    pub from: Time,
    /// Where it ends; `None` if nothing follows.
    pub to: Option<Time>,
}

/// The steps of one mapping.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedMapping {
    /// The application, by its place.
    pub application: u32,
    /// The mapping, from 0.
    pub iteration: u32,
    /// By how much it delays the application.
    pub delay: Time,
    /// Every step; tasks are those of the application, from 0.
    pub steps: Vec<SearchStep>,
}

/// The best delay after each mapping of a method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Curve {
    /// The method.
    pub method: Method,
    /// The best delay after 1, 2, … mappings; ends early when nothing better can be found.
    pub best: Vec<Time>,
}

/// What was asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkflowSnapshot {
    /// What was asked for.
    pub query: WorkflowQuery,
    /// For each node the gap that the selected task could take.
    pub gaps: Vec<TaskGap>,
    /// The steps of the mapping.
    pub recorded: Option<RecordedMapping>,
    /// The curves of the methods that are done, in the order of [`Method::ALL`].
    pub curves: Vec<Curve>,
}

/// A plan of workflows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkflowUpdate {
    /// The whole plan.
    pub plan: WorkflowOutcome,
    /// What was asked for, as of this plan; curves follow.
    pub snapshot: WorkflowSnapshot,
}

impl Columns for WorkflowUpdate {
    fn columns(&mut self) -> Vec<Column<'_>> {
        self.plan.columns()
    }
}

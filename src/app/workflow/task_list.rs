//! The left column for workflows: the tasks, or those that are searched for.

use super::commands::WORKFLOW;
use super::names::{in_units, ticks_of};
use crate::app::kit::text::format::grouped;
use crate::app::shell::commands::study::Study;
use crate::app::shell::context::{use_lab, use_newest};
use crate::app::shell::list::{ListParts, ListedPlan, RowActions, RowLook, RowText, request_list, two_lines};
use crate::engine::core::edits::RequestId;
use crate::engine::study::StudyKind;
use crate::state::{ListingTab as Tab, WorkflowShown, workflow_count, workflow_listing};
use std::rc::Rc;
use yew::prelude::*;

/// Words that can be chosen for the search: critical tasks and those with slack.
const WORDS: [&str; 2] = ["relax:0", "relax:1-"];
/// What they are called.
const NAMES: [(&str, &str); 2] = [("relax:0", "critical"), ("relax:1-", "with slack")];
/// What else can be typed.
const HINT: &str = "A task must match all words that are chosen; relax is the slack: relax:0 for critical tasks. You can also type: 12 for tasks whose number begins with 12, duration:5-9 \
                    for durations in ticks. Enter goes to the task with this name, or to the first one found. “Waited” lists tasks that start after their latest start.";

impl ListedPlan for Rc<WorkflowShown> {
    fn study(&self) -> Study {
        &WORKFLOW
    }

    fn id_at(&self, row: usize) -> Option<RequestId> {
        (row < self.plan.tasks.len()).then_some(row as RequestId)
    }

    fn row_of(&self, id: RequestId) -> Option<usize> {
        Some(id as usize).filter(|row| *row < self.plan.tasks.len())
    }

    fn row_named(&self, name: &str) -> Option<usize> {
        self.row_of(self.task_called(name)?)
    }

    fn draw(&self, rows: Vec<RowLook>, actions: &RowActions) -> Html {
        rows.into_iter().map(|look| list_row(self, look, actions)).collect()
    }
}

/// A task and where it runs.
fn list_row(shown: &WorkflowShown, look: RowLook, actions: &RowActions) -> Html {
    let row = look.row;
    let (tasks, ticks) = (&shown.plan.tasks, ticks_of(shown));
    let is_late = tasks.start[row] > tasks.latest[row];
    let fate = match shown.plan.is_reserved(row) {
        false => "not reserved".to_string(),
        true if is_late => format!("{} late, node {}", in_units(tasks.start[row] - tasks.latest[row], ticks), tasks.node[row]),
        true => format!("at {} on node {}", in_units(tasks.start[row], ticks), tasks.node[row]),
    };
    let name = shown.task_name(row as u32);
    let slack = tasks.slack(row);
    let slack = if slack == 0 { "critical".to_string() } else { format!("slack {}", in_units(slack, ticks)) };
    let asked = format!("{slack} · takes {}", in_units(tasks.duration[row], ticks));
    let class = classes!("job-row", "task-row", (is_late || !shown.plan.is_reserved(row)).then_some("waited"));
    let id = row as RequestId;
    two_lines(look, actions, RowText { id, is_only_row: true, name, fate: fate.into(), asked: asked.into(), class })
}

/// The list.
#[component]
pub fn TaskList() -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let shown = lab.workflow_shown();
    let plan_key = shown.as_ref().map(|shown| Rc::as_ptr(&shown.plan));
    let tabs = use_memo(plan_key, |_| {
        [Tab::All, Tab::Waited, Tab::Refused].map(|tab| (tab, shown.as_ref().map_or(0, |shown| workflow_count(&shown.plan, tab))))
    });
    let listing = use_memo((plan_key, lab.model().search(StudyKind::Workflow)), |(_, search)| {
        shown.as_ref().map(|shown| workflow_listing(shown, search)).unwrap_or_default()
    });
    let count = match &shown {
        Some(shown) => format!(": {}", grouped(shown.plan.tasks.len() as u64)),
        None => ": planning …".to_string(),
    };
    let parts = ListParts {
        class: Some("cluster-jobs"),
        heading: "Tasks",
        count,
        new: ("new-task", "New task", "New task behind the selected one (N)"),
        or: None,
        study: &WORKFLOW,
        plan: shown,
        listing,
        tabs: tabs.to_vec(),
        words: WORDS.map(str::to_string).to_vec(),
        names: &NAMES,
        placeholder: Some("Task, e.g. 4 or duration:5-9"),
        hint: HINT,
    };
    request_list(&lab, &newest, parts)
}

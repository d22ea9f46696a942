//! The workbenches: which parts make up the page for each panel. The only file of the page that knows every system; the shell goes by this table.

use super::cluster::commands::{CLUSTER, cluster_choices};
use super::cluster::figures::gantt_figure as cluster_figure;
use super::cluster::forms::scheduler::scheduler_idea;
use super::cluster::inspector::{cluster_inspector, spoken_wait};
use super::cluster::job_list::JobList;
use super::cluster::small_picture::cluster_picture;
use super::cluster::step_bar::ClusterStepBar;
use super::experiments::stage::{EXPERIMENT_READING, ExperimentStage, experiment_choices};
use super::idle::commands::{IDLE, idle_choices};
use super::idle::figures::servers_figure;
use super::idle::inspector::{idle_inspector, spoken_place};
use super::idle::small_picture::idle_picture;
use super::idle::step_bar::IdleStepBar;
use super::revenue::booking_limits::emsr_b::EmsrBSteps;
use super::revenue::booking_limits::words::last_node_words;
use super::revenue::figures::limits_figure;
use super::slots::commands::{SLOTS, SLOTS_COMMANDS, slots_choices, spoken_verdict};
use super::slots::figures::{compared_kind, figure_of as slots_figure};
use super::slots::inspector::inspector;
use super::slots::planner::names::planner_idea;
use super::slots::small_picture::slots_picture;
use super::slots::step_bar::StepBar;
use super::workflow::commands::{WORKFLOW, workflow_choices};
use super::workflow::controls::toolbar as workflow_toolbar;
use super::workflow::figures::nodes_to_save as workflow_figure;
use super::workflow::inspector::{spoken_task, workflow_inspector};
use super::workflow::names::method_idea;
use super::workflow::search::steps::SearchSteps;
use super::workflow::small_picture::workflow_picture;
use super::workflow::task_list::TaskList;
use crate::app::cluster::forms::log::ClusterLogForm;
use crate::app::cluster::forms::snapshot::SnapshotForm;
use crate::app::cluster::view::{CLUSTER_READING, ClusterPanel, toolbar as cluster_toolbar};
use crate::app::experiments::forms::log::ExperimentLogForm;
use crate::app::idle::geometry::view::{GeometryView, IDLE_READING, toolbar as idle_toolbar};
use crate::app::idle::list::requests::IdleList;
use crate::app::kit::fields::log_lines::LogProps;
use crate::app::revenue::view::{REVENUE_READING, RevenueView, Seen, plan_without_market};
use crate::app::shell::commands::command::{Command, Entry};
use crate::app::shell::commands::study::Study;
use crate::app::shell::context::Lab;
use crate::app::slots::forms::generator::GeneratorForm;
use crate::app::slots::forms::log::SlotsLogForm;
use crate::app::slots::list::requests::RequestList;
use crate::app::slots::planner::picker::planner_picker;
use crate::app::slots::view::{PlanPanel, SLOTS_READING, plan_views, revenue_views};
/// A task graph that is brought in becomes a workflow.
pub use crate::app::workflow::graph::dropped_file::open_graph;
use crate::app::workflow::view::{WORKFLOW_READING, WorkflowPanel};
use crate::chart::kit::figure::Figure;
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::{GanttKind, Theme};
use crate::engine::batch::BatchQuery;
use crate::engine::core::edits::RequestId;
use crate::engine::idle::IdleQuery;
use crate::engine::slots::request::Slot;
use crate::engine::slots::update::SlotsQuery;
use crate::engine::study::{StudyKind, StudyQuery};
use crate::engine::workflow::WorkflowQuery;
use crate::formats::link::{Panel, View};
/// Whether a file is one.
pub use crate::formats::workflow::looks_like_graph;
use crate::papers::experiment::ExampleChart;
use crate::state::{Model, Shown, workflow_query_of};
use std::ops::Range;
use yew::prelude::*;

/// A part of the page that is chosen at its top.
pub struct Workbench {
    /// What links call it.
    pub panel: Panel,
    /// The key that opens it.
    pub key: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it is about, in a sentence without capital and full stop.
    pub idea: &'static str,
    /// The row above its parts: what is decided for the whole picture.
    pub tools: Option<Draw>,
    /// Beside them, how the picture is looked at, where that is not among the tools.
    pub views: Option<Draw>,
    /// The list on its left.
    pub list: Option<Draw>,
    /// What is in its middle.
    pub stage: Draw,
    /// What is on its right.
    pub inspector: Option<Draw>,
    /// Below that, while it is gone through step by step: the steps and what happens in each. Nothing where it is not.
    pub steps: Option<Draw>,
    /// What decides, in a sentence or two.
    pub policy: Draw,
    /// The system whose requests the common commands change.
    pub study: Option<Study>,
    /// What can be done there alone, by name or key.
    pub commands: &'static [Command],
    /// What can be chosen there, by name.
    pub choices: fn(&Lab) -> Vec<Entry>,
    /// How its picture is read, line by line.
    pub reading: &'static [&'static str],
    /// What became of the selected request, in words: read aloud, and on a phone always in sight.
    pub spoken: fn(&Lab) -> Option<String>,
}

impl Workbench {
    /// Whether a scenario is shown; experiments have none.
    pub fn shows_scenario(&self) -> bool {
        self.panel != Panel::Experiments
    }
}

/// Draws a part of the page.
pub type Draw = fn(&Lab) -> Html;

/// What a policy does.
fn idea(words: &'static str) -> Html {
    html! { <p class="policy-idea" id="policy-idea">{ words }</p> }
}

/// All of them, in the order of the header.
pub static WORKBENCHES: [Workbench; 6] = [
    Workbench {
        panel: Panel::Study(StudyKind::Slots),
        key: "1",
        name: "Plan",
        idea: "reserve nodes ahead of time; accepted jobs may move to make room",
        tools: Some(planner_picker),
        views: Some(plan_views),
        list: Some(|_| html! { <RequestList /> }),
        stage: |_| html! { <PlanPanel /> },
        inspector: Some(inspector),
        steps: Some(|_| html! { <StepBar /> }),
        policy: |lab| idea(planner_idea(lab.model().slots().policy.planner)),
        study: Some(&SLOTS),
        commands: SLOTS_COMMANDS,
        choices: slots_choices,
        reading: SLOTS_READING,
        spoken: spoken_verdict,
    },
    Workbench {
        panel: Panel::Study(StudyKind::Idle),
        key: "2",
        name: "Idle periods",
        idea: "each job takes an idle period of one named server; the choice decides what is left for later jobs",
        tools: Some(idle_toolbar),
        views: None,
        list: Some(|_| html! { <IdleList /> }),
        stage: |_| html! { <GeometryView /> },
        inspector: Some(idle_inspector),
        steps: Some(|_| html! { <IdleStepBar /> }),
        policy: |lab| lab.servers().map(|study| idea(study.strategy.idea())).unwrap_or_default(),
        study: Some(&IDLE),
        commands: &[],
        choices: idle_choices,
        reading: IDLE_READING,
        spoken: spoken_place,
    },
    Workbench {
        panel: Panel::Revenue,
        key: "3",
        name: "Revenue",
        idea: "who gets the last node, and at what price",
        tools: Some(plan_without_market),
        views: Some(revenue_views),
        list: None,
        stage: |lab| html! { <RevenueView seen={Seen::of(lab)} lab={lab.clone()} /> },
        inspector: Some(inspector),
        steps: Some(|_| html! { <EmsrBSteps /> }),
        policy: last_node_words,
        study: Some(&SLOTS),
        commands: SLOTS_COMMANDS,
        choices: slots_choices,
        reading: REVENUE_READING,
        spoken: spoken_verdict,
    },
    Workbench {
        panel: Panel::Study(StudyKind::Cluster),
        key: "4",
        name: "Cluster",
        idea: "parallel jobs wait in a queue for many nodes at once; their order decides how long they wait",
        tools: Some(cluster_toolbar),
        views: None,
        list: Some(|_| html! { <JobList /> }),
        stage: |_| html! { <ClusterPanel /> },
        inspector: Some(cluster_inspector),
        steps: Some(|_| html! { <ClusterStepBar /> }),
        policy: |lab| lab.cluster().map(|study| idea(scheduler_idea(study.policy.scheduler))).unwrap_or_default(),
        study: Some(&CLUSTER),
        commands: &[],
        choices: cluster_choices,
        reading: CLUSTER_READING,
        spoken: spoken_wait,
    },
    Workbench {
        panel: Panel::Study(StudyKind::Workflow),
        key: "5",
        name: "Workflow",
        idea: "task graphs: a broker maps tasks that wait for one another to the nodes of providers",
        tools: Some(workflow_toolbar),
        views: None,
        list: Some(|_| html! { <TaskList /> }),
        stage: |_| html! { <WorkflowPanel /> },
        inspector: Some(workflow_inspector),
        steps: Some(|_| html! { <SearchSteps /> }),
        policy: |lab| lab.workflow().map(|study| idea(method_idea(study.policy.method))).unwrap_or_default(),
        study: Some(&WORKFLOW),
        commands: &[],
        choices: workflow_choices,
        reading: WORKFLOW_READING,
        spoken: spoken_task,
    },
    Workbench {
        panel: Panel::Experiments,
        key: "6",
        name: "Experiments",
        idea: "the papers’ figures and tables, computed again",
        tools: None,
        views: None,
        list: None,
        stage: |lab| html! { <ExperimentStage lab={lab.clone()} experiment={lab.model().view.experiment} /> },
        inspector: None,
        steps: None,
        policy: |_| Html::default(),
        study: None,
        commands: &[],
        choices: experiment_choices,
        reading: EXPERIMENT_READING,
        spoken: |_| None,
    },
];

/// A study that a workload log can become.
pub struct LogForm {
    /// What its button is found by.
    pub key: &'static str,
    /// What its button says.
    pub name: &'static str,
    /// What becomes of the jobs, in a sentence.
    pub idea: &'static str,
    /// The panel that shows the study.
    pub panel: Panel,
    /// Whether accounting data becomes this study unless another is chosen.
    pub is_for_accounting: bool,
    /// Asks how.
    pub draw: fn(LogProps) -> Html,
}

/// The form of a snapshot of a running machine, which becomes a cluster whatever is open.
pub fn snapshot_form(props: LogProps) -> Html {
    html! { <SnapshotForm ..props /> }
}

/// All of them.
pub static LOG_FORMS: [LogForm; 3] = [
    LogForm {
        key: "slots",
        name: "Plan in slots",
        idea: "Each job becomes a request that reserves its nodes when it is submitted.",
        panel: Panel::Study(StudyKind::Slots),
        is_for_accounting: false,
        draw: |props| html! { <SlotsLogForm ..props /> },
    },
    LogForm {
        key: "cluster",
        name: "Cluster",
        idea: "The jobs wait for their nodes under the scheduler that you choose, to the second.",
        panel: Panel::Study(StudyKind::Cluster),
        is_for_accounting: true,
        draw: |props| html! { <ClusterLogForm ..props /> },
    },
    LogForm {
        key: "experiment",
        name: "Experiment",
        idea: "The jobs take the place of drawn ones in the experiment that is chosen.",
        panel: Panel::Experiments,
        is_for_accounting: false,
        draw: |props| html! { <ExperimentLogForm ..props /> },
    },
];

/// The workbench that is open.
pub fn workbench(lab: &Lab) -> &'static Workbench {
    let panel = lab.model().view.panel;
    WORKBENCHES.iter().find(|workbench| workbench.panel == panel).unwrap_or(&WORKBENCHES[0])
}

/// The form that makes requests at random; they are for plans in slots.
pub fn new_workload() -> Html {
    html! { <GeneratorForm /> }
}

/// What is to be seen of a study beside its plan; `visible` are the slots on screen, `end` the second at which the plan of a cluster ends.
pub fn query_of(model: &Model, kind: StudyKind, visible: Range<Slot>, end: u64) -> StudyQuery {
    match kind {
        StudyKind::Slots => StudyQuery::Slots(model.slots_query(visible)),
        StudyKind::Idle => StudyQuery::Idle(model.idle_query()),
        StudyKind::Cluster => StudyQuery::Cluster(model.cluster_query(end)),
        StudyKind::Workflow => StudyQuery::Workflow(model.workflow_query()),
    }
}

/// What is to be seen of a scenario that is opened with a view.
pub fn first_query(view: &View) -> StudyQuery {
    match view.panel {
        Panel::Study(StudyKind::Idle) => StudyQuery::Idle(IdleQuery { selected: view.geometry.selected, ..IdleQuery::default() }),
        Panel::Study(StudyKind::Cluster) => StudyQuery::Cluster(BatchQuery {
            selected: view.cluster.selected,
            attempt: view.cluster.attempt,
            range: view.cluster.range,
            ..BatchQuery::default()
        }),
        Panel::Study(StudyKind::Workflow) => {
            StudyQuery::Workflow(WorkflowQuery { curves: None, ..workflow_query_of(view.workflow) })
        }
        Panel::Study(StudyKind::Slots) | Panel::Revenue | Panel::Experiments => StudyQuery::Slots(SlotsQuery::default()),
    }
}

/// The picture of the open panel as a figure; nothing until its plan is there.
pub fn figure(lab: &Lab) -> Option<Figure> {
    match lab.model().view.panel {
        Panel::Study(StudyKind::Slots) => slots_figure(compared_kind(lab))(lab),
        Panel::Study(StudyKind::Idle) => servers_figure(lab),
        Panel::Study(StudyKind::Cluster) => cluster_figure(lab),
        Panel::Study(StudyKind::Workflow) => workflow_figure(lab),
        Panel::Revenue => limits_figure(lab),
        Panel::Experiments => None,
    }
}

/// A small picture of an example's plan, with the request that is selected in it, in so many CSS px: the one that is asked for, or the usual one.
pub fn small_picture(
    shown: &Shown,
    selected: impl FnOnce() -> Option<RequestId>,
    chart: Option<ExampleChart>,
    size: (f64, f64),
    dpr: f64,
    theme: Theme,
) -> Option<PixelBuffer> {
    let is_logical = matches!(chart, Some(ExampleChart::Logical | ExampleChart::LogicalBefore));
    match shown {
        Shown::Slots(shown) => {
            let layout = if is_logical { GanttKind::Logical } else { GanttKind::Physical };
            Some(slots_picture(shown, layout, selected(), size, dpr, theme))
        }
        Shown::Idle(shown) => idle_picture(shown, chart == Some(ExampleChart::DualPlane), size, dpr, theme),
        Shown::Cluster(shown) => cluster_picture(shown, size, dpr, theme),
        Shown::Workflow(shown) => {
            let step = if let Some(ExampleChart::Mapped(_, step)) = chart { Some(step) } else { None };
            workflow_picture(shown, (chart == Some(ExampleChart::Graph), step), size, dpr, theme)
        }
    }
}

//! The middle of the workbench: graph and nodes, or the search, or the parties.

use super::compare::charts::CompareWorkflows;
use super::controls::applications;
use super::figures::WorkflowFigures;
use super::gantt::chart::WorkflowGantt;
use super::graph::plot::GraphPlot;
use super::parties_view::PartiesView;
use super::search::view::SearchView;
use super::tables::{WorkflowMethods, tables};
use crate::app::kit::plot::area::{is_one_column, use_size};
use crate::app::shell::context::use_lab;
use crate::app::shell::frame::border::Border;
use crate::app::shell::frame::dock::Dock;
use crate::app::shell::frame::panel_sizes::Part;
use crate::engine::study::StudyKind;
use crate::formats::link::WorkflowPart;
use yew::prelude::*;

/// How the picture is read, line by line.
pub const WORKFLOW_READING: &[&str] = &[
    "The graph: a task stands right of the tasks it waits for. Below its name and duration are its earliest and its latest start, and its slack; or the slack alone, where the times are too long.",
    "Tasks without slack are on a critical path: if one of them starts late, the application ends late.",
    "The nodes: time runs to the right, a row is a node. Hatched is what others have reserved; a dashed frame is a place that the selected task could take.",
    "Search shows how a mapping is made, task by task, and what more mappings bring; Parties shows what user, broker and providers tell one another.",
];

/// The part that is looked at.
#[component]
pub fn WorkflowPanel() -> Html {
    let lab = use_lab();
    let content = match (lab.workflow_shown(), lab.model().view.workflow.part) {
        (None, _) => html! { <div class="charts"><p class="hint">{ "Planning …" }</p></div> },
        (Some(shown), WorkflowPart::Plan) => html! {
            <>
                <div class="charts two-pictures">
                    { applications(&lab) }
                    <GraphPlot />
                    <Border part={Part::Nodes} />
                    <NodesRoom is_comparing={lab.model().is_comparing(StudyKind::Workflow)} />
                </div>
                <Dock names={vec![("workflow-figures", "Figures"), ("workflow-tables", "Tables"), ("methods", "All methods")]}>
                    <WorkflowFigures shown={(*shown).clone()} application={lab.model().view.workflow.application} />
                    { tables(&lab, &shown) }
                    <WorkflowMethods />
                </Dock>
            </>
        },
        (Some(_), WorkflowPart::Search) => html! { <SearchView /> },
        (Some(_), WorkflowPart::Parties) => html! { <div class="charts"><PartiesView /></div> },
    };
    html! {
        <section class="plan geometry workflow" aria-label="Workflow">
            { content }
        </section>
    }
}

/// Properties of [`NodesRoom`].
#[derive(Properties, PartialEq)]
struct NodesRoomProps {
    is_comparing: bool,
}

/// The nodes, or two plans of them, which fill their room.
#[component]
fn NodesRoom(&NodesRoomProps { is_comparing }: &NodesRoomProps) -> Html {
    let node = use_node_ref();
    let (width, height) = use_size(node.clone());
    let is_one_column = *use_memo((width.to_bits(), height.to_bits()), |_| is_one_column());
    // In one column the part is as high as what is in it.
    let room = if is_one_column { 0.0 } else { height };
    html! {
        <div class="nodes-room" ref={node}>
            if is_comparing { <CompareWorkflows {room} /> } else { <WorkflowGantt {room} /> }
        </div>
    }
}

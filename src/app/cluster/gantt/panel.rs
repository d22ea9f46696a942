//! The charts of the plan: the jobs on their nodes, with the waiting jobs and the idle nodes on the same axis below; or two plans beside each other.

use super::axes::shown_start;
use super::chart::NodesChart;
use super::drawn_plan::{Drawn, use_drawn};
use super::levels::{LevelsPlot, levels_plot};
use super::visible_window::cluster_window;
use crate::app::cluster::commands::CLUSTER;
use crate::app::cluster::compare::charts::CompareNodes;
use crate::app::cluster::figures::{gantt_figure, idle_figure, waiting_figure};
use crate::app::kit::plot::area::{GUTTER_PX, ONE_COLUMN_PX, RIGHT_PX, use_size};
use crate::app::kit::text::format::{counted, grouped};
use crate::app::shell::commands::study::step_of;
use crate::app::shell::context::{Lab, use_lab, use_newest};
use crate::app::shell::frame::dock::Dock;
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::app::shell::pointer::hover::use_hovered;
use crate::chart::cluster::levels::Levels;
use crate::chart::cluster::seconds::moment;
use crate::chart::planes::plane::PlaneScale;
use crate::engine::batch::explain::lasting;
use crate::engine::batch::metrics::wait;
use crate::engine::core::calendar::ClockStart;
use crate::engine::study::StudyKind;
use crate::formats::link::CompareLayout;
use crate::state::{ClusterShown, Gesture};
use yew::prelude::*;

/// Highest and least height of the plot on a narrow page, and that of a node there.
const PLOT_PX: (f64, f64, f64) = (340.0, 120.0, 26.0);
/// Elsewhere the plot fills the room but for the heading, the bracket and the axis, in CSS px; no node is higher than this.
const AROUND_PX: f64 = 114.0;
const NODE_MOST_PX: f64 = 100.0;
/// What stands where nothing is pointed at.
const HINT: &str = "Drag a job to submit it earlier or later, and the knobs of the selected one to change its times and nodes.";
/// What is drawn.
const KEY: &str = "Hatched jobs went ahead of others.";
/// The same while a range is spanned.
const RANGE_HINT: &str = "Drag across the nodes: those that are free throughout are lit.";

/// What is said above two plans, in CSS px.
const COMPARED_PX: f64 = 112.0;

/// The height that one plan has of the stage's.
fn room_of_plan(lab: &Lab, room: f64) -> f64 {
    let is_stacked = lab.model().view.compare_layout.is_none_or(|layout| layout == CompareLayout::Stacked);
    match (lab.model().is_comparing(StudyKind::Cluster), is_stacked) {
        (false, _) => room,
        (true, false) => room - COMPARED_PX,
        (true, true) => (room - COMPARED_PX) / 2.0,
    }
}

/// Properties of [`ClusterCharts`].
#[derive(Properties, PartialEq)]
pub struct ClusterChartsProps {
    /// What follows the waiting jobs and the idle nodes below the charts.
    pub children: Html,
}

/// The charts, and what stands below them.
#[component]
pub fn ClusterCharts(ClusterChartsProps { children }: &ClusterChartsProps) -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let node = use_node_ref();
    let (width, room) = use_size(node.clone());
    let hovered = use_hovered(&lab.hover);
    let held = use_mut_ref(|| None::<(f64, f64)>);
    let drawn = use_drawn(lab.engine_state.plans.cluster.as_ref(), step_of(&lab, &CLUSTER));
    let window = {
        // Were time fitted to the plan during a drag, it would run away under the pointer.
        let mut held = held.borrow_mut();
        match (&*lab.gesture.borrow(), *held) {
            (Some(Gesture::Drag { .. }), Some(window)) => Some(window),
            _ => {
                *held = cluster_window(&lab);
                *held
            }
        }
    };
    let inner = (width - GUTTER_PX - RIGHT_PX).max(40.0);
    let (Some(drawn), Some(window)) = (drawn, window) else {
        return html! { <><div key="pictures" class="charts planes cluster-charts" ref={node} /></> };
    };
    if width <= 0.0 {
        return html! { <><div key="pictures" class="charts planes cluster-charts" ref={node} /></> };
    }
    let (most, least, node_px) = PLOT_PX;
    let is_ranging = lab.model().view.cluster.range.is_some();
    let is_one_column = width < ONE_COLUMN_PX;
    let height = match f64::from(drawn.nodes) {
        nodes if is_one_column => (nodes * node_px).clamp(least, most),
        nodes => (nodes * NODE_MOST_PX).min(room_of_plan(&lab, room) - AROUND_PX).max(least).floor(),
    };
    let scale = PlaneScale::new(window, (0.0, drawn.nodes.into()), inner, height);
    let start = shown_start(&lab);
    let hint = || if is_ranging { RANGE_HINT.to_string() } else { lab.hint(HINT, KEY) };
    let words = hovered.and_then(|job| job_words(&drawn, job as usize, start)).unwrap_or_else(hint);
    let save = |name: &'static str, id: &'static str, draw: Draw| html! { <SaveFigure {name} {id} lab={newest.clone()} {draw} /> };
    let levels = |name: &'static str, id: &'static str, levels, most: u32, beside, draw: Draw| {
        let save = save(name, if id == "waiting-jobs" { "save-waiting" } else { "save-idle" }, draw);
        levels_plot(LevelsPlot { name, id, levels, most, start, beside, save }, &scale)
    };
    let seen = lab.engine_state.plans.cluster.as_ref().and_then(|shown| seen_by_queue(shown));
    html! {
        <>
        <div key="pictures" class="charts planes cluster-charts" ref={node}>
            if lab.model().is_comparing(StudyKind::Cluster) {
                <CompareNodes drawn={drawn.clone()} {scale} {hovered} {is_one_column} />
            } else {
                <section class="chart" aria-label="Nodes">
                    { save("Jobs on their nodes", "save-nodes", Draw::Shown(gantt_figure)) }
                    <h2>{ "Nodes" }<span>{ format!(": {}, time to the right", grouped(drawn.nodes.into())) }</span></h2>
                    <p class="lit-words" id="job-words" title={words.clone()}>{ &words }</p>
                    <NodesChart drawn={drawn.clone()} {scale} {hovered} {is_ranging} />
                </section>
            }
        </div>
        <Dock key="dock" names={vec![("waiting-jobs", "Waiting"), ("idle-nodes", "Idle nodes"), ("fits-now", "Fits and costs"), ("cluster-figures", "Figures"), ("cluster-tables", "Tables"), ("schedulers", "All schedulers")]}>
            <div class="planes cluster-charts">
            { levels("Jobs waiting", "waiting-jobs", &drawn.waiting, drawn.most_waiting.max(drawn.waiting.most()).max(1), None, Draw::Shown(waiting_figure)) }
            { levels("Nodes idle", "idle-nodes", &drawn.idle, drawn.nodes, seen, Draw::Shown(idle_figure)) }
            </div>
            { children.clone() }
        </Dock>
        </>
    }
}

/// The free nodes that the queue reckoned with when the selected job was submitted: what EASY and conservative backfilling decide by.
fn seen_by_queue(shown: &ClusterShown) -> Option<(Levels, String)> {
    let snapshot = &shown.snapshot;
    let row = shown.plan.jobs.row_of(snapshot.query.selected?).filter(|_| !snapshot.profile.is_empty())?;
    let words = format!("What the queue expected when job {} was submitted", shown.plan.jobs.number(row));
    Some((Levels::of_steps(&snapshot.profile), words))
}

/// A job in words.
pub fn job_words(drawn: &Drawn, row: usize, start: Option<ClockStart>) -> Option<String> {
    let plan = &drawn.shown.plan;
    let number = (row < plan.jobs.len()).then(|| plan.jobs.number(row))?;
    let (from, to) = (plan.decisions.start[row], plan.decisions.end[row]);
    let nodes = counted(plan.jobs.nodes[row].into(), "node", "nodes");
    if plan.decisions.is_refused(row) {
        let asked = moment(plan.jobs.ready(row), start);
        return Some(format!("Job {number}: {nodes} from {asked} on, refused."));
    }
    let waited = match wait(&plan.jobs, &plan.decisions, row) {
        0 => "without waiting".to_string(),
        waited => format!("after waiting {}", lasting(waited)),
    };
    let (from, to, length) = (moment(from, start), moment(to, start), lasting(to.saturating_sub(from)));
    Some(format!("Job {number}: {nodes} from {from} to {to} ({length}), {waited}."))
}

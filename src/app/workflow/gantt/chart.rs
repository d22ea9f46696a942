//! The tasks on the nodes of the providers over time, with what was reserved before. A task is dragged to another node or time, its end to another
//! duration, a busy period anywhere, the deadline along the axis. A press on the ground moves the time in view.

use super::crowd::{SINGLE_MAX, busy_crowd, task_crowd};
use super::knobs::knobs;
use super::parts::{Gantt, TaskBar};
use crate::app::kit::plot::area::{GUTTER_PX, RIGHT_PX, place_in, use_size};
use crate::app::kit::plot::frame::{Margins, PlotFrame};
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::{Lab, use_lab, use_newest};
use crate::app::shell::embed::is_embedded;
use crate::app::shell::embed::leaves_wheel;
use crate::app::shell::lesson::over_plan::{PlotRows, over_plan};
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::app::shell::pointer::hover::use_hovered;
use crate::app::workflow::commands::{show_window, workflow_window, zoom_window};
use crate::app::workflow::compare::marks::{ComparedGantt, patterns};
use crate::app::workflow::figures::nodes_to_save;
use crate::app::workflow::pan::Pan;
use crate::chart::kit::svg::px;
use crate::chart::planes::plane::PlaneScale;
use crate::engine::workflow::graph::Time;
use crate::lessons::model::Pickable;
use crate::state::{Gesture, WorkflowShown};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Room above the nodes, for the deadline and the critical path.
const ABOVE_PX: f64 = 34.0;
/// Height of a node: most, least, and of all nodes together where they fit, on a narrow page.
const ROW_PX: (f64, f64, f64) = (60.0, 10.0, 330.0);
/// Elsewhere the nodes fill their room but for the axes and the heading, in CSS px; no node is higher than this.
const AROUND_PX: f64 = 57.0;
/// The heading, which a page in a frame leaves out.
const HEADING_PX: f64 = 22.0;
const ROW_MOST_PX: f64 = 110.0;
/// What the wheel must turn to zoom by a factor of e, in px.
const WHEEL_PX: f64 = 300.0;
/// What stands where nothing is pointed at.
const HINT: &str = "Drag a task to another node or time: it is pinned there. The knob at its end changes its duration.";
/// What is drawn.
const KEY: &str = "Hatched is what was reserved before.";

/// The same where tasks are too many.
const CROWD_HINT: &str = "Zoom in to take hold of single ones; drag the ground to move on in time.";
/// Parts of the chart that answer a press themselves.
const PARTS: &str = ".whole-handle, .handle, .knob";

/// Properties of [`WorkflowGantt`].
#[derive(Properties, PartialEq)]
pub struct WorkflowGanttProps {
    /// The tasks that are mapped so far; all of the plan if `None`.
    #[prop_or_default]
    pub bars: Option<Rc<Vec<TaskBar>>>,
    /// The one that was mapped last.
    #[prop_or_default]
    pub newest: Option<u32>,
    /// Where it was tried: node, start and end.
    #[prop_or_default]
    pub tried: Rc<Vec<(u32, Time, Time)>>,
    /// The plan to be drawn beside another one, in place of the one on screen.
    #[prop_or_default]
    pub compared: Option<Rc<ComparedGantt>>,
    /// Height that it fills, in CSS px; 0 where that does not matter.
    #[prop_or_default]
    pub room: f64,
}

/// Height of a node.
fn row_height(nodes: usize, room: f64) -> f64 {
    let heading = if is_embedded() { 0.0 } else { HEADING_PX };
    match room > 0.0 {
        true => ((room - AROUND_PX - heading) / nodes as f64).clamp(ROW_PX.1, ROW_MOST_PX),
        false => (ROW_PX.2 / nodes as f64).clamp(ROW_PX.1, ROW_PX.0),
    }
}

/// All tasks of a plan.
fn plan_bars(shown: &WorkflowShown) -> Vec<TaskBar> {
    let tasks = &shown.plan.tasks;
    (0..tasks.len())
        .map(|row| TaskBar { row: row as u32, node: tasks.node[row], start: tasks.start[row], end: tasks.end(row) })
        .collect()
}

/// The chart.
#[component]
pub fn WorkflowGantt(WorkflowGanttProps { bars, newest, tried, compared, room }: &WorkflowGanttProps) -> Html {
    let lab = use_lab();
    let newest_lab = use_newest(&lab);
    let (node, over) = (use_node_ref(), use_node_ref());
    let (width, _) = use_size(node.clone());
    let hovered = use_hovered(&lab.hover);
    let held = use_mut_ref(|| None::<(f64, f64)>);
    let pan = (*use_state(Pan::default)).clone();
    let window = {
        // Were time fitted to the plan during a drag, it would run away under the pointer.
        let mut held = held.borrow_mut();
        match (&*lab.gesture.borrow(), *held) {
            (Some(Gesture::Drag { .. }), Some(window)) => Some(window),
            _ => {
                *held = workflow_window(&lab);
                *held
            }
        }
    };
    let shown = compared.as_ref().map_or_else(|| lab.workflow_shown(), |compared| Some(Rc::clone(&compared.shown)));
    let (Some(shown), Some(window)) = (shown, window) else {
        return html! { <div class="workflow-gantt" ref={node} /> };
    };
    if width <= 0.0 {
        return html! { <div class="workflow-gantt" ref={node} /> };
    }
    let nodes = shown.plan.provider_of.len().max(compared.as_ref().map_or(1, |compared| compared.rows));
    let row_px = row_height(nodes, *room);
    let scale = PlaneScale::new(window, (0.0, 1.0), (width - GUTTER_PX - RIGHT_PX).max(40.0), row_px * nodes as f64);
    let is_editable = bars.is_none() && compared.as_ref().is_none_or(|compared| compared.is_own);
    let bars = bars.clone().unwrap_or_else(|| Rc::new(plan_bars(&shown)));
    let here = |own: Option<u32>| match compared {
        Some(compared) => own.and_then(|own| compared.row_here(own)),
        None => own,
    };
    let (hovered, selected) = (here(hovered), here(lab.model().selected_task()));
    let gantt = Gantt { lab: &lab, shown: &shown, scale, row_px, is_editable, hovered, selected, compared: compared.as_deref() };
    let rows = PlotRows::new(Pickable::Node, nodes as u32, |node| node * row_px);
    let frame = PlotFrame { width: scale.width(), height: scale.height(), margins: Margins::on_time_axis(ABOVE_PX) };
    let on_wheel = {
        let (lab, over) = (lab.clone(), over.clone());
        Callback::from(move |event: WheelEvent| {
            let is_zoom = event.ctrl_key() || event.meta_key();
            let is_sideways = event.delta_x().abs() > event.delta_y().abs();
            let Some(element) = over.cast::<Element>().filter(|_| (is_zoom || is_sideways) && !leaves_wheel(&event)) else {
                return;
            };
            event.prevent_default();
            let x = place_in(&element, &event).0 - GUTTER_PX;
            let factor = if is_zoom { libm::exp(-event.delta_y() / WHEEL_PX) } else { 1.0 };
            zoom_window(&lab, Some(scale.x_at(x)), factor, if is_zoom { 0.0 } else { event.delta_x() * scale.x_per_px() });
        })
    };
    let events = {
        let (lab, per_px) = (lab.clone(), scale.x_per_px());
        pan.events(
            over.clone(),
            PARTS,
            move || Some(window),
            move |(from, to), (x, _)| {
                show_window(&lab, Some((from - x * per_px, to - x * per_px)));
            },
        )
    };
    let busy = &shown.plan.busy;
    let is_busy_crowd = gantt.count(busy.start.iter().copied().zip(busy.end.iter().copied())) > SINGLE_MAX;
    let in_view = gantt.count(bars.iter().map(|bar| (bar.start, bar.end)));
    let is_crowd = in_view > SINGLE_MAX;
    let tasks = if is_crowd {
        let near: Vec<TaskBar> =
            bars.iter().filter(|bar| *newest == Some(bar.row) || gantt.is_near_focus(bar.row)).copied().collect();
        html! { <>{ task_crowd(&gantt, &bars) }{ gantt.bars(&near, *newest) }</> }
    } else {
        gantt.bars(&bars, *newest)
    };
    let hint = if is_crowd { format!("{} tasks are in view. {CROWD_HINT}", grouped(in_view as u64)) } else { lab.hint(HINT, KEY) };
    let words = hovered.filter(|row| (*row as usize) < shown.plan.tasks.len()).map_or(hint, |row| gantt.words(row));
    let side = compared.as_ref().map(|compared| compared.side);
    let id = side.map_or_else(|| "workflow-gantt".to_string(), |side| format!("workflow-gantt-{side}"));
    let clip = format!("clip-{id}");
    let heading = compared.as_ref().map(|compared| html! { <h2 class="between">{ compared.heading.clone() }</h2> });
    let name = compared.as_ref().map_or_else(|| "Nodes".to_string(), |compared| compared.heading.clone());
    html! {
        <div class="workflow-gantt" ref={node}>
        <section class="chart" aria-label={name.clone()}>
            { heading.unwrap_or_else(|| html! { <h2>{ "Nodes" }<span>{ format!(": {nodes}, time to the right") }</span></h2> }) }
            if let Some(ComparedGantt { side, save: (name, draw), .. }) = compared.as_deref() {
                <SaveFigure name={*name} id={format!("save-nodes-{side}")} lab={newest_lab.clone()} draw={Draw::Shown(*draw)} />
            }
            if side.is_none() && is_editable {
                <SaveFigure name="Tasks on their nodes" id="save-nodes" lab={newest_lab} draw={Draw::Shown(nodes_to_save)} />
            }
            <div class="gantt-view" tabindex="0" role="region" aria-label={format!("{name} over time")}>
                <svg {id} ref={over} role="group" aria-label="Tasks on their nodes over time; the table below says the same"
                    width={frame.svg_width()} height={frame.svg_height()} onwheel={on_wheel}
                    onpointerdown={events.down} onpointermove={events.moved} onpointerup={events.up.clone()} onpointercancel={events.up}>
                    <defs>
                        if side.is_none() { { patterns() } }
                        <clipPath id={clip.clone()}><rect y={px(-ABOVE_PX)} width={px(scale.width())} height={px(scale.height() + ABOVE_PX)} /></clipPath>
                    </defs>
                    <g transform={frame.transform()}>
                        { gantt.rows() }
                        <g clip-path={format!("url(#{clip})")}>
                            { if is_busy_crowd { busy_crowd(&gantt) } else { gantt.busy() } }
                            { gantt.gaps() }
                            { gantt.tried(tried) }
                            { tasks }
                            { gantt.ghosts() }
                            { gantt.bounds() }
                        </g>
                        { gantt.axis() }
                        { if is_editable { knobs(&gantt) } else { Html::default() } }
                        if compared.is_none() { { over_plan(&lab, scale, Some(rows)) } }
                    </g>
                </svg>
            </div>
            if side.is_none() {
                <p class="lit-words" id="task-words">{ words }</p>
            }
        </section>
        </div>
    }
}

/// The buttons that zoom.
pub fn zoom_buttons(lab: &Lab) -> Html {
    let is_whole = lab.model().view.workflow.time.is_none();
    let button = |id: &'static str, label: &'static str, words: &'static str, does: fn(&Lab)| {
        let lab = lab.clone();
        let onclick = Callback::from(move |_: MouseEvent| does(&lab));
        html! { <button type="button" {id} aria-label={label} title={label} disabled={is_whole && words == "Fit"} {onclick}>{ words }</button> }
    };
    html! {
        <div class="segmented" role="group" aria-label="Time">
            { button("workflow-zoom-out", "Zoom out (−)", "−", |lab| zoom_window(lab, None, 1.0 / 1.5, 0.0)) }
            { button("workflow-fit", "Fit all tasks (0)", "Fit", |lab| show_window(lab, None)) }
            { button("workflow-zoom-in", "Zoom in (+)", "+", |lab| zoom_window(lab, None, 1.5, 0.0)) }
        </div>
    }
}

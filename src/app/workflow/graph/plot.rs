//! The graph in layers: each task with its earliest and latest start and its slack, the critical path emphasised. Only what is in view is drawn. A press on
//! the ground moves it. Dragging from the dot of a task to another task draws an edge; the crosses on the edges of the selected task take them away.

use super::overview::GraphOverview;
use super::parts::{BOX, Graph, HALF, Laid, View, parents};
use crate::app::kit::browser::paper::use_is_on_paper;
use crate::app::kit::browser::text_zoom::text_zoom;
use crate::app::kit::plot::area::{ONE_COLUMN_PX, scroll_to, scrolled, use_size};
use crate::app::shell::context::{Lab, use_lab, use_newest};
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::app::shell::pointer::hover::use_hovered;
use crate::app::workflow::figures::graph_to_save;
use crate::app::workflow::names::{in_units, ticks_of};
use crate::app::workflow::pan::{Pan, is_on_ground};
use crate::chart::kit::svg::px;
use crate::chart::workflow::layers::{LayerSteps, Layers};
use crate::chart::workflow::task_box::TaskBoxes;
use crate::engine::workflow::WorkflowOutcome;
use crate::state::WorkflowShown;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use web_sys::Element;
use yew::prelude::*;

/// Distance of layers and tasks: least, where the graph does not fit, and most, where there is room.
const STEPS: LayerSteps = LayerSteps { x: 138.0, y: 58.0 };
const WIDE: LayerSteps = LayerSteps { x: 330.0, y: 150.0 };
/// Least distance of layers, where that has the whole graph fit into the width of the view.
const NARROW_PX: f64 = 116.0;
/// What stands left and right of the graph.
const BESIDE_PX: f64 = 8.0;
/// Least height of the part that is drawn at once.
const VIEW_PX: f64 = 380.0;
/// What is drawn beyond the edges of the view, and the step in which it follows, in CSS px.
const BEYOND_PX: f64 = 300.0;
const FOLLOW_PX: f64 = 150.0;
/// On paper a graph of so many tasks at most is drawn whole, as small as need be.
const PAPER_TASKS: u32 = 400;
/// Width of the view before it is measured.
const USUAL_PX: f64 = 1_400.0;
/// What can be done with the graph.
const HINT: &str = "Drag the dot of a task to another one to draw an edge; click a cross to remove an edge. Drag the background to move the graph; double-click it to add a task.";
/// Parts of the graph that answer a press themselves.
const PARTS: &str = ".task, .cross";

/// A layout, kept while the graph stays the same.
struct Kept {
    plan: Rc<WorkflowOutcome>,
    application: u32,
    /// The view that it was laid out for.
    view: (f64, f64),
    laid: Laid,
}

/// The rows of the application that is looked at.
pub fn rows_of(shown: &WorkflowShown, application: u32) -> (u32, u32) {
    let at = (application as usize).min(shown.plan.served.len().saturating_sub(1));
    shown.plan.served.get(at).map_or((0, 0), |served| (served.first, served.tasks))
}

/// How much farther than usual tasks stand from one another, so that the graph fills a view: as far as they have room and stand near one another.
fn stretch_within(layers: &Layers, (width, height): (f64, f64)) -> (f64, f64) {
    let (columns, rows) = (layers.layers.len().max(1) as f64, (layers.size.1 / STEPS.y).round().max(1.0));
    let x = ((width - BESIDE_PX) / columns).floor().clamp(NARROW_PX, WIDE.x);
    let y = ((height - BESIDE_PX) / rows).floor().clamp(STEPS.y, WIDE.y);
    (x / STEPS.x, y / STEPS.y)
}

fn laid_out(shown: &WorkflowShown, application: u32, view: (f64, f64)) -> Laid {
    let (first, count) = rows_of(shown, application);
    let parents: Vec<Vec<u32>> = (0..count).map(|task| parents(&shown.plan.tasks, first, first + task)).collect();
    let mut children = vec![Vec::new(); count as usize];
    for (child, parents) in (0..count).zip(&parents) {
        parents.iter().for_each(|&parent| children[parent as usize].push(child));
    }
    let layers = Layers::of(count as usize, |task| &parents[task], STEPS);
    let stretch = stretch_within(&layers, view);
    Laid { layers: Rc::new(layers.stretched(stretch)), children: Rc::new(children) }
}

/// The graph.
#[component]
pub fn GraphPlot() -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let (node, over) = (use_node_ref(), use_node_ref());
    let corner = use_state_eq(|| (0.0_f64, 0.0_f64));
    let kept = use_mut_ref(|| None::<Kept>);
    let hovered = use_hovered(&lab.hover);
    let pan = (*use_state(Pan::default)).clone();
    let (view_width, view_height) = use_size(node.clone());
    let is_one_column = view_width < ONE_COLUMN_PX;
    let is_on_paper = use_is_on_paper();
    use_in_view(&lab, &node, &kept);
    use_first_in_view(&lab, &node, &kept, view_height > 0.0);
    let Some(shown) = lab.workflow_shown() else { return Html::default() };
    let application = lab.model().view.workflow.application;
    let width = if view_width > 0.0 { view_width } else { USUAL_PX };
    // Where the view is as high as its graph, in one column, the graph is as low as it can be.
    let view_size = (width, if is_one_column { 0.0 } else { view_height });
    let laid = {
        let mut kept = kept.borrow_mut();
        let is_kept = |kept: &Kept| {
            let (one, other) = (&kept.plan.tasks, &shown.plan.tasks);
            let is_same =
                Rc::ptr_eq(&kept.plan, &shown.plan) || one.parents == other.parents && one.parents_from == other.parents_from;
            kept.application == application && is_same && kept.view == view_size
        };
        match kept.as_mut().filter(|kept| is_kept(kept)) {
            Some(kept) => {
                kept.plan = Rc::clone(&shown.plan);
                kept.laid.clone()
            }
            None => {
                let laid = laid_out(&shown, application, view_size);
                *kept = Some(Kept { plan: Rc::clone(&shown.plan), application, view: view_size, laid: laid.clone() });
                laid
            }
        }
    };
    let on_scroll = {
        let (corner, node) = (corner.clone(), node.clone());
        Callback::from(move |_: Event| {
            if let Some(element) = node.cast::<Element>() {
                let coarse = |at: f64| (at / FOLLOW_PX).floor() * FOLLOW_PX;
                let (left, top) = scrolled(&element);
                corner.set((coarse(left), coarse(top)));
            }
        })
    };
    let (first, count) = rows_of(&shown, application);
    let size = ((laid.layers.size.0 + BESIDE_PX).max(60.0), (laid.layers.size.1 + 8.0).max(60.0));
    let in_view = View {
        x: corner.0 - BEYOND_PX,
        y: corner.1 - BEYOND_PX,
        width: width + 2.0 * BEYOND_PX + FOLLOW_PX,
        height: view_height.max(VIEW_PX) + 2.0 * BEYOND_PX + FOLLOW_PX,
    };
    let all = View { x: 0.0, y: 0.0, width: size.0, height: size.1 };
    let is_whole = is_on_paper && count <= PAPER_TASKS;
    let view = if is_whole { all } else { in_view };
    let events = {
        let (seen, moved) = (node.clone(), node.clone());
        let origin = move || seen.cast::<Element>().map(|view| scrolled(&view));
        pan.events(over.clone(), PARTS, origin, move |(left, top), (x, y)| {
            if let Some(view) = moved.cast::<Element>() {
                scroll_to(&view, (left - x, top - y));
            }
        })
    };
    let on_double = {
        let lab = lab.clone();
        Callback::from(move |event: MouseEvent| {
            if is_on_ground(&event, PARTS) {
                lab.add_free_task();
            }
        })
    };
    let is_dragged = lab.gesture.borrow().is_some();
    let hint = lab.hint(HINT, "");
    let boxes = TaskBoxes::of(&shown.plan.tasks, first as usize..(first + count) as usize, ticks_of(&shown), BOX);
    let graph = Graph { lab: &lab, shown: &shown, laid: &laid, first, view, boxes, over: over.clone(), hovered };
    let length = shown.plan.served.get(application as usize).map_or(0, |served| served.length);
    html! {
        <section class="chart workflow-graph" aria-label="Graph">
            <h2>{ "Graph" }<span>{ format!(": {count} tasks, the longest path takes {}", in_units(length, ticks_of(&shown))) }</span></h2>
            <SaveFigure name="Graph" id="save-graph" lab={newest} draw={Draw::Shown(graph_to_save)} />
            <div class="graph-view" ref={&node} onscroll={on_scroll} tabindex="0" role="region" aria-label="Graph; the table of tasks below says the same">
                <svg id="workflow-graph" ref={over} viewBox={format!("0 0 {} {}", px(size.0), px(size.1))} width={px(size.0)} height={px(size.1)} role="group" aria-label="Tasks in layers, parents left of their children"
                    onpointerdown={events.down} onpointermove={events.moved} onpointerup={events.up.clone()} onpointercancel={events.up} ondblclick={on_double}>
                    { graph.edges() }
                    { graph.tasks() }
                    { graph.crosses() }
                </svg>
            </div>
            if !is_whole {
                <GraphOverview shown={Rc::clone(&shown)} {application} view={node} seen={(view_width, view_height)} whole={size} {is_dragged} />
            }
            <p class="hint lit-words" title={hint.clone()}>{ boxes.explanation() }{ " " }{ &hint }</p>
        </section>
    }
}

/// Brings the first tasks of a graph into view once it is there: those of a graph with wide layers stand in the middle of its height.
#[hook]
fn use_first_in_view(lab: &Lab, node: &NodeRef, kept: &Rc<RefCell<Option<Kept>>>, is_measured: bool) {
    let model = lab.model();
    let planned = model.effective().planned(model.view.panel);
    // The plan of what was opened comes a moment after it.
    let is_there = is_measured && lab.workflow_shown().is_some_and(|shown| Arc::ptr_eq(&shown.study, &planned));
    let (node, kept, selected) = (node.clone(), Rc::clone(kept), model.selected_task());
    let done = use_mut_ref(|| None);
    use_effect_with((model.work, model.view.workflow.application, is_there), move |&(work, application, is_there)| {
        if !is_there || *done.borrow() == Some((work, application)) {
            return;
        }
        *done.borrow_mut() = Some((work, application));
        let kept = kept.borrow();
        let middle = || {
            let layers = &kept.as_ref()?.laid.layers;
            let tasks = layers.layers.first()?;
            Some(f64::midpoint(layers.middle[*tasks.first()? as usize].1, layers.middle[*tasks.last()? as usize].1))
        };
        if let (Some(middle), Some(view), None) = (middle(), node.cast::<Element>(), selected) {
            scroll_to(&view, (0.0, middle - f64::from(view.client_height()) / text_zoom() / 2.0));
        }
    });
}

/// Brings the task into view that was selected last, wherever that was done.
#[hook]
fn use_in_view(lab: &Lab, node: &NodeRef, kept: &Rc<RefCell<Option<Kept>>>) {
    let (selected, shown) = (lab.model().selected_task(), lab.workflow_shown());
    let (node, kept, is_dragged) = (node.clone(), Rc::clone(kept), lab.gesture.borrow().is_some());
    use_effect_with(selected, move |&selected| {
        let kept = kept.borrow();
        let place = || {
            let (kept, shown) = (kept.as_ref()?, shown?);
            let (first, _) = rows_of(&shown, kept.application);
            kept.laid.layers.middle.get(selected?.checked_sub(first)? as usize).copied()
        };
        let (Some((x, y)), Some(view)) = (place().filter(|_| !is_dragged), node.cast::<Element>()) else { return };
        let show = |middle: f64, half: f64, from: f64, length: i32| {
            let length = f64::from(length) / text_zoom();
            let is_seen = middle - half >= from && middle + half <= from + length;
            if is_seen { from } else { middle - length / 2.0 }
        };
        let (left, top) = scrolled(&view);
        scroll_to(&view, (show(x, HALF.0, left, view.client_width()), show(y, HALF.1, top, view.client_height())));
    });
}

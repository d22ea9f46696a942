//! The graph in layers: each task with its earliest and latest start and its slack, the critical path emphasised. Only what is in view is drawn. A press on
//! the ground moves it. Dragging from the dot of a task to another task draws an edge; the crosses on the edges of the selected task take them away.

use super::figures::graph_to_save;
use super::pan::{Pan, is_on_ground};
use super::words::{in_units, task_name, ticks_of};
use crate::app::kit::plot::{place_in, use_size};
use crate::app::kit::text_zoom::window_place;
use crate::app::shell::context::{Lab, use_lab, use_newest};
use crate::app::shell::gesture::press;
use crate::app::shell::hover::use_hovered;
use crate::app::shell::save_figure::{Draw, SaveFigure};
use crate::chart::kit::svg::px;
use crate::chart::workflow::layers::{LayerSteps, Layers};
use crate::engine::workflow::WorkflowOutcome;
use crate::engine::workflow::outcome::Tasks;
use crate::state::{Gesture, WorkflowDrag, WorkflowEdit, WorkflowHandle, WorkflowShown};
use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Distance of layers and tasks; half the size of a task.
const STEPS: LayerSteps = LayerSteps { x: 138.0, y: 58.0 };
const HALF: (f64, f64) = (48.0, 21.0);
/// Least distance of layers, where that has the whole graph fit into the width of the view.
const NARROW_PX: f64 = 116.0;
/// What stands left and right of the graph.
const BESIDE_PX: f64 = 8.0;
/// Least height of the part that is drawn at once.
const VIEW_PX: f64 = 380.0;
/// What is drawn beyond the edges of the view, and the step in which it follows, in CSS px.
const BEYOND_PX: f64 = 300.0;
const FOLLOW_PX: f64 = 150.0;

/// Width of the view before it is measured.
const USUAL_PX: f64 = 1_400.0;
/// Parts of the graph that answer a press themselves.
const PARTS: &str = ".task, .cross";

/// A layout, kept while the graph stays the same.
struct Kept {
    plan: Rc<WorkflowOutcome>,
    application: u32,
    /// Distance of layers.
    step: f64,
    laid: Laid,
}

/// Where tasks stand, and the children of each within its application.
#[derive(Clone)]
struct Laid {
    layers: Rc<Layers>,
    children: Rc<Vec<Vec<u32>>>,
}

/// The rows of the application that is looked at.
pub fn rows_of(shown: &WorkflowShown, application: u32) -> (u32, u32) {
    let at = (application as usize).min(shown.plan.served.len().saturating_sub(1));
    shown.plan.served.get(at).map_or((0, 0), |served| (served.first, served.tasks))
}

/// The parents of a task within its application.
fn parents(tasks: &Tasks, first: u32, row: u32) -> Vec<u32> {
    tasks.parents_of(row as usize).iter().map(|parent| parent - first).collect()
}

/// The distance of layers with which a graph fits into a width: no greater than usual, and no less than there is room for tasks and edges.
fn step_within(layers: usize, width: f64) -> f64 {
    ((width - BESIDE_PX) / layers.max(1) as f64).floor().clamp(NARROW_PX, STEPS.x)
}

fn laid_out(shown: &WorkflowShown, application: u32, width: f64) -> (Laid, f64) {
    let (first, count) = rows_of(shown, application);
    let parents: Vec<Vec<u32>> = (0..count).map(|task| parents(&shown.plan.tasks, first, first + task)).collect();
    let mut children = vec![Vec::new(); count as usize];
    for (child, parents) in (0..count).zip(&parents) {
        parents.iter().for_each(|&parent| children[parent as usize].push(child));
    }
    let of = |step: f64| Layers::of(count as usize, |task| &parents[task], LayerSteps { x: step, ..STEPS });
    let layers = of(STEPS.x);
    let step = step_within(layers.layers.len(), width);
    let layers = if step < STEPS.x { of(step) } else { layers };
    (Laid { layers: Rc::new(layers), children: Rc::new(children) }, step)
}

/// The graph.
#[component]
pub fn GraphPlot() -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let (node, over) = (use_node_ref(), use_node_ref());
    let scrolled = use_state_eq(|| (0.0_f64, 0.0_f64));
    let kept = use_mut_ref(|| None::<Kept>);
    let hovered = use_hovered(&lab.hover);
    let pan = (*use_state(Pan::default)).clone();
    let (view_width, view_height) = use_size(node.clone());
    use_in_view(&lab, &node, &kept);
    let Some(shown) = lab.workflow_shown() else { return Html::default() };
    let application = lab.model().view.workflow.application;
    let width = if view_width > 0.0 { view_width } else { USUAL_PX };
    let laid = {
        let mut kept = kept.borrow_mut();
        let is_kept = |kept: &Kept| {
            let (one, other) = (&kept.plan.tasks, &shown.plan.tasks);
            let is_same =
                Rc::ptr_eq(&kept.plan, &shown.plan) || one.parents == other.parents && one.parents_from == other.parents_from;
            let is_as_wide = kept.step == step_within(kept.laid.layers.layers.len(), width);
            kept.application == application && is_same && is_as_wide
        };
        match kept.as_mut().filter(|kept| is_kept(kept)) {
            Some(kept) => {
                kept.plan = Rc::clone(&shown.plan);
                kept.laid.clone()
            }
            None => {
                let (laid, step) = laid_out(&shown, application, width);
                *kept = Some(Kept { plan: Rc::clone(&shown.plan), application, step, laid: laid.clone() });
                laid
            }
        }
    };
    let on_scroll = {
        let (scrolled, node) = (scrolled.clone(), node.clone());
        Callback::from(move |_: Event| {
            if let Some(element) = node.cast::<Element>() {
                let coarse = |at: i32| (f64::from(at) / FOLLOW_PX).floor() * FOLLOW_PX;
                scrolled.set((coarse(element.scroll_left()), coarse(element.scroll_top())));
            }
        })
    };
    let (first, count) = rows_of(&shown, application);
    let view = View {
        x: scrolled.0 - BEYOND_PX,
        y: scrolled.1 - BEYOND_PX,
        width: width + 2.0 * BEYOND_PX + FOLLOW_PX,
        height: view_height.max(VIEW_PX) + 2.0 * BEYOND_PX + FOLLOW_PX,
    };
    let width = (laid.layers.size.0 + BESIDE_PX).max(60.0);
    let height = (laid.layers.size.1 + 8.0).max(60.0);
    let events = {
        let (seen, moved) = (node.clone(), node.clone());
        let origin = move || seen.cast::<Element>().map(|view| (f64::from(view.scroll_left()), f64::from(view.scroll_top())));
        pan.events(over.clone(), PARTS, origin, move |(left, top), (x, y)| {
            if let Some(view) = moved.cast::<Element>() {
                view.set_scroll_left((left - x).round() as i32);
                view.set_scroll_top((top - y).round() as i32);
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
    let graph = Graph { lab: &lab, shown: &shown, laid: &laid, first, view, over: over.clone(), hovered };
    let length = shown.plan.served.get(application as usize).map_or(0, |served| served.length);
    html! {
        <section class="chart workflow-graph" aria-label="Graph">
            <h2>{ "Graph" }<span>{ format!(": {count} tasks, the longest path takes {}", in_units(length, ticks_of(&shown))) }</span></h2>
            <SaveFigure name="Graph" id="save-graph" lab={newest} draw={Draw::Shown(graph_to_save)} />
            <div class="graph-view" ref={node} onscroll={on_scroll} tabindex="0" role="region" aria-label="Graph; the table of tasks below says the same">
                <svg id="workflow-graph" ref={over} width={px(width)} height={px(height)} role="group" aria-label="Tasks in layers, parents left of their children"
                    onpointerdown={events.down} onpointermove={events.moved} onpointerup={events.up.clone()} onpointercancel={events.up} ondblclick={on_double}>
                    { graph.edges() }
                    { graph.tasks() }
                    { graph.crosses() }
                </svg>
            </div>
            <p class="hint">{ "Each task has its duration, and below it EST – LST · slack. Drag the dot of a task to another one to draw an edge; click a cross to remove an edge. Drag the background to move the graph; double-click it to add a task." }</p>
        </section>
    }
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
        let show = |middle: f64, half: f64, from: i32, length: i32| {
            let (from, length) = (f64::from(from), f64::from(length));
            let is_seen = middle - half >= from && middle + half <= from + length;
            (!is_seen).then(|| (middle - length / 2.0).round() as i32)
        };
        if let Some(left) = show(x, HALF.0, view.scroll_left(), view.client_width()) {
            view.set_scroll_left(left);
        }
        if let Some(top) = show(y, HALF.1, view.scroll_top(), view.client_height()) {
            view.set_scroll_top(top);
        }
    });
}

/// Upper left corner and size of what is drawn.
#[derive(Clone, Copy)]
struct View {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl View {
    fn has(&self, (x, y): (f64, f64)) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }
}

struct Graph<'a> {
    lab: &'a Lab,
    shown: &'a WorkflowShown,
    laid: &'a Laid,
    first: u32,
    view: View,
    over: NodeRef,
    hovered: Option<u32>,
}

impl Graph<'_> {
    fn tasks_in_view(&self) -> impl Iterator<Item = u32> + '_ {
        let count = self.laid.layers.middle.len() as u32;
        (0..count).filter(|&task| self.view.has(self.laid.layers.middle[task as usize]))
    }

    /// The task whose relatives are emphasised: the one pointed at, else the selected one.
    fn focus(&self) -> Option<u32> {
        let own = |row: u32| row.checked_sub(self.first).filter(|task| (*task as usize) < self.laid.layers.middle.len());
        self.hovered.and_then(own).or_else(|| self.lab.model().selected_task().and_then(own))
    }

    fn is_critical(&self, task: u32) -> bool {
        self.shown.plan.tasks.slack((self.first + task) as usize) == 0
    }

    fn ends(&self, parent: u32, child: u32) -> ((f64, f64), (f64, f64)) {
        let ((px, py), (cx, cy)) = (self.laid.layers.middle[parent as usize], self.laid.layers.middle[child as usize]);
        ((px + HALF.0, py), (cx - HALF.0, cy))
    }

    /// The edges of the tasks in view, those of a kind as one path each.
    fn edges(&self) -> Html {
        let tasks = &self.shown.plan.tasks;
        let focus = self.focus();
        // Plain, critical, near the task pointed at: lines and their ends.
        let mut paths: [(String, String); 3] = Default::default();
        let mut draw = |parent: u32, child: u32| {
            let ((x0, y0), (x1, y1)) = self.ends(parent, child);
            let bend = ((x1 - x0) / 2.0).max(14.0);
            let above = (self.first + parent) as usize;
            let is_tight = tasks.earliest[above] + tasks.duration[above] == tasks.earliest[(self.first + child) as usize];
            let is_critical = self.is_critical(parent) && self.is_critical(child) && is_tight;
            let is_near = focus.is_some_and(|focus| focus == parent || focus == child);
            let (lines, ends) = &mut paths[if is_near { 2 } else { usize::from(is_critical) }];
            // Writing to memory cannot fail.
            let _ = write!(lines, "M{x0:.1} {y0:.1}C{:.1} {y0:.1} {:.1} {y1:.1} {x1:.1} {y1:.1}", x0 + bend, x1 - bend);
            let _ = write!(ends, "M{x1:.1} {y1:.1}l-7 -4v8z");
        };
        for child in self.tasks_in_view() {
            for parent in parents(tasks, self.first, self.first + child) {
                draw(parent, child);
            }
        }
        for parent in self.tasks_in_view() {
            let children = self.laid.children[parent as usize].iter();
            children
                .filter(|&&child| !self.view.has(self.laid.layers.middle[child as usize]))
                .for_each(|&child| draw(parent, child));
        }
        let shapes = paths.into_iter().zip(["edge", "edge critical", "edge near"]).map(|((lines, ends), class)| {
            html! { <><path {class} d={lines} /><path class={classes!(class, "end")} d={ends} /></> }
        });
        html! { <g class="edges" aria-hidden="true">{ for shapes }</g> }
    }

    fn tasks(&self) -> Html {
        let tasks = &self.shown.plan.tasks;
        let ticks = ticks_of(self.shown);
        let focus = self.focus();
        let (of_focus, selected) = match focus {
            Some(focus) => (parents(tasks, self.first, self.first + focus), self.lab.model().selected_task()),
            None => (Vec::new(), None),
        };
        let one = |task: u32| {
            let row = self.first + task;
            let at = row as usize;
            let (x, y) = self.laid.layers.middle[task as usize];
            let is_child = focus.is_some_and(|focus| parents(tasks, self.first, row).contains(&focus));
            let class = classes!(
                "task",
                self.is_critical(task).then_some("critical"),
                (selected == Some(row)).then_some("selected"),
                (focus == Some(task)).then_some("pointed"),
                of_focus.contains(&task).then_some("parent"),
                is_child.then_some("child")
            );
            let words = format!(
                "{} – {} · {}",
                in_units(tasks.earliest[at], ticks),
                in_units(tasks.latest[at], ticks),
                in_units(tasks.slack(at), ticks)
            );
            let name = task_name(self.lab, row);
            let short: String = name.chars().take(10).collect();
            let spoken = format!(
                "{name}: takes {}, earliest start {}, latest start {}",
                in_units(tasks.duration[at], ticks),
                in_units(tasks.earliest[at], ticks),
                in_units(tasks.latest[at], ticks)
            );
            html! {
                <g key={task} {class} transform={format!("translate({} {})", px(x), px(y))} data-task={row.to_string()}
                    onpointerenter={self.point(Some(row))} onpointerleave={self.point(None)} onclick={self.choose(row)}>
                    <title>{ spoken }</title>
                    <rect x={px(-HALF.0)} y={px(-HALF.1)} width={px(2.0 * HALF.0)} height={px(2.0 * HALF.1)} rx="6" />
                    <text class="task-name" x={px(-HALF.0 + 8.0)} y="-4">{ short }</text>
                    <text class="task-duration" x={px(HALF.0 - 8.0)} y="-4" text-anchor="end">{ in_units(tasks.duration[at], ticks) }</text>
                    <text class="task-times" x="0" y="13" text-anchor="middle">{ words }</text>
                    <circle class="handle edge-dot" data-edge={row.to_string()} cx={px(HALF.0)} cy="0" r="6" onpointerdown={self.draw_edge(task)}>
                        <title>{ "Drag to another task: it will wait for this one" }</title>
                    </circle>
                </g>
            }
        };
        self.tasks_in_view().map(one).collect()
    }

    /// Crosses that take edges of the selected task away.
    fn crosses(&self) -> Html {
        let tasks = &self.shown.plan.tasks;
        let selected = self.lab.model().selected_task().and_then(|row| row.checked_sub(self.first));
        let Some(selected) = selected.filter(|task| (*task as usize) < self.laid.layers.middle.len()) else {
            return Html::default();
        };
        let above = parents(tasks, self.first, self.first + selected).into_iter().map(|parent| (parent, selected));
        let below = self.laid.children[selected as usize].iter().map(|&child| (selected, child));
        let cross = |(parent, child): (u32, u32)| {
            let ((x0, y0), (x1, y1)) = self.ends(parent, child);
            let (lab, edit) = (self.lab.clone(), WorkflowEdit::RemoveEdge(self.first + parent, self.first + child));
            let remove = Callback::from(move |_: MouseEvent| lab.edit_workflow(edit, false));
            let place = format!("translate({} {})", px((x0 + x1) / 2.0), px((y0 + y1) / 2.0));
            html! {
                <g class="cross" transform={place} data-cross={format!("{}-{}", self.first + parent, self.first + child)} onclick={remove}>
                    <title>{ format!("Remove the edge from T{} to T{}", self.first + parent, self.first + child) }</title>
                    <circle r="9" /><path d="M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5" />
                </g>
            }
        };
        html! { <g class="crosses">{ for above.chain(below).map(cross) }</g> }
    }

    fn point(&self, row: Option<u32>) -> Callback<PointerEvent> {
        let lab = self.lab.clone();
        Callback::from(move |_: PointerEvent| {
            if lab.gesture.borrow().is_none() {
                lab.hover.point(row);
            }
        })
    }

    fn choose(&self, row: u32) -> Callback<MouseEvent> {
        let lab = self.lab.clone();
        Callback::from(move |_: MouseEvent| lab.select_task(Some(row)))
    }

    fn draw_edge(&self, task: u32) -> Callback<PointerEvent> {
        let (lab, layers, first, over) = (self.lab.clone(), Rc::clone(&self.laid.layers), self.first, self.over.clone());
        Callback::from(move |event: PointerEvent| {
            event.stop_propagation();
            let Some(from) = over.cast::<Element>().map(|element| place_in(&element, &event)) else { return };
            let handle =
                WorkflowHandle::Edge { task: first + task, layers: Rc::clone(&layers), first, from, reach: (HALF.0, HALF.1) };
            let what = WorkflowDrag { handle, per_px: 1.0, row_px: 1.0, nodes: 1 };
            press(&lab, &event, Gesture::drag(event.pointer_id(), window_place(&event), what));
        })
    }
}

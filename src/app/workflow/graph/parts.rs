//! What the graph of an application is drawn of: edges, tasks with their times, and the crosses that take edges away.

use crate::app::kit::browser::text_zoom::window_place;
use crate::app::kit::plot::area::place_in;
use crate::app::shell::context::Lab;
use crate::app::shell::pointer::gesture::press;
use crate::app::workflow::names::{in_units, ticks_of};
use crate::chart::kit::svg::px;
use crate::chart::workflow::layers::Layers;
use crate::chart::workflow::task_box::{BoxSize, BoxWords, PAD_PX, TaskBoxes};
use crate::engine::workflow::outcome::Tasks;
use crate::state::{Gesture, WorkflowDrag, WorkflowEdit, WorkflowHandle, WorkflowShown};
use std::fmt::Write;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Half the size of a task, in CSS px.
pub const HALF: (f64, f64) = (48.0, 21.0);

/// The box of a task; the style sheet says the same sizes of texts.
pub const BOX: BoxSize = BoxSize { width: 2.0 * HALF.0, name_px: 12.0, time_px: 11.0 };

/// Where tasks stand, and the children of each within its application.
#[derive(Clone)]
pub struct Laid {
    /// Places in layers.
    pub layers: Rc<Layers>,
    /// Children of each task.
    pub children: Rc<Vec<Vec<u32>>>,
}

/// The parents of a task within its application.
pub fn parents(tasks: &Tasks, first: u32, row: u32) -> Vec<u32> {
    tasks.parents_of(row as usize).iter().map(|parent| parent - first).collect()
}

/// Upper left corner and size of what is drawn.
#[derive(Clone, Copy)]
pub struct View {
    /// Left edge, in CSS px.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl View {
    fn has(&self, (x, y): (f64, f64)) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }
}

/// The graph of an application as it is drawn.
pub struct Graph<'a> {
    /// The page.
    pub lab: &'a Lab,
    /// The plan.
    pub shown: &'a WorkflowShown,
    /// Where the tasks stand.
    pub laid: &'a Laid,
    /// Row of the application's first task.
    pub first: u32,
    /// What is drawn.
    pub view: View,
    /// What the boxes say.
    pub boxes: TaskBoxes<'a>,
    /// The picture.
    pub over: NodeRef,
    /// The row of the task that is pointed at.
    pub hovered: Option<u32>,
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
    pub fn edges(&self) -> Html {
        let tasks = &self.shown.plan.tasks;
        let focus = self.focus();
        // Plain, critical, near the task pointed at: lines and their ends.
        let mut paths: [(String, String); 3] = Default::default();
        let mut draw = |parent: u32, child: u32| {
            let ((x0, y0), (x1, y1)) = self.ends(parent, child);
            let bend = ((x1 - x0) / 2.0).max(14.0);
            let above = (self.first + parent) as usize;
            let is_tight = tasks.earliest_end(above) == tasks.earliest[(self.first + child) as usize];
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

    /// The tasks in view.
    pub fn tasks(&self) -> Html {
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
            let name = self.shown.task_name(row);
            let BoxWords { name: short, duration, times } = self.boxes.words(at, &name);
            let spoken = format!(
                "{name}: takes {}, earliest start {}, latest start {}, slack {}",
                in_units(tasks.duration[at], ticks),
                in_units(tasks.earliest[at], ticks),
                in_units(tasks.latest[at], ticks),
                in_units(tasks.slack(at), ticks)
            );
            html! {
                <g key={task} {class} transform={format!("translate({} {})", px(x), px(y))} data-task={row.to_string()}
                    onpointerenter={self.point(Some(row))} onpointerleave={self.point(None)} onclick={self.choose(row)}>
                    <title>{ spoken }</title>
                    <rect x={px(-HALF.0)} y={px(-HALF.1)} width={px(2.0 * HALF.0)} height={px(2.0 * HALF.1)} rx="6" />
                    <text class="task-name" x={px(PAD_PX - HALF.0)} y="-4">{ short }</text>
                    <text class="task-duration" x={px(HALF.0 - PAD_PX)} y="-4" text-anchor="end">{ duration }</text>
                    <text class="task-times" x="0" y="13" text-anchor="middle">{ times }</text>
                    <circle class="handle edge-dot" data-edge={row.to_string()} cx={px(HALF.0)} cy="0" r="6" onpointerdown={self.draw_edge(task)}>
                        <title>{ "Drag to another task: it will wait for this one" }</title>
                    </circle>
                </g>
            }
        };
        self.tasks_in_view().map(one).collect()
    }

    /// Crosses that take edges of the selected task away.
    pub fn crosses(&self) -> Html {
        let tasks = &self.shown.plan.tasks;
        let selected = self.lab.model().selected_task().and_then(|row| row.checked_sub(self.first));
        let Some(selected) = selected.filter(|task| (*task as usize) < self.laid.layers.middle.len()) else {
            return Html::default();
        };
        let above = parents(tasks, self.first, self.first + selected).into_iter().map(|parent| (parent, selected));
        let below = self.laid.children[selected as usize].iter().map(|&child| (selected, child));
        let name = |task: u32| self.shown.task_name(self.first + task);
        let cross = |(parent, child): (u32, u32)| {
            let ((x0, y0), (x1, y1)) = self.ends(parent, child);
            let (lab, edit) = (self.lab.clone(), WorkflowEdit::RemoveEdge(self.first + parent, self.first + child));
            let remove = Callback::from(move |_: MouseEvent| lab.edit_workflow(edit, false));
            let place = format!("translate({} {})", px((x0 + x1) / 2.0), px((y0 + y1) / 2.0));
            html! {
                <g class="cross" transform={place} data-cross={format!("{}-{}", self.first + parent, self.first + child)} onclick={remove}>
                    <title>{ format!("Remove the edge from {} to {}", name(parent), name(child)) }</title>
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

//! What stands in the chart of nodes: rows, busy periods, gaps, tasks, bounds.

use crate::app::kit::browser::text_zoom::window_place;
use crate::app::kit::plot::area::GUTTER_PX;
use crate::app::kit::plot::frame::{name_at_left, name_below};
use crate::app::shell::context::Lab;
use crate::app::shell::pointer::gesture::press;
use crate::app::workflow::compare::marks::ComparedGantt;
use crate::app::workflow::names::{in_units, ticks_of};
use crate::chart::kit::svg::px;
use crate::chart::kit::text::text_width;
use crate::chart::planes::plane::PlaneScale;
use crate::chart::workflow::compared::TaskMark;
use crate::engine::workflow::graph::Time;
use crate::state::{Gesture, WorkflowDrag, WorkflowHandle, WorkflowShown};
use std::fmt::Write;
use std::rc::Rc;
use yew::prelude::*;

/// Size of a bar's name.
const NAME_PX: f64 = 11.5;
/// Most tasks of another plan that are outlined.
const OUTLINES_MAX: usize = 500;

/// A task on a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaskBar {
    /// Its row in the plan.
    pub row: u32,
    /// Its node.
    pub node: u32,
    /// Its start.
    pub start: Time,
    /// Its end.
    pub end: Time,
}

/// What the chart of nodes is drawn from.
pub struct Gantt<'a> {
    /// The page.
    pub lab: &'a Lab,
    /// The plan.
    pub shown: &'a WorkflowShown,
    /// Ticks to the right.
    pub scale: PlaneScale,
    /// Height of a node.
    pub row_px: f64,
    /// Whether anything can be dragged.
    pub is_editable: bool,
    /// The task that is pointed at: its row in this plan.
    pub hovered: Option<u32>,
    /// The selected task: its row in this plan.
    pub selected: Option<u32>,
    /// The plan beside another one.
    pub compared: Option<&'a ComparedGantt>,
}

impl Gantt<'_> {
    /// x of a moment.
    pub fn x(&self, at: Time) -> f64 {
        self.scale.x_of(at as f64)
    }

    /// Upper edge of a node.
    pub fn y(&self, node: u32) -> f64 {
        f64::from(node) * self.row_px
    }

    /// Left edge and width of a stretch, as far as it is in view.
    pub fn stretch(&self, start: Time, end: Time) -> Option<(f64, f64)> {
        let (x0, x1) = (self.x(start).max(-4.0), self.x(end).min(self.scale.width() + 4.0));
        (x1 >= x0 && x1 > -4.0 && x0 < self.scale.width() + 4.0).then_some((x0, (x1 - x0).max(1.5)))
    }

    /// A row of the study's own plan for one of this plan.
    fn own_row(&self, row: u32) -> Option<u32> {
        match self.compared {
            Some(compared) => compared.to_own.get(row as usize).copied().flatten(),
            None => Some(row),
        }
    }

    /// A task in words.
    pub fn words(&self, row: u32) -> String {
        let (tasks, ticks, at) = (&self.shown.plan.tasks, ticks_of(self.shown), row as usize);
        let (from, to) = (in_units(tasks.start[at], ticks), in_units(tasks.end(at), ticks));
        let slack = in_units(tasks.slack(at), ticks);
        format!(
            "{}: node {}, {from} to {to}; it could start from {} to {} (slack {slack}).",
            self.shown.task_name(row),
            tasks.node[at],
            in_units(tasks.earliest[at], ticks),
            in_units(tasks.latest[at], ticks)
        )
    }

    /// Rows, their names, and the borders of providers.
    pub fn rows(&self) -> Html {
        let providers = &self.shown.plan.provider_of;
        let step = (16.0 / self.row_px).ceil().max(1.0) as usize;
        let names =
            (0..providers.len()).step_by(step).map(|node| name_at_left(8.0, (node as f64 + 0.5) * self.row_px, node.to_string()));
        let borders = (1..providers.len()).filter(|&node| providers[node] != providers[node - 1]).map(|node| {
            let y = node as f64 * self.row_px;
            html! { <path class="provider-border" d={format!("M{} {y:.1}H{:.1}", -GUTTER_PX + 4.0, self.scale.width())} /> }
        });
        html! {
            <>
                <rect class="frame" width={px(self.scale.width())} height={px(self.scale.height())} />
                { for names }
                { for borders }
            </>
        }
    }

    /// How many of these stretches are in view.
    pub fn count(&self, stretches: impl Iterator<Item = (Time, Time)>) -> usize {
        stretches.filter(|&(start, end)| self.stretch(start, end).is_some()).count()
    }

    /// The selected task, the one pointed at, and its parents and children.
    pub fn is_near_focus(&self, row: u32) -> bool {
        let (tasks, selected) = (&self.shown.plan.tasks, self.selected);
        let Some(focus) = self.hovered.or(selected).filter(|focus| (*focus as usize) < tasks.len()) else { return false };
        let is_relative = || tasks.parents_of(focus as usize).contains(&row) || tasks.parents_of(row as usize).contains(&focus);
        row == focus || selected == Some(row) || is_relative()
    }

    /// What was reserved before.
    pub fn busy(&self) -> Html {
        let busy = &self.shown.plan.busy;
        let one = |at: usize| {
            let (x, width) = self.stretch(busy.start[at], busy.end[at])?;
            let is_given = (at as u32) < busy.given;
            let period = self.lab.model().workflow_now()?.busy.get(at).copied().filter(|_| is_given && self.is_editable);
            let class = classes!("busy", period.map(|_| "whole-handle"));
            let onpointerdown = period.map(|period| self.drag(WorkflowHandle::Busy { at: at as u32, period }));
            let ticks = ticks_of(self.shown);
            let what = if at < busy.reserved() { "reserved" } else { "closed, failed, or its work lost" };
            let title = format!(
                "Node {} is {what} from {} to {}",
                busy.node[at],
                in_units(busy.start[at], ticks),
                in_units(busy.end[at], ticks)
            );
            Some(html! {
                <rect {class} data-busy={is_given.then(|| at.to_string())} x={px(x)} y={px(self.y(busy.node[at]) + 1.5)} width={px(width)} height={px(self.row_px - 3.0)} rx="2" {onpointerdown}><title>{ title }</title></rect>
            })
        };
        (0..busy.node.len()).filter_map(one).collect()
    }

    /// Where the selected task could run if all others stayed.
    pub fn gaps(&self) -> Html {
        let snapshot = &self.shown.snapshot;
        let is_current = snapshot.query.selected == self.lab.model().selected_task() && self.is_editable;
        let tasks = &self.shown.plan.tasks;
        if !self.lab.model().selected_task().is_some_and(|row| is_current && (row as usize) < tasks.len()) {
            return Html::default();
        }
        let gap = |gap: &crate::engine::workflow::update::TaskGap| {
            let (x, width) = self.stretch(gap.start, gap.start + gap.duration)?;
            Some(
                html! { <rect class="task-gap" x={px(x)} y={px(self.y(gap.node) + 1.5)} width={px(width)} height={px(self.row_px - 3.0)} rx="3" /> },
            )
        };
        snapshot.gaps.iter().filter_map(gap).collect()
    }

    /// Where the task was tried.
    pub fn tried(&self, tried: &[(u32, Time, Time)]) -> Html {
        let mark = |&(node, at, _): &(u32, Time, Time)| {
            let x = self.x(at);
            let (top, bottom) = (self.y(node) + 2.0, self.y(node) + self.row_px - 2.0);
            html! { <path class="tried" d={format!("M{x:.1} {top:.1}V{bottom:.1}M{x:.1} {top:.1}h5M{x:.1} {bottom:.1}h5")} /> }
        };
        tried.iter().map(mark).collect()
    }

    /// The tasks.
    pub fn bars(&self, bars: &[TaskBar], newest: Option<u32>) -> Html {
        let tasks = &self.shown.plan.tasks;
        let focus = self.hovered.or(self.selected).filter(|row| (*row as usize) < tasks.len());
        let of_focus: &[u32] = focus.map_or(&[], |row| tasks.parents_of(row as usize));
        let pins =
            self.lab.model().workflow_now().map(|workflow| Rc::new(workflow.pins.iter().map(|pin| pin.task).collect::<Vec<_>>()));
        let one = |bar: &TaskBar| {
            let (x, width) = self.stretch(bar.start, bar.end)?;
            let row = bar.row as usize;
            let is_child = focus.is_some_and(|focus| tasks.parents_of(row).contains(&focus));
            let is_pinned = pins.as_ref().is_some_and(|pins| pins.contains(&bar.row));
            let class = classes!(
                "task-bar",
                self.is_editable.then_some("whole-handle"),
                (tasks.slack(row) == 0 && self.compared.is_none()).then_some("critical"),
                self.compared.map(|compared| compared.class_of(bar.row)),
                (self.selected == Some(bar.row)).then_some("selected"),
                (focus == Some(bar.row)).then_some("pointed"),
                of_focus.contains(&bar.row).then_some("parent"),
                is_child.then_some("child"),
                (newest == Some(bar.row)).then_some("newest"),
                is_pinned.then_some("pinned"),
                (!self.shown.plan.is_reserved(row)).then_some("refused")
            );
            let name = self.shown.task_name(bar.row);
            let has_room = text_width(&name, NAME_PX) + 8.0 <= width && self.row_px >= 15.0;
            let y = self.y(bar.node);
            let onpointerdown = match self.is_editable {
                true => Some(self.drag(WorkflowHandle::Task { task: bar.row, at: (bar.node, bar.start) })),
                false => self.compared.map(|_| self.choose(bar.row)),
            };
            let title = self.compared.map(|compared| html! { <title>{ compared.words(bar.row) }</title> });
            Some(html! {
                <g key={bar.row} {class} data-bar={bar.row.to_string()} {onpointerdown} onpointerenter={self.point(Some(bar.row))} onpointerleave={self.point(None)}>
                    { title }
                    <rect x={px(x)} y={px(y + 2.0)} width={px((width - 1.0).max(1.5))} height={px(self.row_px - 4.0)} rx="3" />
                    if has_room { <text class="bar-name" x={px(x + 5.0)} y={px(y + self.row_px / 2.0 + 4.0)}>{ name }</text> }
                    if is_pinned { <circle class="pin" cx={px(x + 3.0)} cy={px(y + 5.0)} r="3" /> }
                </g>
            })
        };
        bars.iter().filter_map(one).collect()
    }

    /// Where the other plan has the tasks that are elsewhere there, if that is outlined over this one.
    pub fn ghosts(&self) -> Html {
        let Some(compared) = self.compared.filter(|compared| compared.is_overlaid) else { return Html::default() };
        let ((other, marks), mut path) = (&compared.other, String::new());
        let tasks = &other.plan.tasks;
        let rows = (0..tasks.len()).filter(|&row| {
            let mark = marks.get(row).copied().unwrap_or_default();
            !matches!(mark, TaskMark::Same | TaskMark::OnlyThere)
        });
        for row in rows.take(OUTLINES_MAX) {
            if let Some((x, width)) = self.stretch(tasks.start[row], tasks.end(row)) {
                let (y, height) = (self.y(tasks.node[row]) + 2.0, self.row_px - 4.0);
                // Writing to memory cannot fail.
                let _ = write!(path, "M{x:.1} {y:.1}h{width:.1}v{height:.1}h-{width:.1}z");
            }
        }
        html! { <path class="ghost-bars" d={path} /> }
    }

    /// The end of the critical path, the area bound, the makespan and the deadline of the application that is looked at.
    pub fn bounds(&self) -> Html {
        let at = self.lab.model().view.workflow.application as usize;
        let Some(served) = self.shown.plan.served.get(at) else { return Html::default() };
        let line = |class: &'static str, moment: Time, words: &'static str, y: f64| {
            let x = self.x(moment);
            let is_left = x > self.scale.width() - text_width(words, NAME_PX) - 8.0;
            let (anchor, words_x) = if is_left { ("end", x - 4.0) } else { ("start", x + 4.0) };
            html! {
                <g {class}>
                    <path d={format!("M{x:.1} {:.1}V{:.1}", y - 8.0, self.scale.height())} />
                    <text x={px(words_x)} y={px(y)} text-anchor={anchor}>{ words }</text>
                </g>
            }
        };
        let (critical, area) = (served.start + served.length, served.start + served.area);
        let is_area_near =
            served.area > served.length && self.x(area) - self.x(critical) < text_width("critical path", NAME_PX) + 8.0;
        html! {
            <g class="bounds">
                { line("bound critical-end", critical, if is_area_near { "critical path, area bound" } else { "critical path" }, -20.0) }
                if served.area > served.length { { line("bound area-end", area, if is_area_near { "" } else { "area bound" }, -20.0) } }
                if served.delay > 0 { { line("bound last-end", served.start + served.makespan, "end", -6.0) } }
            </g>
        }
    }

    /// Moments along the lower edge.
    pub fn axis(&self) -> Html {
        let ticks = self.scale.x_ticks();
        let unit = f64::from(ticks_of(self.shown));
        let words = |number: f64| if unit <= 1.0 { format!("{number}") } else { format!("{:.1}", number / unit) };
        ticks
            .into_iter()
            .filter(|(number, _)| *number >= 0.0)
            .map(|(number, x)| name_below(None, x, self.scale.height() + 17.0, words(number)))
            .collect()
    }

    /// What a press on a handle does.
    pub fn drag(&self, handle: WorkflowHandle) -> Callback<PointerEvent> {
        let (lab, per_px, row_px) = (self.lab.clone(), self.scale.x_per_px(), self.row_px);
        let nodes = self.shown.plan.provider_of.len() as u32;
        Callback::from(move |event: PointerEvent| {
            event.stop_propagation();
            let what = WorkflowDrag { handle: handle.clone(), per_px, row_px, nodes };
            press(&lab, &event, Gesture::drag(event.pointer_id(), window_place(&event), what));
        })
    }

    /// Selects a task of a plan that cannot be changed.
    fn choose(&self, row: u32) -> Callback<PointerEvent> {
        let (lab, own) = (self.lab.clone(), self.own_row(row));
        Callback::from(move |event: PointerEvent| {
            if own.is_some() {
                event.stop_propagation();
                lab.select_task(own);
            }
        })
    }

    fn point(&self, row: Option<u32>) -> Callback<PointerEvent> {
        let (lab, row) = (self.lab.clone(), row.and_then(|row| self.own_row(row)));
        Callback::from(move |_: PointerEvent| {
            if lab.gesture.borrow().is_none() {
                lab.hover.point(row);
            }
        })
    }
}

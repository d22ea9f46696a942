//! Bars too many to be single ones: all of a kind are one path, without handles.

use super::parts::{Gantt, TaskBar};
use crate::engine::core::sorting::{sort_shared, sort_shared_by_key};
use crate::engine::workflow::graph::Time;
use std::fmt::Write;
use yew::prelude::*;

/// Most bars in view that are drawn one by one.
pub const SINGLE_MAX: usize = 1_200;
/// Bars of a node that begin so few px behind the end of the last one drawn are drawn with it.
const TOUCH_PX: f64 = 0.25;

/// Rectangles as one path.
#[derive(Default)]
struct Crowd {
    path: String,
    last: Option<(u32, f64, f64)>,
}

impl Crowd {
    fn add(&mut self, gantt: &Gantt<'_>, node: u32, (x, width): (f64, f64)) {
        match &mut self.last {
            // Bars come in order of nodes and time.
            Some((of, _, end)) if *of == node && x <= *end + TOUCH_PX => *end = end.max(x + width),
            _ => {
                self.close(gantt);
                self.last = Some((node, x, x + width));
            }
        }
    }

    fn close(&mut self, gantt: &Gantt<'_>) {
        if let Some((node, x, end)) = self.last.take() {
            let gap = if gantt.row_px >= 6.0 { 2.0 } else { 0.5 };
            // Writing to memory cannot fail.
            let _ = write!(self.path, "M{x:.1} {:.1}h{:.1}v{:.1}H{x:.1}z", gantt.y(node) + gap, end - x, gantt.row_px - 2.0 * gap);
        }
    }
}

/// What was reserved before, all of it.
pub fn busy_crowd(gantt: &Gantt<'_>) -> Html {
    let busy = &gantt.shown.plan.busy;
    let mut order: Vec<usize> = (0..busy.node.len()).collect();
    sort_shared_by_key(&mut order, |&at| (busy.node[at], busy.start[at]));
    let mut crowd = Crowd::default();
    for at in order {
        if let Some(stretch) = gantt.stretch(busy.start[at], busy.end[at]) {
            crowd.add(gantt, busy.node[at], stretch);
        }
    }
    crowd.close(gantt);
    html! { <path class="busy" d={crowd.path} /> }
}

/// The tasks, all of them: plain ones and critical ones; beside another plan the same and the others.
pub fn task_crowd(gantt: &Gantt<'_>, bars: &[TaskBar]) -> Html {
    let tasks = &gantt.shown.plan.tasks;
    let mut order: Vec<(u32, Time, usize)> = bars.iter().enumerate().map(|(at, bar)| (bar.node, bar.start, at)).collect();
    sort_shared(&mut order, Ord::cmp);
    let is_emphasised = |row: u32| match gantt.compared {
        Some(compared) => compared.differs(row),
        None => tasks.slack(row as usize) == 0,
    };
    let mut crowds: [Crowd; 2] = Default::default();
    for (node, _, at) in order {
        let bar = &bars[at];
        if let Some(stretch) = gantt.stretch(bar.start, bar.end).filter(|_| gantt.shown.plan.is_reserved(bar.row as usize)) {
            crowds[usize::from(is_emphasised(bar.row))].add(gantt, node, stretch);
        }
    }
    let shapes = crowds.into_iter().zip(["task-bar crowd", "task-bar crowd critical"]).map(|(mut crowd, class)| {
        crowd.close(gantt);
        html! { <g {class}><path d={crowd.path} /></g> }
    });
    shapes.collect()
}

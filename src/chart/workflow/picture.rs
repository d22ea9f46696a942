//! A plan of workflows on its nodes, painted small and without names.

use super::layers::{LayerSteps, Layers};
use crate::kit::palette::{Palette, mix};
use crate::kit::raster::{Area, Corner, PixelBuffer};
use crate::planes::plane::PlaneScale;
use crate::planes::plane_marks::{Marker, sane_dpr};
use bookahead_engine::workflow::WorkflowOutcome;
use bookahead_engine::workflow::graph::Time;
use bookahead_engine::workflow::search::recorder::SearchStep;

/// The stretch of time of a plan: from the first start to the last end, what was reserved before included as far as it lies between.
pub fn stretch(plan: &WorkflowOutcome) -> (Time, Time) {
    let tasks = &plan.tasks;
    let first = plan.served.iter().map(|served| served.start).chain(tasks.start.iter().copied()).min().unwrap_or(0);
    let last = (0..tasks.len()).map(|row| tasks.end(row)).max().unwrap_or(first);
    (first, last.max(first + 1))
}

/// The same with the steps of a mapping that is shown in place of the plan's: it may end later than the best one.
pub fn stretch_with_steps(plan: &WorkflowOutcome, steps: &[SearchStep]) -> (Time, Time) {
    let (first, last) = stretch(plan);
    (first, steps.iter().map(|step| step.end).fold(last, Time::max))
}

/// Paints bars: tasks in their tints, what was reserved before in grey.
pub fn paint(plan: &WorkflowOutcome, buffer: &mut PixelBuffer, palette: &Palette, size: (f64, f64), dpr: f64) {
    let dpr = sane_dpr(dpr);
    let (from, to) = stretch(plan);
    let nodes = plan.provider_of.len().max(1);
    let scale = PlaneScale::new((from as f64, to as f64), (0.0, nodes as f64), size.0, size.1);
    let (width, height) = PixelBuffer::device_size(scale.width(), scale.height(), dpr);
    buffer.reset(width, height, palette.background);
    let device = |at: f64| (at * dpr).clamp(-1e6, 1e6).round() as i32;
    let row_px = scale.height() / nodes as f64;
    let mut bar = |node: u32, start: Time, end: Time, color| {
        let y = f64::from(node) * row_px;
        let (x0, x1) = (device(scale.x_of(start as f64)), device(scale.x_of(end as f64)));
        let apart = i32::from(row_px >= 3.0);
        let (y0, y1) = (device(y), device(y + row_px));
        buffer.fill(Area { x0, y0: y0 + apart, x1: (x1 - apart).max(x0 + 1), y1: y1.max(y0 + apart + 1) }, color);
    };
    let busy = &plan.busy;
    for at in 0..busy.node.len() {
        bar(busy.node[at], busy.start[at], busy.end[at], mix(palette.background, palette.ink, 0.22));
    }
    for row in (0..plan.tasks.len()).filter(|&row| plan.is_reserved(row)) {
        bar(plan.tasks.node[row], plan.tasks.start[row], plan.tasks.end(row), palette.tint(row as u32));
    }
}

/// Radius of a task in a small graph, in CSS px; it shrinks where tasks stand close.
const TASK_PX: f64 = 5.0;

/// Paints the graph of an application in layers: dots for tasks, thin pale lines for edges; tasks without slack and the edges between them in the accent colour.
pub fn paint_graph(
    plan: &WorkflowOutcome,
    application: u32,
    buffer: &mut PixelBuffer,
    palette: &Palette,
    size: (f64, f64),
    dpr: f64,
) {
    let dpr = sane_dpr(dpr);
    let sane = |px: f64| if px.is_finite() { px.clamp(1.0, 4_096.0) } else { 1.0 };
    let (width, height) = (sane(size.0), sane(size.1));
    let (device_width, device_height) = PixelBuffer::device_size(width, height, dpr);
    buffer.reset(device_width, device_height, palette.background);
    let Some(served) = plan.served.get(application as usize) else { return };
    let (tasks, first, count) = (&plan.tasks, served.first as usize, served.tasks as usize);
    let parents: Vec<Vec<u32>> =
        (first..first + count).map(|row| tasks.parents_of(row).iter().map(|parent| parent - served.first).collect()).collect();
    let layers = Layers::of(count, |task| &parents[task], LayerSteps { x: 1.0, y: 1.0 });
    let steps = LayerSteps { x: width / layers.size.0.max(1.0), y: height / layers.size.1.max(1.0) };
    let middle: Vec<(f64, f64)> = layers.middle.iter().map(|(x, y)| (x * steps.x, y * steps.y)).collect();
    let is_critical = |task: usize| tasks.slack(first + task) == 0;
    let colour = |is_critical: bool| if is_critical { palette.accent } else { palette.ink_quiet };
    // Many edges over one another must not hide the tasks.
    let edge = mix(palette.background, palette.ink_quiet, 0.4);
    let radius = TASK_PX.min(steps.x * 0.3).min(steps.y * 0.3);
    let mut marker = Marker::new(buffer, palette, dpr, radius);
    for (child, parents) in parents.iter().enumerate() {
        for &parent in parents {
            let is_tight = is_critical(parent as usize) && is_critical(child);
            let colour = if is_tight { palette.accent } else { edge };
            marker.line(middle[parent as usize], middle[child], colour, 1 + i32::from(is_tight), 0);
        }
    }
    let device = |at: f64| (at * dpr).round() as i32;
    let r = device(radius).max(1);
    for (task, &(x, y)) in middle.iter().enumerate() {
        let (x, y) = (device(x), device(y));
        let area = Area { x0: x - r, y0: y - r, x1: x + r, y1: y + r };
        buffer.fill_rounded(area, &Corner::new(r as u32), colour(is_critical(task)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::palette::LIGHT;
    use bookahead_engine::workflow::WorkflowRun;
    use bookahead_engine::workflow::graph::TaskGraph;
    use bookahead_engine::workflow::scenario::{Application, WorkflowScenario};
    use bookahead_engine::workflow::worked::two_mappings;

    #[test]
    fn a_mapping_that_ends_later_than_the_best_one_is_shown_to_its_end() {
        let plan = two_mappings().run().unwrap();
        let steps = WorkflowRun::recorded_mapping(&two_mappings(), 0).unwrap().steps;
        assert_eq!((stretch(&plan), stretch_with_steps(&plan, &steps)), ((5, 26), (5, 30)));
        assert_eq!(stretch_with_steps(&plan, &steps[..1]), (5, 26));
    }

    #[test]
    fn tasks_are_where_the_plan_has_them() {
        let graph = TaskGraph::of_parents(&[4, 4], &[&[], &[0]]);
        let plan = WorkflowScenario::of_applications(1, vec![Application::new(1, 2, graph)]).run().unwrap();
        let mut buffer = PixelBuffer::default();
        paint(&plan, &mut buffer, &LIGHT, (80.0, 20.0), 1.0);
        assert_eq!(stretch(&plan), (2, 10));
        assert_eq!((buffer.pixel(20, 10), buffer.pixel(60, 10)), (Some(LIGHT.tint(0)), Some(LIGHT.tint(1))));
        paint_graph(&plan, 0, &mut buffer, &LIGHT, (80.0, 20.0), 1.0);
        // Two tasks one behind the other, both critical: dots at a quarter and at three quarters, a line between them, nothing beside it.
        assert_eq!([20, 40, 60].map(|x| buffer.pixel(x, 10)), [Some(LIGHT.accent); 3]);
        assert_eq!((buffer.pixel(5, 10), buffer.pixel(40, 3)), (Some(LIGHT.background), Some(LIGHT.background)));
        paint_graph(&WorkflowOutcome::default(), 0, &mut buffer, &LIGHT, (f64::NAN, 0.0), f64::NAN);
        paint(&WorkflowOutcome::default(), &mut buffer, &LIGHT, (f64::NAN, 0.0), f64::NAN);
    }
}

//! Workflows as figures to take away: the tasks on their nodes over time, and the graph of an application.

use super::compared::TaskMark;
use super::layers::{LayerSteps, Layers};
use super::picture::stretch;
use super::task_box::{BoxSize, PAD_PX, TaskBoxes};
use crate::gantt::bar::Rect;
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{AXIS_PX, DataTable, Figure, INK, LEFT_PX, PLOT_PX, QUIET, RIGHT_PX, WIDTH_PX, number};
use crate::kit::palette::{Rgba, mix};
use crate::kit::svg::path;
use crate::kit::text::text_width;
use crate::planes::plane::PlaneScale;
use bookahead_engine::workflow::WorkflowOutcome;
use bookahead_engine::workflow::graph::Time;

/// Most bars and tasks that are drawn one by one with words for whoever points at them.
const WORDS_MAX: usize = 5_000;
/// Height of a node where there is room, and greatest height of all nodes, in CSS px.
const ROW_PX: (f64, f64) = (26.0, 420.0);
/// Least and greatest distance of tasks in a layer, and what a layer may be high, in CSS px.
const TASK_PX: (f64, f64, f64) = (3.0, 46.0, 900.0);
/// From this width of a layer and this distance on tasks are boxes with words; else dots.
const BOX_PX: (f64, f64) = (76.0, 34.0);
/// Most edges that are drawn.
const EDGES_MAX: usize = 20_000;
/// Names on bars and tasks.
const NAME: Font = Font { px: 11.0, colour: INK.on_tint, is_strong: true };

/// What the colours say beside another plan, and the outlines.
const MARK_WORDS: &str = "A row for each node, a bar for each task. Light grey: same place in both plans; framed in blue: same time, another node; blue: \
                          earlier here; yellow: later here; pink: only here; darker grey was reserved before.";
const OUTLINED_WORDS: &str = "A row for each node, a bar for each task of A; outlined: where B has those that differ. Light grey: same place in both \
                              plans; framed in blue: same time, another node; blue: earlier here; yellow: later here; pink: only here; darker grey was \
                              reserved before.";

/// What tasks are called, by their row in the plan.
pub type Names<'a> = &'a dyn Fn(usize) -> String;

/// A moment in the unit of time.
fn in_units(at: Time, ticks: u32) -> f64 {
    at as f64 / f64::from(ticks.max(1))
}

/// What a plan has beside it.
#[derive(Clone, Copy, Default)]
pub struct NodesBeside<'a> {
    /// How its tasks differ from those of the other plan; without them tasks have colours of their own.
    pub marks: Option<&'a [TaskMark]>,
    /// The other plan, how its tasks differ, and what they are called: those that differ are outlined.
    pub over: Option<(&'a WorkflowOutcome, &'a [TaskMark], Names<'a>)>,
}

fn mark_of(marks: &[TaskMark], row: usize) -> TaskMark {
    marks.get(row).copied().unwrap_or_default()
}

/// The colour of a task beside another plan.
fn mark_tint(mark: TaskMark) -> Rgba {
    INK.mark_tint(match mark {
        TaskMark::Same | TaskMark::OtherNode | TaskMark::OnlyThere => 0,
        TaskMark::Earlier => 1,
        TaskMark::OnlyHere => 2,
        TaskMark::Later => 3,
    })
}

/// The tasks on the nodes, over a stretch of ticks or all of it, with what was reserved before.
pub fn nodes_figure(plan: &WorkflowOutcome, names: Names<'_>, ticks: u32, window: Option<(f64, f64)>) -> Figure {
    nodes_beside(plan, names, ticks, window, NodesBeside::default())
}

/// The same beside another plan.
pub fn nodes_beside(
    plan: &WorkflowOutcome,
    names: Names<'_>,
    ticks: u32,
    window: Option<(f64, f64)>,
    NodesBeside { marks, over }: NodesBeside<'_>,
) -> Figure {
    let nodes = plan.provider_of.len().max(1);
    let height = (nodes as f64 * ROW_PX.0).min(ROW_PX.1);
    let (first, last) = stretch(plan);
    let margin = 0.02 * (last - first) as f64;
    let window = window.unwrap_or((first as f64 - margin, last as f64 + margin));
    let scale = PlaneScale::new(window, (0.0, 1.0), PLOT_PX, height);
    let row_px = height / nodes as f64;
    let rect = |node: u32, start: Time, end: Time| {
        let (x, right) = (scale.x_of(start as f64), scale.x_of(end as f64));
        let gap = if row_px >= 7.0 { 1.0 } else { 0.0 };
        Rect { x, y: f64::from(node) * row_px + gap, width: (right - x - gap).max(0.3), height: (row_px - 2.0 * gap).max(0.2) }
    };
    let is_seen = |start: Time, end: Time| end as f64 > window.0 && (start as f64) < window.1;
    let mut plot = Drawing::default();
    let busy = &plan.busy;
    let grey = mix(INK.background, INK.ink, 0.22);
    for at in (0..busy.node.len()).filter(|&at| is_seen(busy.start[at], busy.end[at])) {
        plot.rect(rect(busy.node[at], busy.start[at], busy.end[at]), grey, None);
    }
    let mut data = DataTable::new(["task", "application", "node", "start", "end"]);
    let tasks = &plan.tasks;
    for row in (0..tasks.len()).filter(|&row| plan.is_reserved(row) && is_seen(tasks.start[row], tasks.end(row))) {
        let (name, area) = (names(row), rect(tasks.node[row], tasks.start[row], tasks.end(row)));
        let (start, end) = (number(in_units(tasks.start[row], ticks)), number(in_units(tasks.end(row), ticks)));
        let words = (tasks.len() <= WORDS_MAX).then(|| format!("{name}: node {}, {start} to {end}", tasks.node[row]));
        let mark = marks.map(|marks| mark_of(marks, row));
        plot.rect(area, mark.map_or(INK.tint(row as u32), mark_tint), words.as_deref());
        if area.height >= 6.0 {
            match mark {
                Some(TaskMark::OtherNode) => plot.frame(area, Pen::new(INK.mark_tint(1), 2.0)),
                None if tasks.slack(row) == 0 => plot.frame(area, Pen::new(INK.accent_ink, 1.6)),
                _ => {}
            }
        }
        if area.height >= 12.0 && text_width(&name, NAME.px) + 8.0 <= area.width {
            plot.text((area.x + 5.0, area.y + area.height / 2.0 + 4.0), Anchor::Start, NAME, &name);
        }
        let place = [tasks.application[row] + 1, tasks.node[row]].map(|number| number.to_string());
        data.rows.push([name].into_iter().chain(place).chain([start, end]).collect());
    }
    if let Some((other, marks, names)) = over {
        data.columns.push("plan".to_string());
        data.rows.iter_mut().for_each(|row| row.push("A".to_string()));
        let tasks = &other.tasks;
        for row in (0..tasks.len()).filter(|&row| other.is_reserved(row) && is_seen(tasks.start[row], tasks.end(row))) {
            if mark_of(marks, row) != TaskMark::Same {
                let Rect { x, y, width, height } = rect(tasks.node[row], tasks.start[row], tasks.end(row));
                let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
                plot.path(&path(&corners, true), Pen::new(INK.ink, 1.4).dashed("4 3"));
                let place = [tasks.application[row] + 1, tasks.node[row]].map(|number| number.to_string());
                let times = [tasks.start[row], tasks.end(row)].map(|at| number(in_units(at, ticks)));
                data.rows.push([names(row)].into_iter().chain(place).chain(times).chain(["B".to_string()]).collect());
            }
        }
    }
    let mut drawing = Drawing::default();
    let frame = Rect { x: LEFT_PX, y: 0.0, width: scale.width(), height };
    drawing.place_cut(frame, &plot);
    drawing.frame(frame, Pen::new(INK.ink_quiet, 1.0));
    let in_time =
        PlaneScale::new((window.0 / f64::from(ticks.max(1)), window.1 / f64::from(ticks.max(1))), (0.0, 1.0), PLOT_PX, height);
    for (tick, x) in in_time.x_ticks() {
        drawing.line((LEFT_PX + x, height), (LEFT_PX + x, height + 4.0), Pen::new(INK.ink_quiet, 1.0));
        drawing.text((LEFT_PX + x, height + 16.0), Anchor::Middle, QUIET, &number(tick));
    }
    drawing.text((LEFT_PX + scale.width(), height + 33.0), Anchor::End, QUIET, if ticks > 1 { "seconds" } else { "time" });
    let every = ((14.0 / row_px.max(1e-6)).ceil() as usize).max(1);
    for node in (0..nodes).step_by(every) {
        drawing.text((LEFT_PX - 8.0, (node as f64 + 0.5) * row_px + 4.0), Anchor::End, QUIET, &node.to_string());
    }
    Figure {
        key: "nodes",
        title: "Nodes".to_string(),
        explanation: match (marks.is_some(), over.is_some()) {
            (false, _) => {
                "A row for each node, a bar for each task; framed tasks are on a critical path, grey was reserved before."
            }
            (true, false) => MARK_WORDS,
            (true, true) => OUTLINED_WORDS,
        }
        .to_string(),
        height: height + AXIS_PX,
        drawing,
        data,
    }
}

/// The graph of an application (by its place) in layers.
pub fn graph_figure(plan: &WorkflowOutcome, names: Names<'_>, ticks: u32, application: usize) -> Figure {
    let tasks = &plan.tasks;
    let (first, count) = plan.served.get(application).map_or((0, 0), |served| (served.first as usize, served.tasks as usize));
    let parents: Vec<Vec<u32>> =
        (first..first + count).map(|row| tasks.parents_of(row).iter().map(|parent| parent - first as u32).collect()).collect();
    // Laid out twice: how many layers and tasks there are says how far apart they stand.
    let counted = Layers::of(count, |task| &parents[task], LayerSteps { x: 1.0, y: 1.0 });
    let steps = LayerSteps {
        x: ((WIDTH_PX - 2.0 * RIGHT_PX) / counted.size.0.max(1.0)).min(138.0),
        y: (TASK_PX.2 / counted.size.1.max(1.0)).clamp(TASK_PX.0, TASK_PX.1),
    };
    let layers = Layers::of(count, |task| &parents[task], steps);
    let has_boxes = steps.x >= BOX_PX.0 && steps.y >= BOX_PX.1;
    let half = if has_boxes { (steps.x * 0.36, 15.0) } else { (steps.x.min(steps.y) * 0.3, 0.0) };
    let is_critical = |task: usize| tasks.slack(first + task) == 0;
    let strong = Font { px: 11.0, colour: INK.ink, is_strong: true };
    let (plain, quiet) = (Font::new(10.0, INK.ink), Font::new(10.0, INK.ink_quiet));
    let size = BoxSize { width: 2.0 * half.0, name_px: strong.px, time_px: plain.px };
    let boxes = TaskBoxes::of(tasks, first..first + count, ticks, size);
    let mut drawing = Drawing::default();
    let place = |task: usize| (RIGHT_PX + layers.middle[task].0, layers.middle[task].1);
    let edges = parents.iter().enumerate().flat_map(|(child, parents)| parents.iter().map(move |&parent| (parent as usize, child)));
    for (parent, child) in edges.clone().take(EDGES_MAX) {
        let ((x0, y0), (x1, y1)) = (place(parent), place(child));
        let (x0, x1) = (x0 + half.0, x1 - half.0);
        let bend = ((x1 - x0) / 2.0).max(4.0);
        let is_tight = tasks.earliest_end(first + parent) == tasks.earliest[first + child];
        let pen = if is_critical(parent) && is_critical(child) && is_tight {
            Pen::new(INK.accent_ink, 2.0)
        } else {
            Pen::new(INK.ink_quiet, 0.8)
        };
        drawing.path(&format!("M{x0:.1} {y0:.1}C{:.1} {y0:.1} {:.1} {y1:.1} {x1:.1} {y1:.1}", x0 + bend, x1 - bend), pen);
    }
    let mut data = DataTable::new(["task", "duration", "earliest_start", "latest_start", "slack", "parents"]);
    for (task, of) in parents.iter().enumerate() {
        let (row, (x, y), name) = (first + task, place(task), names(first + task));
        let numbers = [tasks.duration[row], tasks.earliest[row], tasks.latest[row], tasks.slack(row)];
        let [duration, earliest, latest, slack] = numbers.map(|at| number(in_units(at, ticks)));
        if has_boxes {
            let area = Rect { x: x - half.0, y: y - half.1, width: 2.0 * half.0, height: 2.0 * half.1 };
            drawing.rect(area, INK.background, Some(&format!("{name}: takes {duration}, {earliest} – {latest}")));
            let pen = if is_critical(task) { Pen::new(INK.accent_ink, 2.2) } else { Pen::new(INK.ink_quiet, 1.0) };
            drawing.frame(area, pen);
            let words = boxes.words(row, &name);
            drawing.text((area.x + PAD_PX, y - 2.0), Anchor::Start, strong, &words.name);
            drawing.text((area.x + area.width - PAD_PX, y - 2.0), Anchor::End, plain, &words.duration);
            drawing.text((x, y + 11.0), Anchor::Middle, quiet, &words.times);
        } else {
            let colour = if is_critical(task) { INK.accent_ink } else { INK.ink };
            drawing.dot((x, y), half.0.max(0.4), Some(colour), None);
        }
        let of: Vec<String> = of.iter().map(|&parent| names(first + parent as usize)).collect();
        data.rows.push([name, duration, earliest, latest, slack, of.join(" ")].into_iter().collect());
    }
    let left_out = edges.count().saturating_sub(EDGES_MAX);
    let note = if left_out > 0 { format!(" {left_out} edges are left out.") } else { String::new() };
    let words = if has_boxes { format!(" {}", boxes.explanation()) } else { String::new() };
    Figure {
        key: "graph",
        title: format!("Graph of application {}", application + 1),
        explanation: format!("Parents stand left of their children; the critical path is emphasised.{words}{note}"),
        height: layers.size.1.max(20.0) + 8.0,
        drawing,
        data,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::figure::Origin;
    use bookahead_engine::workflow::generator::GraphGenerator;
    use bookahead_engine::workflow::graph::{Edge, TaskGraph};
    use bookahead_engine::workflow::scenario::{Application, WorkflowScenario, WorkflowSource};

    fn plan(tasks: u32) -> WorkflowOutcome {
        let drawn = GraphGenerator { tasks, ..GraphGenerator::default() };
        let mut workflow = WorkflowScenario::of(4, WorkflowSource::Drawn(drawn));
        workflow.policy.iterations = 1;
        workflow.run().unwrap()
    }

    /// Number of an attribute of an SVG element.
    fn attribute(element: &str, name: &str) -> f64 {
        let (_, rest) = element.split_once(&format!(" {name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    }

    #[test]
    fn no_text_leaves_its_box_or_meets_another_one() {
        // Names and times as workflow files have them: three wide layers, and a chain so long that boxes are narrow.
        let shapes = [(27, 3, 9), (11, 11, 1), (6, 2, 3)];
        for ((tasks, layers, width), duration, ticks) in shapes
            .into_iter()
            .flat_map(|shape| [(shape, 1_339, 100), (shape, 12_345_678, 1), (shape, 87_654_321, 100), (shape, 7, 1)])
        {
            let layer = |task: u32| task / width;
            let above = |child: u32| (0..tasks).filter(move |&parent| layer(parent) + 1 == layer(child));
            let edges = (0..tasks).flat_map(|child| above(child).map(move |parent| Edge { parent, child, cost: 0 })).collect();
            let graph = TaskGraph {
                durations: (0..tasks).map(|task| duration + task * (duration / 10)).collect(),
                edges,
                names: (0..tasks).map(|task| format!("mProjectPP_ID{task:05}")).collect(),
                ..TaskGraph::default()
            };
            let mut workflow = WorkflowScenario::of(4, WorkflowSource::Given(vec![Application::new(1, 0, graph)].into()));
            workflow.policy.iterations = 1;
            workflow.ticks = ticks;
            let plan = workflow.run().unwrap();
            let figure = graph_figure(&plan, &|row| workflow.task_name(row as u32), ticks, 0);
            let elements: Vec<&str> = figure.drawing.elements().lines().collect();
            let boxes: Vec<Rect> = elements
                .iter()
                .filter(|line| line.starts_with("<rect") && line.contains("fill=\"none\""))
                .map(|line| {
                    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| attribute(line, name));
                    Rect { x, y, width, height }
                })
                .collect();
            assert_eq!(boxes.len(), tasks as usize, "{layers} layers are drawn as boxes");
            let texts: Vec<(String, Rect)> = elements
                .iter()
                .filter(|line| line.starts_with("<text"))
                .map(|line| {
                    let words = line.split(['>', '<']).nth(2).unwrap().to_string();
                    let [x, y, px] = ["x", "y", "font-size"].map(|name| attribute(line, name));
                    let width = text_width(&words, px);
                    let halves = ["start", "middle", "end"].iter().position(|anchor| line.contains(&format!("\"{anchor}\"")));
                    (words, Rect { x: x - halves.unwrap() as f64 * width / 2.0, y: y - px, width, height: px })
                })
                .collect();
            assert_eq!(texts.len(), 3 * tasks as usize);
            assert!(layers > 3 || texts.iter().any(|(words, _)| words.contains('…')));
            assert!(figure.svg(&Origin::default()).contains("mProjectPP_ID00000:"));
            for (at, (words, text)) in texts.iter().enumerate() {
                let is_in = |area: &Rect| {
                    text.x >= area.x
                        && text.x + text.width <= area.x + area.width
                        && text.y >= area.y
                        && text.y + text.height <= area.y + area.height
                };
                assert!(words.is_empty() || boxes.iter().any(is_in), "{words} leaves its box: {text:?}");
                for (other, area) in &texts[..at] {
                    let is_apart = text.x >= area.x + area.width
                        || area.x >= text.x + text.width
                        || text.y >= area.y + area.height
                        || area.y >= text.y + text.height;
                    assert!(is_apart, "{words} lies over {other}: {text:?} {area:?}");
                }
            }
        }
    }

    #[test]
    fn every_task_is_in_picture_and_data() {
        for tasks in [1, 30, 3_000] {
            let plan = plan(tasks);
            let names = |row: usize| format!("t{row}&");
            let (nodes, graph) = (nodes_figure(&plan, &names, 1, None), graph_figure(&plan, &names, 1, 0));
            for figure in [&nodes, &graph] {
                assert_eq!(figure.data.rows.len(), tasks as usize, "{}", figure.key);
                assert!(figure.data.rows.iter().all(|row| row.len() == figure.data.columns.len()));
                let svg = figure.svg(&Origin::default());
                assert!(!svg.contains("t0&:") && !svg.contains("NaN"), "{}", figure.key);
                assert!(figure.height < 1_000.0, "{}", figure.height);
            }
            assert!(nodes.drawing.elements().matches("<rect").count() >= tasks as usize);
            let shapes = graph.drawing.elements();
            assert!(shapes.matches("<circle").count() + shapes.matches("fill=\"none\"").count() >= tasks as usize);
        }
        // Beside another plan that has every task elsewhere, all of them are outlined and in the data once more.
        let plan = plan(30);
        let names = |row: usize| format!("t{row}");
        let marks = vec![TaskMark::Later; 30];
        let of_a = nodes_beside(&plan, &names, 1, None, NodesBeside { marks: Some(&marks), over: None });
        assert_eq!(of_a.data, nodes_figure(&plan, &names, 1, None).data);
        let beside = NodesBeside { marks: Some(&marks), over: Some((&plan, &marks, &names)) };
        let both = nodes_beside(&plan, &names, 1, None, beside);
        assert!(both.data.rows.len() == 60 && both.data.rows.iter().all(|row| row.len() == 6), "{:?}", both.data);
        assert_eq!(both.drawing.elements().matches("stroke-dasharray=\"4 3\"").count(), 30);
        let same = [TaskMark::Same; 30];
        let beside = NodesBeside { marks: Some(&same), over: Some((&plan, &same, &names)) };
        assert_eq!(nodes_beside(&plan, &names, 1, None, beside).data.rows.len(), 30);
        // Nothing to be drawn.
        let empty = WorkflowOutcome::default();
        assert!(graph_figure(&empty, &|_| String::new(), 0, 3).data.rows.is_empty());
        assert!(nodes_figure(&empty, &|_| String::new(), 0, None).data.rows.is_empty());
    }
}

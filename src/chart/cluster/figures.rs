//! Plans of a cluster as figures to take away.

use super::gantt::{NodeBars, NodeGantt, NodeMark};
use super::levels::Levels;
use super::node_step::{at_step, when};
use super::seconds::moment_ticks;
use super::wait_curves::WaitCurves;
use crate::curves::sweep_plot::{LEFT_PX as CURVES_LEFT_PX, NAME_PX, Names, SweepPlot};
use crate::gantt::bar::Rect;
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{AXIS_PX, DataTable, Figure, INK, LEFT_PX, PLOT_PX, QUIET, WIDTH_PX, number};
use crate::kit::legend::DASHES;
use crate::kit::palette::mix;
use crate::kit::svg::path;
use crate::planes::plane::PlaneScale;
use bookahead_engine::batch::BatchPlan;
use bookahead_engine::core::calendar::ClockStart;

/// Most bars that are drawn one by one.
const BARS_MAX: usize = 20_000;
/// Height of a node where there is room, and least and greatest height of all nodes.
const NODE_PX: (f64, f64, f64) = (26.0, 60.0, 420.0);
/// Height of a plot of levels, and of curves.
const LEVELS_PX: f64 = 180.0;
const CURVES_PX: f64 = 360.0;

/// What the edge of a bar says.
const AHEAD_WORDS: &str = " Thick left edge: the job went ahead of others that had waited longer.";

/// What the colours mean where two plans are compared.
const MARK_WORDS: &str = " Grey: same start in both plans; blue: earlier here; yellow: later here; pink: only here.";

fn mark_of(marks: &[NodeMark], job: u32) -> NodeMark {
    marks.get(job as usize).copied().unwrap_or_default()
}

/// Room beside the first and the last second of a plan, as a share of it.
const MARGIN: f64 = 0.03;
/// Shortest stretch that is shown, in seconds.
const LEAST: f64 = 5.0;

/// All of a plan with a little around it, in seconds.
pub fn whole_window(plan: &BatchPlan) -> (f64, f64) {
    let (first, end) = (plan.metrics.first as f64, plan.metrics.end as f64);
    let margin = MARGIN * (end - first).max(LEAST);
    (first - margin, (end + margin).max(first + LEAST))
}

/// What is taken away of a plan.
#[derive(Clone, Copy, Debug)]
pub struct ClusterFrame<'a> {
    /// The plan.
    pub plan: &'a BatchPlan,
    /// Nodes of the machine.
    pub nodes: u32,
    /// The stretch of time, in seconds.
    pub window: (f64, f64),
    /// When second 0 was, if moments are shown as dates.
    pub start: Option<ClockStart>,
    /// How many jobs have arrived, if the plan is stepped through: of the nodes only what had a start by then is shown.
    pub step: Option<u32>,
}

/// The time axis below a plot that begins so many px from the left.
pub(super) fn moments_below(drawing: &mut Drawing, left: f64, scale: &PlaneScale, start: Option<ClockStart>) {
    let (ticks, rest) = moment_ticks(scale, start);
    for (words, x) in ticks {
        drawing.text((left + x, scale.height() + 16.0), Anchor::Middle, QUIET, &words);
    }
    let name = start.map_or("time".to_string(), |start| format!("time, {}", start.zone()));
    drawing.text((left + scale.width(), scale.height() + 33.0), Anchor::End, QUIET, &name);
    if let Some(rest) = rest {
        drawing.text((left, scale.height() + 33.0), Anchor::Start, QUIET, &rest);
    }
}

impl ClusterFrame<'_> {
    /// Time and nodes in the plot of [`Self::gantt`].
    pub(super) fn scale(&self) -> PlaneScale {
        let (node_px, least, most) = NODE_PX;
        let height = (f64::from(self.nodes) * node_px).clamp(least, most);
        PlaneScale::new(self.window, (0.0, self.nodes.into()), PLOT_PX, height)
    }

    fn framed(&self, plot: &Drawing, scale: &PlaneScale) -> Drawing {
        let mut drawing = Drawing::default();
        let rect = Rect { x: LEFT_PX, y: 0.0, width: scale.width(), height: scale.height() };
        drawing.place_cut(rect, plot);
        drawing.frame(rect, Pen::new(INK.ink_quiet, 1.0));
        for (tick, y) in scale.y_ticks().into_iter().filter(|(tick, _)| tick.fract() == 0.0) {
            drawing.text((LEFT_PX - 8.0, y + 4.0), Anchor::End, QUIET, &number(tick));
        }
        moments_below(&mut drawing, LEFT_PX, scale, self.start);
        drawing
    }

    /// The jobs on their nodes; as data one line for each stretch of nodes.
    pub fn gantt(&self) -> Figure {
        self.gantt_beside(None, None)
    }

    /// The same beside another plan: jobs coloured by `marks`, and those of plan B that differ, by its own marks, outlined.
    pub fn gantt_beside(&self, marks: Option<&[NodeMark]>, over: Option<(&BatchPlan, &[NodeMark])>) -> Figure {
        let scale = self.scale();
        let height = scale.height();
        let bars = self.step.map_or_else(|| NodeBars::of_plan(self.plan), |step| NodeBars::at_step(self.plan, step));
        let gantt = NodeGantt { bars: &bars, scale };
        let mut plot = Drawing::default();
        for (_, x) in moment_ticks(&scale, self.start).0 {
            plot.line((x, 0.0), (x, height), Pen::new(INK.grid, 1.0));
        }
        let mut went_ahead = "";
        let mut data = DataTable::new(["job", "first_node", "last_node", "start", "end"]);
        for (at, bar) in gantt.in_view().enumerate() {
            let (x, y, width, height) = gantt.rect(bar);
            let job = self.plan.jobs.number(bar.job as usize).to_string();
            // Of very many bars, those that would not be seen are left out of the drawing.
            if at < BARS_MAX || (width >= 0.5 && height >= 0.5) {
                let gap = if height >= 7.0 { 1.0 } else { 0.0 };
                let rect = Rect { x, y: y + gap, width: (width - gap).max(0.3), height: (height - gap).max(0.2) };
                let tint = marks.map_or_else(|| INK.tint(bar.job), |marks| INK.mark_tint(mark_of(marks, bar.job) as usize));
                plot.rect(rect, tint, (at < BARS_MAX).then(|| format!("job {job}")).as_deref());
                if marks.is_none() && bar.is_backfilled && width >= 6.0 && height >= 3.0 {
                    plot.rect(Rect { width: 3.0, ..rect }, INK.moved_ink, None);
                    went_ahead = AHEAD_WORDS;
                }
            }
            data.rows.push(vec![job, bar.first.to_string(), bar.last.to_string(), bar.start.to_string(), bar.end.to_string()]);
        }
        for name in gantt.names(|job| self.plan.jobs.number(job as usize).to_string()) {
            plot.text((name.x, name.y + 4.0), Anchor::Start, Font::new(11.5, INK.on_tint), &name.text);
        }
        if let Some((other, marks)) = over {
            data.columns.push("plan".to_string());
            data.rows.iter_mut().for_each(|row| row.push("A".to_string()));
            let bars = NodeBars::of_plan(other);
            let gantt = NodeGantt { bars: &bars, scale };
            for bar in gantt.in_view().filter(|bar| mark_of(marks, bar.job) != NodeMark::Same).take(BARS_MAX) {
                let (x, y, width, height) = gantt.rect(bar);
                let corners = [(x, y + 1.0), (x + width, y + 1.0), (x + width, y + height - 1.0), (x, y + height - 1.0)];
                plot.path(&path(&corners, true), Pen::new(INK.ink, 1.4).dashed("4 3"));
                let job = other.jobs.number(bar.job as usize).to_string();
                let cells = [bar.first.to_string(), bar.last.to_string(), bar.start.to_string(), bar.end.to_string()];
                data.rows.push([vec![job], cells.to_vec(), vec!["B".to_string()]].concat());
            }
        }
        let (title, told) = match self.step {
            Some(step) => at_step(self.plan, step, &mut data),
            None => ("Jobs on their nodes".to_string(), String::new()),
        };
        let colours = if marks.is_some() { MARK_WORDS } else { "" };
        let outlines = if over.is_some() { " Outlined: what differs, where plan B has it." } else { "" };
        Figure {
            key: "nodes",
            title,
            explanation: format!(
                "Time to the right; upwards the {} nodes. A bar is as long as the job really runs.{went_ahead}{told}{colours}{outlines}",
                self.nodes
            ),
            height: height + AXIS_PX,
            drawing: self.framed(&plot, &scale),
            data,
        }
    }

    /// A number over time; while jobs are stepped through, the title says at which step.
    fn levels(&self, levels: &Levels, most: u32, (key, title, explanation): (&'static str, &str, &str)) -> Figure {
        let title = self.step.map_or_else(|| title.to_string(), |step| format!("{title}, {}", when(self.plan, step)));
        let scale = PlaneScale::new(self.window, (0.0, most.max(1).into()), PLOT_PX, LEVELS_PX);
        let mut plot = Drawing::default();
        for (_, x) in moment_ticks(&scale, self.start).0 {
            plot.line((x, 0.0), (x, LEVELS_PX), Pen::new(INK.grid, 1.0));
        }
        let area = levels.area(&scale);
        plot.area(&area, mix(INK.background, INK.accent, 0.28), 1.0);
        plot.path(&area, Pen::new(INK.accent, 1.2));
        let mut data = DataTable::new(["from", "number"]);
        let (from, to) = self.window;
        data.rows = levels.steps(from, to).map(|(at, value)| vec![at.to_string(), value.to_string()]).collect();
        Figure {
            key,
            title,
            explanation: explanation.to_string(),
            height: LEVELS_PX + AXIS_PX,
            drawing: self.framed(&plot, &scale),
            data,
        }
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> Figure {
        let levels = self.step.map_or_else(|| Levels::waiting(self.plan), |step| Levels::waiting_at(self.plan, step));
        let words = ("waiting", "Jobs waiting", "Jobs wait from their submission, or the start they ask for, until they start.");
        self.levels(&levels, levels.most(), words)
    }

    /// How many nodes are idle.
    pub fn idle(&self) -> Figure {
        let whole = || Levels::idle(self.nodes, self.plan);
        let levels = self.step.map_or_else(whole, |step| Levels::idle_at(self.nodes, self.plan, step));
        self.levels(&levels, self.nodes, ("idle", "Nodes idle", "Nodes on which no job runs."))
    }
}

/// Curves of plans, one for each scheduler.
pub fn curves_figure(curves: &WaitCurves) -> Figure {
    let plot = SweepPlot::with_names(WIDTH_PX - 20.0, CURVES_PX, &curves.curves, Names::AtEnds);
    let mut drawing = Drawing::default();
    for value in plot.y_ticks() {
        let y = plot.y_of(value);
        drawing.line((CURVES_LEFT_PX, y), (plot.right(), y), Pen::new(INK.grid, 1.0));
        drawing.text((CURVES_LEFT_PX - 8.0, y + 4.0), Anchor::End, QUIET, &number(value));
    }
    for (x, words) in curves.x_ticks(&plot) {
        drawing.line((x, plot.y_of(0.0)), (x, 12.0), Pen::new(INK.grid, 1.0));
        drawing.text((x, plot.bottom() + 16.0), Anchor::Middle, QUIET, &words);
    }
    let axis = (CURVES_LEFT_PX + plot.right()) / 2.0;
    drawing.text((axis, CURVES_PX - 4.0), Anchor::Middle, QUIET, curves.name.x);
    let mut data = DataTable::new(["scheduler", "x", "y"]);
    for (i, (curve, name_y)) in curves.curves.iter().zip(plot.name_heights(&curves.curves)).enumerate() {
        let colour = INK.class(i);
        let pen = Pen::new(colour, 2.0).dashed(DASHES[i % DASHES.len()]);
        drawing.path(&plot.line(curve), pen);
        for [x, y, ..] in plot.dots(curve) {
            drawing.dot((x, y), 2.6, Some(colour), None);
        }
        drawing.line((plot.right() + 4.0, name_y), (plot.right() + 22.0, name_y), pen);
        drawing.text((plot.right() + NAME_PX, name_y + 4.0), Anchor::Start, Font::new(12.0, INK.ink), &curve.label);
    }
    for (curve, told) in curves.curves.iter().zip(&curves.told) {
        let rows = told.x.iter().zip(&told.y);
        data.rows.extend(rows.map(|(x, y)| vec![curve.label.clone(), x.to_string(), y.to_string()]));
    }
    Figure {
        key: curves.name.key,
        title: format!("{}: {}", curves.name.title, curves.name.y),
        explanation: curves.name.reading.to_string(),
        height: CURVES_PX,
        drawing,
        data,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::figure::Origin;
    use bookahead_engine::batch::BatchScenario;
    use bookahead_engine::batch::job::Job;
    use bookahead_engine::batch::metrics::curves::{BATCH_CURVES, curves};
    use bookahead_engine::batch::scheduler::Scheduler;

    #[test]
    fn figures_hold_what_the_plan_holds() {
        let job = |(submitted, length, nodes): (u32, u32, u32)| Job {
            user: 1,
            submitted,
            estimate: length,
            runtime: length,
            nodes,
            ..Job::SMALLEST
        };
        let jobs = [(0, 10, 6), (1, 10, 8), (1, 10, 10), (2, 25, 2)].map(job).to_vec();
        let outcome = BatchScenario::of_jobs(10, jobs, Scheduler::Easy).run().unwrap();
        let own = curves(10, &outcome.jobs, &outcome.decisions);
        let plan = BatchPlan {
            jobs: (*outcome.jobs).clone(),
            decisions: outcome.decisions,
            nodes: outcome.nodes,
            metrics: outcome.metrics,
        };
        let frame = ClusterFrame { plan: &plan, nodes: 10, window: (0.0, 40.0), start: None, step: None };
        let gantt = frame.gantt();
        assert!(gantt.data.rows.contains(&["4", "6", "7", "2", "27"].map(str::to_string).to_vec()), "{:?}", gantt.data.rows);
        assert!(gantt.svg(&Origin::default()).contains("<title>job 4</title>"));
        // Beside another plan: its bars that differ are outlined and stand in the data as those of B.
        let marks = [NodeMark::Same, NodeMark::Same, NodeMark::Later, NodeMark::OnlyHere];
        let beside = frame.gantt_beside(Some(&marks), Some((&plan, &marks)));
        let rows_of = |side: &str| beside.data.rows.iter().filter(|row| row.last().is_some_and(|last| last == side)).count();
        let differing = gantt.data.rows.iter().filter(|row| row[0] == "3" || row[0] == "4").count();
        assert_eq!((beside.data.columns.last().map(String::as_str), rows_of("A")), (Some("plan"), gantt.data.rows.len()));
        assert_eq!(rows_of("B"), differing);
        assert!(beside.explanation.contains("yellow: later here") && beside.explanation.contains("Outlined"));
        assert!(frame.waiting().data.rows.contains(&["1", "2"].map(str::to_string).to_vec()), "{:?}", frame.waiting().data.rows);
        assert!(frame.idle().data.rows.contains(&["0", "4"].map(str::to_string).to_vec()));
        let set = WaitCurves::new(BATCH_CURVES[0], vec![("EASY".to_string(), own[0].clone())]);
        let figure = curves_figure(&set);
        assert_eq!(figure.data.rows.len(), own[0].x.len());
        assert_eq!(figure.data.rows.last().unwrap()[2], "1");
        // While the jobs are stepped through: after three have arrived, the first runs and two wait.
        let stepped = ClusterFrame { step: Some(3), ..frame }.gantt();
        let of = |what: &str| -> Vec<&str> {
            let rows = stepped.data.rows.iter().filter(|row| row[5] == what);
            rows.map(|row| row[0].as_str()).collect()
        };
        assert_eq!([of("has a start"), of("waits"), of("comes later")], [vec!["1"], vec!["2", "3"], vec!["4"]]);
        assert!(
            stepped.data.rows.iter().all(|row| row.len() == stepped.data.columns.len() && row[1].is_empty() == (row[0] != "1"))
        );
        assert_eq!(stepped.title, "Jobs on their nodes, after job 3 has arrived at 1 s");
        assert!(
            stepped.explanation.contains("Step 3 of 4") && stepped.explanation.contains("2 jobs wait"),
            "{}",
            stepped.explanation
        );
        assert!(!stepped.drawing.elements().contains("<title>job 4<"));
        let before = ClusterFrame { step: Some(0), ..frame }.gantt();
        assert!(before.title.ends_with("before the first job arrives") && before.data.rows.len() == 4);
        let dated = ClusterFrame { start: Some(ClockStart { unix_seconds: 843_465_000, utc_offset: 0 }), ..frame };
        assert!(dated.gantt().svg(&Origin::default()).contains("time, UTC"));
    }
}

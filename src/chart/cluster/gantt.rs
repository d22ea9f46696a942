//! Jobs on their nodes over time, painted. Where several nodes share a row of pixels, the row shows the node at its middle.

use crate::kit::palette::{Palette, mix};
use crate::kit::raster::{Area, PixelBuffer};
use crate::kit::text::text_width;
use crate::planes::plane::{PlaneLabel, PlaneScale};
use crate::planes::plane_marks::sane_dpr;
use bookahead_engine::batch::BatchPlan;
use bookahead_engine::batch::decisions::How;
use bookahead_engine::batch::explain::step::BatchStep;
use bookahead_engine::batch::job::{NEVER, Time};
use bookahead_engine::core::calendar::ClockStart;

/// Bars are set apart where a node is so high, in CSS px.
const APART_PX: f64 = 3.0;
/// Most names.
const NAMES_MAX: usize = 300;
/// Size of a name.
const NAME_PX: f64 = 11.5;
/// Least height of a bar with a name.
const NAME_HEIGHT_PX: f64 = 14.0;
/// From a hatched line to the next, in device px.
const HATCH_PX: i32 = 7;

/// A stretch of neighbouring nodes that a job holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeBar {
    /// The job's row.
    pub job: u32,
    /// First node.
    pub first: u32,
    /// Last node.
    pub last: u32,
    /// When it starts.
    pub start: Time,
    /// When it ends.
    pub end: Time,
    /// Whether it went ahead of a job that had come before it.
    pub is_backfilled: bool,
}

/// The bars of a plan by start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeBars {
    bars: Vec<NodeBar>,
    /// The longest of them: none that starts so long before a moment reaches it.
    longest: Time,
}

impl NodeBars {
    /// The bars of all jobs that have a place.
    pub fn of_plan(plan: &BatchPlan) -> Self {
        Self::of_rows(plan, |_| true)
    }

    /// The bars of those jobs that had a start after so many had arrived.
    pub fn at_step(plan: &BatchPlan, step: u32) -> Self {
        let BatchPlan { jobs, decisions, .. } = plan;
        let step = BatchStep::after(step, jobs, decisions);
        step.map_or_else(Self::default, |step| Self::of_rows(plan, |row| step.has_start(row)))
    }

    fn of_rows(plan: &BatchPlan, is_drawn: impl Fn(usize) -> bool) -> Self {
        let decisions = &plan.decisions;
        let rows = (0..plan.nodes.rows().min(plan.jobs.len())).filter(|&row| decisions.start[row] != NEVER && is_drawn(row));
        let bars = rows.flat_map(|row| {
            let (start, end) = (decisions.start[row], decisions.end[row]);
            let is_backfilled = decisions.how(row) == How::Backfilled;
            plan.nodes.of_row(row).map(move |(first, last)| NodeBar { job: row as u32, first, last, start, end, is_backfilled })
        });
        Self::of(bars.collect())
    }

    fn of(mut bars: Vec<NodeBar>) -> Self {
        bars.sort_by_key(|bar| bar.start);
        let longest = bars.iter().map(|bar| bar.end - bar.start).max().unwrap_or(0);
        Self { bars, longest }
    }

    /// Those of which a part may lie between two moments.
    fn within(&self, (from, to): (f64, f64)) -> &[NodeBar] {
        let earliest = from - self.longest as f64;
        let first = self.bars.partition_point(|bar| (bar.start as f64) < earliest);
        let last = self.bars.partition_point(|bar| (bar.start as f64) < to);
        &self.bars[first..last.max(first)]
    }
}

/// What is drawn. Node 0 is the lowest row.
#[derive(Clone, Copy, Debug)]
pub struct NodeGantt<'a> {
    /// Who has which nodes when.
    pub bars: &'a NodeBars,
    /// Seconds to the right, nodes upwards.
    pub scale: PlaneScale,
}

/// How jobs are painted.
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeLook<'a> {
    /// When second 0 was: grid lines stand at dates.
    pub start: Option<ClockStart>,
    /// How jobs differ from another plan, by row; without it they have colours of their own.
    pub marks: Option<&'a [NodeMark]>,
}

/// How a job differs from the other plan. The numbers are those of [`Palette::mark_tint`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NodeMark {
    /// It starts at the same time in both.
    #[default]
    Same,
    /// It starts earlier here.
    Earlier,
    /// Only this plan has it.
    OnlyHere,
    /// It starts later here.
    Later,
}

impl NodeMark {
    /// The marks of a plan of so many jobs beside another one. `rows` are the rows of the jobs that differ, here and in the other plan.
    pub fn all(plan: &BatchPlan, other: &BatchPlan, rows: impl Iterator<Item = (Option<u32>, Option<u32>)>) -> Vec<Self> {
        let mut marks = vec![Self::Same; plan.jobs.len()];
        for (here, there) in rows {
            let Some(here) = here.map(|here| here as usize).filter(|here| *here < marks.len()) else { continue };
            let there = there.and_then(|there| other.decisions.start.get(there as usize));
            marks[here] = match (plan.decisions.start[here], there) {
                (_, None) => Self::OnlyHere,
                (start, Some(there)) if start < *there => Self::Earlier,
                (start, Some(there)) if start > *there => Self::Later,
                _ => Self::Same,
            };
        }
        marks
    }
}

impl NodeGantt<'_> {
    /// Left edge, upper edge, width and height of a bar, in CSS px; cut to the width of the plot.
    pub fn rect(&self, bar: &NodeBar) -> (f64, f64, f64, f64) {
        let x = |at: Time| self.scale.x_of(at as f64).clamp(0.0, self.scale.width());
        let (top, bottom) = (self.scale.y_of(f64::from(bar.last) + 1.0), self.scale.y_of(f64::from(bar.first)));
        (x(bar.start), top, x(bar.end) - x(bar.start), bottom - top)
    }

    /// The bars that are in view, by start.
    pub fn in_view(&self) -> impl Iterator<Item = &NodeBar> {
        let (from, to) = self.scale.x_range();
        self.bars.within((from, to)).iter().filter(move |bar| bar.end as f64 > from)
    }

    /// The bars of a job that are in view.
    pub fn of_job(&self, job: u32) -> impl Iterator<Item = &NodeBar> {
        let (from, to) = self.scale.x_range();
        self.bars.within((from, to)).iter().filter(move |bar| bar.job == job && bar.end as f64 > from)
    }

    /// The bar under a point; one narrower than `slop` CSS px counts within it.
    pub fn pick(&self, x: f64, y: f64, slop: f64) -> Option<NodeBar> {
        if !(0.0..=self.scale.width()).contains(&x) || !(0.0..=self.scale.height()).contains(&y) {
            return None;
        }
        let (at, node) = (self.scale.x_at(x), self.scale.y_at(y).max(0.0) as u32);
        let reach = slop.max(0.0) * self.scale.x_per_px();
        let on_node = |bar: &&NodeBar| (bar.first..=bar.last).contains(&node);
        let near = || self.bars.within((at - reach, at + reach)).iter().filter(on_node);
        let under = near().find(|bar| bar.start as f64 <= at && at < bar.end as f64);
        let narrow = |bar: &&NodeBar| ((bar.end - bar.start) as f64) < reach && at - bar.end as f64 <= reach;
        under.or_else(|| near().find(narrow)).copied()
    }

    /// Paints the jobs. O(bars in view + pixels).
    pub fn paint(&self, buffer: &mut PixelBuffer, palette: &Palette, dpr: f64, look: NodeLook<'_>) {
        let dpr = sane_dpr(dpr);
        let (width, height) = PixelBuffer::device_size(self.scale.width(), self.scale.height(), dpr);
        buffer.reset(width, height, palette.background);
        let device = |at: f64| (at * dpr).clamp(-1e6, 1e6).round() as i32;
        for (_, x) in super::seconds::moment_ticks(&self.scale, look.start).0 {
            buffer.fill(Area { x0: device(x), y0: 0, x1: device(x) + 1, y1: height as i32 }, palette.grid);
        }
        let node_px = 1.0 / self.scale.y_per_px().max(1e-12);
        let apart = i32::from(node_px >= APART_PX);
        let (from, to) = self.scale.x_range();
        for bar in self.bars.within((from, to)).iter().filter(|bar| bar.end as f64 > from) {
            let (x, y, width, height) = self.rect(bar);
            let (x0, x1) = (device(x), device(x + width));
            // A job of a moment is seen; a node among many that share a row of pixels is not, unless it is at its middle.
            let (y0, y1) = (device(y), device(y + height));
            let y1 = if node_px >= 1.0 { y1.max(y0 + 1) } else { y1 };
            let right = if x1 - x0 > 3 { x1 - 1 } else { x1.max(x0 + 1) };
            let area = Area { x0, y0: y0 + apart, x1: right, y1 };
            let mark = look.marks.map(|marks| marks.get(bar.job as usize).copied().unwrap_or_default());
            let tint = mark.map_or(palette.tint(bar.job), |mark| palette.mark_tint(mark as usize));
            buffer.fill(area, tint);
            let is_hatched = mark.map_or(bar.is_backfilled, |mark| mark == NodeMark::Later);
            if is_hatched && x1 - x0 > HATCH_PX && y1 - y0 > HATCH_PX {
                buffer.hatch(area, HATCH_PX, x0 + y0, tint, mix(tint, palette.ink, 0.16));
            }
        }
    }

    /// Names on the bars that have room for them.
    pub fn names(&self, name: impl Fn(u32) -> String) -> Vec<PlaneLabel> {
        let (from, to) = self.scale.x_range();
        let mut names = Vec::new();
        for bar in self.bars.within((from, to)) {
            let (x, y, width, height) = self.rect(bar);
            if width < NAME_HEIGHT_PX || height < NAME_HEIGHT_PX {
                continue;
            }
            let text = name(bar.job);
            let needed = text_width(&text, NAME_PX);
            if needed + 8.0 <= width && names.len() < NAMES_MAX {
                names.push(PlaneLabel { text, x: x + 5.0, y: y + height / 2.0, width: needed, to: (x, y) });
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::palette::LIGHT;
    use bookahead_engine::batch::BatchScenario;
    use bookahead_engine::batch::job::Job;
    use bookahead_engine::batch::scheduler::Scheduler;

    fn plan(nodes: u32, jobs: &[(u32, u32, u32)]) -> BatchPlan {
        let job = |&(submitted, length, nodes): &(u32, u32, u32)| Job {
            user: 1,
            submitted,
            estimate: length,
            runtime: length,
            nodes,
            ..Job::SMALLEST
        };
        let outcome = BatchScenario::of_jobs(nodes, jobs.iter().map(job).collect(), Scheduler::Easy).run().unwrap();
        BatchPlan { jobs: (*outcome.jobs).clone(), decisions: outcome.decisions, nodes: outcome.nodes, metrics: outcome.metrics }
    }

    fn four() -> NodeBars {
        NodeBars::of_plan(&plan(10, &[(0, 10, 6), (1, 10, 8), (1, 10, 10), (2, 25, 2)]))
    }

    fn gantt(bars: &NodeBars, nodes: f64) -> NodeGantt<'_> {
        NodeGantt { bars, scale: PlaneScale::new((0.0, 40.0), (0.0, nodes), 400.0, 100.0) }
    }

    #[test]
    fn what_is_painted_is_picked() {
        let bars = four();
        let gantt = gantt(&bars, 10.0);
        let mut buffer = PixelBuffer::default();
        gantt.paint(&mut buffer, &LIGHT, 1.0, NodeLook::default());
        // Job 0 holds nodes 0 to 5 from 0 to 10 s, job 3 nodes 6 and 7 from 2 to 27 s.
        assert_eq!(gantt.pick(50.0, 95.0, 0.0).map(|bar| (bar.job, bar.start, bar.end)), Some((0, 0, 10)));
        assert_eq!(gantt.pick(50.0, 35.0, 0.0).map(|bar| (bar.job, bar.start, bar.is_backfilled)), Some((3, 2, true)));
        assert_eq!(gantt.pick(50.0, 5.0, 0.0), None, "two nodes are idle");
        assert_eq!(buffer.pixel(50, 95), Some(LIGHT.tint(0)));
        assert_eq!(buffer.pixel(55, 5), Some(LIGHT.background));
        assert_eq!(gantt.of_job(1).map(|bar| bar.last - bar.first + 1).sum::<u32>(), 8, "job 1 holds eight nodes");
        assert!(gantt.names(|job| job.to_string()).len() >= 4);
    }

    #[test]
    fn after_a_step_only_what_has_a_start_is_drawn() {
        let plan = plan(10, &[(0, 10, 6), (1, 10, 8), (1, 10, 10), (2, 25, 2)]);
        let drawn = |step: u32| {
            let mut jobs: Vec<u32> = NodeBars::at_step(&plan, step).bars.iter().map(|bar| bar.job).collect();
            jobs.sort_unstable();
            jobs.dedup();
            jobs
        };
        assert_eq!(drawn(0), [0_u32; 0]);
        assert_eq!(drawn(1), [0]);
        assert_eq!(drawn(3), [0], "jobs 1 and 2 wait");
        assert_eq!(drawn(4), [0, 3], "job 3 goes ahead of them");
    }

    #[test]
    fn nodes_that_share_a_pixel_are_shown_by_the_one_at_its_middle() {
        // 1,000 nodes in 100 rows of pixels; the lower half is busy for all of the time, and one node of a row for a while.
        let bars = NodeBars::of_plan(&plan(1_000, &[(0, 40, 500), (0, 40, 2)]));
        let mut buffer = PixelBuffer::default();
        gantt(&bars, 1_000.0).paint(&mut buffer, &LIGHT, 1.0, NodeLook::default());
        let busy = (0..100).filter(|&y| buffer.pixel(155, y) == Some(LIGHT.tint(0))).count();
        assert_eq!(busy, 50);
        assert_eq!((0..100).filter(|&y| buffer.pixel(155, y) == Some(LIGHT.tint(1))).count(), 0);
    }

    #[test]
    fn a_million_nodes_and_numbers_that_are_none_are_a_picture() {
        let jobs: Vec<(u32, u32, u32)> = (0..5_000).map(|i| (i, 30, 1 + i % 100_000)).collect();
        let bars = NodeBars::of_plan(&plan(1_048_576, &jobs));
        let mut buffer = PixelBuffer::default();
        gantt(&bars, 1_048_576.0).paint(&mut buffer, &LIGHT, 2.0, NodeLook::default());
        assert_eq!((buffer.width(), buffer.height()), (800, 200));
        let scale = PlaneScale::new((f64::NAN, f64::INFINITY), (0.0, 0.0), f64::NAN, -1.0);
        let gantt = NodeGantt { bars: &bars, scale };
        gantt.paint(&mut buffer, &LIGHT, f64::NAN, NodeLook::default());
        gantt.pick(f64::NAN, 0.0, f64::NAN);
        gantt.names(|_| String::new());
    }
}

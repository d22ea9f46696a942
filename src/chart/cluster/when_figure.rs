//! When a job will start as a figure to take away: the plan with the job, the starts of the draws above it, and their range over both.

use super::figures::ClusterFrame;
use super::gantt::{NodeBars, NodeGantt};
use super::start_times::StartBins;
use crate::gantt::bar::Rect;
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Pen};
use crate::kit::figure::{Figure, INK, LEFT_PX, QUIET};
use crate::kit::legend::{Sample, legend};
use crate::kit::palette::{Rgba, mix};
use crate::planes::plane::PlaneScale;
use bookahead_engine::batch::BatchPlan;
use bookahead_engine::batch::forecast::StartForecast;
use bookahead_engine::batch::job::{NEVER, Time};

/// The colour of what is drawn by chance, as on the page.
const CHANCE: Rgba = [0x0b, 0x62, 0xd6, 255];
/// How much of it the band and the bars of the draws have.
const BAND: f64 = 0.14;
const BINS: f64 = 0.6;
/// Height of the starts of the draws, and room below them, in CSS px.
const DRAWS_PX: (f64, f64) = (44.0, 10.0);
/// Room beside what is shown, as a share of it, and the shortest stretch in seconds.
const MARGIN: f64 = 0.03;
const LEAST: f64 = 60.0;

/// From the moment of the question, or from the job's start if it has started, until the job has ended and the last draw has started.
pub fn when_window(plan: &BatchPlan, forecast: &StartForecast) -> (f64, f64) {
    let of_job = |times: &[Time]| times.get(forecast.row as usize).copied().filter(|at| *at != NEVER);
    let (start, end) = (of_job(&plan.decisions.start), of_job(&plan.decisions.end));
    let from = start.unwrap_or(forecast.asked_at).min(forecast.asked_at);
    let starts = forecast.draws.iter().copied().chain([forecast.point]).filter(|at| *at != NEVER);
    let to = starts.chain(end).max().unwrap_or(from);
    let (from, length) = (from as f64, (to.max(from) - from) as f64);
    let length = length.max(LEAST);
    (from - MARGIN * length, from + (1.0 + MARGIN) * length)
}

/// The figure. The frame shows the stretch of time.
pub fn when_figure(frame: &ClusterFrame<'_>, forecast: &StartForecast) -> Figure {
    let Figure { drawing: plan, height, explanation, data, .. } = frame.gantt();
    let job = frame.plan.jobs.number(forecast.row as usize);
    let pen = Pen::new(INK.accent, 2.0);
    let mut entries = vec![(format!("job {job}"), Sample::Box(INK.tint(forecast.row), pen))];
    let limits = Pen::new(INK.ink, 1.5).dashed("3 2");
    let median = Pen::new(CHANCE, 2.0);
    let range = forecast.range();
    if range.is_some() {
        let band = mix(INK.background, CHANCE, BAND);
        entries.push(("10 to 90 % of the starts".to_string(), Sample::Box(band, Pen::new(band, 1.0))));
        entries.push(("median".to_string(), Sample::Line(median)));
        entries.push(("by the limits".to_string(), Sample::Line(limits)));
    }
    let mut drawing = Drawing::default();
    let top = legend(&mut drawing, (LEFT_PX, 0.0), frame.scale().width(), &entries);
    let plan_top = if range.is_some() { top + DRAWS_PX.0 + DRAWS_PX.1 } else { top };
    drawing.place((0.0, plan_top), &plan);

    let scale = frame.scale();
    let x = |at: Time| LEFT_PX + scale.x_of(at as f64).clamp(0.0, scale.width());
    let bottom = plan_top + scale.height();
    if let Some([early, middle, late]) = range {
        let draws = PlaneScale::new(frame.window, (0.0, 1.0), scale.width(), DRAWS_PX.0);
        let mut bins = Drawing::default();
        bins.area(&StartBins::new(&forecast.draws, &draws).path(&draws), CHANCE, BINS);
        drawing.place((LEFT_PX, top), &bins);
        let strip = Rect { x: LEFT_PX, y: top, width: scale.width(), height: DRAWS_PX.0 };
        drawing.frame(strip, Pen::new(INK.ink_quiet, 1.0));
        drawing.text((LEFT_PX - 8.0, top + DRAWS_PX.0 / 2.0 + 4.0), Anchor::End, QUIET, "draws");
        let (left, width) = (x(early), (x(late) - x(early)).max(2.0));
        drawing.area(&format!("M{left:.1} {top:.1}h{width:.1}V{bottom:.1}h-{width:.1}z"), CHANCE, BAND);
        drawing.line((x(middle), top), (x(middle), bottom), median);
        if forecast.point != NEVER {
            drawing.line((x(forecast.point), top), (x(forecast.point), bottom), limits);
        }
    }
    let bars = NodeBars::of_plan(frame.plan);
    let gantt = NodeGantt { bars: &bars, scale };
    for bar in gantt.of_job(forecast.row) {
        let (x, y, width, height) = gantt.rect(bar);
        drawing.frame(Rect { x: LEFT_PX + x, y: plan_top + y, width: width.max(0.5), height: height.max(0.5) }, pen);
    }
    Figure {
        key: "when",
        title: format!("When job {job} will start"),
        explanation: format!("{explanation} {}", words(forecast, job)),
        height: plan_top + height,
        drawing,
        data,
    }
}

/// How to read what lies over the plan.
fn words(forecast: &StartForecast, job: u32) -> String {
    if forecast.range().is_none() {
        return format!("Job {job} is outlined.");
    }
    let held = match forecast.calibrated {
        Some((_, earlier)) => {
            format!("the range, calibrated by {earlier} earlier forecasts, in which eight tenths of the starts should lie")
        }
        None => "the range in which eight of ten draws start".to_string(),
    };
    format!(
        "Job {job} is outlined. Above: how many of {} draws (seed {}) start when. The band is {held}; the dashed line is the start if every job runs to its limit.",
        forecast.draws.len(),
        forecast.asked.seed
    )
}

//! What a Gantt chart shows of a comparison: the marks of its bars, and, where two plans share a chart, what the other plan has elsewhere.

use crate::chart::gantt::plan::view::PlanView;
use crate::chart::kit::svg::px;
use crate::chart::{Bar, GanttKind, Mark, Marks, RowScale, TimeScale};
use crate::engine::core::compare::PlanComparison;
use crate::state::SlotsShown;
use std::rc::Rc;
use yew::prelude::*;

/// Most bars of the other plan that are drawn over a chart, and most that are looked at for them.
const GHOSTS_MAX: usize = 200;
const LOOKED_AT_MAX: usize = 6_000;

/// A comparison; equal only to itself, as it may be long.
#[derive(Clone)]
pub struct Same(pub Rc<PlanComparison>);

impl PartialEq for Same {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// What a chart shows of a comparison.
#[derive(Clone)]
pub struct ComparedChart {
    /// "a" or "b", or "overlay": names the chart.
    pub side: &'static str,
    /// The marks of its bars.
    pub marks: Rc<Marks>,
    /// Whether its plan is kept from before: it cannot be edited.
    pub is_kept: bool,
    /// The other plan and its marks, to be drawn over this one.
    pub over: Option<(Rc<SlotsShown>, Rc<Marks>)>,
}

impl PartialEq for ComparedChart {
    fn eq(&self, other: &Self) -> bool {
        let over = |chart: &Self| chart.over.as_ref().map(|(shown, marks)| (Rc::as_ptr(shown), Rc::as_ptr(marks)));
        self.side == other.side
            && Rc::ptr_eq(&self.marks, &other.marks)
            && self.is_kept == other.is_kept
            && over(self) == over(other)
    }
}

/// The jobs of the other plan that are drawn over a chart: those on screen that are in it only, or elsewhere. `None` if they are too many.
pub fn ghost_jobs(other: &PlanView, marks: &Marks, scale: &TimeScale) -> Option<Vec<u32>> {
    let visible = scale.visible_slots();
    if other.starting_in(visible.clone()).len() > LOOKED_AT_MAX {
        return None;
    }
    let mut jobs = Vec::new();
    other.for_each_running(visible, |job| jobs.extend((marks.of(job) != Mark::Same).then_some(job)));
    (jobs.len() <= GHOSTS_MAX).then_some(jobs)
}

/// Where the other plan has what this one has not there: outlines, and arrows to them from where this plan has the job.
pub fn ghosts(chart: &ComparedChart, plan: &PlanView, layout: GanttKind, scale: &TimeScale, rows: &RowScale) -> Html {
    let Some((other, marks)) = &chart.over else { return Html::default() };
    let other = &*other.plan();
    let Some(jobs) = ghost_jobs(other, marks, scale) else { return Html::default() };
    let first_bar = |plan: &PlanView, job: u32| layout.bars_of(plan, job).into_iter().next();
    let one = |job: u32| {
        let bars = layout.bars_of(other, job);
        let start = other.slots_of(job)?.start;
        let is_moved = marks.of(job) == Mark::Moved;
        let from = marks.counterpart(job).filter(|_| is_moved).and_then(|own| first_bar(plan, own));
        let arrow = from.zip(bars.first()).map(|(from, to)| arrow(&from, to, scale, rows));
        let words = match &from {
            Some(from) => format!("{}: A at {}, B at {start}", other.name_of(job), from.start),
            None => format!("{}: only B, at {start}", other.name_of(job)),
        };
        let outlines = bars.iter().map(|bar| {
            let rect = bar.rect(scale, rows);
            html! { <rect x={px(rect.x + 1.5)} y={px(rect.y + 2.5)} width={px((rect.width - 3.0).max(1.0))} height={px((rect.height - 5.0).max(1.0))} rx="3" /> }
        });
        Some(html! {
            <g key={job} class={if is_moved { "ghost moved" } else { "ghost only-b" }} data-job={other.name_of(job)}>
                { for outlines }
                { arrow.unwrap_or_default() }
                <title>{ words }</title>
            </g>
        })
    };
    html! { <g class="ghosts" aria-hidden="true">{ for jobs.into_iter().filter_map(one) }</g> }
}

/// From the middle of a bar to the left end of its outline elsewhere.
pub fn arrow(from: &Bar, to: &Bar, scale: &TimeScale, rows: &RowScale) -> Html {
    let (from, to) = (from.rect(scale, rows), to.rect(scale, rows));
    let (x0, y0) = (from.x + from.width / 2.0, from.y + from.height / 2.0);
    let (x1, y1) = (to.x + (to.width / 2.0).min(16.0), to.y + to.height / 2.0);
    let lift = (y0.min(y1) - 14.0).max(4.0);
    let d = format!("M{x0:.1} {y0:.1} C{x0:.1} {lift:.1} {x1:.1} {lift:.1} {x1:.1} {y1:.1}");
    html! {
        <>
            <path class="ghost-halo" d={d.clone()} />
            <path d={d} />
            <circle cx={px(x1)} cy={px(y1)} r="3" />
        </>
    }
}

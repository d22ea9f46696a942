//! What lies over the bars of a Gantt chart and hangs on their places: the arrows of moved jobs.

use crate::chart::gantt::layout::logical;
use crate::chart::kit::svg::px;
use crate::chart::{Bar, GanttKind, PlanView, RowScale, TimeScale};
use crate::engine::slots::request::Slot;
use crate::engine::slots::workload::RequestId;
use yew::prelude::*;

/// Most arrows of moved jobs drawn at once.
pub const TRACES_MAX: usize = 40;

/// What lies over the bars hangs on their places.
pub struct OverBars<'a> {
    /// The plan.
    pub plan: &'a PlanView,
    /// What rows stand for.
    pub layout: GanttKind,
    /// The time axis.
    pub scale: TimeScale,
    /// The node axis.
    pub rows: RowScale,
    /// How far what hangs on the axis is carried by the group it is in; see `app::kit::plot::carried_px`.
    pub carried: f64,
}

impl OverBars<'_> {
    /// Whether single bars are drawn at all.
    pub fn has_bars(&self) -> bool {
        self.layout == GanttKind::Physical || logical::detail(self.plan, &self.scale, &self.rows) == logical::Detail::Bars
    }
}

/// Whom the arrows are for.
#[derive(Clone, Copy)]
pub struct Traced {
    /// The selected request.
    pub selected: Option<RequestId>,
    /// The job that is pointed at.
    pub hovered: Option<u32>,
    /// Whether decisions are stepped through.
    pub is_stepping: bool,
}

impl Traced {
    /// The jobs whose first place is outlined, ascending: those that moved of the selected request, of the one that is pointed at, and those that moved for
    /// the selected one.
    fn outlined(&self, plan: &PlanView) -> Vec<u32> {
        let selected = self.selected.and_then(|id| plan.arrivals().row_of(id));
        let hovered = self.hovered.filter(|&job| (job as usize) < plan.arrivals().jobs()).map(|job| plan.request_row(job));
        let own = [selected, hovered].into_iter().flatten().flat_map(|row| plan.jobs_of(row));
        let moved = own.filter(|&job| plan.moved_from(job).is_some());
        let mut jobs: Vec<u32> =
            moved.chain(selected.map(|row| plan.moved_for(row)).unwrap_or_default()).take(TRACES_MAX).collect();
        jobs.sort_unstable();
        jobs.dedup();
        jobs
    }
}

/// Arrows from where moved jobs were: those that moved for the selected request, or all while they are few; while decisions are stepped through
/// only the former. For the selected request and the one that is pointed at, the first place is outlined too.
pub fn traces(over: &OverBars, traced: &Traced) -> Html {
    let OverBars { plan, layout, scale, rows, .. } = over;
    if !over.has_bars() {
        return Html::default();
    }
    let visible = scale.visible_slots();
    let mut jobs = Vec::new();
    // So many in view that there is no room for arrows of all that moved: not worth looking.
    let is_crowded = plan.starting_in(visible.clone()).len() > 100 * TRACES_MAX;
    if !plan.decisions().moves.is_empty() && !is_crowded {
        plan.for_each_running(visible.clone(), |job| jobs.extend(plan.moved_from(job).is_some().then_some(job)));
    }
    let moves = traced.selected.and_then(|id| plan.arrivals().row_of(id)).map_or(&[][..], |row| plan.moves_for(row));
    let outlined = if plan.decisions().moves.is_empty() { Vec::new() } else { traced.outlined(plan) };
    if traced.is_stepping || is_crowded || jobs.len() > TRACES_MAX {
        jobs.clone_from(&outlined);
        jobs.retain(|&job| plan.slots_of(job).is_some_and(|slots| slots.start < visible.end && slots.end > visible.start));
    }
    jobs.sort_unstable();
    let arrows = jobs.iter().filter_map(|&job| {
        let from = moves.iter().find(|m| m.job == job).map(|m| m.from).or_else(|| plan.moved_from(job))?;
        let bar = layout.bars_of(plan, job).into_iter().next()?;
        let rect = bar.rect(scale, rows);
        // From above where the job was, over the other bars, onto its bar beside the name.
        let x0 = (scale.x_of(f64::from(from)) + (scale.px_per_slot() * 0.75).min(64.0)).clamp(0.0, scale.width());
        let x1 = (rect.x + (rect.width - 8.0).min(62.0).max(rect.width * 0.5)).clamp(0.0, scale.width());
        let (top, lift) = (rect.y + 4.0, (rect.height * 0.18).clamp(2.0, 6.0));
        let from_y = rect.y + rect.height * 0.5;
        let d = format!("M{x0:.1} {from_y:.1} C{x0:.1} {0:.1} {x1:.1} {0:.1} {x1:.1} {top:.1} m-4 -5 l4 5 l4 -5", top - 2.0 * lift);
        let outline = outlined.binary_search(&job).is_ok().then(|| first_place(over, job, from)).flatten();
        Some(html! {
            <g key={job} class="trace" data-job={plan.name_of(job)}>
                { outline.unwrap_or_default() }
                <path class="trace-halo" d={d.clone()} />
                <path d={d} />
                <title>{ format!("{} moved from {from} to {}", plan.name_of(job), bar.start) }</title>
            </g>
        })
    });
    html! { <g class="traces" aria-hidden="true">{ for arrows }</g> }
}

/// The outline of a job where it was first placed, as far as that is in view; on the rows of its first bar, as nobody noted which nodes it had then.
fn first_place(over: &OverBars, job: u32, from: Slot) -> Option<Html> {
    let OverBars { plan, layout, scale, rows, .. } = over;
    let slots = plan.slots_of(job)?;
    let bar = layout.bars_of(plan, job).into_iter().next()?;
    let was = Bar { start: from, end: from + (slots.end - slots.start), ..bar }.rect(scale, rows);
    let (left, right) = ((was.x + 1.5).max(-4.0), (was.x + was.width - 1.5).min(scale.width() + 4.0));
    (right - left > 3.0 && was.height > 7.0).then(|| {
        html! { <rect class="first-place" x={px(left)} y={px(was.y + 3.0)} width={px(right - left)} height={px(was.height - 6.0)} rx="3" /> }
    })
}

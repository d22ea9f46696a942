//! What lies over the bars of a Gantt chart and hangs on their places: the arrows of moved jobs.

use crate::chart::gantt::logical;
use crate::chart::{GanttKind, PlanView, RowScale, TimeScale};
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

/// Arrows from where moved jobs were: those that moved for the selected request, or all while they are few; while decisions are stepped through
/// only the former.
pub fn traces(over: &OverBars, selected: Option<u32>, is_stepping: bool) -> Html {
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
    let moves = selected.and_then(|id| plan.arrivals().row_of(id)).map_or(&[][..], |row| plan.moves_for(row));
    if is_stepping || is_crowded || jobs.len() > TRACES_MAX {
        let row = selected.and_then(|id| plan.arrivals().row_of(id));
        jobs = row.map(|row| plan.moved_for(row)).unwrap_or_default();
        jobs.retain(|&job| plan.slots_of(job).is_some_and(|slots| slots.start < visible.end && slots.end > visible.start));
        jobs.truncate(TRACES_MAX);
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
        Some(html! {
            <g key={job} class="trace" data-job={plan.name_of(job)}>
                <path class="trace-halo" d={d.clone()} />
                <path d={d} />
                <title>{ format!("{} moved from {from} to {}", plan.name_of(job), bar.start) }</title>
            </g>
        })
    });
    html! { <g class="traces" aria-hidden="true">{ for arrows }</g> }
}

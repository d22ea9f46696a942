//! What the request that is asked about would do, over the bars of a Gantt chart: where it would be, who would move where, and who would be refused.

use super::asking::priced;
use crate::app::shell::context::Lab;
use crate::app::slots::compare::marks::arrow;
use crate::app::slots::gantt::over_bars::{OverBars, TRACES_MAX};
use crate::chart::kit::svg::px;
use crate::chart::{Bar, Rect};
use crate::engine::slots::cost::Changed;
use crate::engine::slots::decisions::REFUSED;
use yew::prelude::*;

/// The request as a band over its slots, and the jobs that are not where they are without it; of those that are on screen the first ones.
pub fn cost_over(lab: &Lab, over: &OverBars) -> Html {
    let Some(priced) = priced(lab) else { return Html::default() };
    let OverBars { scale, rows, .. } = over;
    let (granted, cost) = (priced.cost.is_granted(), priced.cost);
    let (from, slots) = if granted { (cost.granted, cost.slots) } else { (priced.request.earliest_start, priced.request.duration) };
    let x = |slot: u32| scale.x_of(f64::from(slot)).clamp(0.0, scale.width());
    let (left, right) = (x(from), x(from.saturating_add(slots)));
    let changed = priced.changed.iter().filter_map(|job| changed_job(over, job)).take(TRACES_MAX);
    html! {
        <g class="cost-over" aria-hidden="true">
            <rect class={if granted { "cost-request" } else { "cost-request refused" }} x={px(left)} width={px((right - left).max(1.0))} height={px(rows.height())} />
            { for changed.filter(|_| over.has_bars()) }
        </g>
    }
}

/// A job where it would be with the request, on the rows where it is without it; one that would be refused is crossed out.
fn changed_job(over: &OverBars, changed: &Changed) -> Option<Html> {
    let OverBars { plan, layout, scale, rows, .. } = over;
    let row = plan.arrivals().row_of(changed.request)?;
    let job = plan.jobs_of(row).find(|&job| plan.arrivals().number[job as usize] == changed.number)?;
    let bars = layout.bars_of(plan, job);
    let place = |bar: &Bar| bar.rect(scale, rows);
    let is_seen = |Rect { x, width, .. }: Rect| x < scale.width() && x + width > 0.0;
    if changed.to == REFUSED {
        let crosses = bars.iter().map(place).filter(|rect| is_seen(*rect)).map(|Rect { x, y, width, height }| {
            let (right, bottom) = (x + width - 2.0, y + height - 2.0);
            html! { <path d={format!("M{:.1} {:.1}L{right:.1} {bottom:.1}M{right:.1} {:.1}L{:.1} {bottom:.1}", x + 2.0, y + 2.0, y + 2.0, x + 2.0)} /> }
        });
        return Some(html! { <g class="refused-instead" data-job={plan.name_of(job)}>{ for crosses }</g> });
    }
    let moved = |bar: &Bar| {
        let shift = i64::from(changed.to) - i64::from(changed.from);
        let at = |slot: u32| u32::try_from(i64::from(slot) + shift).unwrap_or(0);
        Bar { start: at(bar.start), end: at(bar.end), ..*bar }
    };
    let first = bars.first()?;
    let outlines = bars.iter().map(|bar| place(&moved(bar))).filter(|rect| is_seen(*rect)).map(|rect| {
        html! { <rect x={px(rect.x + 1.5)} y={px(rect.y + 2.5)} width={px((rect.width - 3.0).max(1.0))} height={px((rect.height - 5.0).max(1.0))} rx="3" /> }
    });
    Some(html! {
        <g class="ghost moved" data-job={plan.name_of(job)}>
            { for outlines }
            { arrow(first, &moved(first), scale, rows) }
        </g>
    })
}

//! A row of the list of requests: number, window and place as a small picture, what became of it.

use crate::app::kit::text::format::{grouped, sentence};
use crate::app::shell::list::{RowActions, RowLook};
use crate::chart::PlanView;
use crate::chart::kit::svg::px;
use crate::engine::core::time_names::TimeNames;
use crate::engine::slots::decisions::Obstacle;
use crate::engine::slots::explain::{refusal_explained, refusal_reason};
use crate::state::SlotsShown;
use yew::prelude::*;

/// Plans of more jobs have the reasons in brief in the list: to name the slots in the way, the plan as it was is made again for each row.
const EXPLAINED_JOBS: usize = 20_000;
/// Width of a row's picture, in CSS px.
const GLYPH_PX: f64 = 46.0;

/// The stretch of time that all rows' pictures share, if the plan is short enough for that.
pub fn place_range(plan: &PlanView) -> Option<(u32, u32)> {
    let slots = plan.asked_slots();
    (slots.end - slots.start <= 80).then_some((slots.start, slots.end))
}

/// The row. `drawn` is the stretch of time that all pictures share, and how points in time are written.
pub fn list_row(shown: &SlotsShown, look: RowLook, drawn: (Option<(u32, u32)>, TimeNames), actions: &RowActions) -> Html {
    let (range, time) = drawn;
    let RowLook { row, place, len, has_reason, is_selected, is_main, is_pointed_at } = look;
    let plan = &*shown.plan();
    let id = plan.arrivals().id[row];
    let choose = actions.choose.reform(move |event: MouseEvent| (event, place));
    let jobs = plan.jobs_of(row);
    let job = jobs.clone().find(|&job| plan.slots_of(job).is_some()).or_else(|| jobs.clone().next());
    let enter = actions.point.reform(move |_: PointerEvent| job);
    let leave = actions.point.reform(|_: PointerEvent| None);
    let fate = fate(plan, row, time);
    let class = classes!(
        "row",
        fate.class,
        has_reason.then_some("with-reason"),
        is_main.then_some("main"),
        is_pointed_at.then_some("pointed")
    );
    html! {
        <div key={id} id={format!("request-{id}")} {class} role="option" aria-selected={is_selected.to_string()}
            aria-posinset={(place + 1).to_string()} aria-setsize={len.to_string()} onclick={choose} onpointerenter={enter} onpointerleave={leave}>
            <span class="name">{ plan.arrivals().user[row] }</span>
            { glyph(plan, row, range) }
            <span class="fate">{ fate.text }</span>
            if has_reason {
                <span class="reason">{ reason_of(shown, row, time) }</span>
            }
        </div>
    }
}

/// What became of a request, in a word or two.
struct Fate {
    text: String,
    class: Option<&'static str>,
}

fn fate(plan: &PlanView, row: usize, time: TimeNames) -> Fate {
    let jobs = plan.jobs_of(row);
    let total = jobs.len();
    let accepted = jobs.clone().filter(|&job| plan.slots_of(job).is_some()).count();
    if accepted == 0 && !is_refused(plan, row) {
        return Fate { text: "later".to_string(), class: Some("undecided") };
    }
    if accepted == 0 {
        return Fate { text: "refused".to_string(), class: Some("refused") };
    }
    if accepted < total {
        return Fate { text: format!("{accepted} of {total}"), class: Some("partly") };
    }
    match jobs.clone().filter(|&job| plan.is_violated(job)).count() {
        0 => {}
        1 if total == 1 => return Fate { text: "violated".to_string(), class: Some("violated") },
        violated => return Fate { text: format!("{violated} violated"), class: Some("violated") },
    }
    let mut moved = jobs.filter_map(|job| Some((plan.moved_from(job)?, plan.slots_of(job)?.start)));
    match moved.next() {
        // Large slot numbers would not fit twice.
        Some((from, to)) if total == 1 && time.is_clock() => {
            let by = time.short_length(from.abs_diff(to));
            Fate { text: format!("{by} {}", if to > from { "later" } else { "earlier" }), class: Some("moved") }
        }
        Some((from, to)) if total == 1 && from.max(to) >= 10_000 => {
            Fate { text: format!("{} {}", from.abs_diff(to), if to > from { "later" } else { "earlier" }), class: Some("moved") }
        }
        Some((from, to)) if total == 1 => Fate { text: format!("{from} → {to}"), class: Some("moved") },
        Some(_) => Fate { text: format!("{} moved", 1 + moved.count()), class: Some("moved") },
        None if total > 1 => Fate { text: format!("{total} jobs"), class: None },
        None => Fate { text: String::new(), class: None },
    }
}

/// Whether the first job of a request was refused; one that is not decided yet was not.
fn is_refused(plan: &PlanView, row: usize) -> bool {
    plan.jobs_of(row).next().is_some_and(|job| plan.decisions().refusal(job as usize).is_some())
}

fn reason_of(shown: &SlotsShown, row: usize, time: TimeNames) -> String {
    let plan = &*shown.plan();
    let refusal = plan.jobs_of(row).find_map(|job| plan.decisions().refusal(job as usize));
    let policy = shown.scenario().policy;
    let Some(refusal) = refusal else { return String::new() };
    let arrivals = plan.arrivals();
    let reason = if arrivals.jobs() <= EXPLAINED_JOBS {
        refusal_explained(arrivals, plan.decisions(), plan.machine(), policy, refusal, time.unit)
    } else {
        refusal_reason(arrivals, plan.machine(), policy, refusal, time.unit)
    };
    let reason = sentence(&reason);
    let (Some(market), Obstacle::ClassClosed { class, .. }) = (&shown.scenario().market, refusal.obstacle) else {
        return reason;
    };
    let price = market.classes.get(usize::from(class).wrapping_sub(1)).map_or(0, |class| u64::from(class.price));
    let value = price * u64::from(arrivals.nodes[row]) * u64::from(arrivals.duration[row]);
    format!("{reason} It would have paid {}.", grouped(value))
}

/// A request's window as a bracket with its first job's bar where it was placed.
fn glyph(plan: &PlanView, row: usize, range: Option<(u32, u32)>) -> Html {
    let request = plan.request(row);
    let (from, to) = range.unwrap_or((request.earliest_start, request.deadline()));
    let x = |slot: u32| 2.0 + f64::from(slot.saturating_sub(from)) * (GLYPH_PX - 4.0) / f64::from((to - from).max(1));
    let (left, right) = (x(request.earliest_start), x(request.deadline()));
    let start = plan.jobs_of(row).find_map(|job| plan.slots_of(job)).map(|slots| slots.start);
    let window = format!("M{left:.1} 4 v8 M{left:.1} 8 H{right:.1} M{right:.1} 4 v8");
    let fate = match start {
        Some(start) => {
            let (from, to) = (x(start), x(start + request.duration));
            html! { <rect class="bar" x={px(from)} y="4" width={px((to - from).max(2.0))} height="8" rx="1.5" /> }
        }
        // What is not decided yet has its window alone.
        None if !is_refused(plan, row) => Html::default(),
        None => {
            let from = ((left + right) / 2.0 - 4.0).max(0.0);
            html! { <path class="cross" d={format!("M{from:.1} 4 l8 8 m0 -8 l-8 8")} /> }
        }
    };
    html! {
        <svg class="glyph" width={px(GLYPH_PX)} height="16" aria-hidden="true">
            <path class="window-line" d={window} />
            { fate }
        </svg>
    }
}

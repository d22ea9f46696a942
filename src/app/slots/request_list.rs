//! The left column: all requests in arrival order, or only the refused or moved ones. Only visible rows are in the document.

use crate::app::kit::keys::next_place;
use crate::app::kit::words::{grouped, sentence};
use crate::app::shell::context::{Newest, use_lab, use_newest};
use crate::app::slots::commands::add_request;
use crate::chart::PlanView;
use crate::chart::kit::svg::px;
use crate::engine::slots::decisions::Obstacle;
use crate::engine::slots::explain::{refusal_explained, refusal_reason};
use crate::engine::study::StudyKind;
use crate::state::{Action, SlotsShown, ViewAction};
use std::rc::Rc;
use web_sys::{HtmlElement, KeyboardEvent};
use yew::prelude::*;

/// Height of a row, in CSS px; the style sheet says the same.
const ROW_PX: f64 = 30.0;
/// Height of a row with a reason below it.
const REASON_ROW_PX: f64 = 84.0;
/// Browsers stop counting pixels somewhere above this; longer lists scroll faster than they are.
const SCROLL_PX_MAX: f64 = 8_000_000.0;
/// Plans of more jobs have the reasons in brief in the list: to name the slots in the way, the plan as it was is made again for each row.
const EXPLAINED_JOBS: usize = 20_000;
/// Width of a row's picture, in CSS px.
const GLYPH_PX: f64 = 84.0;

/// Which requests are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Filter {
    #[default]
    All,
    Refused,
    Moved,
}

/// Request rows that a filter lets through; `None` for all.
fn rows_of(plan: &PlanView, filter: Filter) -> Option<Vec<u32>> {
    match filter {
        Filter::All => None,
        Filter::Refused => Some(plan.refused_rows()),
        Filter::Moved => Some(plan.moved_rows()),
    }
}

/// The list of requests.
#[component]
pub fn RequestList() -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let filter = use_state_eq(Filter::default);
    let plan_key = lab.engine_state.plans.slots.shown.as_ref().map(Rc::as_ptr);
    let counts = {
        let lab = lab.clone();
        use_memo(plan_key, move |_| {
            let shown = lab.engine_state.plans.slots.shown.as_ref();
            [Filter::All, Filter::Refused, Filter::Moved].map(|filter| {
                let plan = shown.map(|shown| shown.plan());
                plan.map_or(0, |plan| rows_of(&plan, filter).map_or(plan.arrivals().requests(), |rows| rows.len()))
            })
        })
    };
    let tabs = [(Filter::All, "All"), (Filter::Refused, "Refused"), (Filter::Moved, "Moved")].into_iter().zip(*counts).map(|((kind, name), number)| {
        let choose = {
            let filter = filter.clone();
            Callback::from(move |_: MouseEvent| filter.set(kind))
        };
        html! {
            <button type="button" key={name} id={format!("filter-{}", name.to_ascii_lowercase())} aria-pressed={(*filter == kind).to_string()} onclick={choose}>
                { name }<span class="number">{ grouped(number as u64) }</span>
            </button>
        }
    });
    let on_new = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| add_request(&lab))
    };
    let on_servers = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| lab.servers_of_plan())
    };
    html! {
        <aside class="requests" aria-label="Requests">
            <h2>{ "Requests" }<span>{ " in order of arrival" }</span></h2>
            <div class="segmented" role="group" aria-label="Which requests">{ for tabs }</div>
            if let Some(shown) = &lab.engine_state.plans.slots.shown {
                <Rows shown={Rc::clone(shown)} filter={*filter} selected={lab.model().view.selected} width={lab.plot_width.get() as u64} lab={newest} />
            }
            <div class="below">
                <button type="button" id="new-request" onclick={on_new} title="New request (N)">{ "New request" }</button>
                <button type="button" id="set-servers" class="link" onclick={on_servers}>{ "Plan the same jobs on named servers" }</button>
                <p class="hint">{ "or draw one on the plan; drop a workload log (SWF) or a scenario anywhere." }</p>
            </div>
        </aside>
    }
}

/// Properties of [`Rows`].
#[derive(Properties, PartialEq)]
struct RowsProps {
    shown: Rc<SlotsShown>,
    filter: Filter,
    selected: Option<u32>,
    /// Of the plots: when it changes, so does the list's size.
    width: u64,
    lab: Newest,
}

/// Where the list is scrolled to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Scroll {
    top: f64,
    height: f64,
}

#[component]
fn Rows(RowsProps { shown, filter, selected, width, lab }: &RowsProps) -> Html {
    let plan = &*shown.plan();
    let viewport = use_node_ref();
    let spacer = use_node_ref();
    let scroll = use_state_eq(Scroll::default);
    let rows = {
        let shown = Rc::clone(shown);
        use_memo((Rc::as_ptr(&shown), *filter), move |(_, filter)| rows_of(&shown.plan(), *filter))
    };
    let len = rows.as_ref().as_ref().map_or(plan.arrivals().requests(), Vec::len);
    let row_px = if *filter == Filter::Refused { REASON_ROW_PX } else { ROW_PX };
    let full = (len as f64 * row_px).max(1.0);
    let content = full.min(SCROLL_PX_MAX);
    let place_of_selected = selected.and_then(|id| plan.arrivals().row_of(id)).and_then(|row| match &*rows {
        None => Some(row),
        Some(rows) => rows.binary_search(&(row as u32)).ok(),
    });

    let measure = {
        let (viewport, scroll) = (viewport.clone(), scroll.clone());
        move || {
            if let Some(element) = viewport.cast::<HtmlElement>() {
                scroll.set(Scroll { top: f64::from(element.scroll_top()), height: f64::from(element.client_height()) });
            }
        }
    };
    {
        let (spacer, measure) = (spacer.clone(), measure.clone());
        use_effect_with((content as u64, *width), move |(content, _)| {
            if let Some(element) = spacer.cast::<HtmlElement>() {
                // Without its height the list cannot be scrolled, but still shows its first rows.
                let _ = element.style().set_property("height", &format!("{content}px"));
            }
            measure();
        });
    }
    {
        // A selection made elsewhere comes into view.
        let viewport = viewport.clone();
        use_effect_with((place_of_selected, *selected), move |(place, _)| {
            let (Some(place), Some(element)) = (*place, viewport.cast::<HtmlElement>()) else { return };
            let (top, height) = (f64::from(element.scroll_top()), f64::from(element.client_height()));
            let at = place as f64 * row_px * (content / full);
            if at < top || at + row_px > top + height {
                element.set_scroll_top((at - height / 2.0 + row_px / 2.0) as i32);
            }
        });
    }
    let on_scroll = Callback::from(move |_: Event| measure());
    let on_key = {
        let (lab, shown, rows) = (lab.clone(), Rc::clone(shown), Rc::clone(&rows));
        Callback::from(move |event: KeyboardEvent| {
            let lab = lab.get();
            let by = match event.key().as_str() {
                "ArrowDown" => 1,
                "ArrowUp" => -1,
                "PageDown" => 10,
                "PageUp" => -10,
                "Home" => i64::from(i32::MIN),
                "End" => i64::from(i32::MAX),
                "Delete" | "Backspace" => {
                    event.prevent_default();
                    if let Some(id) = lab.model().view.selected {
                        lab.remove_request(id);
                    }
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            // Within what is listed.
            if let Some(place) = next_place(len, place_of_selected, by) {
                let row = rows.as_ref().as_ref().map_or(place, |rows| rows[place] as usize);
                let id = shown.plan().arrivals().id[row];
                lab.act(Action::View(ViewAction::Select(StudyKind::Slots, Some(id))));
            }
        })
    };
    // Rows start at whole ones, so that the sticky block needs no offset.
    let reach = (full - scroll.height).max(1.0);
    let scrolled = if content < full { scroll.top * reach / (content - scroll.height).max(1.0) } else { scroll.top };
    let first = ((scrolled / row_px) as usize).min(len.saturating_sub(1));
    let visible = (scroll.height / row_px).ceil() as usize + 1;
    let range = place_range(plan);
    let items = (first..(first + visible).min(len)).map(|place| {
        let row = rows.as_ref().as_ref().map_or(place, |rows| rows[place] as usize);
        list_row(Row {
            lab,
            shown,
            row,
            place,
            len,
            range,
            has_reason: *filter == Filter::Refused,
            is_selected: *selected == Some(plan.arrivals().id[row]),
        })
    });
    let active = place_of_selected.map(|_| format!("request-{}", selected.unwrap_or_default()));
    html! {
        <div class="rows" ref={viewport} onscroll={on_scroll} role="listbox" tabindex="0" aria-label="Requests in order of arrival" aria-activedescendant={active} onkeydown={on_key}>
            <div class="spacer" ref={spacer} role="presentation">
                <div class="window" role="presentation">{ for items }</div>
            </div>
            if len == 0 {
                <p class="hint">{ match filter { Filter::All => "No requests yet.", Filter::Refused => "No job was refused.", Filter::Moved => "No job was moved." } }</p>
            }
        </div>
    }
}

/// The stretch of time that all rows' pictures share, if the plan is short enough for that.
fn place_range(plan: &PlanView) -> Option<(u32, u32)> {
    let slots = plan.asked_slots();
    (slots.end - slots.start <= 80).then_some((slots.start, slots.end))
}

/// A row of the list and its place in it.
struct Row<'a> {
    lab: &'a Newest,
    shown: &'a SlotsShown,
    /// Row of the request in the plan.
    row: usize,
    place: usize,
    len: usize,
    range: Option<(u32, u32)>,
    has_reason: bool,
    is_selected: bool,
}

fn list_row(row: Row) -> Html {
    let Row { lab, shown, row, place, len, range, has_reason, is_selected } = row;
    let plan = &*shown.plan();
    let id = plan.arrivals().id[row];
    let choose = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| lab.get().act(Action::View(ViewAction::Select(StudyKind::Slots, Some(id)))))
    };
    let fate = fate(plan, row);
    html! {
        <div key={id} id={format!("request-{id}")} class={classes!("row", fate.class, has_reason.then_some("with-reason"))} role="option" aria-selected={is_selected.to_string()}
            aria-posinset={(place + 1).to_string()} aria-setsize={len.to_string()} onclick={choose}>
            <span class="name">{ plan.arrivals().user[row] }</span>
            { glyph(plan, row, range) }
            <span class="fate">{ fate.text }</span>
            if has_reason {
                <span class="reason">{ reason_of(shown, row) }</span>
            }
        </div>
    }
}

/// What became of a request, in a word or two.
struct Fate {
    text: String,
    class: Option<&'static str>,
}

fn fate(plan: &PlanView, row: usize) -> Fate {
    let jobs = plan.jobs_of(row);
    let total = jobs.len();
    let accepted = jobs.clone().filter(|&job| plan.slots_of(job).is_some()).count();
    let is_decided = jobs.clone().next().is_some_and(|job| accepted > 0 || plan.decisions().refusal(job as usize).is_some());
    if !is_decided {
        return Fate { text: "later".to_string(), class: Some("undecided") };
    }
    if accepted == 0 {
        return Fate { text: "refused".to_string(), class: Some("refused") };
    }
    if accepted < total {
        return Fate { text: format!("{accepted} of {total}"), class: Some("partly") };
    }
    let mut moved = jobs.filter_map(|job| Some((plan.moved_from(job)?, plan.slots_of(job)?.start)));
    match moved.next() {
        // Large slot numbers would not fit twice.
        Some((from, to)) if total == 1 && from.max(to) >= 10_000 => {
            Fate { text: format!("{} {}", from.abs_diff(to), if to > from { "later" } else { "earlier" }), class: Some("moved") }
        }
        Some((from, to)) if total == 1 => Fate { text: format!("{from} → {to}"), class: Some("moved") },
        Some(_) => Fate { text: format!("{} moved", 1 + moved.count()), class: Some("moved") },
        None if total > 1 => Fate { text: format!("{total} jobs"), class: None },
        None => Fate { text: String::new(), class: None },
    }
}

fn reason_of(shown: &SlotsShown, row: usize) -> String {
    let plan = &*shown.plan();
    let refusal = plan.jobs_of(row).find_map(|job| plan.decisions().refusal(job as usize));
    let policy = shown.scenario().policy;
    let Some(refusal) = refusal else { return String::new() };
    let arrivals = plan.arrivals();
    let reason = if arrivals.jobs() <= EXPLAINED_JOBS {
        refusal_explained(arrivals, plan.decisions(), plan.machine(), policy, refusal)
    } else {
        refusal_reason(arrivals, plan.machine(), policy, refusal)
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
    let request = plan.arrivals().row(row);
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

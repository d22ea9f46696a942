//! The left column for named servers: the requests in arrival order around the selected one.

use crate::app::idle::fields::on_click;
use crate::app::idle::workload::SourceKind;
use crate::app::kit::words::grouped;
use crate::app::shell::context::{Lab, Newest, use_lab, use_newest};
use crate::engine::idle::NO_SERVER;
use yew::prelude::*;

/// Rows that are listed before and after the selected request.
const AROUND: usize = 100;

/// What a row of the list says.
#[derive(Clone, Copy, PartialEq)]
struct ListRow {
    /// Place in the order of arrival. Unlike the request's number it is unique: several requests of one job carry the same number.
    place: usize,
    id: u32,
    earliest_start: u32,
    size: u32,
    deadline: u32,
    server: u32,
    start: u32,
    is_selected: bool,
    /// Whether the compared strategies decide differently from here on.
    parts: bool,
}

impl ListRow {
    fn html(&self, lab: &Newest) -> Html {
        let Self { place, id, earliest_start, size, deadline, server, start, is_selected, parts } = *self;
        let is_accepted = server != NO_SERVER;
        let fate = if is_accepted { format!("server {server} at {start}") } else { "refused".to_string() };
        let on_select = {
            let lab = lab.clone();
            Callback::from(move |_: MouseEvent| lab.get().select_idle(Some(id)))
        };
        html! {
            <button type="button" role="option" key={place} class={if is_accepted { "idle-row" } else { "idle-row refused" }}
                data-request={id.to_string()} aria-selected={is_selected.to_string()} onclick={on_select}>
                <b>{ id }</b>
                <span>{ format!("r {earliest_start} · l {size} · d {deadline}") }</span>
                <span class="fate">{ fate }</span>
                if parts {
                    <span class="parts">{ "first difference" }</span>
                }
            </button>
        }
    }
}

/// Properties of [`ListRows`].
#[derive(Properties, PartialEq)]
struct ListRowsProps {
    rows: Vec<ListRow>,
    lab: Newest,
}

/// Some rows, drawn anew only when one of them changes.
#[component]
fn ListRows(ListRowsProps { rows, lab }: &ListRowsProps) -> Html {
    use_effect_with(rows.iter().find(|row| row.is_selected).map(|row| row.id), |id| {
        id.and_then(|_| bring_into_view());
    });
    rows.iter().map(|row| row.html(lab)).collect()
}

/// The request that was selected elsewhere comes into view.
fn bring_into_view() -> Option<()> {
    let document = web_sys::window()?.document()?;
    let list = document.get_element_by_id("idle-rows")?;
    let row = document.query_selector(".idle-row[aria-selected=true]").ok()??;
    let (around, area) = (list.get_bounding_client_rect(), row.get_bounding_client_rect());
    if area.top() < around.top() || area.bottom() > around.bottom() {
        let by = (area.top() + area.bottom() - around.top() - around.bottom()) / 2.0;
        list.set_scroll_top(list.scroll_top() + by as i32);
    }
    Some(())
}

/// The list.
#[component]
pub fn IdleList() -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    html! { <aside class="requests idle-requests" aria-label="Requests">{ content(&lab, &newest) }</aside> }
}

fn content(lab: &Lab, newest: &Newest) -> Html {
    let Some(shown) = &lab.engine_state.plans.idle else {
        let words = if lab.servers().is_some() { "Planning …" } else { "No servers yet." };
        return html! {
            <>
                <h2>{ "Requests" }</h2>
                <p class="hint">{ words }</p>
            </>
        };
    };
    let plan = &*shown.plan;
    let jobs = plan.arrivals.jobs();
    let selected = lab.selected_idle_row();
    let middle = selected.unwrap_or(0);
    let (from, to) = (middle.saturating_sub(AROUND), (middle + AROUND).min(jobs));
    let parts_at = shown.snapshot.comparison.as_ref().and_then(|comparison| comparison.parts_at);
    let row = |place: usize| ListRow {
        place,
        id: plan.arrivals.id[place],
        earliest_start: plan.arrivals.earliest_start[place],
        size: plan.arrivals.size[place],
        deadline: plan.arrivals.deadline[place],
        server: plan.decisions.server[place],
        start: plan.decisions.start[place],
        is_selected: selected == Some(place),
        parts: parts_at == Some(place as u32),
    };
    // The selected request stands by itself: while it is dragged, the others stay as they are.
    let middle = middle.min(to);
    let stretches = [from..middle, middle..(middle + 1).min(to), (middle + 1).min(to)..to];
    let rows = stretches.map(|stretch| html! { <ListRows rows={stretch.map(row).collect::<Vec<_>>()} lab={newest.clone()} /> });
    // Requests from another source are another list, which begins at its top.
    let source = lab.servers().map_or("", |servers| SourceKind::of(&servers.workload.source).key());
    html! {
        <>
            <h2>{ "Requests" }<span>{ format!(": {}, in order of arrival", grouped(jobs as u64)) }</span></h2>
            <div key={source} class="idle-rows" id="idle-rows" role="listbox" aria-label="Requests" tabindex="0">
                { more_button(lab, "Earlier ones", -(AROUND as i64), from > 0) }
                { rows.into_iter().collect::<Html>() }
                { more_button(lab, "Later ones", AROUND as i64, to < jobs) }
            </div>
            <div class="below">
                <button type="button" id="new-idle" title="New request (N)" onclick={on_click(lab, Lab::add_idle)}>{ "New request" }</button>
            </div>
        </>
    }
}

/// Selects the request that arrived so many before or after the selected one; nothing where there are no more.
fn more_button(lab: &Lab, words: &'static str, by: i64, is_there: bool) -> Html {
    if !is_there {
        return Html::default();
    }
    let go = on_click(lab, move |lab| {
        lab.select_next_idle(by);
    });
    html! { <button type="button" class="quiet" onclick={go}>{ words }</button> }
}

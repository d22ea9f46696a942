//! The list at the left when the servers are looked at: requests in order of arrival around the selected one.

use super::markup::{all, markup};
use super::revenue_view::named;
use super::session::Lab;
use super::words::grouped;
use crate::engine::idle::NO_SERVER;
use yew::prelude::*;

/// Rows that are listed before and after the selected request.
const AROUND: usize = 100;

/// What a row of the list says.
#[derive(Clone, Copy, PartialEq)]
struct ListRow {
    id: u32,
    earliest_start: u32,
    size: u32,
    deadline: u32,
    server: u32,
    start: u32,
    is_selected: bool,
    parts: bool,
}

/// Properties of [`ListRows`].
#[derive(Properties, PartialEq)]
struct ListRowsProps {
    rows: Vec<ListRow>,
}

/// Some rows, drawn anew only when one of them changes.
#[component]
fn ListRows(ListRowsProps { rows }: &ListRowsProps) -> Html {
    use_effect_with(rows.iter().find(|row| row.is_selected).map(|row| row.id), |id| {
        id.and_then(|_| bring_into_view());
    });
    all(rows.iter().map(|row| {
        let ListRow { id, earliest_start, size, deadline, server, start, is_selected, parts } = *row;
        let is_in = server != NO_SERVER;
        markup!(
            "<button type='button' role='option' class=$ data-list=$ aria-selected=$><b>$</b><span>$</span><span class='fate'>$</span>$</button>",
            if is_in { "idle-row" } else { "idle-row refused" },
            id,
            is_selected,
            id,
            format!("r {earliest_start} · l {size} · d {deadline}"),
            if is_in { format!("server {server} at {start}") } else { "refused".to_string() },
            parts.then(|| markup!("<span class='parts'>here the strategies part</span>"))
        )
    }))
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
pub fn idle_list(lab: &Lab) -> Html {
    let on_click = {
        let lab = lab.clone();
        Callback::from(move |event: MouseEvent| match named(&event, "data-list") {
            Some((_, what)) if what == "new" => lab.add_idle(),
            Some((_, what)) if what == "before" => drop(lab.select_next_idle(-(AROUND as i64))),
            Some((_, what)) if what == "after" => drop(lab.select_next_idle(AROUND as i64)),
            Some((_, what)) => what.parse().into_iter().for_each(|id| lab.select_idle(Some(id))),
            None => {}
        })
    };
    let rows = rows(lab);
    html! { <aside class="requests idle-requests" aria-label="Requests" onclick={on_click}>{ rows }</aside> }
}

fn rows(lab: &Lab) -> Html {
    let Some(shown) = &lab.told.servers else {
        return markup!(
            "<h2>Requests</h2><p class='hint'>$</p>",
            if lab.servers().is_some() { "Planning …" } else { "No servers yet." }
        );
    };
    let plan = &*shown.plan;
    let jobs = plan.arrivals.jobs();
    let selected = lab.selected_idle_row();
    let middle = selected.unwrap_or(0);
    let (from, to) = (middle.saturating_sub(AROUND), (middle + AROUND).min(jobs));
    let parts_at = plan.comparison.as_ref().and_then(|comparison| comparison.parts_at);
    let row = |row: usize| ListRow {
        id: plan.arrivals.id[row],
        earliest_start: plan.arrivals.earliest_start[row],
        size: plan.arrivals.size[row],
        deadline: plan.arrivals.deadline[row],
        server: plan.decisions.server[row],
        start: plan.decisions.start[row],
        is_selected: selected == Some(row),
        parts: parts_at == Some(row as u32),
    };
    // The one that is dragged by itself: the others stay as they are meanwhile.
    let middle = middle.min(to);
    let stretches = [from..middle, middle..(middle + 1).min(to), (middle + 1).min(to)..to];
    let rows = stretches.map(|stretch| html! { <ListRows rows={stretch.map(row).collect::<Vec<_>>()} /> });
    let more = |key: &'static str, words: &'static str, is_there: bool| {
        is_there.then(|| markup!("<button type='button' class='quiet' data-list=$>$</button>", key, words))
    };
    markup!(
        "<h2>Requests<span>: $, in order of arrival</span></h2>
        <div class='idle-rows' id='idle-rows' role='listbox' aria-label='Requests' tabindex='0'>$$$</div>
        <div class='below'><button type='button' id='new-idle' data-list='new' title='New request (N)'>New request</button></div>",
        grouped(jobs as u64),
        more("before", "Earlier ones", from > 0),
        all(rows.into_iter()),
        more("after", "Later ones", to < jobs)
    )
}

//! The left column for named servers: the requests in arrival order around the selected one.

use crate::app::idle::commands::IDLE;
use crate::app::idle::fields::on_click;
use crate::app::idle::workload::SourceKind;
use crate::app::kit::words::grouped;
use crate::app::shell::context::{Lab, Newest, use_lab, use_newest};
use crate::app::shell::study_commands::select_next;
use crate::engine::idle::{IdlePlan, NO_SERVER};
use crate::state::{RequestFacts, RequestFilter};
use std::rc::Rc;
use web_sys::{HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

/// Rows that are listed before and after the selected request.
const AROUND: usize = 100;
/// Most rows that are listed of those that were found.
const FOUND_MAX: usize = 200;

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
    let text = use_state_eq(|| AttrValue::from(""));
    let shown = lab.engine_state.plans.idle.as_ref();
    let found = use_memo((shown.map(|shown| Rc::as_ptr(&shown.plan)), (*text).clone()), |(_, text)| {
        shown.map_or(Ok(None), |shown| found_rows(&shown.plan, text))
    });
    let search = IdleSearch { text, found };
    html! { <aside class="requests idle-requests" aria-label="Requests">{ content(&lab, &newest, &search) }</aside> }
}

/// What is searched for, and the rows that were found.
struct IdleSearch {
    text: UseStateHandle<AttrValue>,
    found: Rc<Result<Option<Vec<u32>>, String>>,
}

/// Rows of the requests that words let through, `None` for all; or the word that means nothing.
fn found_rows(plan: &IdlePlan, text: &str) -> Result<Option<Vec<u32>>, String> {
    let filter = RequestFilter::read(text).map_err(|error| format!("{error}."))?;
    let IdlePlan { arrivals, decisions, .. } = plan;
    let facts = |row: usize| RequestFacts {
        number: arrivals.id[row],
        class: None,
        nodes: 1,
        jobs: 1,
        duration: arrivals.size[row],
        relax: (arrivals.deadline[row] - arrivals.earliest_start[row]).saturating_sub(arrivals.size[row]),
        accepted: u32::from(decisions.server[row] != NO_SERVER),
        is_moved: false,
    };
    let rows = 0..arrivals.jobs().min(decisions.server.len()) as u32;
    Ok((!filter.is_empty()).then(|| rows.filter(|&row| filter.admits(&facts(row as usize))).collect()))
}

/// The search field and what it found; Enter goes to the first.
fn search_field(newest: &Newest, plan: &IdlePlan, IdleSearch { text, found }: &IdleSearch) -> Html {
    let on_input = {
        let text = text.clone();
        Callback::from(move |event: InputEvent| text.set(event.target_unchecked_into::<HtmlInputElement>().value().into()))
    };
    let exact = text.trim().parse::<u32>().ok().filter(|id| plan.arrivals.row_of(*id).is_some());
    let first = found.as_ref().as_ref().ok().and_then(|rows| rows.as_ref()?.first().map(|&row| plan.arrivals.id[row as usize]));
    let on_key = {
        let (newest, text) = (newest.clone(), text.clone());
        Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
            "Enter" => {
                event.prevent_default();
                exact.or(first).into_iter().for_each(|id| newest.get().select_idle(Some(id)));
            }
            "Escape" if !text.is_empty() => {
                event.prevent_default();
                text.set("".into());
            }
            _ => {}
        })
    };
    let words = match &**found {
        Err(problem) => html! { <span class="problem">{ problem }</span> },
        Ok(Some(rows)) if rows.len() > FOUND_MAX => {
            html! { format!("{} found, the first {FOUND_MAX} are listed", grouped(rows.len() as u64)) }
        }
        Ok(Some(rows)) => html! { format!("{} found", grouped(rows.len() as u64)) },
        Ok(None) => Html::default(),
    };
    html! {
        <div class="search" role="search">
            <input id="idle-search" type="search" autocomplete="off" spellcheck="false" aria-label="Search requests" aria-describedby="idle-found"
                placeholder="Number, refused, rigid …" value={(**text).clone()} oninput={on_input} onkeydown={on_key} aria-invalid={found.is_err().to_string()} />
            <div class="found"><span id="idle-found" role="status">{ words }</span></div>
        </div>
    }
}

fn content(lab: &Lab, newest: &Newest, search: &IdleSearch) -> Html {
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
    if let Ok(Some(found)) = &*search.found {
        let rows: Vec<_> = found.iter().take(FOUND_MAX).map(|&place| row(place as usize)).collect();
        return html! {
            <>
                <h2>{ "Requests" }<span>{ format!(": {}, in order of arrival", grouped(jobs as u64)) }</span></h2>
                { search_field(newest, plan, search) }
                <div key="found" class="idle-rows" id="idle-rows" role="listbox" aria-label="Requests that were found" tabindex="0">
                    if rows.is_empty() {
                        <p class="hint" role="option" aria-disabled="true">{ "No request matches." }</p>
                    }
                    <ListRows {rows} lab={newest.clone()} />
                </div>
            </>
        };
    }
    // The selected request stands by itself: while it is dragged, the others stay as they are.
    let middle = middle.min(to);
    let stretches = [from..middle, middle..(middle + 1).min(to), (middle + 1).min(to)..to];
    let rows = stretches.map(|stretch| html! { <ListRows rows={stretch.map(row).collect::<Vec<_>>()} lab={newest.clone()} /> });
    // Requests from another source are another list, which begins at its top.
    let source = lab.servers().map_or("", |servers| SourceKind::of(&servers.workload.source).key());
    html! {
        <>
            <h2>{ "Requests" }<span>{ format!(": {}, in order of arrival", grouped(jobs as u64)) }</span></h2>
            { search_field(newest, plan, search) }
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
        select_next(lab, &IDLE, by);
    });
    html! { <button type="button" class="quiet" onclick={go}>{ words }</button> }
}

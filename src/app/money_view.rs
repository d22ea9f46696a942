//! Who was let in and what it brought, slot by slot: plan, booking limits, revenue and forecasts above one another on the same time axis, what is
//! under the pointer in words, and the way of the selected request.

use super::export;
use super::gantt::Gantt;
use super::markup::{all, markup};
use super::money_plots::{LimitsPlot, forecast_lines, limits_over, revenue_lines};
use super::money_totals::{class_table, sample, totals};
use super::notices::Notice;
use super::plan_panel::{hovered_words, toolbar};
use super::plot::{GUTTER_PX, RIGHT_PX, place_in, use_size};
use super::session::{Lab, Shown, use_lab};
use super::theme::use_theme;
use super::words::{grouped, regime_name};
use crate::chart::palette::css;
use crate::chart::{Layout, Palette};
use crate::engine::explain::Tone;
use crate::engine::request::Slot;
use crate::engine::revenue::{Market, Method, Nesting, Report};
use crate::share;
use crate::state::{RunSeries, class_name, pipeline};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// Height of the plan's rows, in CSS px.
const PLAN_PX: f64 = 170.0;
/// How near to an update the pointer takes hold of it, in CSS px.
const SNAP_PX: f64 = 5.0;
/// Rows of a table over time.
const ROWS_MAX: usize = 100;
/// Slots of an hour, the paper's window.
const HOUR: Slot = 12;

/// Limits, money and forecasts over time.
#[component]
pub fn MoneyView() -> Html {
    let lab = use_lab();
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    let cursor = use_state_eq(|| None::<Slot>);
    let hovered = use_state_eq(|| None::<u32>);
    let has_tables = use_state_eq(|| false);
    let palette = use_theme().palette();
    let plot_width = (width - GUTTER_PX - RIGHT_PX).max(0.0);
    lab.plot_width.set(plot_width);
    let scale = lab.time_scale(plot_width);
    let selected = selected_slots(&lab);
    let run = Rc::clone(&lab.money.run);

    let on_move = {
        let (node, cursor, run) = (node.clone(), cursor.clone(), Rc::clone(&run));
        Callback::from(move |event: PointerEvent| {
            let Some(element) = node.cast::<Element>() else { return };
            let x = place_in(&element, &event).0 - GUTTER_PX;
            let slot = scale.whole_slot_at(x).filter(|_| x >= 0.0 && x <= scale.width());
            // An update is easier to hit than its slot.
            let near = |slot: &Slot| (scale.x_of(f64::from(*slot)) - x).abs() <= SNAP_PX;
            let around = run.updates.partition_point(|update| f64::from(update.slot) < scale.slot_at(x));
            let updates = [around.checked_sub(1), Some(around)].into_iter().flatten();
            let snapped = updates.filter_map(|i| Some(run.updates.get(i)?.slot)).find(near);
            if let Some(slot) = snapped.or(slot) {
                cursor.set(Some(slot));
            }
        })
    };
    let plots = {
        let (lab, selected) = (lab.clone(), selected.clone());
        let shown = lab.shown.as_ref().filter(|_| lab.model().market().is_some());
        let deps = (lab.money.clone(), scale, selected, lab.model().view.axis, palette as *const Palette, shown.map(Rc::as_ptr));
        use_memo(deps, move |(_, scale, selected, ..)| {
            let market = lab.shown.as_ref()?.scenario.market.as_ref()?;
            let over = limits_over(&lab, scale, market, selected);
            Some((over, revenue_lines(&lab, scale), forecast_lines(&lab, scale, market, palette)))
        })
    };
    let (Some(shown), Some((over, revenue, forecasts))) = (&lab.shown, &*plots) else {
        return html! { <div class="money" id="money" ref={node} /> };
    };
    let Some(market) = shown.scenario.market.as_ref().filter(|_| !lab.money.run.initial.is_empty()) else {
        return html! { <div class="money" id="money" ref={node}><p class="hint">{ "Counting …" }</p></div> };
    };
    let slot = cursor.unwrap_or_else(|| scale.whole_slot_at(scale.width() / 2.0).unwrap_or(0));
    let on_key = {
        let (cursor, run, horizon) = (cursor.clone(), Rc::clone(&run), lab.horizon());
        Callback::from(move |event: KeyboardEvent| {
            if let Some(to) = walk(&event, slot, &run, horizon) {
                event.prevent_default();
                cursor.set(Some(to));
            }
        })
    };
    let on_click = {
        let lab = lab.clone();
        Callback::from(move |event: MouseEvent| {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let slots = target.and_then(|target| target.get_attribute("data-report")).and_then(|slots| slots.parse().ok());
            if let Some(slots) = slots {
                save_report(&lab, slots);
            }
        })
    };
    let on_toggle = {
        let has_tables = has_tables.clone();
        Callback::from(move |event: Event| has_tables.set(event.target_unchecked_into::<Element>().has_attribute("open")))
    };
    let x = GUTTER_PX + scale.x_of(f64::from(slot) + 0.5).clamp(0.0, scale.width());
    let layout = if lab.model().view.layout == share::Layout::Physical { Layout::Physical } else { Layout::Logical };
    let run_props = (Rc::clone(&run), scale, shown.scenario.machine.nodes, market.nesting);
    let nodes = shown.scenario.machine.nodes;
    html! {
        <div class="money" id="money" ref={node} onclick={on_click}>
            <section class="chart" aria-label="Regimes beside each other">
                <h2>{ "What these requests bring" }<span>{ ": the same requests under four regimes, in minor units" }</span></h2>
                { totals(&lab.money, nodes) }
                { class_table(&lab.money, market) }
                { report_buttons(market) }
            </section>
            <section class="chart" aria-label="Over time">
                <h2>{ "Over time" }<span>{ ": point at a slot, or walk with the arrow keys" }</span>{ hovered_words(shown, *hovered) }</h2>
                { toolbar(&lab, false) }
                <div class="time-plots" onpointermove={on_move}>
                    <Gantt {layout} shown={Rc::clone(shown)} {scale} height={PLAN_PX} hovered={hovered.clone()} />
                    { heading("Booking limits", "nodes used by each class, limits as steps; striped: kept for dearer classes") }
                    { class_legend(market, palette) }
                    <LimitsPlot run={run_props.0} scale={run_props.1} nodes={run_props.2} nesting={run_props.3} over={over.clone()} />
                    { heading("Revenue", "of the last twelve slots, by regime; columns: single slots of this plan") }
                    { regime_legend(&lab) }
                    <div class="plot" id="revenue-lines">{ revenue.clone() }</div>
                    { heading("Forecast", "mean demand of each class and one deviation on either side; dotted: without what was lost") }
                    <div class="plot" id="forecasts">{ forecasts.clone() }</div>
                    { cursor_line(x) }
                </div>
                { slot_words(&lab, shown, market, slot, palette, on_key) }
                <p class="hint">{ "Limits hide demand: who meets a closed class is not seen among the confirmed. The forecaster keeps such lost demand apart, at the earliest start asked for, and adds it to what was confirmed before it takes mean and deviation (unconstraining). What the planner had no room for is not counted." }</p>
                <details class="twin" id="money-tables" ontoggle={on_toggle}>
                    <summary>{ "The same as tables" }</summary>
                    if *has_tables {
                        { updates_table(&run, market) }
                        { slots_table(&lab, market, scale.visible_slots()) }
                    }
                </details>
            </section>
            { way(&lab, shown, market) }
        </div>
    }
}

/// The slots of the selected request's jobs; of refused ones those they asked for first, where they count as lost.
fn selected_slots(lab: &Lab) -> Vec<std::ops::Range<Slot>> {
    let (Some(shown), Some(row)) = (&lab.shown, lab.selected_row()) else { return Vec::new() };
    let plan = shown.plan();
    let arrivals = plan.arrivals();
    let asked = arrivals.earliest_start[row]..arrivals.earliest_start[row] + arrivals.duration[row];
    let mut slots: Vec<_> = plan.jobs_of(row).map(|job| plan.slots_of(job).unwrap_or(asked.clone())).collect();
    slots.dedup();
    slots
}

/// Where a key leads from a slot: a slot on, with Shift five, to the update before or after, to either end.
fn walk(event: &KeyboardEvent, slot: Slot, run: &RunSeries, horizon: Slot) -> Option<Slot> {
    let step = if event.shift_key() { 5 } else { 1 };
    let to = match event.key().as_str() {
        "ArrowLeft" | "ArrowDown" => slot.saturating_sub(step),
        "ArrowRight" | "ArrowUp" => slot.saturating_add(step),
        "PageUp" => run.updates.iter().map(|update| update.slot).find(|&update| update > slot)?,
        "PageDown" => run.updates.iter().rev().map(|update| update.slot).find(|&update| update < slot)?,
        "Home" => 0,
        "End" => horizon,
        _ => return None,
    };
    Some(to.min(horizon))
}

/// Offers the report of the paper's step 6 as a file, in windows of so many slots.
fn save_report(lab: &Lab, slots: Slot) {
    let Some(shown) = &lab.shown else { return };
    let Some(market) = &shown.scenario.market else { return };
    let plan = shown.plan();
    let windows = Report::windows(market, plan.arrivals(), plan.decisions(), slots);
    let mut text = Vec::new();
    let written = crate::file::write_revenue_csv(&mut text, market, &windows).ok();
    let name = export::file_name(&format!("{} revenue", shown.scenario.title), "csv");
    let saved = written.and_then(|()| export::download(&name, "text/csv", &String::from_utf8_lossy(&text)).ok());
    if saved.is_none() {
        lab.notices.add(Notice::problem("The browser refused to make the file."));
    }
}

fn report_buttons(market: &Market) -> Html {
    let button = |id: &'static str, slots: Slot, words: String| {
        markup!("<button type='button' id=$ data-report=$>$</button>", id, slots, words)
    };
    markup!(
        "<div class='group'><span class='hint'>Report of this plan as CSV:</span>$$</div>",
        button("report-hour", HOUR, "every 12 slots".to_string()),
        button("report-update", market.update_every, format!("every {} slots", grouped(u64::from(market.update_every))))
    )
}

fn heading(name: &'static str, meaning: &'static str) -> Html {
    markup!("<h3>$<span>: $</span></h3>", name, meaning)
}

fn class_legend(market: &Market, palette: &Palette) -> Html {
    let classes = (0..market.count()).map(|class| {
        markup!(
            "<svg class='key' width='14' height='12' aria-hidden='true'><rect width='14' height='12' fill=$/><rect width='14' height='2' fill=$/></svg> $ ",
            css(palette.class_tint(class)),
            css(palette.class(class)),
            class_name(market, class)
        )
    });
    markup!("<p class='hint legend'>$</p>", all(classes))
}

fn regime_legend(lab: &Lab) -> Html {
    let regimes = lab.money.regimes.iter().map(|known| markup!("$ $ ", sample(known.regime), regime_name(known.regime)));
    markup!("<p class='hint legend'>$</p>", all(regimes))
}

/// The line through all plots at the slot in question.
fn cursor_line(x: f64) -> Html {
    markup!("<svg class='cursor' aria-hidden='true'><line x1=$ x2=$ y2='100%'/></svg>", x, x)
}

fn list(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

/// "10.2 ± 1.5".
fn spread(mean: f64, deviation: f64) -> String {
    format!("{mean:.1} ± {deviation:.1}")
}

/// What is used, left, lost and forecast in a slot; the arrow keys walk.
fn slot_words(lab: &Lab, shown: &Shown, market: &Market, slot: Slot, palette: &Palette, on_key: Callback<KeyboardEvent>) -> Html {
    let run = &lab.money.run;
    let limits = market.in_force(run.limits_at(slot));
    let counted = |class: usize| match market.nesting {
        Nesting::Nested => (class..market.count()).map(|lower| run.used_at(lower, slot)).sum::<u32>(),
        Nesting::Partitioned => run.used_at(class, slot),
    };
    let left = |class: usize| {
        let first = if market.nesting == Nesting::Nested { 0 } else { class };
        (first..=class).map(|k| limits.get(k).copied().unwrap_or(0).saturating_sub(counted(k))).min().unwrap_or(0)
    };
    let update = run.update_by(slot).map(|i| &run.updates[i]);
    let has_limits = market.method != Method::None;
    let since = match update {
        _ if !has_limits => "No limits.".to_string(),
        None => format!("Limits {} from the start.", list(run.limits_at(slot))),
        Some(update) if update.before == update.after => format!("Limits {} as before slot {}.", list(&update.after), update.slot),
        Some(update) => format!("Limits {} since slot {}, {} before.", list(&update.after), update.slot, list(&update.before)),
    };
    let rows = (0..market.count()).map(|class| {
        let forecast = update.and_then(|update| update.forecast.get(class));
        let used = run.used_at(class, slot);
        markup!(
            "<tr><th scope='row'><svg class='key' width='6' height='12' aria-hidden='true'><rect width='6' height='12' rx='2' fill=$/></svg> $</th><td>$</td><td>$</td><td>$</td><td>$</td><td>$</td><td>$</td></tr>",
            css(palette.class(class)),
            class_name(market, class),
            used,
            has_limits.then(|| limits.get(class).copied().unwrap_or(0)),
            has_limits.then(|| left(class)),
            run.lost_at(class, slot),
            forecast.map(|forecast| spread(forecast.demand.mean, forecast.demand.deviation)),
            forecast.map(|forecast| format!("{:.1} + {:.1}", forecast.confirmed, forecast.lost))
        )
    });
    let said = (0..market.count())
        .map(|class| format!("{} {} used, {} left", class_name(market, class), run.used_at(class, slot), left(class)))
        .collect::<Vec<_>>()
        .join("; ");
    let said = format!("slot {slot}: {said}. {since}");
    let table = markup!(
        "<p><b>Slot $.</b> $</p>
        <div class='scroll-x'>
            <table id='slot-table'>
                <thead><tr><th scope='col'>Class</th><th scope='col'>Used</th><th scope='col'>Limit</th><th scope='col'>Left</th><th scope='col'>Lost demand</th><th scope='col'>Forecast</th><th scope='col'>of it confirmed + lost</th></tr></thead>
                <tbody>$</tbody>
            </table>
        </div>",
        slot,
        since,
        all(rows)
    );
    let last = shown.plan().horizon().max(slot);
    html! {
        <div id="slot-cursor" class="slot-words" role="slider" tabindex="0" aria-label="Slot" aria-valuemin="0" aria-valuemax={last.to_string()} aria-valuenow={slot.to_string()} aria-valuetext={said} onkeydown={on_key}>{ table }</div>
    }
}

fn updates_table(run: &RunSeries, market: &Market) -> Html {
    let rows = run.updates.iter().take(ROWS_MAX).map(|update| {
        let forecasts = update.forecast.iter().enumerate().map(|(class, forecast)| {
            let demand = spread(forecast.demand.mean, forecast.demand.deviation);
            format!("{}: {demand}, {:.1} of it lost", class_name(market, class), forecast.lost)
        });
        markup!(
            "<tr><th scope='row'>$</th><td>$</td><td>$</td><td class='words'>$</td></tr>",
            update.slot,
            list(&update.before),
            list(&update.after),
            forecasts.collect::<Vec<_>>().join("; ")
        )
    });
    markup!(
        "<div class='scroll-x' tabindex='0' role='region' aria-label='Updates'>
            <table id='updates'>
                <caption>Updates of the booking limits; the first $ of $</caption>
                <thead><tr><th scope='col'>Slot</th><th scope='col'>Limits before</th><th scope='col'>after</th><th scope='col' class='words'>Forecast</th></tr></thead>
                <tbody>$</tbody>
            </table>
        </div>",
        run.updates.len().min(ROWS_MAX) as u32,
        run.updates.len() as u32,
        all(rows)
    )
}

fn slots_table(lab: &Lab, market: &Market, visible: std::ops::Range<Slot>) -> Html {
    let (run, money) = (&lab.money.run, &lab.money);
    let end = visible.end.min(lab.horizon());
    let rows = (visible.start..end).take(ROWS_MAX).map(|slot| {
        let used: Vec<u32> = (0..market.count()).map(|class| run.used_at(class, slot)).collect();
        let regimes = money.regimes.iter().map(|known| {
            let of = |values: &[u64]| grouped(values.get(slot as usize).copied().unwrap_or(0));
            markup!("<td>$</td><td>$</td>", of(&known.report.per_slot), of(&known.sliding))
        });
        markup!("<tr><th scope='row'>$</th><td>$</td><td>$</td>$</tr>", slot, list(&used), list(run.limits_at(slot)), all(regimes))
    });
    let heads = money
        .regimes
        .iter()
        .map(|known| markup!("<th scope='col'>$</th><th scope='col'>twelve slots</th>", regime_name(known.regime)));
    markup!(
        "<div class='scroll-x' tabindex='0' role='region' aria-label='Slots'>
            <table id='slots'>
                <caption>The first $ visible slots: nodes used by class, limits, revenue</caption>
                <thead><tr><th scope='col'>Slot</th><th scope='col'>Used</th><th scope='col'>Limits</th>$</tr></thead>
                <tbody>$</tbody>
            </table>
        </div>",
        end.saturating_sub(visible.start).min(ROWS_MAX as u32),
        all(heads),
        all(rows)
    )
}

/// The way of the selected request through planning, revenue management and forecaster.
fn way(lab: &Lab, shown: &Shown, market: &Market) -> Html {
    let Some(row) = lab.selected_row() else {
        return markup!(
            "<section class='chart' aria-label='The way of a request'><h2>The way of a request</h2><p class='hint'>Select a request to follow it: planning, revenue management, decision, forecaster.</p></section>"
        );
    };
    let plan = shown.plan();
    let (stages, _) = pipeline(market, &lab.money.run, plan.arrivals(), plan.decisions(), row);
    let stages = stages.into_iter().map(|stage| {
        let tone = match stage.tone {
            None => "stage skipped",
            Some(Tone::Good) => "stage good",
            Some(Tone::Partly) => "stage partly",
            Some(Tone::Refused) => "stage refused",
        };
        markup!("<li class=$><h3>$</h3><p><b>$</b></p><p>$</p></li>", tone, stage.name, stage.headline, stage.words)
    });
    markup!(
        "<section class='chart' aria-label='The way of the selected request'><h2>The way of request $</h2><ol class='way' id='way'>$</ol></section>",
        plan.arrivals().user[row],
        all(stages)
    )
}

//! The values of a single slot in words, and the curves as tables: updates of the limits, visible slots.

use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::kit::text::format::grouped;
use crate::app::revenue::names::regime_name;
use crate::app::shell::context::Lab;
use crate::chart::Palette;
use crate::chart::kit::palette::css;
use crate::engine::slots::request::Slot;
use crate::engine::slots::revenue::RunSeries;
use crate::engine::slots::revenue::{Market, Method, Nesting};
use crate::state::SlotsShown;
use crate::state::class_name;
use yew::prelude::*;

/// Rows of a table over time.
const ROWS_MAX: usize = 100;

fn list(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

/// "10.2 ± 1.5".
fn spread(mean: f64, deviation: f64) -> String {
    format!("{mean:.1} ± {deviation:.1}")
}

/// What is used, left, lost and forecast in a slot; the arrow keys walk.
pub fn slot_words(
    lab: &Lab,
    shown: &SlotsShown,
    market: &Market,
    slot: Slot,
    palette: &Palette,
    on_key: &Callback<KeyboardEvent>,
) -> Html {
    let run = &lab.engine_state.plans.slots.money.run;
    let since = limits_since(run, market, slot);
    let names = (0..market.count()).map(|class| {
        let left = left_for(run, market, slot, class);
        format!("{} {} used, {left} left", class_name(market, class), run.used_at(class, slot))
    });
    let said = format!("slot {slot}: {}. {since}", names.collect::<Vec<_>>().join("; "));
    let last = shown.plan().horizon().max(slot);
    let heads = ["Class", "Used", "Limit", "Left", "Lost demand", "Forecast", "of it confirmed + lost"];
    html! {
        <div class="stack slot-words">
            <p id="slot-cursor" role="slider" tabindex="0" aria-label="Slot" aria-valuemin="0" aria-valuemax={last.to_string()}
                aria-valuenow={slot.to_string()} aria-valuetext={said} onkeydown={on_key}>
                <b>{ format!("Slot {slot}.") }</b>{ " " }{ since }
            </p>
            <Table label="The slot" id="slot-table" columns={Column::all(heads)}>
                { for (0..market.count()).map(|class| class_row(run, market, slot, class, palette)) }
            </Table>
        </div>
    }
}

/// A class in the table of a slot.
fn class_row(run: &RunSeries, market: &Market, slot: Slot, class: usize, palette: &Palette) -> Html {
    let has_limits = market.method != Method::None;
    let limits = market.in_force(run.limits_at(slot));
    let forecast = run.update_by(slot).and_then(|i| run.updates[i].forecast.get(class));
    html! {
        <tr>
            <th scope="row">
                <svg class="key" width="6" height="12" aria-hidden="true"><rect width="6" height="12" rx="2" fill={css(palette.class(class))} /></svg>
                { " " }
                { class_name(market, class) }
            </th>
            <td>{ run.used_at(class, slot) }</td>
            <td>{ has_limits.then(|| limits.get(class).copied().unwrap_or(0)) }</td>
            <td>{ has_limits.then(|| left_for(run, market, slot, class)) }</td>
            <td>{ run.lost_at(class, slot) }</td>
            <td>{ forecast.map(|forecast| spread(forecast.demand.mean, forecast.demand.deviation)) }</td>
            <td>{ forecast.map(|forecast| format!("{:.1} + {:.1}", forecast.confirmed, forecast.lost)) }</td>
        </tr>
    }
}

/// Nodes that a class may still book in a slot.
fn left_for(run: &RunSeries, market: &Market, slot: Slot, class: usize) -> u32 {
    let limits = market.in_force(run.limits_at(slot));
    let counted = |class: usize| match market.nesting {
        Nesting::Nested => (class..market.count()).map(|lower| run.used_at(lower, slot)).sum::<u32>(),
        Nesting::Partitioned => run.used_at(class, slot),
    };
    let first = if market.nesting == Nesting::Nested { 0 } else { class };
    (first..=class).map(|k| limits.get(k).copied().unwrap_or(0).saturating_sub(counted(k))).min().unwrap_or(0)
}

/// Which limits hold in a slot, and since when.
fn limits_since(run: &RunSeries, market: &Market, slot: Slot) -> String {
    if market.method == Method::None {
        return "No limits.".to_string();
    }
    match run.update_by(slot).map(|i| &run.updates[i]) {
        None => format!("Limits {} from the start.", list(run.limits_at(slot))),
        Some(update) if update.before == update.after => format!("Limits {} as before slot {}.", list(&update.after), update.slot),
        Some(update) => format!("Limits {} since slot {}, {} before.", list(&update.after), update.slot, list(&update.before)),
    }
}

/// The updates of the booking limits with the forecasts they were made from.
pub fn updates_table(run: &RunSeries, market: &Market) -> Html {
    let rows = run.updates.iter().take(ROWS_MAX).map(|update| {
        let forecasts = update.forecast.iter().enumerate().map(|(class, forecast)| {
            let demand = spread(forecast.demand.mean, forecast.demand.deviation);
            format!("{}: {demand}, {:.1} of it lost", class_name(market, class), forecast.lost)
        });
        vec![update.slot.to_string(), list(&update.before), list(&update.after), forecasts.collect::<Vec<_>>().join("; ")]
    });
    let caption = format!("Updates of the booking limits: {} of {}", run.updates.len().min(ROWS_MAX), run.updates.len());
    let columns = Column::all(["Slot", "Limits before", "after", "Forecast"]);
    html! { <Table label={caption.clone()} id="updates" {caption} {columns}>{ text_rows(rows) }</Table> }
}

/// The visible slots: nodes used, limits, and what each regime earns there.
pub fn slots_table(lab: &Lab, market: &Market, visible: std::ops::Range<Slot>) -> Html {
    let (run, money) = (&lab.engine_state.plans.slots.money.run, &lab.engine_state.plans.slots.money);
    let end = visible.end.min(lab.horizon()).min(visible.start.saturating_add(ROWS_MAX as Slot));
    let rows = (visible.start..end).map(|slot| {
        let used: Vec<u32> = (0..market.count()).map(|class| run.used_at(class, slot)).collect();
        let mut cells = vec![slot.to_string(), list(&used), list(run.limits_at(slot))];
        for known in &money.regimes {
            let of = |values: &[u64]| grouped(values.get(slot as usize).copied().unwrap_or(0));
            cells.push(format!("{}, {}", of(&known.report.per_slot), of(&known.sliding)));
        }
        cells
    });
    let heads = ["Slot", "Used", "Limits"].into_iter().chain(money.regimes.iter().map(|known| regime_name(known.regime)));
    let caption = "Visible slots, a hundred at most: nodes used by class, limits, revenue of the slot and of the last twelve";
    html! { <Table label={caption} id="slots" {caption} columns={Column::all(heads)}>{ text_rows(rows) }</Table> }
}

//! Plan, booking limits, revenue and forecasts above one another on one time axis, the slot under the pointer in words, and what happened to the
//! selected request.

use super::plots::{forecast_lines, limits_over, revenue_lines, use_limits_picture};
use super::report::ReportButtons;
use super::request_pipeline::request_pipeline;
use super::slots_in_words::{slot_words, slots_table, updates_table};
use super::totals::{class_table, sample, totals};
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::plot::area::{GUTTER_PX, RIGHT_PX, place_in, use_size};
use crate::app::revenue::figures::{forecast_figure, limits_figure, revenue_figure};
use crate::app::revenue::names::regime_name;
use crate::app::shell::context::{Lab, use_lab, use_newest};
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::app::shell::pointer::debounce::use_is_due;
use crate::app::shell::pointer::hover::use_hovered;
use crate::app::slots::gantt::chart::Gantt;
use crate::app::slots::gantt::hovered::hovered_words;
use crate::app::slots::view::use_marked_jobs;
use crate::chart::kit::palette::css;
use crate::chart::kit::svg::px;
use crate::chart::{GanttKind, Palette};
use crate::engine::slots::request::Slot;
use crate::engine::slots::revenue::Market;
use crate::engine::slots::revenue::RunSeries;
use crate::formats::link;
use crate::state::class_name;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Height of the plan's rows, in CSS px.
const PLAN_PX: f64 = 170.0;
/// How near to an update the pointer takes hold of it, in CSS px.
const SNAP_PX: f64 = 5.0;

/// Limits, money and forecasts over time.
#[component]
pub fn MoneyView() -> Html {
    let lab = use_lab();
    let is_due = use_is_due(&lab, "money");
    // Everything in it is told of the page by this context alone: as long as the parts wait they are told nothing new.
    let told = use_mut_ref(|| lab.clone());
    if is_due {
        told.borrow_mut().clone_from(&lab);
    }
    let context = told.borrow().clone();
    html! { <ContextProvider<Lab> {context}><MoneyParts /></ContextProvider<Lab>> }
}

#[component]
fn MoneyParts() -> Html {
    let lab = &use_lab();
    let newest = use_newest(lab);
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    let cursor = use_state_eq(|| None::<Slot>);
    let hovered = use_hovered(&lab.hover);
    let marked = use_marked_jobs(lab);
    let has_tables = use_state_eq(|| false);
    let palette = use_theme().palette();
    let plot_width = (width - GUTTER_PX - RIGHT_PX).max(0.0);
    lab.plot_width.set(plot_width);
    let scale = lab.time_scale(plot_width);
    let selected = selected_slots(lab);
    let run = Rc::clone(&lab.engine_state.plans.slots.money.run);

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
    let seen = lab
        .engine_state
        .plans
        .slots
        .shown
        .as_ref()
        .and_then(|shown| Some((shown.scenario().machine.nodes, shown.scenario().market.as_ref()?.nesting)));
    let canvas = use_limits_picture(&run, scale, seen);
    let plots = {
        let (lab, selected) = (lab.clone(), selected.clone());
        let shown = lab.engine_state.plans.slots.shown.as_ref().filter(|_| lab.model().market().is_some());
        let deps = (
            lab.engine_state.plans.slots.money.clone(),
            scale,
            selected,
            lab.model().view.axis,
            palette as *const Palette,
            shown.map(Rc::as_ptr),
        );
        use_memo(deps, move |(_, scale, selected, ..)| {
            let market = lab.engine_state.plans.slots.shown.as_ref()?.scenario().market.as_ref()?;
            let over = limits_over(&lab, scale, market, selected);
            Some((over, revenue_lines(&lab, scale), forecast_lines(&lab, scale, market, palette)))
        })
    };
    let (Some(shown), Some((over, revenue, forecasts))) = (&lab.engine_state.plans.slots.shown, &*plots) else {
        return html! { <div class="stack money" id="money" ref={node} /> };
    };
    let Some(market) = shown.scenario().market.as_ref().filter(|_| !lab.engine_state.plans.slots.money.run.initial.is_empty())
    else {
        return html! { <div class="stack money" id="money" ref={node}><p class="hint">{ "Counting …" }</p></div> };
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
    let on_toggle = {
        let has_tables = has_tables.clone();
        Callback::from(move |event: Event| has_tables.set(event.target_unchecked_into::<Element>().has_attribute("open")))
    };
    let x = GUTTER_PX + scale.x_of(f64::from(slot) + 0.5).clamp(0.0, scale.width());
    let layout = if lab.model().view.layout == link::Layout::Physical { GanttKind::Physical } else { GanttKind::Logical };
    html! {
        <div class="stack money" id="money" ref={node}>
            <section class="chart" aria-label="Over time">
                <h2>{ "Over time" }<span>{ ": point at a slot, or walk with the arrow keys" }</span>{ hovered_words(shown, lab.time_names(), hovered) }</h2>
                <div class="time-plots" onpointermove={on_move}>
                    <Gantt {layout} shown={Rc::clone(shown)} {scale} height={PLAN_PX} {hovered} marked={Rc::clone(&marked)} />
                    <h3>{ "Booking limits" }<span>{ ": nodes used by each class, limits as steps; striped: kept for dearer classes" }</span></h3>
                    { class_legend(market, palette) }
                    <div class="plot limits" id="limits">
                        <SaveFigure name="Booking limits" id="save-limits" lab={newest.clone()} draw={Draw::Shown(limits_figure)} />
                        <canvas ref={canvas} class="pixels" aria-hidden="true" />
                        { over.clone() }
                    </div>
                    <h3>{ "Revenue" }<span>{ ": of the last twelve slots, by regime; columns: single slots of this plan" }</span></h3>
                    { regime_legend(lab) }
                    <div class="plot" id="revenue-lines">
                        <SaveFigure name="Revenue" id="save-revenue" lab={newest.clone()} draw={Draw::Shown(revenue_figure)} />
                        { revenue.clone() }
                    </div>
                    <h3>{ "Forecast" }<span>{ ": mean demand of each class and one deviation on either side; dotted: without what was lost" }</span></h3>
                    <div class="plot" id="forecasts">
                        <SaveFigure name="Forecast" id="save-forecast" lab={newest.clone()} draw={Draw::Shown(forecast_figure)} />
                        { forecasts.clone() }
                    </div>
                    <svg class="cursor" aria-hidden="true"><line x1={px(x)} x2={px(x)} y2="100%" /></svg>
                </div>
                { slot_words(lab, shown, market, slot, palette, &on_key) }
                <p class="hint">{ "Limits hide demand: a job that is refused because its class is closed is not among the confirmed jobs. The forecaster records such lost demand separately, at the earliest start asked for, and adds it to the confirmed demand before it computes mean and deviation (unconstraining). Jobs for which the planner had no room are not counted." }</p>
                <details class="twin" id="money-tables" ontoggle={on_toggle}>
                    <summary>{ "The same as tables" }</summary>
                    if *has_tables {
                        { updates_table(&run, market) }
                        { slots_table(lab, market, scale.visible_slots()) }
                    }
                </details>
            </section>
            <section class="chart" aria-label="Regimes beside each other">
                <h2>{ "What these requests bring" }<span>{ ": the same requests under four regimes, in the smallest unit of money" }</span></h2>
                { totals(&lab.engine_state.plans.slots.money, shown.scenario().machine.nodes) }
                { class_table(&lab.engine_state.plans.slots.money, market) }
                <ReportButtons lab={newest.clone()} update_every={market.update_every} />
            </section>
            { request_pipeline(lab, shown, market) }
        </div>
    }
}

/// The slots of the selected request's jobs; of refused ones those they asked for first, where they count as lost.
fn selected_slots(lab: &Lab) -> Vec<std::ops::Range<Slot>> {
    let (Some(shown), Some(row)) = (&lab.engine_state.plans.slots.shown, lab.selected_row()) else { return Vec::new() };
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

fn class_legend(market: &Market, palette: &Palette) -> Html {
    let classes = (0..market.count()).map(|class| {
        html! {
            <>
                <svg class="key" width="14" height="12" aria-hidden="true">
                    <rect width="14" height="12" fill={css(palette.class_tint(class))} />
                    <rect width="14" height="2" fill={css(palette.class(class))} />
                </svg>
                { format!(" {} ", class_name(market, class)) }
            </>
        }
    });
    html! { <p class="hint legend">{ for classes }</p> }
}

fn regime_legend(lab: &Lab) -> Html {
    let regimes = lab.engine_state.plans.slots.money.regimes.iter().map(|known| {
        html! { <>{ sample(known.regime) }{ format!(" {} ", regime_name(known.regime)) }</> }
    });
    html! { <p class="hint legend">{ for regimes }</p> }
}

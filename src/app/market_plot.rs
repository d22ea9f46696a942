//! The laboratory's two pictures and their handles.

use super::gesture::{Gesture, press};
use super::market_form::set_market;
use super::market_lab::Border;
use super::plot::px;
use super::session::Lab;
use super::shortcuts::COARSE;
use super::words::{grouped, money, percent};
use crate::chart::Palette;
use crate::chart::booking_curve::{CurveScale, area, path, round_down, round_up};
use crate::chart::palette::css;
use crate::engine::bounds;
use crate::engine::revenue::VirtualClass;
use crate::state::{MarketHandle, moved_market};
use std::rc::Rc;
use web_sys::{KeyboardEvent, PointerEvent};
use yew::prelude::*;

/// Height of a plot, in CSS px.
const PLOT_PX: f64 = 230.0;
/// Space left of it for amounts, in CSS px.
const LEFT_PX: f64 = 52.0;
/// Space right of it, in CSS px.
const RIGHT_PX: f64 = 14.0;
/// Space above it for the level's label, in CSS px.
const TOP_PX: f64 = 44.0;
/// Space below it for the axis and its name, in CSS px.
const BOTTOM_PX: f64 = 40.0;

/// Littlewood's rule: what one more node kept brings, against what the lower class pays.
pub fn littlewood_plot(lab: &Lab, shown: &Border, palette: &Palette, width: f64) -> Html {
    let Border { border, higher, lower_price, crossing, level, market, .. } = shown;
    let single = market.offers(&market.given_demand())[*border];
    let single = VirtualClass { price: f64::from(single.price), demand: single.demand };
    let top = held_top(lab).unwrap_or_else(|| round_up(higher.price.max(if *border > 0 { single.price } else { 0.0 }) * 1.1));
    let scale = CurveScale::new(width - LEFT_PX - RIGHT_PX, PLOT_PX, shown.nodes, 0.0, top);
    let colour = |class: usize| css(palette.class(class));
    let between = scale.between(*higher, *lower_price, *crossing, f64::from(*level));
    let side = if f64::from(*level) < *crossing { "dilution" } else { "spoilage" };
    let (mean_x, mean_y) = scale.on_demand(*higher, higher.demand.mean);
    let (spread_x, spread_y) = scale.on_demand(*higher, higher.demand.mean + higher.demand.deviation);
    let (price_y, lower_y, cross_x) = (scale.y_of(higher.price), scale.y_of(*lower_price), scale.x_of(*crossing));
    let label = format!(
        "Worth of one more node kept for {}: {} with none kept, as much as the {lower_price} of {} at {crossing:.1} nodes.",
        shown.higher_name,
        money(higher.price),
        shown.lower_name
    );
    let knob = |handle: MarketHandle, x: f64, y: f64| knob(lab, shown, &scale, handle, (x, y), false);
    html! {
        <div class="plot" id="littlewood">
            <h3>{ "Littlewood’s rule" }<span>{ ": keep a node while it is worth more kept" }</span></h3>
            { frame(&scale, width, shown, label, html! {
                <>
                    <path class={side} d={path(&between, true)} />
                    <line class="class-line" x1="0" x2={px(scale.width())} y1={px(lower_y)} y2={px(lower_y)} stroke={colour(border + 1)} />
                    if *border > 0 {
                        <path class="class-line single" d={path(&scale.demand_curve(single), false)} stroke={colour(*border)} />
                    }
                    if let Some(worth) = &shown.worth {
                        <path class="class-line exact" d={path(&scale.worth_curve(worth), false)} />
                    }
                    <path class="class-line" d={path(&scale.demand_curve(*higher), false)} stroke={colour(*border)} />
                    <text class="line-name" x={px(scale.width() - 4.0)} y={px(lower_y - 7.0)} text-anchor="end">{ format!("{} pays {lower_price}", shown.lower_name) }</text>
                    <text class="line-name" x={px(mean_x + 16.0)} y={px(mean_y - 6.0)}>{ format!("{}: P(D > y) · {}", shown.higher_name, money(higher.price)) }</text>
                    { level_line(shown, &scale) }
                    <circle class="crossing" cx={px(cross_x)} cy={px(lower_y)} r="4.5" />
                    <text class="crossing-name" x={px(cross_x + 9.0)} y={px(lower_y + 17.0)}>{ format!("{crossing:.1}") }</text>
                    { knob(MarketHandle::Level, scale.x_of(f64::from(*level)), -12.0) }
                    { knob(MarketHandle::HigherPrice, 0.0, price_y) }
                    { knob(MarketHandle::LowerPrice, scale.width(), lower_y) }
                    { knob(MarketHandle::Mean, mean_x, mean_y) }
                    { knob(MarketHandle::Deviation, spread_x, spread_y) }
                </>
            }) }
            if *border > 0 {
                <p class="hint legend">
                    { sample("class-line", Some(colour(*border))) }{ " as one class (EMSR-b) " }
                    if shown.worth.is_some() {
                        { sample("class-line exact", None) }{ " exact worth of each node " }
                    }
                    { sample("class-line single", Some(colour(*border))) }{ format!(" {} alone", crate::state::class_name(market, *border)) }
                </p>
            }
        </div>
    }
}

/// A piece of a line, for the legend.
fn sample(class: &'static str, stroke: Option<String>) -> Html {
    html! { <svg width="26" height="8" aria-hidden="true"><line {class} x1="0" x2="26" y1="4" y2="4" {stroke} /></svg> }
}

/// Expected revenue against the level, below what perfect foresight would bring: the gap is dilution and spoilage.
pub fn revenue_plot(lab: &Lab, shown: &Border, palette: &Palette, width: f64) -> Html {
    let Border { curve, higher, lower_price, level, border, .. } = shown;
    let best = curve.points[curve.best as usize];
    let spoiled = |point: &crate::engine::revenue::LevelPoint| point.revenue + point.spoilage_nodes * lower_price;
    let foresight = spoiled(&best) + best.dilution_nodes * (higher.price - lower_price);
    let least = curve.points.iter().map(|point| point.revenue).fold(foresight, f64::min);
    let scale = CurveScale::new(
        width - LEFT_PX - RIGHT_PX,
        PLOT_PX,
        shown.nodes,
        round_down(least, foresight),
        foresight + (foresight - least) * 0.04,
    );
    let revenue = scale.level_curve(curve, |point| point.revenue);
    let middle = scale.level_curve(curve, spoiled);
    let ceiling = [(0.0, scale.y_of(foresight)), (scale.width(), scale.y_of(foresight))];
    let at = |level: u32| (scale.x_of(f64::from(level)), scale.y_of(curve.points[level as usize].revenue));
    let ((best_x, best_y), (now_x, now_y)) = (at(curve.best), at(*level));
    let loss = curve.loss(*level);
    let label = format!(
        "Expected revenue of {} and {} by nodes kept: best {} with {} kept; {} with the {level} kept now, {} less.",
        shown.higher_name,
        shown.lower_name,
        money(best.revenue),
        curve.best,
        money(best.revenue - loss),
        money(loss),
    );
    let is_right = now_x > scale.width() * 0.6;
    let lost = if *level == curve.best {
        String::new()
    } else {
        format!("−{} ({})", money(loss), percent(loss / best.revenue.max(f64::MIN_POSITIVE)))
    };
    html! {
        <div class="plot" id="expected-revenue">
            <h3>{ "Expected revenue" }<span>{ if *border == 0 { ": of both classes, per slot" } else { ": per slot, the higher classes taken as one" } }</span></h3>
            { frame(&scale, width, shown, label, html! {
                <>
                    <path class="dilution" d={area(&ceiling, &middle)} />
                    <path class="spoilage" d={area(&middle, &revenue)} />
                    <line class="ceiling" x1="0" x2={px(scale.width())} y1={px(ceiling[0].1)} y2={px(ceiling[0].1)} />
                    <path class="class-line" d={path(&revenue, false)} stroke={css(palette.ink)} />
                    { level_line(shown, &scale) }
                    <circle class="crossing" cx={px(best_x)} cy={px(best_y)} r="4.5" />
                    <text class="crossing-name" x={px(best_x)} y={px(best_y + 20.0)} text-anchor="middle">{ format!("best {}", curve.best) }</text>
                    if !lost.is_empty() {
                        <circle class="now" cx={px(now_x)} cy={px(now_y)} r="4.5" />
                        <text class="loss" x={px(now_x + if is_right { -10.0 } else { 10.0 })} y={px((now_y + 5.0).clamp(14.0, PLOT_PX - 6.0))} text-anchor={if is_right { "end" } else { "start" }}>{ lost }</text>
                    }
                    { knob(lab, shown, &scale, MarketHandle::Level, (now_x, -12.0), true) }
                </>
            }) }
            <p class="hint legend">{ "The upper edge is what perfect foresight would bring." }</p>
        </div>
    }
}

/// The money at the upper edge while a price is dragged: were it fitted all along, the picture would run away under the pointer.
fn held_top(lab: &Lab) -> Option<f64> {
    match *lab.gesture.borrow() {
        Some(Gesture::Market { top, .. }) => top,
        _ => None,
    }
}

/// Axes around a picture.
fn frame(scale: &CurveScale, width: f64, shown: &Border, label: String, picture: Html) -> Html {
    let amounts = scale.money_ticks(5).into_iter().map(|amount| {
        let y = scale.y_of(amount);
        html! {
            <>
                <line class="grid" x1="0" x2={px(scale.width())} y1={px(y)} y2={px(y)} />
                <text class="row-name" x="-10" y={px(y + 4.0)} text-anchor="end">{ if amount.fract() == 0.0 { grouped(amount.max(0.0) as u64) } else { format!("{amount}") } }</text>
            </>
        }
    });
    let about = (scale.width() / 60.0) as usize;
    let nodes = scale.node_ticks(about.clamp(2, 8)).into_iter().map(|nodes| {
        html! { <text class="row-name" x={px(scale.x_of(nodes))} y={px(PLOT_PX + 16.0)} text-anchor="middle">{ grouped(nodes as u64) }</text> }
    });
    html! {
        <svg class="over" width={px(width)} height={px(TOP_PX + PLOT_PX + BOTTOM_PX)}>
            <g transform={format!("translate({LEFT_PX} {TOP_PX})")}>
                <g role="img" aria-label={label}>
                    { for amounts }
                    { for nodes }
                    <text class="row-name" x={px(scale.width())} y={px(PLOT_PX + 33.0)} text-anchor="end">{ format!("nodes kept for {}", shown.higher_name) }</text>
                </g>
                { picture }
            </g>
        </svg>
    }
}

/// Where the level stands now.
fn level_line(shown: &Border, scale: &CurveScale) -> Html {
    let x = scale.x_of(f64::from(shown.level));
    let text = format!("{} kept", shown.level);
    let anchor = if x < 30.0 {
        "start"
    } else if x > scale.width() - 30.0 {
        "end"
    } else {
        "middle"
    };
    html! {
        <>
            <line class="level" x1={px(x)} x2={px(x)} y1="-8" y2={px(PLOT_PX)} />
            <text class="level-name" x={px(x)} y="-26" text-anchor={anchor}>{ text }</text>
        </>
    }
}

/// Whether a handle is moved up and down.
fn is_upright(handle: MarketHandle) -> bool {
    matches!(handle, MarketHandle::HigherPrice | MarketHandle::LowerPrice)
}

/// A knob that is dragged, or moved with the arrow keys; a copy is for the pointer only, so that keys and screen readers meet it once.
fn knob(lab: &Lab, shown: &Border, scale: &CurveScale, handle: MarketHandle, (x, y): (f64, f64), is_copy: bool) -> Html {
    let (border, nodes) = (shown.border, shown.nodes);
    let value = handle.value(shown.market, nodes, border);
    let (key, name) = match handle {
        MarketHandle::Level => ("level", format!("Nodes kept for {}", shown.higher_name)),
        MarketHandle::HigherPrice => ("higher-price", format!("Price of {}", shown.higher_name)),
        MarketHandle::LowerPrice => ("lower-price", format!("Price of {}", shown.lower_name)),
        MarketHandle::Mean => ("mean", format!("Mean demand of {}", shown.higher_name)),
        MarketHandle::Deviation => ("deviation", format!("Deviation of the demand of {}", shown.higher_name)),
    };
    let max = match handle {
        MarketHandle::Level => f64::from(nodes),
        MarketHandle::HigherPrice | MarketHandle::LowerPrice => f64::from(bounds::PRICE.max),
        MarketHandle::Mean | MarketHandle::Deviation => bounds::DEMAND_MAX,
    };
    let per_px = if is_upright(handle) { scale.money_per_px() } else { scale.nodes_per_px() };
    let down = {
        let (lab, origin) = (lab.clone(), Rc::new(shown.market.clone()));
        let top = is_upright(handle).then_some(scale.top());
        Callback::from(move |event: PointerEvent| {
            event.stop_propagation();
            let at = if is_upright(handle) { event.client_y() } else { event.client_x() };
            let gesture = Gesture::Market {
                pointer: event.pointer_id(),
                origin: Rc::clone(&origin),
                border,
                handle,
                from: f64::from(at),
                is_upright: is_upright(handle),
                value,
                per_px,
                top,
                is_live: false,
            };
            press(&lab, &event, gesture);
        })
    };
    let on_key = {
        let (lab, market) = (lab.clone(), shown.market.clone());
        Callback::from(move |event: KeyboardEvent| {
            let steps = if event.shift_key() { COARSE } else { 1 } as f64;
            let by = match event.key().as_str() {
                "ArrowRight" | "ArrowUp" => steps,
                "ArrowLeft" | "ArrowDown" => -steps,
                _ => return,
            };
            event.prevent_default();
            let next = moved_market(&market, nodes, border, handle, value + by * handle.step(nodes));
            if next != market {
                set_market(&lab, next, event.repeat());
            }
        })
    };
    let (width, height) = if is_upright(handle) { (15.0, 9.0) } else { (9.0, 15.0) };
    let shape = html! {
        <>
            <title>{ format!("{name}: drag, or use the arrow keys") }</title>
            <rect class="reach" x={px(x - 12.0)} y={px(y - 12.0)} width="24" height="24" />
            <rect class="knob" x={px(x - width / 2.0)} y={px(y - height / 2.0)} width={px(width)} height={px(height)} rx="3" />
        </>
    };
    if is_copy {
        return html! { <g class="handle" data-copy={key} aria-hidden="true" onpointerdown={down}>{ shape }</g> };
    }
    html! {
        <g class={classes!("handle", is_upright(handle).then_some("nodes"))} id={format!("handle-{key}")} tabindex="0" role="slider" aria-label={name}
            aria-orientation={if is_upright(handle) { "vertical" } else { "horizontal" }}
            aria-valuenow={format!("{value:.1}")} aria-valuemin="0" aria-valuemax={max.to_string()}
            onpointerdown={down} onkeydown={on_key}>
            { shape }
        </g>
    }
}

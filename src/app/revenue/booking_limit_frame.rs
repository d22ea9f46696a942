//! Shared by the two plots of the booking-limit editor: axes, the line of the current level, handles.

use super::class_border::ClassBorder;
use super::market_editor::{HandleScale, MarketEditor};
use crate::app::kit::plot::px;
use crate::app::kit::words::grouped;
use crate::chart::curves::booking_curve::CurveScale;
use crate::state::MarketHandle;
use yew::prelude::*;

/// Height of a plot, in CSS px.
pub const PLOT_PX: f64 = 230.0;
/// Space left of it for amounts, in CSS px.
const LEFT_PX: f64 = 52.0;
/// Space right of it, in CSS px.
const RIGHT_PX: f64 = 14.0;
/// Space above it for the level's label, in CSS px.
const TOP_PX: f64 = 44.0;
/// Space below it for the axis and its name, in CSS px.
const BOTTOM_PX: f64 = 40.0;
/// Distance of the level's handle above the plot, in CSS px, as its y.
pub const LEVEL_Y: f64 = -12.0;
/// Reach of a handle around its middle, in CSS px.
const REACH_PX: f64 = 12.0;

/// The scale of a plot in a picture of some width in CSS px, for amounts of money between two.
pub fn scale_of(shown: &ClassBorder, width: f64, from: f64, to: f64) -> CurveScale {
    CurveScale::new(width - LEFT_PX - RIGHT_PX, PLOT_PX, shown.on_sale, from, to)
}

/// A picture with its axes; `label` says what it shows.
pub fn frame(scale: &CurveScale, width: f64, shown: &ClassBorder, label: String, picture: Html) -> Html {
    let right = px(scale.width());
    let amounts = scale.money_ticks(5).into_iter().map(|amount| {
        let y = scale.y_of(amount);
        let words = if amount.fract() == 0.0 { grouped(amount.max(0.0) as u64) } else { format!("{amount:.1}") };
        html! {
            <>
                <line class="grid" x2={right.clone()} y1={px(y)} y2={px(y)} />
                <text class="row-name" x="-10" y={px(y + 4.0)} text-anchor="end">{ words }</text>
            </>
        }
    });
    let about = (scale.width() / 60.0).clamp(2.0, 8.0) as usize;
    let nodes = scale.node_ticks(about).into_iter().map(|nodes| {
        html! {
            <text class="row-name" x={px(scale.x_of(nodes))} y={px(PLOT_PX + 16.0)} text-anchor="middle">{ grouped(nodes as u64) }</text>
        }
    });
    html! {
        <svg class="over" width={px(width)} height={px(TOP_PX + PLOT_PX + BOTTOM_PX)}>
            <g transform={format!("translate({LEFT_PX} {TOP_PX})")}>
                <g role="img" aria-label={label}>
                    { amounts.collect::<Html>() }
                    { nodes.collect::<Html>() }
                    <text class="row-name" x={right.clone()} y={px(PLOT_PX + 33.0)} text-anchor="end">{ format!("nodes kept for {}", shown.higher_name) }</text>
                </g>
                { picture }
            </g>
        </svg>
    }
}

/// Where the level stands now.
pub fn level_line(shown: &ClassBorder, scale: &CurveScale) -> Html {
    let x = scale.x_of(f64::from(shown.level));
    let anchor = match x {
        x if x < 30.0 => "start",
        x if x > scale.width() - 30.0 => "end",
        _ => "middle",
    };
    html! {
        <>
            <line class="level" x1={px(x)} x2={px(x)} y1="-8" y2={px(PLOT_PX)} />
            <text class="level-name" x={px(x)} y="-26" text-anchor={anchor}>{ format!("{} kept", shown.level) }</text>
        </>
    }
}

fn name_of(handle: MarketHandle, shown: &ClassBorder) -> String {
    let (higher, lower) = (&shown.higher_name, &shown.lower_name);
    match handle {
        MarketHandle::Level => format!("Nodes kept for {higher}"),
        MarketHandle::HigherPrice => format!("Price of {higher}"),
        MarketHandle::LowerPrice => format!("Price of {lower}"),
        MarketHandle::Mean => format!("Mean demand of {higher}"),
        MarketHandle::Deviation => format!("Deviation of the demand of {higher}"),
    }
}

/// The scale of a drag of this handle.
fn drag_scale(handle: MarketHandle, scale: &CurveScale) -> HandleScale {
    match handle.is_upright() {
        true => HandleScale { per_px: scale.money_per_px(), top: Some(scale.top()) },
        false => HandleScale { per_px: scale.nodes_per_px(), top: None },
    }
}

/// A handle that is dragged, or moved with the arrow keys.
pub fn handle(shown: &ClassBorder, scale: &CurveScale, handle: MarketHandle, at: (f64, f64), editor: &MarketEditor) -> Html {
    let name = name_of(handle, shown);
    let value = match handle {
        MarketHandle::Level => f64::from(shown.level),
        _ => handle.value(&shown.market, shown.nodes, shown.border),
    };
    let is_upright = handle.is_upright();
    html! {
        <g class={class_of(handle)} id={format!("handle-{}", handle.key())} tabindex="0" role="slider" aria-label={name.clone()}
            aria-orientation={if is_upright { "vertical" } else { "horizontal" }} aria-valuenow={px(value)} aria-valuemin="0"
            aria-valuemax={handle.most(shown.on_sale).to_string()}
            onpointerdown={editor.on_press(shown.border, handle, drag_scale(handle, scale))}
            onkeydown={editor.on_handle_key(shown.border, handle)}>
            { handle_shape(handle, name, at) }
        </g>
    }
}

/// A second place to drag a handle by. It is for the pointer only, so that keys and screen readers meet the handle once.
pub fn handle_copy(shown: &ClassBorder, scale: &CurveScale, handle: MarketHandle, at: (f64, f64), editor: &MarketEditor) -> Html {
    let is_upright = handle.is_upright();
    html! {
        <g class={class_of(handle)} aria-hidden="true" aria-orientation={if is_upright { "vertical" } else { "horizontal" }}
            onpointerdown={editor.on_press(shown.border, handle, drag_scale(handle, scale))}>
            { handle_shape(handle, name_of(handle, shown), at) }
        </g>
    }
}

fn class_of(handle: MarketHandle) -> &'static str {
    if handle.is_upright() { "handle nodes" } else { "handle" }
}

fn handle_shape(handle: MarketHandle, name: String, (x, y): (f64, f64)) -> Html {
    let (width, height) = if handle.is_upright() { (15.0, 9.0) } else { (9.0, 15.0) };
    html! {
        <>
            <title>{ format!("{name}: drag, or use the arrow keys") }</title>
            <rect class="reach" x={px(x - REACH_PX)} y={px(y - REACH_PX)} width={px(2.0 * REACH_PX)} height={px(2.0 * REACH_PX)} />
            <rect class="knob" x={px(x - width / 2.0)} y={px(y - height / 2.0)} width={px(width)} height={px(height)} rx="3" />
        </>
    }
}

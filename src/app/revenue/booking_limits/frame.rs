//! Shared by the two plots of the booking-limit editor: axes, the line of the current level, handles.

use super::class_border::ClassBorder;
use crate::app::kit::plot::frame::{Margins, PlotFrame, name_below};
use crate::app::kit::plot::knob::{Knob, KnobShape, REACH_ABOVE_PX, Slider};
use crate::app::kit::text::format::grouped;
use crate::app::revenue::market::editor::{HandleScale, MarketEditor};
use crate::chart::curves::booking_curve::CurveScale;
use crate::chart::kit::svg::px;
use crate::state::MarketHandle;
use yew::prelude::*;

/// Least height of a plot, in CSS px.
pub const PLOT_PX: f64 = 230.0;
/// The room around it: for amounts at the left, the level's label above, the axis and its name below.
const MARGINS: Margins = Margins { left: 52.0, top: 44.0, right: 14.0, bottom: 40.0 };
/// Distance of the level's handle above the plot, in CSS px, as its y.
pub const LEVEL_Y: f64 = -12.0;

/// The scale of a plot of some height in a picture of some width, both in CSS px, for amounts of money between two.
pub fn scale_of(shown: &ClassBorder, (width, height): (f64, f64), from: f64, to: f64) -> CurveScale {
    CurveScale::new(width - MARGINS.left - MARGINS.right, height, shown.on_sale, from, to)
}

/// A picture with its axes; `label` says what it shows.
pub fn frame(scale: &CurveScale, shown: &ClassBorder, label: String, picture: Html) -> Html {
    let frame = PlotFrame { width: scale.width(), height: scale.height(), margins: MARGINS };
    let amounts = scale.money_ticks(5).into_iter().map(|amount| {
        let words = if amount.fract() == 0.0 { grouped(amount.max(0.0) as u64) } else { format!("{amount:.1}") };
        (scale.y_of(amount), words)
    });
    let about = (scale.width() / 60.0).clamp(2.0, 8.0) as usize;
    let nodes = scale
        .node_ticks(about)
        .into_iter()
        .map(|nodes| name_below(Some("row-name"), scale.x_of(nodes), scale.height() + 16.0, grouped(nodes as u64)));
    let axis_name = format!("nodes kept for {}", shown.higher_name);
    let content = html! {
        <g transform={frame.transform()}>
            <g role="img" aria-label={label}>
                { frame.amounts(amounts) }
                { nodes.collect::<Html>() }
                <text class="row-name" x={px(scale.width())} y={px(scale.height() + 33.0)} text-anchor="end">{ axis_name }</text>
            </g>
            { picture }
        </g>
    };
    frame.svg(None, content)
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
            <line class="level" x1={px(x)} x2={px(x)} y1="-8" y2={px(scale.height())} />
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
    let value = match handle {
        MarketHandle::Level => f64::from(shown.level),
        _ => handle.value(&shown.market, shown.nodes, shown.border),
    };
    let slider = Slider {
        now: px(value),
        min: "0".to_string(),
        max: handle.most(shown.on_sale).to_string(),
        words: None,
        on_key: editor.on_handle_key(shown.border, handle),
    };
    html! {
        <Knob {at} shape={shape_of(handle)} name={name_of(handle, shown)} is_upright={handle.is_upright()} id={format!("handle-{}", handle.key())}
            {slider} on_press={editor.on_press(shown.border, handle, drag_scale(handle, scale))} />
    }
}

/// A second place to drag a handle by. It is for the pointer only, so that keys and screen readers meet the handle once.
pub fn handle_copy(shown: &ClassBorder, scale: &CurveScale, handle: MarketHandle, at: (f64, f64), editor: &MarketEditor) -> Html {
    html! {
        <Knob {at} shape={shape_of(handle)} name={name_of(handle, shown)} is_upright={handle.is_upright()}
            on_press={editor.on_press(shown.border, handle, drag_scale(handle, scale))} />
    }
}

fn shape_of(handle: MarketHandle) -> KnobShape {
    let size = if handle.is_upright() { (15.0, 9.0) } else { (9.0, 15.0) };
    KnobShape::Bar { size, reach_above: REACH_ABOVE_PX }
}

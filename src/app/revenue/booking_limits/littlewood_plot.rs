//! The plot of Littlewood's rule in the booking-limit editor: the value of one more protected node against the price of the lower class.

use super::class_border::ClassBorder;
use super::frame::{LEVEL_Y, frame, handle, level_line, scale_of};
use crate::app::kit::text::format::money;
use crate::app::revenue::figures::littlewood_figure;
use crate::app::revenue::market::editor::MarketEditor;
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::chart::Palette;
use crate::chart::curves::booking_curve::CurveScale;
use crate::chart::kit::palette::css;
use crate::chart::kit::svg::{path, px};
use crate::chart::kit::ticks::round_up;
use crate::engine::slots::revenue::VirtualClass;
use crate::state::{MarketHandle, class_name};
use yew::prelude::*;

/// The picture. The money at the upper edge is held while a price is dragged: were it fitted all along, the picture would run away under the
/// pointer.
pub fn littlewood_plot(
    shown: &ClassBorder,
    palette: &Palette,
    size: (f64, f64),
    held_top: Option<f64>,
    editor: &MarketEditor,
) -> Html {
    let ClassBorder { higher, lower_price, crossing, level, market, .. } = shown;
    let dearest = f64::from(market.classes[0].price);
    let scale = scale_of(shown, size, 0.0, held_top.unwrap_or_else(|| round_up(dearest * 1.15)));
    let kept = f64::from(*level);
    let area = path(&scale.between(*higher, *lower_price, *crossing, kept), true);
    let lower_y = scale.y_of(*lower_price);
    let picture = html! {
        <>
            <path class={if kept < *crossing { "dilution" } else { "spoilage" }} d={area} />
            <line class="class-line" x2={px(scale.width())} y1={px(lower_y)} y2={px(lower_y)} stroke={css(palette.class(shown.border + 1))} />
            { several_classes(shown, &scale, palette) }
            { curve(scale.demand_curve(*higher), "class-line", css(palette.class(shown.border))) }
            { names(shown, &scale) }
            { level_line(shown, &scale) }
            { meeting(shown, &scale) }
            { handles(shown, &scale, editor) }
        </>
    };
    let label = format!(
        "Worth of one more node kept for {}: {} with none kept, as much as the {} of {} at {crossing:.1} nodes.",
        shown.higher_name,
        money(higher.price),
        money(*lower_price),
        shown.lower_name
    );
    html! {
        <div class="plot" id="littlewood">
            <SaveFigure class="in" name="Littlewood’s rule" id="save-littlewood" lab={editor.newest().clone()} draw={Draw::Shown(littlewood_figure)} />
            <h3>{ "Littlewood’s rule" }<span>{ ": keep a node while that pays more" }</span></h3>
            { frame(&scale, shown, label, picture) }
            if shown.border > 0 {
                { legend(shown, palette) }
            }
        </div>
    }
}

fn curve(points: Vec<(f64, f64)>, class: &'static str, colour: String) -> Html {
    html! { <path {class} d={path(&points, false)} stroke={colour} /> }
}

/// Where the higher side is several classes as one: the last of them alone, and what each node is worth exactly.
fn several_classes(shown: &ClassBorder, scale: &CurveScale, palette: &Palette) -> Html {
    let Some(last) = shown.market.offers(&shown.market.given_demand()).get(shown.border).copied().filter(|_| shown.border > 0)
    else {
        return Html::default();
    };
    let alone = scale.demand_curve(VirtualClass { price: f64::from(last.price), demand: last.demand });
    html! {
        <>
            { curve(alone, "class-line alone", css(palette.class(shown.border))) }
            if let Some(exact) = &shown.curve {
                { curve(scale.worth_curve(&exact.worth), "class-line exact", css(palette.ink)) }
            }
        </>
    }
}

/// What the two lines are called.
fn names(shown: &ClassBorder, scale: &CurveScale) -> Html {
    let (lower_y, price_y) = (scale.y_of(shown.lower_price), scale.y_of(shown.higher.price));
    // Below the line, where the curve has fallen to nothing, unless that is below the picture.
    let y = lower_y + if lower_y + 24.0 < scale.height() { 18.0 } else { -8.0 };
    html! {
        <>
            <text class="line-name" x={px(scale.width() - 12.0)} y={px(y)} text-anchor="end">
                { format!("{} pays {}", shown.lower_name, money(shown.lower_price)) }
            </text>
            <text class="line-name" x="14" y={px(price_y - 9.0)}>
                { format!("{}: {} · P(D > y)", shown.higher_name, money(shown.higher.price)) }
            </text>
        </>
    }
}

/// Where the lines meet. Where even the last node is worth keeping, they do not.
fn meeting(shown: &ClassBorder, scale: &CurveScale) -> Html {
    if shown.crossing >= f64::from(shown.on_sale) {
        return Html::default();
    }
    let (x, y) = (scale.x_of(shown.crossing), scale.y_of(shown.lower_price));
    let is_right = x > scale.width() - 50.0;
    html! {
        <>
            <circle class="crossing" cx={px(x)} cy={px(y)} r="4.5" />
            <text class="crossing-name" x={px(x + if is_right { -9.0 } else { 9.0 })} y={px(y - 8.0)}
                text-anchor={if is_right { "end" } else { "start" }}>{ px(shown.crossing) }</text>
        </>
    }
}

fn handles(shown: &ClassBorder, scale: &CurveScale, editor: &MarketEditor) -> Html {
    let ClassBorder { higher, lower_price, level, .. } = shown;
    let demand = higher.demand;
    // Demand beyond the machine has its handles at the edge.
    let on_curve = |nodes: f64| {
        let (x, y) = scale.on_demand(*higher, nodes);
        (x.min(scale.width()), y)
    };
    let places = [
        (MarketHandle::Level, (scale.x_of(f64::from(*level)), LEVEL_Y)),
        (MarketHandle::HigherPrice, (0.0, scale.y_of(higher.price))),
        (MarketHandle::LowerPrice, (scale.width(), scale.y_of(*lower_price))),
        (MarketHandle::Mean, on_curve(demand.mean)),
        (MarketHandle::Deviation, on_curve(demand.mean + demand.deviation)),
    ];
    places.into_iter().map(|(which, at)| handle(shown, scale, which, at, editor)).collect()
}

fn legend(shown: &ClassBorder, palette: &Palette) -> Html {
    let sample = |class: &'static str, colour: String| {
        html! { <svg width="26" height="8" aria-hidden="true"><line {class} x2="26" y1="4" y2="4" stroke={colour} /></svg> }
    };
    let colour = css(palette.class(shown.border));
    html! {
        <p class="hint legend">
            { sample("class-line", colour.clone()) }
            { " as one class (EMSR-b) " }
            { sample("class-line exact", css(palette.ink)) }
            { " exact worth of each node " }
            { sample("class-line alone", colour) }
            { format!(" {} alone", class_name(&shown.market, shown.border)) }
        </p>
    }
}

//! The laboratory's two pictures and their handles.

use super::market_lab::Border;
use super::markup::{all, markup};
use super::words::{grouped, money, percent};
use crate::chart::Palette;
use crate::chart::booking_curve::{CurveScale, area, cut_off_below, line_above, path, round_down, round_up};
use crate::chart::palette::css;
use crate::engine::revenue::{BorderCurve, VirtualClass};
use crate::state::{MarketHandle, class_name};
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
/// y of the level's handle.
const LEVEL_Y: f64 = -12.0;
/// Reach of a handle around its middle, in CSS px.
const REACH_PX: f64 = 12.0;

/// Littlewood's rule: what one more node kept brings, against what the lower class pays. The money at the upper edge is held while a price is
/// dragged: were it fitted all along, the picture would run away under the pointer.
pub fn littlewood_plot(shown: &Border, palette: &Palette, width: f64, held_top: Option<f64>) -> Html {
    let Border { border, higher, lower_price, crossing, level, market, .. } = shown;
    let dearest = f64::from(market.classes[0].price);
    let scale = CurveScale::new(
        width - LEFT_PX - RIGHT_PX,
        PLOT_PX,
        shown.on_sale,
        0.0,
        held_top.unwrap_or_else(|| round_up(dearest * 1.15)),
    );
    let line = |points: Vec<(f64, f64)>, class: &'static str, stroke: String| {
        markup!("<path class=$ d=$ stroke=$/>", class, path(&points, false), stroke)
    };
    let colour = |class: usize| css(palette.class(class));
    let (kept, lower_y, price_y) = (f64::from(*level), scale.y_of(*lower_price), scale.y_of(higher.price));
    let (mean_x, mean_y) = scale.on_demand(*higher, higher.demand.mean);
    let (spread_x, spread_y) = scale.on_demand(*higher, higher.demand.mean + higher.demand.deviation);
    let cross_x = scale.x_of(*crossing);
    let is_right = cross_x > scale.width() - 50.0;
    // Where even the last node is worth keeping, the lines do not meet.
    let meeting = (*crossing < f64::from(shown.on_sale)).then(|| {
        markup!(
            "<circle class='crossing' cx=$ cy=$ r='4.5'/><text class='crossing-name' x=$ y=$ text-anchor=$>$</text>",
            cross_x,
            lower_y,
            cross_x + if is_right { -9.0 } else { 9.0 },
            lower_y - 8.0,
            if is_right { "end" } else { "start" },
            *crossing
        )
    });
    // Several classes as one, beside the last of them alone and what each node is worth exactly.
    let several = (*border > 0).then(|| {
        let last = market.offers(&market.given_demand())[*border];
        let alone = line(
            scale.demand_curve(VirtualClass { price: f64::from(last.price), demand: last.demand }),
            "class-line alone",
            colour(*border),
        );
        let exact = shown.curve.as_ref().map(|curve| line(scale.worth_curve(&curve.worth), "class-line exact", css(palette.ink)));
        markup!("$$", alone, exact)
    });
    let legend = (*border > 0).then(|| {
        let sample = |class: &'static str, stroke: String| {
            markup!(
                "<svg width='26' height='8' aria-hidden='true'><line class=$ x2='26' y1='4' y2='4' stroke=$/></svg>",
                class,
                stroke
            )
        };
        markup!(
            "<p class='hint legend'>$ as one class (EMSR-b) $ exact worth of each node $ $ alone</p>",
            sample("class-line", colour(*border)),
            sample("class-line exact", css(palette.ink)),
            sample("class-line alone", colour(*border)),
            class_name(market, *border)
        )
    });
    let picture = markup!(
        "<path class=$ d=$/>
        <line class='class-line' x2=$ y1=$ y2=$ stroke=$/>
        $
        $
        <text class='line-name' x=$ y=$ text-anchor='end'>$ pays $</text>
        <text class='line-name' x='14' y=$>$: $ · P(D > y)</text>
        $
        $
        $",
        if kept < *crossing { "dilution" } else { "spoilage" },
        path(&scale.between(*higher, *lower_price, *crossing, kept), true),
        scale.width(),
        lower_y,
        lower_y,
        colour(border + 1),
        several,
        line(scale.demand_curve(*higher), "class-line", colour(*border)),
        scale.width() - 12.0,
        // Below the line, where the curve has fallen to nothing, unless that is below the picture.
        lower_y + if lower_y + 24.0 < PLOT_PX { 18.0 } else { -8.0 },
        &shown.lower_name,
        money(*lower_price),
        price_y - 9.0,
        &shown.higher_name,
        money(higher.price),
        level_line(shown, &scale),
        meeting,
        // Demand beyond the machine has its handles at the edge.
        all([
            knob(shown, &scale, MarketHandle::Level, (scale.x_of(kept), LEVEL_Y), false),
            knob(shown, &scale, MarketHandle::HigherPrice, (0.0, price_y), false),
            knob(shown, &scale, MarketHandle::LowerPrice, (scale.width(), lower_y), false),
            knob(shown, &scale, MarketHandle::Mean, (mean_x.min(scale.width()), mean_y), false),
            knob(shown, &scale, MarketHandle::Deviation, (spread_x.min(scale.width()), spread_y), false),
        ])
    );
    let label = format!(
        "Worth of one more node kept for {}: {} with none kept, as much as the {} of {} at {crossing:.1} nodes.",
        shown.higher_name,
        money(higher.price),
        money(*lower_price),
        shown.lower_name
    );
    markup!(
        "<div class='plot' id='littlewood'><h3>Littlewood’s rule<span>: keep a node while it is worth more kept</span></h3>$$</div>",
        frame(&scale, width, shown, label, picture),
        legend
    )
}

/// Expected revenue of all classes against the level; what is missing to the best is dilution on one side and spoilage on the other.
pub fn revenue_plot(shown: &Border, curve: &BorderCurve, palette: &Palette, width: f64) -> Html {
    let (best, level) = (curve.best, shown.level);
    let most = curve.revenue[best as usize];
    let loss = curve.loss(level);
    // Near the best, where it matters: so far down that what is lost by keeping none stands out, and in steps as far as the level needs.
    let whole = curve.revenue.iter().fold(0.0, |most_lost: f64, revenue| most_lost.max(most - revenue));
    let mut depth = (6.0 * curve.loss(0)).max(whole / 20.0).max(most * 1e-3).max(1.0);
    while depth < 1.2 * loss {
        depth *= 2.0;
    }
    let (from, to) = (round_down(most - depth.min(whole.max(1.0)), most), most + 0.12 * depth.min(whole.max(1.0)));
    let scale = CurveScale::new(width - LEFT_PX - RIGHT_PX, PLOT_PX, shown.on_sale, from, to);
    let points = cut_off_below(&scale.level_curve(&curve.revenue), PLOT_PX);
    let at = |level: u32| (scale.x_of(f64::from(level)), scale.y_of(curve.revenue[level as usize]));
    let ((best_x, best_y), (now_x, now_y)) = (at(best), at(level));
    let is_right = now_x > scale.width() * 0.6;
    let lost = (level != best).then(|| {
        markup!(
            "<circle class='now' cx=$ cy=$ r='4.5'/><text class='loss' x=$ y=$ text-anchor=$>−$ ($)</text>",
            now_x,
            now_y,
            now_x + if is_right { -10.0 } else { 10.0 },
            now_y + 16.0,
            if is_right { "end" } else { "start" },
            money(loss),
            percent(loss / most.max(f64::MIN_POSITIVE))
        )
    });
    let picture = markup!(
        "<path class='dilution' d=$/><path class='spoilage' d=$/><path class='class-line' d=$ stroke=$/>
        <line class='ceiling' x2=$ y1=$ y2=$/>
        $
        <circle class='crossing' cx=$ cy=$ r='4.5'/>
        <text class='crossing-name' x=$ y=$ text-anchor='middle'>best $</text>
        $
        $",
        area(&points, best_y, 0.0, best_x),
        area(&points, best_y, best_x, scale.width()),
        line_above(&points, PLOT_PX),
        css(palette.ink),
        scale.width(),
        best_y,
        best_y,
        level_line(shown, &scale),
        best_x,
        best_y,
        best_x.clamp(22.0, (scale.width() - 22.0).max(22.0)),
        best_y - 9.0,
        best,
        lost,
        knob(shown, &scale, MarketHandle::Level, (now_x, LEVEL_Y), true)
    );
    let label = format!(
        "Expected revenue by nodes kept for {}: best {} with {best} kept; {} less with the {level} kept now.",
        shown.higher_name,
        money(most),
        money(loss),
    );
    markup!(
        "<div class='plot' id='expected-revenue'><h3>Expected revenue<span>: of all classes, per slot</span></h3>$</div>",
        frame(&scale, width, shown, label, picture)
    )
}

/// Axes around a picture.
fn frame(scale: &CurveScale, width: f64, shown: &Border, label: String, picture: Html) -> Html {
    let amounts = scale.money_ticks(5).into_iter().map(|amount| {
        let y = scale.y_of(amount);
        let words = if amount.fract() == 0.0 { grouped(amount.max(0.0) as u64) } else { format!("{amount:.1}") };
        markup!(
            "<line class='grid' x2=$ y1=$ y2=$/><text class='row-name' x='-10' y=$ text-anchor='end'>$</text>",
            scale.width(),
            y,
            y,
            y + 4.0,
            words
        )
    });
    let about = (scale.width() / 60.0).clamp(2.0, 8.0) as usize;
    let nodes = scale.node_ticks(about).into_iter().map(|nodes| {
        markup!(
            "<text class='row-name' x=$ y=$ text-anchor='middle'>$</text>",
            scale.x_of(nodes),
            PLOT_PX + 16.0,
            grouped(nodes as u64)
        )
    });
    markup!(
        "<svg class='over' width=$ height=$>
            <g transform=$>
                <g role='img' aria-label=$>$$<text class='row-name' x=$ y=$ text-anchor='end'>nodes kept for $</text></g>
                $
            </g>
        </svg>",
        width,
        TOP_PX + PLOT_PX + BOTTOM_PX,
        format!("translate({LEFT_PX} {TOP_PX})"),
        label,
        all(amounts),
        all(nodes),
        scale.width(),
        PLOT_PX + 33.0,
        &shown.higher_name,
        picture
    )
}

/// Where the level stands now.
fn level_line(shown: &Border, scale: &CurveScale) -> Html {
    let x = scale.x_of(f64::from(shown.level));
    let anchor = match x {
        x if x < 30.0 => "start",
        x if x > scale.width() - 30.0 => "end",
        _ => "middle",
    };
    markup!(
        "<line class='level' x1=$ x2=$ y1='-8' y2=$/><text class='level-name' x=$ y='-26' text-anchor=$>$ kept</text>",
        x,
        x,
        PLOT_PX,
        x,
        anchor,
        shown.level
    )
}

/// A knob that is dragged, or moved with the arrow keys; a copy is for the pointer only, so that keys and screen readers meet it once. What a
/// pixel is worth, and the money at the upper edge, lie on the element: the press is heard by the whole view.
fn knob(shown: &Border, scale: &CurveScale, handle: MarketHandle, (x, y): (f64, f64), is_copy: bool) -> Html {
    let (higher, lower) = (&shown.higher_name, &shown.lower_name);
    let name = match handle {
        MarketHandle::Level => format!("Nodes kept for {higher}"),
        MarketHandle::HigherPrice => format!("Price of {higher}"),
        MarketHandle::LowerPrice => format!("Price of {lower}"),
        MarketHandle::Mean => format!("Mean demand of {higher}"),
        MarketHandle::Deviation => format!("Deviation of the demand of {higher}"),
    };
    let value = match handle {
        MarketHandle::Level => f64::from(shown.level),
        _ => handle.value(&shown.market, shown.nodes, shown.border),
    };
    let is_upright = handle.is_upright();
    let (width, height) = if is_upright { (15.0, 9.0) } else { (9.0, 15.0) };
    let per_px = if is_upright { scale.money_per_px() } else { scale.nodes_per_px() };
    markup!(
        "<g class=$ id=$ data-handle=$ data-per-px=$ data-top=$ tabindex=$ role=$ aria-label=$ aria-hidden=$ aria-orientation=$ aria-valuenow=$ aria-valuemin=$ aria-valuemax=$>
            <title>$: drag, or use the arrow keys</title>
            <rect class='reach' x=$ y=$ width=$ height=$/>
            <rect class='knob' x=$ y=$ width=$ height=$ rx='3'/>
        </g>",
        if is_upright { "handle nodes" } else { "handle" },
        (!is_copy).then(|| format!("handle-{}", handle.key())),
        handle.key(),
        per_px.to_string(),
        scale.top(),
        (!is_copy).then_some("0"),
        (!is_copy).then_some("slider"),
        (!is_copy).then(|| name.clone()),
        is_copy.then_some("true"),
        if is_upright { "vertical" } else { "horizontal" },
        (!is_copy).then_some(value),
        (!is_copy).then_some("0"),
        (!is_copy).then(|| handle.most(shown.on_sale).to_string()),
        name,
        x - REACH_PX,
        y - REACH_PX,
        2.0 * REACH_PX,
        2.0 * REACH_PX,
        x - width / 2.0,
        y - height / 2.0,
        width,
        height
    )
}

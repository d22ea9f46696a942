//! Plots of revenue management over time: booking limits, revenue, forecasts.

use crate::app::kit::browser::canvas::{use_device_pixel_ratio, use_sheet};
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::plot::frame::{Margins, PlotFrame};
use crate::app::kit::plot::sheet::TimeAxis;
use crate::app::kit::text::format::{grouped, time_unit};
use crate::app::revenue::names::regime_name;
use crate::app::shell::context::Lab;
use crate::chart::TimeNames;
use crate::chart::curves::booking_curve::CurveScale;
use crate::chart::curves::usage_plot::UsagePlot;
use crate::chart::kit::palette::css;
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::kit::series::{line, steps};
use crate::chart::kit::svg::{path, px};
use crate::chart::kit::ticks::round_up;
use crate::chart::{Palette, TimeScale};
use crate::engine::slots::request::Slot;
use crate::engine::slots::revenue::RunSeries;
use crate::engine::slots::revenue::{Market, Nesting};
use crate::state::{RegimeMoney, class_name};
use std::ops::Range;
use std::rc::Rc;
use yew::prelude::*;

/// Height of a plot, in CSS px.
pub const PLOT_PX: f64 = 150.0;
/// The room around it.
const MARGINS: Margins = Margins::on_time_axis(8.0);
/// Most slots of the selected request that are marked.
const MARKED_MAX: usize = 200;
/// Updates closer than this are not marked one by one, in CSS px.
const MARKS_PX: f64 = 4.0;
/// Space for a class's name at its line, in CSS px.
const NAME_PX: f64 = 78.0;

/// Paints nodes used by each class, its limit, and what is kept, whenever something of it changes; the canvas is there afterwards.
#[hook]
pub fn use_limits_picture(run: &Rc<RunSeries>, scale: TimeScale, market: Option<(u32, Nesting)>) -> NodeRef {
    let (theme, dpr) = (use_theme(), use_device_pixel_ratio());
    let canvas = use_sheet();
    let (shown, run) = (canvas.clone(), Rc::clone(run));
    let buffer = use_mut_ref(PixelBuffer::default);
    use_effect_with((Rc::as_ptr(&run), scale, market, theme, dpr), move |_| {
        let Some((nodes, nesting)) = market else { return };
        let mut buffer = buffer.borrow_mut();
        let RunSeries { initial, updates, used, .. } = &*run;
        let is_partitioned = nesting == Nesting::Partitioned;
        UsagePlot { used, initial, updates, is_partitioned, nodes, time: scale, height: PLOT_PX, dpr }
            .paint(&mut buffer, theme.palette());
        shown.show(&buffer, dpr);
    });
    canvas.node
}

/// An SVG with a plot's amounts at the left and the time axis below; `label` says what it shows.
fn frame(lab: &Lab, scale: &TimeScale, amounts: Vec<(f64, String)>, label: String, picture: Html) -> Html {
    let shown = lab.engine_state.plans.slots.shown.as_ref();
    let names = shown.map_or(TimeNames::SLOTS, |shown| shown.scenario().machine.time_names(time_unit(lab.model().view.axis)));
    let frame = PlotFrame { width: scale.width(), height: PLOT_PX, margins: MARGINS };
    let content = html! {
        <>
            <g transform={frame.transform()}>{ frame.amounts(amounts) }</g>
            { frame.clipped(picture) }
        </>
    };
    html! {
        <>
            <TimeAxis scale={*scale} {names} />
            { frame.svg(Some(label), content) }
        </>
    }
}

/// Upright lines at updates, if there is room for them.
fn update_marks(run: &RunSeries, scale: &TimeScale) -> Html {
    let visible = scale.visible_slots();
    let from = run.updates.partition_point(|update| update.slot < visible.start);
    let to = run.updates.partition_point(|update| update.slot < visible.end);
    if (to.saturating_sub(from)) as f64 * MARKS_PX > scale.width() {
        return Html::default();
    }
    let lines = run.updates[from..to.max(from)].iter().map(|update| {
        let x = px(scale.x_of(f64::from(update.slot)));
        format!("M{x} 0V{PLOT_PX}M{x} 0l4 5h-8z")
    });
    html! { <path class="update" d={lines.collect::<String>()} /> }
}

/// What lies over the pixels of the limits: amounts, axis, updates, the slots of the selected request.
pub fn limits_over(lab: &Lab, scale: &TimeScale, market: &Market, selected: &[Range<Slot>]) -> Html {
    let nodes = lab.model().slots().machine.nodes;
    let curve = CurveScale::new(scale.width(), PLOT_PX, 1, 0.0, f64::from(nodes));
    let mut amounts: Vec<(f64, String)> =
        curve.money_ticks(4).into_iter().map(|tick| (curve.y_of(tick), grouped(tick as u64))).collect();
    // The capacity stands at the top.
    amounts.retain(|(y, _)| *y > 14.0);
    amounts.push((0.0, grouped(u64::from(nodes))));
    let marked = selected.iter().take(MARKED_MAX).map(|slots| {
        let (from, to) = (scale.x_of(f64::from(slots.start)), scale.x_of(f64::from(slots.end)));
        let (from, width) = (px(from), px((to - from).max(1.0)));
        html! {
            <>
                <rect class="chosen" x={from.clone()} width={width.clone()} height={px(PLOT_PX)} />
                <rect class="chosen foot" x={from} y={px(PLOT_PX - 4.0)} {width} height="4" />
            </>
        }
    });
    let picture = html! { <>{ marked.collect::<Html>() }{ update_marks(&lab.engine_state.plans.slots.money.run, scale) }</> };
    let label = format!(
        "Nodes used by each of {} classes over time, with their booking limits; {} updates.",
        market.count(),
        lab.engine_state.plans.slots.money.run.updates.len()
    );
    frame(lab, scale, amounts, label, picture)
}

/// Revenue in each regime: the sliding window as lines, the plan's single slots as a quiet area.
pub fn revenue_lines(lab: &Lab, scale: &TimeScale) -> Html {
    let money = &lab.engine_state.plans.slots.money;
    let visible = scale.visible_slots();
    let most = |values: &[u64]| {
        let end = (visible.end as usize).min(values.len());
        values[(visible.start as usize).min(end)..end].iter().copied().max().unwrap_or(0)
    };
    let top = money.regimes.iter().map(|known| most(&known.sliding)).max().unwrap_or(0);
    let curve = CurveScale::new(scale.width(), PLOT_PX, 1, 0.0, round_up((top as f64).max(1.0)));
    let y_of = |value: u64| curve.y_of(value as f64);
    let amounts = curve.money_ticks(4).into_iter().map(|tick| (curve.y_of(tick), short(tick))).collect();
    let lines = money.regimes.iter().map(|known| {
        let RegimeMoney { regime, sliding, is_stale, .. } = &**known;
        let class = classes!("regime", regime.name(), is_stale.then_some("stale"));
        html! { <path key={regime.name()} {class} d={path(&line(scale, sliding, y_of), false)} /> }
    });
    let per_slot = line(scale, &money.report.per_slot, y_of);
    let columns: String = match per_slot.first() {
        Some(_) => per_slot.iter().map(|(x, y)| format!("M{x:.1} {PLOT_PX}V{y:.1}")).collect(),
        None => String::new(),
    };
    let names = money.regimes.iter().map(|known| regime_name(known.regime)).collect::<Vec<_>>().join(", ");
    let label = format!("Revenue of the last twelve slots over time under {names}; single slots of this plan as columns.");
    let picture = html! { <><path class="per-slot" d={columns} />{ lines.collect::<Html>() }</> };
    frame(lab, scale, amounts, label, picture)
}

/// An amount for an axis: thousands and millions are cut short.
fn short(amount: f64) -> String {
    match amount {
        a if a >= 1e7 => format!("{}M", grouped((a / 1e6) as u64)),
        a if a >= 1e4 => format!("{}k", grouped((a / 1e3) as u64)),
        a if a.fract() == 0.0 => grouped(a.max(0.0) as u64),
        a => format!("{a:.1}"),
    }
}

/// The forecaster's mean of each class over time, with a band of one deviation on either side.
pub fn forecast_lines(lab: &Lab, scale: &TimeScale, market: &Market, palette: &Palette) -> Html {
    let run = &lab.engine_state.plans.slots.money.run;
    if run.updates.is_empty() {
        return html! { <p class="hint">{ format!("No forecast yet: the first is made at slot {}.", market.update_every) }</p> };
    }
    let forecasts = || run.updates.iter().flat_map(|update| &update.forecast);
    let top = forecasts().map(|class| class.demand.mean + class.demand.deviation).fold(1.0, f64::max);
    let curve = CurveScale::new(scale.width(), PLOT_PX, 1, 0.0, round_up(top));
    let amounts = curve.money_ticks(4).into_iter().map(|tick| (curve.y_of(tick), short(tick))).collect();
    let lines = (0..market.count()).rev().map(|class| {
        let of = |spread: f64, lost: f64| {
            let value = move |update: &crate::engine::slots::revenue::Update| {
                let forecast = update.forecast.get(class).copied().unwrap_or_default();
                curve.y_of((forecast.demand.mean + spread * forecast.demand.deviation - lost * forecast.lost).max(0.0))
            };
            steps(scale, run.updates.iter().map(move |update| (f64::from(update.slot), value(update))))
        };
        let mut band = of(1.0, 0.0);
        let colour = css(palette.class(class));
        let mean = of(0.0, 0.0);
        let name_at = mean.last().copied();
        band.extend(of(-1.0, 0.0).into_iter().rev());
        html! {
            <>
                <path class="band" d={path(&band, true)} fill={colour.clone()} />
                <path class="confirmed" d={path(&of(0.0, 1.0), false)} stroke={colour.clone()} />
                <path class="class-line" d={path(&mean, false)} stroke={colour} />
                if let Some((x, y)) = name_at {
                    // One beside the other: forecasts are often alike.
                    <text class="line-name" x={px(x - 6.0 - NAME_PX * class as f64)} y={px((y - 6.0).max(12.0))} text-anchor="end">
                        { class_name(market, class) }
                    </text>
                }
            </>
        }
    });
    let label = format!("Forecast mean and deviation of the demand of {} classes over time.", market.count());
    let picture = html! { <>{ lines.collect::<Html>() }{ update_marks(run, scale) }</> };
    frame(lab, scale, amounts, label, picture)
}

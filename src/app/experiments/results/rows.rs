//! Results that are rows of numbers, best first: a table of several of them, and a picture of each.

use super::plot::{number, with_interval};
use crate::app::kit::tables::table::{Column, Table, row};
use crate::app::shell::context::Newest;
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::chart::Palette;
use crate::chart::curves::row_plot::{NAMES_PX, RowPlot};
use crate::chart::curves::sweep_figure::sweep_figure;
use crate::chart::kit::palette::css;
use crate::chart::kit::svg::px;
use crate::engine::core::statistics::Interval;
use crate::formats::provenance::Provenance;
use crate::papers::experiment::{Panel, Results};
use std::rc::Rc;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Narrowest picture that stands beside others, in CSS px.
const BESIDE_PX: f64 = 380.0;
/// How many stand side by side, by the classes of the style sheet.
const BESIDE: [&str; 3] = ["one", "two", "three"];
/// Room between them.
const GAP_PX: f64 = 24.0;

/// A table of several pictures, and the pictures.
pub fn rows(results: &Rc<Results>, places: &[usize], palette: &Palette, width: f64, lab: &Newest) -> Html {
    let beside = (((width + GAP_PX) / (BESIDE_PX + GAP_PX)) as usize).clamp(1, BESIDE.len());
    let each = (width + GAP_PX) / beside as f64 - GAP_PX;
    let pictures = places.iter().filter_map(|&place| Some((place, results.panels.get(place)?)));
    html! {
        <>
            <RowsTable results={results.clone()} places={places.to_vec()} />
            <div class={classes!("row-plots", BESIDE[beside - 1])}>
                { for pictures.map(|(place, panel)| picture(results, place, panel, palette, each, lab)) }
            </div>
        </>
    }
}

/// Properties of [`RowsTable`].
#[derive(Properties, PartialEq)]
struct RowsTableProps {
    results: Rc<Results>,
    /// Its columns: places of pictures.
    places: Vec<usize>,
}

/// The table, best first by a column that can be chosen.
#[component]
fn RowsTable(RowsTableProps { results, places }: &RowsTableProps) -> Html {
    let by = use_state_eq(|| 0_usize);
    let panels: Vec<&Panel> = places.iter().filter_map(|&place| results.panels.get(place)).collect();
    let on_by = {
        let by = by.setter();
        Callback::from(move |event: Event| {
            by.set(usize::try_from(event.target_unchecked_into::<HtmlSelectElement>().selected_index()).unwrap_or(0))
        })
    };
    let id = format!("rows-by-{}", places.first().copied().unwrap_or(0));
    let options = panels
        .iter()
        .enumerate()
        .map(|(at, panel)| html! { <option key={at} selected={at == *by}>{ panel.measure.head() }</option> });
    let chosen = panels.get(*by).map_or("", |panel| panel.measure.head());
    let columns = std::iter::once("planner".to_string()).chain(panels.iter().map(|panel| panel.measure.head().to_string()));
    let body = results.table(places, *by).into_iter().map(|(name, numbers)| row(name.to_string(), numbers.iter().map(aligned)));
    html! {
        <section class="standings">
            <div class="line standings-by">
                <label for={id.clone()}>{ "Best first by" }</label>
                <select id={id.clone()} onchange={on_by}>{ for options }</select>
            </div>
            <Table label={format!("Planners, best first by {chosen}")} id={format!("{id}-table")}
                caption={format!("Best first by {chosen}; mean ± half of the 95 % interval")} columns={Column::all(columns)}>
                { for body }
            </Table>
        </section>
    }
}

/// A number with its interval, as many decimals as the others of its column have.
fn aligned(value: &Interval) -> String {
    match value.runs {
        0 => "–".to_string(),
        _ if value.mean.abs() >= 1_000.0 => with_interval(value),
        1 => format!("{:.2}", value.mean),
        _ => format!("{:.2} ± {:.2}", value.mean, value.half),
    }
}

/// The picture of a panel: a dot for each mean, a line for its interval.
fn picture(results: &Rc<Results>, place: usize, panel: &Panel, palette: &Palette, width: f64, lab: &Newest) -> Html {
    let plot = RowPlot::new(width, panel);
    let rows = panel.rows();
    let first =
        rows.first().map_or_else(String::new, |(curve, value)| format!(", {} first with {}", curve.label, with_interval(value)));
    let label = format!("{}: {} rows{first}; the table above says the same", panel.measure.words, rows.len());
    let (ink, grid, colour) = (css(palette.ink), css(palette.grid), css(palette.class(0)));
    let ticks = plot.ticks().into_iter().map(|value| {
        let x = px(plot.x_of(value));
        html! {
            <>
                <line x1={x.clone()} x2={x.clone()} y1="0" y2={px(plot.bottom())} stroke={grid.clone()} />
                <text {x} y={px(plot.bottom() + 16.0)} text-anchor="middle" fill={ink.clone()}>{ number(value) }</text>
            </>
        }
    });
    let marks = rows.iter().enumerate().map(|(at, (curve, value))| {
        let (y, [x, low, high]) = (px(plot.y_of(at)), plot.dot(*value));
        html! {
            <g key={curve.key.clone()}>
                <text x={px(NAMES_PX - 8.0)} y={y.clone()} text-anchor="end" dominant-baseline="middle" fill={ink.clone()}>{ &curve.label }</text>
                <line x1={px(low)} x2={px(high)} y1={y.clone()} y2={y.clone()} stroke={colour.clone()} stroke-width="2" />
                <path d={plot.goes_on(at, *value)} fill="none" stroke={colour.clone()} stroke-width="2" />
                <circle cx={px(x)} cy={y} r="3.4" fill={colour.clone()} />
            </g>
        }
    });
    let draw = {
        let (results, panel) = (Rc::clone(results), panel.clone());
        Draw::Own(Rc::new(move || (sweep_figure(&results, &panel), Provenance::of_experiment(&results).words())))
    };
    html! {
        <figure class="sweep chart" key={panel.measure.key.clone()}>
            <SaveFigure name={panel.measure.words.clone()} id={format!("save-experiment-{place}")} lab={lab.clone()} {draw} />
            <figcaption>{ &panel.measure.words }</figcaption>
            <svg id={format!("experiment-plot-{place}")} xmlns="http://www.w3.org/2000/svg" width={px(plot.width())} height={px(plot.height())} role="img"
                aria-label={label} font-size="12" font-family="sans-serif">
                { ticks.collect::<Html>() }
                { marks.collect::<Html>() }
            </svg>
        </figure>
    }
}

//! The picture of an experiment: curves with intervals, their names at their ends, and the same as a table.

use crate::app::kit::tables::table::{Column, Table, row};
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::Newest;
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::chart::Palette;
use crate::chart::curves::sweep_figure::sweep_figure;
use crate::chart::curves::sweep_plot::{LEFT_PX, NAME_PX, Names, SweepPlot, means};
use crate::chart::kit::legend::DASHES;
use crate::chart::kit::palette::css;
use crate::chart::kit::svg::px;
use crate::engine::core::statistics::Interval;
use crate::formats::provenance::Provenance;
use crate::papers::experiment::{Curve, Panel, Results};
use std::rc::Rc;
use yew::prelude::*;

/// Most rows of the table; of longer curves it has some, evenly apart.
const ROWS_MAX: usize = 60;

/// A number of an axis or a table.
pub fn number(value: f64) -> String {
    let size = value.abs();
    let text = match size {
        s if s >= 1_000.0 => return format!("{}{}", if value < 0.0 { "−" } else { "" }, grouped(size.round() as u64)),
        s if s >= 100.0 => format!("{size:.0}"),
        s if s >= 1.0 => format!("{size:.2}"),
        _ => format!("{size:.4}"),
    };
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text };
    format!("{}{text}", if value < 0.0 && text != "0" { "−" } else { "" })
}

/// "0.031 ± 0.004"; a dash where nothing is known.
pub fn with_interval(value: &Interval) -> String {
    match value.runs {
        0 => "–".to_string(),
        1 => number(value.mean),
        _ => format!("{} ± {}", number(value.mean), number(value.half)),
    }
}

/// One panel of the results, so wide and high in CSS px. Without the page's state it is a preview: it has no intervals and is not saved.
pub fn picture(
    results: &Rc<Results>,
    panel: &Panel,
    palette: &Palette,
    (width, height): (f64, f64),
    id: usize,
    lab: Option<&Newest>,
) -> Html {
    let bare = lab.is_none().then(|| Panel { curves: means(&panel.curves), ..panel.clone() });
    let panel = bare.as_ref().unwrap_or(panel);
    let plot = SweepPlot::new(width, height, &panel.curves);
    let together = panel.curves.first().map_or(1, |curve| plot.together(curve));
    let is_one_run = panel.curves.iter().flat_map(|curve| &curve.points).all(|point| point.y.runs <= 1);
    let note = match (together, is_one_run) {
        (..=1, _) => String::new(),
        (_, false) => format!(", each point is the mean of {together} slots"),
        (_, true) => format!(", each point is the mean of {together} slots, the band their range"),
    };
    let twin = if lab.is_some() { "the table below says the same" } else { "a run gives a table of the same" };
    let label = format!("{} against {}: {} curves; {twin}", panel.measure.words, results.axis.words, panel.curves.len());
    let bands = panel.curves.iter().enumerate().map(|(i, curve)| {
        html! { <path d={plot.band(curve)} fill={css(palette.class(i))} fill-opacity="0.16" /> }
    });
    let curves = panel.curves.iter().enumerate().map(|(i, curve)| curve_shape(&plot, curve, i, palette));
    let save = lab.map(|lab| {
        let (results, panel) = (Rc::clone(results), panel.clone());
        let name = panel.measure.words.clone();
        let draw = Draw::Own(Rc::new(move || (sweep_figure(&results, &panel), Provenance::of_experiment(&results).words())));
        html! { <SaveFigure {name} id={format!("save-experiment-{id}")} lab={lab.clone()} {draw} /> }
    });
    html! {
        <figure class={classes!("sweep", "chart", lab.is_none().then_some("preview"))}>
            { save }
            <figcaption>{ &panel.measure.words }{ note }</figcaption>
            <svg id={format!("experiment-plot-{id}")} xmlns="http://www.w3.org/2000/svg" width={px(width.max(280.0))} height={px(height)} role="img"
                aria-label={label} font-size="12" font-family="sans-serif">
                { y_axis(&plot, palette) }
                { x_axis(&plot, palette) }
                { bands.collect::<Html>() }
                { curves.collect::<Html>() }
                { names_at_ends(&plot, &panel.curves, palette) }
                <text x={px((LEFT_PX + plot.right()) / 2.0)} y={px(height - 4.0)} text-anchor="middle" fill={css(palette.ink)}>
                    { &results.axis.words }
                </text>
            </svg>
            if plot.names_at() == Names::Below {
                { names_below(&panel.curves, palette, usize::MAX) }
            }
        </figure>
    }
}

/// The names of the curves at their right ends, where they stand there.
pub fn names_at_ends(plot: &SweepPlot, curves: &[Curve], palette: &Palette) -> Html {
    if plot.names_at() == Names::Below {
        return Html::default();
    }
    let heights = plot.name_heights(curves);
    let names = curves.iter().zip(heights).enumerate().map(|(i, (curve, y))| {
        let (colour, dashes, y) = (css(palette.class(i)), DASHES[i % DASHES.len()], px(y));
        html! {
            <>
                <line x1={px(plot.right() + 4.0)} x2={px(plot.right() + NAME_PX - 4.0)} y1={y.clone()} y2={y.clone()} stroke={colour} stroke-width="2"
                    stroke-dasharray={dashes} />
                <text x={px(plot.right() + NAME_PX)} {y} dominant-baseline="middle" fill={css(palette.ink)}>{ &curve.label }</text>
            </>
        }
    });
    names.collect()
}

/// The names of at most so many curves, each beside a piece of its line, to stand below a plot.
pub fn names_below(curves: &[Curve], palette: &Palette, most: usize) -> Html {
    let names = curves.iter().take(most).enumerate().map(|(i, curve)| {
        let (colour, dashes) = (css(palette.class(i)), DASHES[i % DASHES.len()]);
        html! {
            <li>
                <svg width="22" height="8" aria-hidden="true"><line x1="0" x2="22" y1="4" y2="4" stroke={colour} stroke-width="2.5" stroke-dasharray={dashes} /></svg>
                { format!(" {}", curve.label) }
            </li>
        }
    });
    let more = curves.len().saturating_sub(most);
    html! {
        <ul class="plain curve-names">
            { for names }
            if more > 0 {
                <li>{ format!("and {more} more") }</li>
            }
        </ul>
    }
}

/// Lines across the plot, and their values.
pub fn y_axis(plot: &SweepPlot, palette: &Palette) -> Html {
    let ticks = plot.y_ticks().into_iter().map(|value| {
        let y = px(plot.y_of(value));
        html! {
            <>
                <line x1={px(LEFT_PX)} x2={px(plot.right())} y1={y.clone()} y2={y.clone()} stroke={css(palette.grid)} />
                <text x={px(LEFT_PX - 8.0)} {y} text-anchor="end" dominant-baseline="middle" fill={css(palette.ink)}>{ number(value) }</text>
            </>
        }
    });
    ticks.collect()
}

/// The values below the plot.
pub fn x_axis(plot: &SweepPlot, palette: &Palette) -> Html {
    let ticks = plot.x_ticks().into_iter().map(|value| {
        html! {
            <text x={px(plot.x_of(value))} y={px(plot.bottom() + 16.0)} text-anchor="middle" fill={css(palette.ink)}>{ number(value) }</text>
        }
    });
    ticks.collect()
}

/// A curve with its points and their intervals.
fn curve_shape(plot: &SweepPlot, curve: &Curve, place: usize, palette: &Palette) -> Html {
    let colour = AttrValue::from(css(palette.class(place)));
    let dashes = DASHES[place % DASHES.len()];
    let dots = plot.dots(curve).into_iter().map(|[x, y, low, high]| {
        html! {
            <>
                <line x1={px(x)} x2={px(x)} y1={px(low)} y2={px(high)} stroke={&colour} />
                <circle cx={px(x)} cy={px(y)} r="2.6" fill={&colour} />
            </>
        }
    });
    html! {
        <g>
            <path d={plot.line(curve)} fill="none" stroke={&colour} stroke-width="2" stroke-dasharray={dashes} />
            { dots.collect::<Html>() }
            <path d={plot.goes_on(curve)} fill="none" stroke={&colour} />
        </g>
    }
}

/// A panel in numbers.
pub fn table(results: &Results, panel: &Panel) -> Html {
    let longest = panel.curves.iter().max_by_key(|curve| curve.points.len());
    let places: Vec<(usize, f64)> =
        longest.into_iter().flat_map(|curve| curve.points.iter().map(|point| point.x).enumerate()).collect();
    let step = places.len().div_ceil(ROWS_MAX).max(1);
    let heads = std::iter::once(results.axis.words.clone()).chain(panel.curves.iter().map(|curve| curve.label.clone()));
    let rows = places.into_iter().step_by(step).map(|(i, x)| {
        let cells =
            panel.curves.iter().map(|curve| curve.points.get(i).map_or_else(|| "–".to_string(), |point| with_interval(&point.y)));
        row(number(x), cells)
    });
    let caption = format!("{}, mean ± half of the 95 % interval", panel.measure.words);
    html! {
        <details class="twin">
            <summary>{ "The same as a table" }</summary>
            <Table label={panel.measure.words.clone()} {caption} columns={Column::all(heads)}>{ for rows }</Table>
        </details>
    }
}

//! The picture of an experiment: curves with intervals, their names at their ends, and the same as a table.

use super::markup::{all, markup};
use super::plot::px;
use super::words::grouped;
use crate::chart::Palette;
use crate::chart::palette::css;
use crate::chart::sweep_plot::{LEFT_PX, SweepPlot};
use crate::engine::experiment::{Interval, Panel, Results};
use yew::prelude::*;

/// Height of a picture, in CSS px.
const HEIGHT_PX: f64 = 300.0;
/// Most rows of the table; of longer curves it has some, evenly apart.
const ROWS_MAX: usize = 60;
/// Dashes of the curves' lines, so that colour is not all that tells them apart.
const DASHES: [&str; 8] = ["none", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "1 4", "9 3 2 3 2 3"];

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

/// One panel of the results.
pub fn picture(results: &Results, panel: &Panel, palette: &Palette, width: f64, id: usize) -> Html {
    let plot = SweepPlot::new(width, HEIGHT_PX, &panel.curves);
    let together = panel.curves.first().map_or(1, |curve| plot.together(curve));
    let amounts = plot.y_ticks().into_iter().map(|y| {
        markup!(
            "<line x1=$ x2=$ y1=$ y2=$ stroke=$/><text x=$ y=$ text-anchor='end' dominant-baseline='middle' fill=$>$</text>",
            LEFT_PX,
            plot.right(),
            plot.y_of(y),
            plot.y_of(y),
            css(palette.grid),
            LEFT_PX - 8.0,
            plot.y_of(y),
            css(palette.ink),
            number(y)
        )
    });
    let places = plot.x_ticks().into_iter().map(|x| {
        markup!(
            "<text x=$ y=$ text-anchor='middle' fill=$>$</text>",
            plot.x_of(x),
            plot.bottom() + 16.0,
            css(palette.ink),
            number(x)
        )
    });
    let curves = panel.curves.iter().zip(plot.names(&panel.curves)).enumerate().map(|(i, (curve, name_y))| {
        let colour = css(palette.class(i));
        let dots = plot.dots(curve).into_iter().map(|[x, y, low, high]| {
            markup!(
                "<line x1=$ x2=$ y1=$ y2=$ stroke=$/><circle cx=$ cy=$ r='2.6' fill=$/>",
                x,
                x,
                low,
                high,
                &colour,
                x,
                y,
                &colour
            )
        });
        markup!(
            "<g><path d=$ fill=$ fill-opacity='0.16'/><path d=$ fill='none' stroke=$ stroke-width='2' stroke-dasharray=$/>$<line x1=$ x2=$ y1=$ y2=$ stroke=$ stroke-width='2' stroke-dasharray=$/><text x=$ y=$ dominant-baseline='middle' fill=$>$</text></g>",
            plot.band(curve),
            &colour,
            plot.line(curve),
            &colour,
            DASHES[i % DASHES.len()],
            all(dots),
            plot.right() + 4.0,
            plot.right() + 22.0,
            name_y,
            name_y,
            &colour,
            DASHES[i % DASHES.len()],
            plot.right() + 26.0,
            name_y,
            css(palette.ink),
            &curve.label
        )
    });
    markup!(
        "<figure class='sweep'><figcaption>$$</figcaption>
        <svg id=$ xmlns='http://www.w3.org/2000/svg' width=$ height=$ role='img' aria-label=$ font-size='12' font-family='sans-serif'>$$$<text x=$ y=$ text-anchor='middle' fill=$>$</text></svg></figure>",
        &panel.measure.words,
        (together > 1).then(|| format!(", each point the mean of {together}")),
        format!("experiment-plot-{id}"),
        px(width.max(280.0)),
        HEIGHT_PX,
        format!("{} against {}: {} curves; the table below says the same", panel.measure.words, results.axis.words, panel.curves.len().to_string()),
        all(amounts),
        all(places),
        all(curves),
        (LEFT_PX + plot.right()) / 2.0,
        HEIGHT_PX - 4.0,
        css(palette.ink),
        &results.axis.words
    )
}

/// A panel in numbers.
pub fn table(results: &Results, panel: &Panel) -> Html {
    let longest = panel.curves.iter().max_by_key(|curve| curve.points.len());
    let places: Vec<(usize, f64)> =
        longest.into_iter().flat_map(|curve| curve.points.iter().map(|point| point.x).enumerate()).collect();
    let step = places.len().div_ceil(ROWS_MAX).max(1);
    let heads = panel.curves.iter().map(|curve| markup!("<th scope='col'>$</th>", &curve.label));
    let rows = places.into_iter().step_by(step).map(|(i, x)| {
        let cells = panel.curves.iter().map(|curve| {
            markup!("<td>$</td>", curve.points.get(i).map_or_else(|| "–".to_string(), |point| with_interval(&point.y)))
        });
        markup!("<tr><th scope='row'>$</th>$</tr>", number(x), all(cells))
    });
    markup!(
        "<details class='twin'><summary>The same as a table</summary><div class='scroll-x' tabindex='0' role='region' aria-label=$>
            <table><caption>$, mean ± half of the 95 % interval</caption><thead><tr><th scope='col'>$</th>$</tr></thead><tbody>$</tbody></table>
        </div></details>",
        &panel.measure.words,
        &panel.measure.words,
        &results.axis.words,
        all(heads),
        all(rows)
    )
}

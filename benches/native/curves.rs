//! The curves of cost per request as a picture: both axes logarithmic, readable on light and on dark ground.

use super::document::{grouped, short};
use crate::measure::costs::{Axis, Curve};
use bookahead::engine::slots::scenario::PlannerKind;
use std::fmt::Write;

/// One axis with its curves.
pub struct Panel<'a> {
    /// What is varied.
    pub axis: &'a Axis,
    /// A curve for every planner.
    pub curves: Vec<Curve>,
}

/// Width and height of a panel's plot, and the space around it, in px.
const PLOT: (f64, f64) = (180.0, 170.0);
const LEFT: f64 = 52.0;
const TOP: f64 = 26.0;
const STEP: (f64, f64) = (PLOT.0 + LEFT + 26.0, PLOT.1 + TOP + 46.0);
const COLUMNS: usize = 3;
/// Okabe and Ito's colours, which keep apart for colour-blind readers and on both grounds; dashes tell the same.
const LINES: [(&str, &str); 4] = [("#0072b2", ""), ("#e69f00", "6 3"), ("#009e73", "2 3"), ("#cc79a7", "8 3 2 3")];

/// A place on a logarithmic axis from 0 to 1.
fn part(value: f64, (from, to): (f64, f64)) -> f64 {
    (libm::log10(value) - libm::log10(from)) / (libm::log10(to) - libm::log10(from))
}

/// The picture.
pub fn picture(panels: &[Panel], planners: &[PlannerKind]) -> String {
    let costs = || panels.iter().flat_map(|panel| &panel.curves).flat_map(|curve| &curve.micros).copied();
    let decade = |value: f64, round: fn(f64) -> f64| libm::pow(10.0, round(libm::log10(value)));
    let range = (decade(costs().fold(f64::INFINITY, f64::min), libm::floor), decade(costs().fold(0.0, f64::max), libm::ceil));
    let rows = panels.len().div_ceil(COLUMNS);
    let (width, height) = (STEP.0 * COLUMNS as f64, STEP.1 * rows as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-label=\"Cost per request\">\n\
         <style>\n\
         text {{ font: 11px system-ui, sans-serif; fill: #333 }} .grid {{ stroke: #8884; }} .curve {{ fill: none; stroke-width: 2 }}\n\
         @media (prefers-color-scheme: dark) {{ text {{ fill: #ddd }} }}\n\
         </style>\n"
    );
    for (i, panel) in panels.iter().enumerate() {
        let (x, y) = ((i % COLUMNS) as f64 * STEP.0 + LEFT, (i / COLUMNS) as f64 * STEP.1 + TOP);
        let _ = writeln!(svg, "<g transform=\"translate({x:.0} {y:.0})\">");
        draw(&mut svg, panel, range);
        svg += "</g>\n";
    }
    let (x, y) = ((panels.len() % COLUMNS) as f64 * STEP.0 + LEFT, (rows as f64 - 1.0) * STEP.1 + TOP + 20.0);
    for (i, (planner, (colour, dashes))) in planners.iter().zip(LINES).enumerate() {
        let y = y + i as f64 * 22.0;
        let _ = writeln!(
            svg,
            "<path class=\"curve\" stroke=\"{colour}\" stroke-dasharray=\"{dashes}\" d=\"M{x} {y}h36\"/><text x=\"{}\" y=\"{}\">{}</text>",
            x + 44.0,
            y + 4.0,
            planner.name()
        );
    }
    svg + "</svg>\n"
}

fn draw(svg: &mut String, panel: &Panel, range: (f64, f64)) {
    let (width, height) = PLOT;
    let values = panel.axis.values;
    let ends = (f64::from(values[0]), f64::from(values[values.len() - 1]));
    let x = |value: u32| part(f64::from(value), ends) * width;
    let y = |micros: f64| (1.0 - part(micros, range)) * height;
    let _ = writeln!(svg, "<text x=\"0\" y=\"-10\">µs per request</text>");
    let mut level = range.0;
    while level <= range.1 * 1.001 {
        let at = y(level);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M0 {at:.1}H{width}\"/><text x=\"-6\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            at + 4.0,
            short(level)
        );
        level *= 10.0;
    }
    for &value in values {
        let at = x(value);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{at:.1} 0V{height}\"/><text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            height + 15.0,
            grouped(i64::from(value))
        );
    }
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>", width / 2.0, height + 32.0, panel.axis.name);
    for (curve, (colour, dashes)) in panel.curves.iter().zip(LINES) {
        let mut path = String::new();
        for (&value, &micros) in values.iter().zip(&curve.micros) {
            let _ = write!(path, "{}{:.1} {:.1}", if path.is_empty() { 'M' } else { 'L' }, x(value), y(micros));
        }
        let _ = writeln!(svg, "<path class=\"curve\" stroke=\"{colour}\" stroke-dasharray=\"{dashes}\" d=\"{path}\"/>");
    }
}

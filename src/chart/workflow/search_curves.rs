//! The curves of a workflow's search as a figure to take away: the best delay after 1, 2, … mappings, a line for each method.

use super::times::{in_units, unit_words};
use crate::curves::sweep_plot::{LEFT_PX, NAME_PX, Names, SweepPlot};
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{DataTable, Figure, INK, QUIET, RIGHT_PX, WIDTH_PX, number};
use crate::kit::legend::DASHES;
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::workflow::graph::Time;
use bookahead_engine::workflow::policy::Method;
use bookahead_engine::workflow::update::Curve;
use bookahead_papers::experiment::{Curve as Line, Point};

/// Height of the plot, in CSS px.
const HEIGHT_PX: f64 = 360.0;
/// Width of a line, and of that of the plan's own method.
const LINE_PX: (f64, f64) = (1.8, 3.6);

/// What is shown of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchCurves<'a> {
    /// The curves of the methods that are done.
    pub curves: &'a [Curve],
    /// The plan's own method, whose line is thicker.
    pub own: Method,
    /// Mappings that are searched at most.
    pub mappings: u32,
    /// Ticks of a unit of time.
    pub ticks: u32,
    /// The application by its place, if there are several.
    pub application: Option<u32>,
    /// What people call a method.
    pub title: fn(Method) -> &'static str,
}

impl SearchCurves<'_> {
    fn units(&self, delay: Time) -> f64 {
        delay as f64 / f64::from(self.ticks.max(1))
    }

    /// The first and the last point of a curve, between which it falls, and how far the axis goes.
    fn line(&self, curve: &Curve) -> Line {
        let point = |x: f64, delay: Option<&Time>| Point {
            x,
            y: Interval { mean: delay.map_or(0.0, |delay| self.units(*delay)), half: 0.0, runs: u32::from(delay.is_some()) },
        };
        let last = curve.best.last();
        let label =
            last.map_or_else(String::new, |delay| format!("{}: {}", (self.title)(curve.method), in_units(*delay, self.ticks)));
        let points = vec![
            point(1.0, curve.best.first()),
            point(curve.best.len().max(1) as f64, last),
            point(f64::from(self.mappings.max(2)), None),
        ];
        Line { key: curve.method.name().to_string(), label, points }
    }

    /// A curve as steps; one that ends early goes on to the edge.
    fn steps(&self, curve: &Curve, plot: &SweepPlot) -> String {
        let mut path = String::new();
        let mut before = None;
        for (at, delay) in curve.best.iter().enumerate().filter(|(_, delay)| before.replace(**delay) != Some(**delay)) {
            let (x, y) = (plot.x_of((at + 1) as f64), plot.y_of(self.units(*delay)));
            path += &if at == 0 { format!("M{x:.1} {y:.1}") } else { format!("H{x:.1}V{y:.1}") };
        }
        if !path.is_empty() {
            path += &format!("H{:.1}", plot.right());
        }
        path
    }

    /// The best delay after each mapping, a column for each method; empty after the last mapping that it made.
    fn data(&self) -> DataTable {
        let unit = if self.ticks > 1 { "_seconds" } else { "" };
        let names = self.curves.iter().map(|curve| format!("delay_{}{unit}", curve.method.name().replace('-', "_")));
        let mut data = DataTable::new(std::iter::once("mappings".to_string()).chain(names));
        let most = self.curves.iter().map(|curve| curve.best.len()).max().unwrap_or(0);
        let row = |at: usize| {
            let cell = |curve: &Curve| curve.best.get(at).map_or_else(String::new, |delay| in_units(*delay, self.ticks));
            std::iter::once((at + 1).to_string()).chain(self.curves.iter().map(cell)).collect()
        };
        data.rows = (0..most).map(row).collect();
        data
    }

    /// The figure.
    pub fn figure(&self) -> Figure {
        let lines: Vec<Line> = self.curves.iter().map(|curve| self.line(curve)).collect();
        let plot = SweepPlot::with_names(WIDTH_PX - 20.0, HEIGHT_PX, &lines, Names::AtEnds);
        let mut drawing = Drawing::default();
        for value in plot.y_ticks() {
            let y = plot.y_of(value);
            drawing.line((LEFT_PX, y), (plot.right(), y), Pen::new(INK.grid, 1.0));
            drawing.text((LEFT_PX - 8.0, y + 4.0), Anchor::End, QUIET, &number(value));
        }
        // Lines begin after the first mapping: the axis has that, and round numbers after it.
        let round = plot.x_ticks().into_iter().filter(|tick| tick.fract() == 0.0 && plot.x_of(*tick) - plot.x_of(1.0) > 24.0);
        for tick in std::iter::once(1.0).chain(round) {
            let x = plot.x_of(tick);
            drawing.line((x, plot.bottom()), (x, plot.bottom() + 4.0), Pen::new(INK.ink_quiet, 1.0));
            drawing.text((x, plot.bottom() + 16.0), Anchor::Middle, QUIET, &number(tick));
        }
        let delay = if self.ticks > 1 { format!("delay, {}", unit_words(self.ticks)) } else { "delay".to_string() };
        drawing.text((RIGHT_PX, plot.bottom() + 34.0), Anchor::Start, QUIET, &format!("↑ {delay}"));
        drawing.text((plot.right(), HEIGHT_PX - 4.0), Anchor::End, QUIET, "mappings →");
        let place = |method: Method| Method::ALL.iter().position(|other| *other == method).unwrap_or(0);
        let pen = |method: Method| {
            let width = if method == self.own { LINE_PX.1 } else { LINE_PX.0 };
            Pen::new(INK.class(place(method)), width).dashed(DASHES[place(method) % DASHES.len()])
        };
        // The thick line lies below the others, so that none is hidden.
        let (own, others): (Vec<_>, Vec<_>) = self.curves.iter().partition(|curve| curve.method == self.own);
        for curve in own.into_iter().chain(others) {
            drawing.path(&self.steps(curve, &plot), pen(curve.method));
        }
        for ((curve, line), y) in self.curves.iter().zip(&lines).zip(plot.name_heights(&lines)) {
            drawing.line((plot.right() + 4.0, y), (plot.right() + 22.0, y), pen(curve.method));
            let name = Font { is_strong: curve.method == self.own, ..Font::new(12.0, INK.ink) };
            drawing.text((plot.right() + NAME_PX, y + 4.0), Anchor::Start, name, &line.label);
        }
        let title = "Delay against mappings".to_string();
        let of_all = format!(" {} of {} methods are shown.", self.curves.len(), Method::ALL.len());
        Figure {
            key: "search-curves",
            title: self.application.map_or(title.clone(), |place| format!("{title}, application {}", place + 1)),
            explanation: format!(
                "How much the best mapping so far delays the application: lower is better. Each line is a method, with its delay at \
                 the end; the thick one is the method of this plan. Methods without draws make one mapping, and their lines go on as \
                 they begin.{}",
                if self.curves.len() < Method::ALL.len() { &of_all } else { "" }
            ),
            height: HEIGHT_PX,
            drawing,
            data: self.data(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::figure::Origin;

    fn shown(curves: &[Curve], mappings: u32) -> SearchCurves<'_> {
        SearchCurves { curves, own: Method::Slack, mappings, ticks: 1, application: None, title: |method| method.name() }
    }

    /// Every number after an attribute or a command of a path that says where something lies to the right.
    fn places(text: &str) -> Vec<f64> {
        let after = |part: &str| part.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-')).next()?.parse().ok();
        text.split([' ', '"', 'M', 'H', 'L']).filter_map(after).collect()
    }

    #[test]
    fn data_are_the_curves_and_lines_stay_within() {
        let falling = |from: Time, count: usize| (0..count).map(|at| from.saturating_sub(at as Time / 3)).collect::<Vec<_>>();
        let drawn = Method::ALL.map(|method| Curve { method, best: falling(900, if method.is_drawn() { 1_000 } else { 1 }) });
        let figure = shown(&drawn, 1_000).figure();
        assert_eq!(figure.data.rows.len(), 1_000);
        assert!(figure.data.rows.iter().all(|row| row.len() == figure.data.columns.len()));
        for (column, curve) in drawn.iter().enumerate() {
            let read: Vec<Time> = figure.data.rows.iter().filter_map(|row| row[column + 1].parse().ok()).collect();
            assert_eq!(read, curve.best, "{}", figure.data.columns[column + 1]);
        }
        let svg = figure.svg(&Origin::default());
        assert!(Method::ALL.iter().all(|method| svg.contains(&format!(">{}: ", method.name()))) && !svg.contains("NaN"));
        for path in figure.drawing.elements().lines().filter(|line| line.starts_with("<path")) {
            let data = path.split('"').nth(1).unwrap();
            assert!(places(data).iter().all(|place| (0.0..=WIDTH_PX).contains(place)), "{data}");
            assert!(data.len() < 12_000, "a step for each fall: {}", data.len());
        }
        let dashes = figure.drawing.elements().matches("stroke-dasharray").count();
        assert_eq!(dashes, 2 * (Method::ALL.len() - 1), "every method but the first has dashes of its own");
    }

    #[test]
    fn one_mapping_no_delay_and_parts_of_units_are_a_picture() {
        let none = [Curve { method: Method::Heft, best: vec![0] }, Curve { method: Method::Random, best: Vec::new() }];
        let figure = shown(&none, 1).figure();
        assert_eq!(figure.data.rows, [["1", "0", ""].map(str::to_string)]);
        assert!(
            figure.explanation.contains(&format!("2 of {} methods", Method::ALL.len()))
                && !figure.svg(&Origin::default()).contains("NaN")
        );
        let parts = SearchCurves { ticks: 100, application: Some(1), ..shown(&none, 1) }.figure();
        assert_eq!((parts.data.columns[1].as_str(), parts.data.rows[0][1].as_str()), ("delay_heft_seconds", "0.00"));
        assert!(parts.title.ends_with("application 2"));
        assert!(shown(&[], 5).figure().data.rows.is_empty());
    }
}

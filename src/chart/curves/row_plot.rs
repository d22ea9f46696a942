//! The layout of rows of numbers with their intervals, best first: a dot and a line for each.

use crate::kit::svg::goes_on;
use crate::kit::ticks::number_ticks;
use bookahead_engine::core::statistics::Interval;
use bookahead_papers::experiment::Panel;

/// Room for the names, in CSS px.
pub const NAMES_PX: f64 = 172.0;
/// Height of a row.
pub const ROW_PX: f64 = 17.0;
const TOP_PX: f64 = 6.0;
const RIGHT_PX: f64 = 16.0;
const AXIS_PX: f64 = 24.0;
/// Narrowest plot with its names.
pub const WIDTH_MIN_PX: f64 = 280.0;
/// Share of the spread of the means that is added on both sides for the intervals: of few runs they are much wider than what the picture is about.
const MARGIN: f64 = 0.35;

/// Scales of a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowPlot {
    width: f64,
    rows: usize,
    x: (f64, f64),
}

impl RowPlot {
    /// A plot in which all rows have room. Intervals are shown as far as they reach within the plot.
    pub fn new(width: f64, panel: &Panel) -> Self {
        let values: Vec<Interval> = panel.rows().into_iter().map(|(_, value)| value).collect();
        let least = |of: fn(&Interval) -> f64| values.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&Interval) -> f64| values.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = (least(|value| value.mean), most(|value| value.mean));
        let margin = MARGIN * (high - low);
        let from = least(|value| value.low()).max(low - margin);
        let to = most(|value| value.high()).min(high + margin);
        let x = match (from, to) {
            (from, to) if to > from => {
                // Dots do not touch the edges.
                let edge = 0.02 * (to - from);
                (from - edge, to + edge)
            }
            // All alike stand in the middle.
            (from, _) if from.is_finite() => (from - 0.5, from + 0.5),
            _ => (0.0, 1.0),
        };
        Self { width: width.max(WIDTH_MIN_PX), rows: values.len(), x }
    }

    /// Height with the axis.
    pub fn height(&self) -> f64 {
        self.bottom() + AXIS_PX
    }

    /// Width with the names.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Right edge of the plot.
    pub fn right(&self) -> f64 {
        self.width - RIGHT_PX
    }

    /// Lower edge of the rows.
    pub fn bottom(&self) -> f64 {
        TOP_PX + self.rows as f64 * ROW_PX
    }

    /// Where a value lies.
    pub fn x_of(&self, value: f64) -> f64 {
        NAMES_PX + (value - self.x.0) / (self.x.1 - self.x.0) * (self.right() - NAMES_PX)
    }

    /// The middle of a row.
    pub fn y_of(&self, row: usize) -> f64 {
        TOP_PX + (row as f64 + 0.5) * ROW_PX
    }

    /// Round values along the axis.
    pub fn ticks(&self) -> Vec<f64> {
        number_ticks(self.x.0, self.x.1, ((self.right() - NAMES_PX) / 60.0).clamp(2.0, 8.0) as usize)
    }

    /// The dot of a number, and the ends of its interval as far as they are within the plot.
    pub fn dot(&self, value: Interval) -> [f64; 3] {
        let within = |x: f64| self.x_of(x).clamp(NAMES_PX, self.right());
        [self.x_of(value.mean), within(value.low()), within(value.high())]
    }

    /// Heads of arrows at the edges that a number's interval goes beyond.
    pub fn goes_on(&self, row: usize, value: Interval) -> String {
        let (y, low, high) = (self.y_of(row), self.x_of(value.low()), self.x_of(value.high()));
        let left = (low < NAMES_PX).then(|| goes_on((NAMES_PX, y), (-1.0, 0.0)));
        let right = (high > self.right()).then(|| goes_on((self.right(), y), (1.0, 0.0)));
        left.into_iter().chain(right).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bookahead_papers::experiment::{Best, Curve, Measure, PanelForm, Point};

    fn panel(values: &[(f64, f64)]) -> Panel {
        let curve = |(at, &(mean, half)): (usize, &(f64, f64))| Curve {
            key: format!("k{at}"),
            label: format!("planner {at}"),
            points: vec![Point { x: 0.0, y: Interval { mean, half, runs: 5 } }],
        };
        Panel {
            measure: Measure { key: "rank".to_string(), words: "rank".to_string() },
            form: PanelForm::Rows(Best::Least),
            curves: values.iter().enumerate().map(curve).collect(),
        }
    }

    #[test]
    fn everything_lies_within_and_the_best_is_on_top() {
        let panel = panel(&[(20.0, 1.0), (3.0, 0.5), (11.0, 400.0), (3.0, 0.0)]);
        let plot = RowPlot::new(600.0, &panel);
        let rows = panel.rows();
        let names: Vec<&str> = rows.iter().map(|(curve, _)| curve.label.as_str()).collect();
        assert_eq!(names, ["planner 1", "planner 3", "planner 2", "planner 0"]);
        for (row, (_, value)) in rows.iter().enumerate() {
            let [x, low, high] = plot.dot(*value);
            assert!(NAMES_PX <= low && low <= x && x <= high && high <= plot.right(), "{x} {low} {high}");
            assert!(plot.y_of(row) < plot.bottom() && plot.bottom() < plot.height());
        }
        // One interval is wider than everything: the dots still spread over half of the plot, and it shows that it goes on.
        let heads: Vec<usize> =
            rows.iter().enumerate().map(|(row, (_, value))| plot.goes_on(row, *value).matches('M').count()).collect();
        assert_eq!(heads, [0, 0, 2, 0]);
        assert!(plot.x_of(20.0) - plot.x_of(3.0) > 0.5 * (plot.right() - NAMES_PX));
        assert!(plot.ticks().len() >= 3 && plot.ticks().iter().all(|&tick| plot.x_of(tick) <= plot.right() + 1e-9));
    }

    #[test]
    fn nothing_yet_and_all_alike_are_drawn() {
        let empty = RowPlot::new(f64::NAN, &panel(&[]));
        assert!(empty.x_of(0.5).is_finite() && empty.width() == WIDTH_MIN_PX);
        let alike = panel(&[(18.0, 0.0), (18.0, 0.0)]);
        let plot = RowPlot::new(400.0, &alike);
        assert_eq!(plot.dot(Interval { mean: 18.0, half: 0.0, runs: 5 }), [plot.x_of(18.0); 3]);
        assert!((plot.x_of(18.0) - (NAMES_PX + plot.right()) / 2.0).abs() < 1e-9);
    }
}

//! The layout of the curves of an experiment with their intervals.

use crate::kit::svg::{goes_on, path};
use crate::kit::ticks::{number_ticks, round_down, round_up};
use bookahead_engine::core::statistics::Interval;
use bookahead_papers::experiment::{Curve, Point};

/// Room for the numbers of the axes, in CSS px.
pub const LEFT_PX: f64 = 56.0;
/// Room right of the curves where their names stand below, and right of the names where they do not.
const EDGE_RIGHT_PX: f64 = 12.0;
/// Least room for names at the ends of the curves.
const NAMES_LEAST_PX: f64 = 90.0;
/// Where a name begins, from the right edge of the curves: a piece of its line stands before it.
pub const NAME_PX: f64 = 26.0;
/// Width of a letter of the names' font of 12 px, on average with some to spare.
const LETTER_PX: f64 = 6.6;
/// Share of the width that names may take; longer ones stand below the plot.
const NAMES_SHARE: f64 = 0.4;
const TOP_PX: f64 = 12.0;
const BOTTOM_PX: f64 = 38.0;
/// Height of a line of text.
const LINE_PX: f64 = 15.0;
/// Curves with more points are drawn through the means of some of them together, and their intervals as a band.
const DOTS_MAX: usize = 40;
/// How far apart the points of such a curve are, in CSS px.
const PX_APART: f64 = 4.0;

/// Points that are drawn as one.
struct Stretch {
    x: f64,
    mean: f64,
    /// Where the band reaches: the mean interval, or from the lowest to the highest point where they are of one run.
    band: (f64, f64),
}

/// What reaches beyond an edge by less is not worth a sign, in CSS px.
const EDGE_PX: f64 = 1.0;

/// Where the names of the curves stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// At the curves' right ends.
    AtEnds,
    /// Below the plot.
    Below,
}

/// Scales of a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepPlot {
    width: f64,
    height: f64,
    names: Names,
    /// Room right of the curves, in CSS px.
    beside: f64,
    x: (f64, f64),
    y: (f64, f64),
}

/// The same curves without their intervals.
pub fn means(curves: &[Curve]) -> Vec<Curve> {
    let mean = |point: &Point| Point { y: Interval { half: 0.0, ..point.y }, ..*point };
    curves.iter().map(|curve| Curve { points: curve.points.iter().map(mean).collect(), ..curve.clone() }).collect()
}

impl SweepPlot {
    /// A plot in which all curves have room. Their names stand at their ends, or below the plot if it is too narrow for that.
    pub fn new(width: f64, height: f64, curves: &[Curve]) -> Self {
        let names = if names_px(curves) <= NAMES_SHARE * width { Names::AtEnds } else { Names::Below };
        Self::with_names(width, height, curves, names)
    }

    /// A plot in which all curves have room, with their names at this place.
    pub fn with_names(width: f64, height: f64, curves: &[Curve], names: Names) -> Self {
        let beside = match names {
            Names::AtEnds => names_px(curves),
            Names::Below => EDGE_RIGHT_PX,
        };
        let points = || curves.iter().flat_map(|curve| &curve.points).filter(|point| point.y.runs > 0);
        let all = || curves.iter().flat_map(|curve| &curve.points);
        let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
        let most = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
        let x = (least(&mut all().map(|point| point.x)), most(&mut all().map(|point| point.x)));
        // Where fewer runs reach, intervals grow beyond what the picture is about; and what is never negative has no room below zero.
        let runs = points().map(|point| point.y.runs).max().unwrap_or(0);
        let whole = || points().filter(|point| point.y.runs == runs);
        let mean = least(&mut points().map(|point| point.y.mean)).min(0.0);
        let low = if mean < 0.0 { least(&mut whole().map(|point| point.y.low())).min(mean) } else { 0.0 };
        let high = most(&mut whole().map(|point| point.y.high())).max(most(&mut points().map(|point| point.y.mean)));
        let y = if high > low { (if low < 0.0 { round_down(low, high) } else { 0.0 }, round_up(high)) } else { (0.0, 1.0) };
        let x = match x {
            (from, to) if to > from => x,
            // A single place stands in the middle.
            (from, _) if from.is_finite() => (from - 0.5, from + 0.5),
            _ => (0.0, 1.0),
        };
        Self { width: width.max(LEFT_PX + beside + 40.0), height, names, beside, x, y }
    }

    /// A plot of the means alone, with the names below: what is not drawn takes no room.
    pub fn of_means(width: f64, height: f64, curves: &[Curve]) -> Self {
        Self::with_names(width, height, &means(curves), Names::Below)
    }

    /// Where the names of the curves stand.
    pub fn names_at(&self) -> Names {
        self.names
    }

    /// Right edge of the curves.
    pub fn right(&self) -> f64 {
        self.width - self.beside
    }

    /// Lower edge of the curves.
    pub fn bottom(&self) -> f64 {
        self.height - BOTTOM_PX
    }

    /// Where a place on the axis lies.
    pub fn x_of(&self, x: f64) -> f64 {
        LEFT_PX + (x - self.x.0) / (self.x.1 - self.x.0) * (self.right() - LEFT_PX)
    }

    /// Where a value lies.
    pub fn y_of(&self, y: f64) -> f64 {
        self.bottom() - (y - self.y.0) / (self.y.1 - self.y.0) * (self.bottom() - TOP_PX)
    }

    /// Round numbers along the axis.
    pub fn x_ticks(&self) -> Vec<f64> {
        number_ticks(self.x.0, self.x.1, ((self.right() - LEFT_PX) / 70.0).clamp(2.0, 12.0) as usize)
    }

    /// Round values.
    pub fn y_ticks(&self) -> Vec<f64> {
        number_ticks(self.y.0, self.y.1, 5)
    }

    /// The curve through the means.
    pub fn line(&self, curve: &Curve) -> String {
        path(&self.thinned(curve).iter().map(|stretch| (self.x_of(stretch.x), self.y_of(stretch.mean))).collect::<Vec<_>>(), false)
    }

    /// The band of the intervals, of a curve with many points; of one run, the range of the points that are drawn as one.
    pub fn band(&self, curve: &Curve) -> String {
        if self.has_dots(curve) {
            return String::new();
        }
        let stretches = self.thinned(curve);
        let within = |y: f64| self.y_of(y).clamp(TOP_PX, self.bottom());
        let upper = stretches.iter().map(|stretch| (self.x_of(stretch.x), within(stretch.band.1)));
        let lower = stretches.iter().rev().map(|stretch| (self.x_of(stretch.x), within(stretch.band.0)));
        path(&upper.chain(lower).collect::<Vec<_>>(), true)
    }

    /// Every point with the ends of its interval: x, mean, low, high. None for a curve with many points.
    pub fn dots(&self, curve: &Curve) -> Vec<[f64; 4]> {
        let shown = curve.points.iter().filter(|point| self.has_dots(curve) && point.y.runs > 0);
        let within = |y: f64| self.y_of(y).clamp(TOP_PX, self.bottom());
        shown.map(|Point { x, y }| [self.x_of(*x), self.y_of(y.mean), within(y.low()), within(y.high())]).collect()
    }

    /// Heads of arrows at the edges that intervals go beyond.
    pub fn goes_on(&self, curve: &Curve) -> String {
        let shown = curve.points.iter().filter(|point| self.has_dots(curve) && point.y.runs > 0);
        let heads = shown.flat_map(|Point { x, y }| {
            let (x, low, high) = (self.x_of(*x), self.y_of(y.low()), self.y_of(y.high()));
            let below = (low > self.bottom() + EDGE_PX).then(|| goes_on((x, self.bottom()), (0.0, 1.0)));
            let above = (high < TOP_PX - EDGE_PX).then(|| goes_on((x, TOP_PX), (0.0, -1.0)));
            below.into_iter().chain(above)
        });
        heads.collect()
    }

    fn has_dots(&self, curve: &Curve) -> bool {
        curve.points.len() <= DOTS_MAX
    }

    /// How many points of a long curve are drawn as one, their mean.
    pub fn together(&self, curve: &Curve) -> usize {
        if self.has_dots(curve) {
            return 1;
        }
        (curve.points.len() as f64 * PX_APART / (self.right() - LEFT_PX).max(1.0)).ceil().max(1.0) as usize
    }

    /// The points that are known; of very many some together.
    fn thinned(&self, curve: &Curve) -> Vec<Stretch> {
        let known: Vec<Point> = curve.points.iter().filter(|point| point.y.runs > 0).copied().collect();
        let mean = |points: &[Point], value: fn(&Point) -> f64| points.iter().map(value).sum::<f64>() / points.len() as f64;
        let joined = known.chunks(self.together(curve)).map(|points| {
            let band = if points.iter().all(|point| point.y.runs == 1) {
                points
                    .iter()
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), point| (low.min(point.y.mean), high.max(point.y.mean)))
            } else {
                (mean(points, |point| point.y.low()), mean(points, |point| point.y.high()))
            };
            Stretch { x: mean(points, |point| point.x), mean: mean(points, |point| point.y.mean), band }
        });
        joined.collect()
    }

    /// The heights of the curves' names at their right ends, none over another.
    pub fn name_heights(&self, curves: &[Curve]) -> Vec<f64> {
        let end = |curve: &Curve| curve.points.iter().rfind(|point| point.y.runs > 0).map_or(0.0, |point| point.y.mean);
        let wanted: Vec<f64> = curves.iter().map(|curve| self.y_of(end(curve))).collect();
        let mut order: Vec<usize> = Vec::new();
        for i in 0..wanted.len() {
            let at = order.partition_point(|&other| wanted[other] <= wanted[i]);
            order.insert(at, i);
        }
        let mut names = wanted.clone();
        let mut above = TOP_PX - LINE_PX;
        for &i in &order {
            names[i] = wanted[i].max(above + LINE_PX);
            above = names[i];
        }
        // What was pushed out at the bottom comes back up.
        let mut below = self.bottom() + LINE_PX;
        for &i in order.iter().rev() {
            names[i] = names[i].min(below - LINE_PX);
            below = names[i];
        }
        names
    }
}

/// Room that names at the ends of curves take, in CSS px.
fn names_px(curves: &[Curve]) -> f64 {
    let letters = curves.iter().map(|curve| curve.label.chars().count()).max().unwrap_or(0);
    (NAME_PX + LETTER_PX * letters as f64 + EDGE_RIGHT_PX).max(NAMES_LEAST_PX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(label: &str, points: &[(f64, f64, f64)]) -> Curve {
        let point = |&(x, mean, half): &(f64, f64, f64)| Point { x, y: Interval { mean, half, runs: 3 } };
        Curve { key: label.to_string(), label: label.to_string(), points: points.iter().map(point).collect() }
    }

    #[test]
    fn everything_lies_within_and_ends_at_round_numbers() {
        let curves = [curve("a", &[(0.1, 0.0, 0.0), (1.1, 0.093, 0.004)]), curve("b", &[(0.1, 0.01, 0.001), (1.1, 0.5, 0.02)])];
        let plot = SweepPlot::new(600.0, 300.0, &curves);
        for [x, mean, low, high] in curves.iter().flat_map(|curve| plot.dots(curve)) {
            assert!(
                (LEFT_PX..=plot.right()).contains(&x) && high <= mean && mean <= low && low <= plot.bottom() + 1e-9 && high >= 12.0
            );
        }
        assert_eq!(plot.y_of(0.0), plot.bottom());
        assert!(plot.y_ticks().len() >= 3 && plot.x_ticks().iter().all(|x| (0.1..=1.1 + 1e-9).contains(x)));
        assert_eq!(plot.line(&curves[0]).matches('L').count(), 1);
        assert_eq!(plot.band(&curves[0]), "");
    }

    #[test]
    fn many_points_of_one_run_are_drawn_with_their_range() {
        // Up and down at every point: the mean is flat, and the band reaches from 0 to 10.
        let points: Vec<(f64, f64, f64)> = (0..1_000).map(|i| (f64::from(i), f64::from(i % 2) * 10.0, 0.0)).collect();
        let mut one = curve("a", &points);
        one.points.iter_mut().for_each(|point| point.y.runs = 1);
        let plot = SweepPlot::new(600.0, 300.0, &[one.clone()]);
        assert!(plot.together(&one) > 2);
        let heights = |data: &str| -> Vec<f64> {
            let numbers = data.split(['M', 'L', 'Z']).filter(|point| !point.is_empty());
            numbers.map(|point| point.trim().split([' ', ',']).next_back().unwrap().parse().unwrap()).collect()
        };
        let band = heights(&plot.band(&one));
        assert!(band.iter().all(|y| (y - plot.y_of(0.0)).abs() < 0.1 || (y - plot.y_of(10.0)).abs() < 0.1), "{band:?}");
        // Of several runs it is the interval, which has no width here.
        let several = heights(&plot.band(&curve("a", &points)));
        assert!(several[..50].iter().all(|y| *y > plot.y_of(9.0) && *y < plot.y_of(1.0)), "{several:?}");
    }

    #[test]
    fn a_plot_of_means_has_no_room_for_intervals() {
        let curves = [curve("a", &[(0.0, 0.5, 40.0), (1.0, 1.0, 60.0)])];
        let plot = SweepPlot::of_means(600.0, 300.0, &curves);
        assert_eq!(plot.y_of(1.0), TOP_PX);
        assert!(SweepPlot::with_names(600.0, 300.0, &curves, Names::Below).y_of(1.0) > 200.0);
    }

    #[test]
    fn an_interval_that_goes_on_beyond_the_plot_shows_it() {
        // The second place was reached by fewer runs: its interval is wider than what the plot is about, and would end below zero.
        let mut wide = curve("a", &[(0.0, 1.0, 0.1), (1.0, 1.0, 9.0)]);
        let plot = SweepPlot::new(600.0, 300.0, &[curve("a", &[(0.0, 1.0, 0.1)])]);
        assert_eq!(plot.goes_on(&curve("a", &[(0.0, 1.0, 0.1)])), "");
        assert_eq!(plot.goes_on(&wide).matches('M').count(), 2, "above and below");
        wide.points[1].y.half = 0.5;
        wide.points[1].y.mean = 0.4;
        assert_eq!(plot.goes_on(&wide).matches('M').count(), 1, "below only");
    }

    #[test]
    fn names_keep_apart_and_in_order() {
        let curves: Vec<Curve> = (0..5).map(|i| curve("x", &[(0.0, 0.0, 0.0), (1.0, f64::from(i) * 1e-3, 0.0)])).collect();
        let plot = SweepPlot::new(600.0, 300.0, &[&curves[..], &[curve("top", &[(0.0, 1.0, 0.0)])]].concat());
        let names = plot.name_heights(&curves);
        assert!(names.windows(2).all(|pair| pair[0] - pair[1] >= LINE_PX - 1e-9), "{names:?}");
        assert!(names.iter().all(|y| *y <= plot.bottom() + 1e-9));
    }

    #[test]
    fn names_have_the_room_they_need_or_stand_below() {
        let long = [curve("column of our planners", &[(0.0, 1.0, 0.0), (1.0, 1.0, 0.0)])];
        let wide = SweepPlot::new(600.0, 300.0, &long);
        assert_eq!(wide.names_at(), Names::AtEnds);
        assert!(600.0 - wide.right() - NAME_PX >= 22.0 * LETTER_PX, "{}", wide.right());
        let narrow = SweepPlot::new(330.0, 300.0, &long);
        assert_eq!((narrow.names_at(), narrow.right()), (Names::Below, 330.0 - EDGE_RIGHT_PX));
        let short = SweepPlot::new(330.0, 300.0, &[curve("EASY", &[(0.0, 1.0, 0.0)])]);
        assert_eq!(short.names_at(), Names::AtEnds);
    }

    #[test]
    fn nothing_yet_is_an_empty_plot() {
        let empty = Curve { key: String::new(), label: String::new(), points: Vec::new() };
        let plot = SweepPlot::new(f64::NAN, 300.0, std::slice::from_ref(&empty));
        assert!(plot.line(&empty).is_empty() && plot.dots(&empty).is_empty() && plot.x_of(0.5).is_finite());
    }
}

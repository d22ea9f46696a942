//! The planes of idle periods as figures to take away.

use super::dual_plane::DualPlane;
use super::plane::{PlaneLabel, PlaneScale, RegionName};
use super::plane_marks::Fit;
use super::time_marks::{TimeMarks, x_clock_marks, y_clock_marks};
use super::time_plane::{LANE_PX, TimePlane};
use crate::gantt::bar::Rect;
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{AXIS_PX, DataTable, Figure, INK, LEFT_PX, PLOT_PX, QUIET, number};
use crate::kit::palette::{Rgba, mix};
use crate::kit::svg::{path, px};
use bookahead_engine::core::time_names::{TimeNames, TimeUnit};
use bookahead_engine::idle::{Moment, OPEN, Period, Rate, Strategy, Tick};

/// Height of a plane, in CSS px.
const PLANE_PX: f64 = 460.0;
/// Size of names in planes.
const NAME: Font = Font { px: 11.5, colour: INK.ink, is_strong: true };

/// A plot within a figure, with what lies above and below it.
pub(super) fn framed(drawing: &mut Drawing, at: (f64, f64), plot: &Drawing, scale: &PlaneScale) {
    let rect = Rect { x: at.0, y: at.1, width: scale.width(), height: scale.height() };
    drawing.place_cut(rect, plot);
    drawing.frame(rect, Pen::new(INK.ink_quiet, 1.0));
}

/// Marks of an axis of time: ticks or clock time.
pub(super) fn time_marks(scale: &PlaneScale, names: TimeNames) -> TimeMarks {
    x_clock_marks(scale, names).unwrap_or_else(|| {
        let numbers = scale.x_ticks().into_iter().map(|(tick, x)| (number(tick), x));
        TimeMarks { marks: numbers.collect(), day: None }
    })
}

/// The axis of time below a plot: what it counts in at its right end, and the day that its marks leave out at its left end.
pub(super) fn x_axis(drawing: &mut Drawing, (left, top): (f64, f64), scale: &PlaneScale, (what, names): (&str, TimeNames)) {
    let TimeMarks { marks, day } = time_marks(scale, names);
    for (words, x) in marks {
        drawing.text((left + x, top + scale.height() + 16.0), Anchor::Middle, QUIET, &words);
    }
    if let Some(day) = day {
        drawing.text((left, top + scale.height() + 33.0), Anchor::Start, QUIET, &day);
    }
    let name = match (names.unit, names.start) {
        (TimeUnit::Slots, _) if what.is_empty() => "tick".to_string(),
        (TimeUnit::Slots, _) => format!("{what}, ticks"),
        (TimeUnit::Clock, None) => what.to_string(),
        (TimeUnit::Clock, Some(start)) => format!("{what} {}", start.zone()).trim().to_string(),
    };
    drawing.text((left + scale.width(), top + scale.height() + 33.0), Anchor::End, QUIET, &name);
}

/// The axis of time left of a plot.
fn y_time_axis(drawing: &mut Drawing, (left, top): (f64, f64), scale: &PlaneScale, names: TimeNames) {
    let Some(TimeMarks { marks, .. }) = y_clock_marks(scale, names) else { return y_axis(drawing, (left, top), scale) };
    for (words, y) in marks {
        drawing.text((left - 8.0, top + y + 4.0), Anchor::End, QUIET, &words);
    }
}

fn y_axis(drawing: &mut Drawing, (left, top): (f64, f64), scale: &PlaneScale) {
    for (tick, y) in scale.y_ticks() {
        drawing.text((left - 8.0, top + y + 4.0), Anchor::End, QUIET, &number(tick));
    }
}

/// The idle periods of a moment as data.
fn periods(moment: &Moment, rates: &[Rate]) -> DataTable {
    let mut data = DataTable::new(["server", "rate", "start", "end", "fit"]);
    let rows = moment.periods.iter().zip(&moment.passed).map(|(period, &passed)| {
        let rate = rates.get(period.server as usize).copied().unwrap_or(Rate::ONE);
        let rate =
            if rate.denominator == 1 { rate.numerator.to_string() } else { format!("{}/{}", rate.numerator, rate.denominator) };
        let end = if period.end == OPEN { String::new() } else { period.end.to_string() };
        vec![period.server.to_string(), rate, period.start.to_string(), end, Fit::of(passed).word().to_string()]
    });
    data.rows = rows.collect();
    data
}

/// The mark of an idle period: a dot, large and filled where it is feasible; a cross where two tests deceive.
fn mark(plot: &mut Drawing, (x, y): (f64, f64), fit: Fit) {
    let colour = fit.colour(INK);
    match fit {
        Fit::AtOnce => plot.dot((x, y), 4.5, Some(colour), None),
        Fit::Delayed => plot.dot((x, y), 4.5, Some(INK.background), Some(Pen::new(colour, 2.0))),
        Fit::Deceiving => {
            let cross = format!("M{} {}l6 6m-6 0l6 -6", px(x - 3.0), px(y - 3.0));
            plot.path(&cross, Pen::new(colour, 2.0));
        }
        Fit::Outside => plot.dot((x, y), 2.2, Some(colour), None),
    }
}

fn by_fit(moment: &Moment) -> impl Iterator<Item = (Fit, &Period)> {
    Fit::ALL.into_iter().flat_map(move |fit| {
        let tested = moment.periods.iter().zip(&moment.passed);
        tested.filter(move |&(_, &passed)| Fit::of(passed) == fit).map(move |(period, _)| (fit, period))
    })
}

fn names(plot: &mut Drawing, labels: Vec<PlaneLabel>, regions: Vec<RegionName>) {
    for RegionName { words, x, y, .. } in regions {
        plot.text((x, y), Anchor::Middle, Font::new(12.0, INK.ink_quiet), words);
    }
    for PlaneLabel { text, x, y, width, to } in labels {
        plot.dot(to, 8.0, None, Some(Pen::new(INK.ink, 1.2)));
        if (y - to.1).abs() > 10.0 {
            let near = if x > to.0 { x - 2.0 } else { x + width + 2.0 };
            plot.line(to, (near, y), Pen::new(INK.ink_quiet, 1.0));
        }
        plot.text((x, y + 4.0), Anchor::Start, NAME, &text);
    }
}

/// The job's segment with its ends, P and P′.
fn segment(plot: &mut Drawing, [from, to]: [(f64, f64); 2]) {
    plot.line(from, to, Pen::new(INK.accent, 3.0));
    for (at, name, anchor, away) in [(from, "P", Anchor::End, -8.0), (to, "P′", Anchor::Start, 8.0)] {
        plot.dot(at, 4.0, Some(INK.accent), None);
        plot.text((at.0 + away, at.1 + 14.0), anchor, Font { colour: INK.accent_ink, ..NAME }, name);
    }
}

fn faint(fit: Fit) -> Rgba {
    mix(INK.background, fit.colour(INK), 0.14)
}

fn strategy_name(strategy: Strategy) -> String {
    strategy.title().to_string()
}

const LEGEND: &str = "Filled: fits at once (R1); ring: fits later (R2); cross: too short after all; small dot: does not fit.";

/// What a plane is of: the moment before a request was decided.
#[derive(Clone, Copy, Debug)]
pub struct PlaneFrame<'a> {
    /// The moment.
    pub moment: &'a Moment,
    /// The rate of each server.
    pub rates: &'a [Rate],
    /// The rate whose regions are shown.
    pub rate: Rate,
    /// The stretch of time.
    pub window: (f64, f64),
    /// Width of a strip in ticks.
    pub strip_width: Tick,
    /// How points in time are written.
    pub time: TimeNames,
}

impl PlaneFrame<'_> {
    /// The plane of starts and ends.
    pub fn time_plane(&self) -> Figure {
        let (moment, scale) = (self.moment, TimePlane::scale(self.window, PLOT_PX, PLANE_PX));
        let duration = self.rate.duration(moment.request.size).min(u64::from(Tick::MAX)) as Tick;
        let plane = TimePlane { moment, scale, duration, strip_width: self.strip_width };
        let request = &moment.request;
        let (r, d, l) = (f64::from(request.earliest_start), f64::from(request.deadline), f64::from(duration));
        let (x, y) = (|tick: f64| scale.x_of(tick), |tick: f64| scale.y_of(tick));
        let mut plot = Drawing::default();
        let (at_r, last, top) = (x(r).max(0.0), x(d - l), 0.0);
        plot.area(&path(&[(0.0, top), (at_r, top), (at_r, y(r + l)), (0.0, y(r + l))], true), faint(Fit::AtOnce), 1.0);
        plot.area(&path(&[(at_r, top), (last, top), (last, y(d)), (at_r, y(r + l))], true), faint(Fit::Delayed), 1.0);
        plot.line((0.0, LANE_PX), (scale.width(), LANE_PX), Pen::new(INK.grid, 1.0));
        let (first, end) = scale.x_range();
        plot.line((x(first), y(first)), (x(end), y(end)), Pen::new(INK.ink_quiet, 1.0).dashed("4 4"));
        for (fit, period) in by_fit(moment) {
            mark(&mut plot, plane.place(period.start, period.end), fit);
        }
        segment(&mut plot, plane.segment());
        if let Some(taken) = moment.taken() {
            let at = plane.place(taken.start, taken.end);
            plot.dot(at, 4.0, Some(INK.ink), None);
        }
        names(&mut plot, plane.labels(strategy_name), plane.regions());
        let mut drawing = Drawing::default();
        framed(&mut drawing, (LEFT_PX, 0.0), &plot, &scale);
        x_axis(&mut drawing, (LEFT_PX, 0.0), &scale, ("start", self.time));
        y_time_axis(&mut drawing, (LEFT_PX, 0.0), &scale, self.time);
        drawing.text((LEFT_PX - 8.0, LANE_PX / 2.0 + 4.0), Anchor::End, QUIET, "open");
        self.figure("time-plane", "Time plane", "An idle period is a point, its start to the right, its end upwards.", drawing)
    }

    fn dual(&self) -> DualPlane<'_> {
        let [primal, dual] = DualPlane::scales(self.moment, self.rates, self.window, PLOT_PX, PLANE_PX);
        DualPlane { moment: self.moment, rates: self.rates, rate: self.rate, primal, dual }
    }

    /// The primal plane of capacity over time.
    pub fn primal_plane(&self) -> Figure {
        let plane = self.dual();
        let scale = plane.primal;
        let mut plot = Drawing::default();
        plot.line((0.0, scale.top()), (scale.width(), scale.top()), Pen::new(INK.grid, 1.0));
        for (fit, period) in by_fit(self.moment) {
            let [from, to] = plane.falling(period);
            let width = if fit == Fit::Outside { 1.0 } else { 2.0 };
            let pen = Pen::new(fit.colour(INK), width);
            plot.line(from, to, if fit == Fit::Deceiving { pen.dashed("4 3") } else { pen });
            mark(&mut plot, from, fit);
        }
        segment(&mut plot, plane.segment());
        names(&mut plot, plane.labels(false, strategy_name), plane.regions());
        let mut drawing = Drawing::default();
        framed(&mut drawing, (LEFT_PX, 0.0), &plot, &scale);
        x_axis(&mut drawing, (LEFT_PX, 0.0), &scale, ("time", self.time));
        y_axis(&mut drawing, (LEFT_PX, 0.0), &scale);
        self.figure(
            "primal-plane",
            "Primal plane",
            "Time to the right, nominal capacity upwards: an idle period falls with its server’s rate.",
            drawing,
        )
    }

    /// The dual plane.
    pub fn dual_plane(&self) -> Figure {
        let plane = self.dual();
        let scale = plane.dual;
        let [from, to] = plane.line();
        let mut plot = Drawing::default();
        let below = path(&[from, to, (to.0, scale.height()), (from.0, scale.height())], true);
        plot.area(&below, mix(INK.background, INK.ink_quiet, 0.1), 1.0);
        for (x, _) in plane.verticals() {
            plot.line((x, 0.0), (x, scale.height()), Pen::new(INK.grid, 1.0));
        }
        for (fit, period) in by_fit(self.moment) {
            mark(&mut plot, plane.point(period), fit);
        }
        plot.line(from, to, Pen::new(INK.accent, 3.0));
        names(&mut plot, plane.labels(true, strategy_name), Vec::new());
        let mut drawing = Drawing::default();
        framed(&mut drawing, (LEFT_PX, 0.0), &plot, &scale);
        y_axis(&mut drawing, (LEFT_PX, 0.0), &scale);
        let mut free = f64::NEG_INFINITY;
        for (x, rate) in plane.verticals() {
            let words = if rate.denominator == 1 {
                format!("−{}", rate.numerator)
            } else {
                format!("−{}/{}", rate.numerator, rate.denominator)
            };
            if x - 20.0 > free {
                free = x + 20.0;
                drawing.text((LEFT_PX + x, scale.height() + 16.0), Anchor::Middle, QUIET, &words);
            }
        }
        drawing.text((LEFT_PX + scale.width(), scale.height() + 33.0), Anchor::End, QUIET, "−μ");
        self.figure(
            "dual-plane",
            "Dual plane",
            "−μ to the right, −μ · end (from now) upwards; what lies below the line passes the capacity test.",
            drawing,
        )
    }

    fn figure(&self, key: &'static str, title: &str, explanation: &str, drawing: Drawing) -> Figure {
        Figure {
            key,
            title: title.to_string(),
            explanation: format!("{explanation} {LEGEND}"),
            height: PLANE_PX + AXIS_PX,
            drawing,
            data: periods(self.moment, self.rates),
        }
    }
}

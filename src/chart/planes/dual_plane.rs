//! Servers of different speed (Castillo 4.3): the primal plane of time and nominal capacity, where an idle period falls with slope −μ from
//! (start, capacity) to (end, 0), and the dual plane, where it is the point (−μ, −μ·end) and the job's P = (r, l) the line y = r·x − l. In the
//! dual plane time counts from "now": any origin gives the same tests, and this one keeps what lies ahead in view.

use super::plane::{PlaneLabel, PlaneScale, REGION_PX, RegionName, place_labels};
use super::plane_marks::{Fit, Marker, fill_beside, fill_rect, sane_dpr};
use super::time_plane::choices;
use crate::kit::palette::{Palette, mix};
use crate::kit::raster::PixelBuffer;
use crate::kit::text::text_width;
use bookahead_engine::idle::{Moment, Period, Rate, Strategy};

/// Height of the lane for periods without an end: above the primal plane, below the dual one. In CSS px.
pub const LANE_PX: f64 = 26.0;
/// Radius of a feasible period's dot.
const DOT_PX: f64 = 4.0;
/// Radius of the dot at a falling line's upper end.
const END_PX: f64 = 3.6;
/// Space beside the verticals of the dual plane, as a part of the fastest rate.
const BESIDE: f64 = 0.14;

/// What is drawn, in two pictures.
#[derive(Clone, Copy, Debug)]
pub struct DualPlane<'a> {
    /// Idle periods and the request.
    pub moment: &'a Moment,
    /// The rate of each server.
    pub rates: &'a [Rate],
    /// The rate whose regions are shown in the primal plane.
    pub rate: Rate,
    /// Axes of the primal plane, see [`DualPlane::scales`].
    pub primal: PlaneScale,
    /// Axes of the dual plane.
    pub dual: PlaneScale,
}

/// Rate of a server; of one that is not there, 1.
fn rate_of(rates: &[Rate], server: u32) -> Rate {
    rates.get(server as usize).copied().unwrap_or(Rate::ONE)
}

/// Distance of a point from a line between two others.
fn distance((x, y): (f64, f64), (ax, ay): (f64, f64), (bx, by): (f64, f64)) -> f64 {
    let (dx, dy) = (bx - ax, by - ay);
    let square = dx * dx + dy * dy;
    let share = if square > 0.0 { (((x - ax) * dx + (y - ay) * dy) / square).clamp(0.0, 1.0) } else { 0.0 };
    let (dx, dy) = (ax + share * dx - x, ay + share * dy - y);
    libm::sqrt(dx * dx + dy * dy)
}

impl<'a> DualPlane<'a> {
    /// Axes for a stretch of time: primal and dual. Everything that has an end is in view, and the request.
    pub fn scales(moment: &Moment, rates: &[Rate], window: (f64, f64), width: f64, height: f64) -> [PlaneScale; 2] {
        let request = &moment.request;
        let (now, size) = (f64::from(request.submitted), f64::from(request.size));
        let fastest = rates.iter().map(|rate| rate.value()).fold(0.0, f64::max).max(1e-6);
        let (mut most, mut lowest) = (1.6 * size, -size - fastest * (f64::from(request.earliest_start) - now));
        for period in moment.periods.iter().filter(|period| !period.is_open() && f64::from(period.start) < window.1) {
            let rate = rate_of(rates, period.server).value();
            most = most.max(rate * f64::from(period.length()).min(window.1 - window.0));
            lowest = lowest.min(rate * (now - f64::from(period.end).min(window.1)));
        }
        let primal = PlaneScale::new(window, (0.0, 1.05 * most), width, height).with_lanes(LANE_PX, 0.0);
        let dual = PlaneScale::new((-(1.0 + BESIDE) * fastest, 0.0), (1.06 * lowest, 0.0), width, height).with_lanes(0.0, LANE_PX);
        [primal, dual]
    }

    fn now(&self) -> f64 {
        f64::from(self.moment.request.submitted)
    }

    /// A period in the primal plane, in CSS px: from its start down to its end. Without an end it is a point in the lane above.
    pub fn falling(&self, period: &Period) -> [(f64, f64); 2] {
        let (start, end) = (f64::from(period.start), f64::from(period.end));
        if period.is_open() {
            let at = (self.primal.x_of(start).max(0.0), LANE_PX / 2.0);
            return [at, at];
        }
        let capacity = rate_of(self.rates, period.server).value() * (end - start);
        [(self.primal.x_of(start), self.primal.y_of(capacity)), (self.primal.x_of(end), self.primal.y_of(0.0))]
    }

    /// A period in the dual plane, in CSS px. Without an end it lies in the lane below.
    pub fn point(&self, period: &Period) -> (f64, f64) {
        let rate = rate_of(self.rates, period.server).value();
        let y = match period.is_open() {
            true => self.dual.bottom() + LANE_PX / 2.0,
            false => self.dual.y_of(rate * (self.now() - f64::from(period.end))),
        };
        (self.dual.x_of(-rate), y)
    }

    /// P and P′ in the primal plane: the job may start between them, at the rate whose regions are shown.
    pub fn segment(&self) -> [(f64, f64); 2] {
        let request = &self.moment.request;
        let size = f64::from(request.size);
        let latest = f64::from(request.deadline) - size / self.rate.value();
        [f64::from(request.earliest_start), latest].map(|x| (self.primal.x_of(x), self.primal.y_of(size)))
    }

    /// The job's line in the dual plane, from the left edge to x = 0.
    pub fn line(&self) -> [(f64, f64); 2] {
        let request = &self.moment.request;
        let ahead = f64::from(request.earliest_start) - self.now();
        [self.dual.x_range().0, 0.0].map(|x| (self.dual.x_of(x), self.dual.y_of(ahead * x - f64::from(request.size))))
    }

    /// The verticals of the dual plane: x in CSS px and the rate, slowest last.
    pub fn verticals(&self) -> Vec<(f64, Rate)> {
        let mut verticals: Vec<(f64, Rate)> = Vec::new();
        for &rate in self.rates {
            if verticals.iter().all(|(_, other)| other.compare(rate).is_ne()) {
                let at = verticals.partition_point(|(_, other)| other.compare(rate).is_gt());
                verticals.insert(at, (self.dual.x_of(-rate.value()), rate));
            }
        }
        verticals
    }

    /// The period nearest to a point of one plane, by its distance in CSS px; of equally near ones a feasible one, then the first.
    fn nearest(&self, slop: f64, away: impl Fn(&Period) -> f64) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for (i, (period, &passed)) in self.moment.periods.iter().zip(&self.moment.passed).enumerate() {
            let away = away(period);
            let ranked = if Fit::of(passed).is_feasible() { away - 0.5 } else { away };
            if away <= slop && best.is_none_or(|(least, _)| ranked < least) {
                best = Some((ranked, i));
            }
        }
        best.map(|(_, i)| i)
    }

    /// The period under a point of the primal plane, within `slop` CSS px. O(periods).
    pub fn pick_primal(&self, x: f64, y: f64, slop: f64) -> Option<usize> {
        self.nearest(slop, |period| {
            let [from, to] = self.falling(period);
            distance((x, y), from, to)
        })
    }

    /// The period under a point of the dual plane, within `slop` CSS px. O(periods).
    pub fn pick_dual(&self, x: f64, y: f64, slop: f64) -> Option<usize> {
        self.nearest(slop, |period| {
            let at = self.point(period);
            distance((x, y), at, at)
        })
    }

    /// The names of the choices beside their periods: in the primal plane at their upper ends, in the dual one at their points.
    pub fn labels(&self, is_dual: bool, name: impl Fn(Strategy) -> String) -> Vec<PlaneLabel> {
        let (scale, ends) = if is_dual { (&self.dual, self.line()) } else { (&self.primal, self.segment()) };
        let at = |period: &Period| {
            let (x, y) = if is_dual { self.point(period) } else { self.falling(period)[0] };
            (x.clamp(0.0, scale.width()), y.clamp(0.0, scale.height()))
        };
        let wanted: Vec<_> = choices(self.moment, name).into_iter().map(|(text, period)| (text, at(&period))).collect();
        let mut kept: Vec<_> = wanted.iter().map(|(_, at)| *at).chain(ends).collect();
        let regions = if is_dual { vec![self.below_line()] } else { self.regions() };
        kept.extend(regions.iter().flat_map(RegionName::points));
        place_labels(&wanted, &kept, scale)
    }

    /// The names of R1 and R2 in the primal plane.
    pub fn regions(&self) -> Vec<RegionName> {
        RegionName::of(self.segment(), ["R1", "R2"], &self.primal)
    }

    /// What the area below the line of the dual plane is called.
    pub fn below_line(&self) -> RegionName {
        let words = "below: passes the capacity test";
        let width = text_width(words, REGION_PX);
        RegionName { words, x: self.dual.width() - 8.0 - width / 2.0, y: self.dual.bottom() - 8.0, width }
    }

    /// Paints the primal plane: where the starts of feasible periods lie, and the periods. O(periods × their length in px).
    pub fn paint_primal(&self, buffer: &mut PixelBuffer, palette: &Palette, dpr: f64) {
        let dpr = sane_dpr(dpr);
        let scale = &self.primal;
        let lane = reset(buffer, scale, palette, dpr);
        self.paint_regions(buffer, palette, dpr);
        rule(buffer, scale.top(), palette, dpr);
        let mut marker = Marker::new(buffer, palette, dpr, END_PX);
        for (fit, period) in self.by_fit() {
            let [from, to] = self.falling(period);
            if period.is_open() {
                marker.point(from, fit);
                continue;
            }
            // Above the plot there is the lane, where nothing falls.
            let cut = |from: (f64, f64), to: (f64, f64)| {
                let share = if from.1 < lane && to.1 > from.1 { (lane - from.1) / (to.1 - from.1) } else { 0.0 };
                (from.0 + share * (to.0 - from.0), from.1.max(lane))
            };
            let (thick, dash) = match fit {
                Fit::Outside => (1, 0),
                Fit::Deceiving => (2, 4),
                _ => (2, 0),
            };
            let thick = if thick > 1 { (f64::from(thick) * dpr).round() as i32 } else { 1 };
            marker.line(cut(from, to), to, fit.colour(palette), thick, (f64::from(dash) * dpr) as i32);
            if from.1 >= lane {
                marker.point(from, fit);
            }
        }
    }

    /// Where a period of the shown rate may begin in the primal plane, by columns: R1 and R2, and what both tests wrongly let pass.
    fn paint_regions(&self, buffer: &mut PixelBuffer, palette: &Palette, dpr: f64) {
        let request = &self.moment.request;
        let (r, l, rate) = (f64::from(request.earliest_start), f64::from(request.size), self.rate.value());
        let latest = f64::from(request.deadline) - l / rate;
        let colour = |fit: Fit| mix(palette.background, fit.colour(palette), 0.14);
        let y = |capacity: f64| (self.primal.y_of(capacity) * dpr).clamp(-1.0, 1e6).round() as i32;
        // On the line that ends at r + l/μ, the capacity test holds just so.
        let just = |column: i32| y((l + rate * (r - self.primal.x_at((f64::from(column) + 0.5) / dpr))).max(0.0));
        let (at_r, at_last) = (self.primal.columns_until(r, dpr), self.primal.columns_until(latest, dpr));
        fill_beside(buffer, 0..at_r.min(at_last), &just, true, 0, colour(Fit::AtOnce));
        fill_rect(buffer, (at_r, 0), (at_last, y(l)), colour(Fit::Delayed));
        fill_beside(buffer, at_r..at_last, &just, true, y(l), colour(Fit::Deceiving));
    }

    /// Paints the dual plane: what lies on or below the job's line passes the capacity test. O(columns + periods).
    pub fn paint_dual(&self, buffer: &mut PixelBuffer, palette: &Palette, dpr: f64) {
        let dpr = sane_dpr(dpr);
        let scale = &self.dual;
        reset(buffer, scale, palette, dpr);
        let [from, to] = self.line();
        let passes = mix(palette.background, palette.ink_quiet, 0.1);
        let line = |column: i32| {
            let x = (f64::from(column) + 0.5) / dpr;
            let y = from.1 + (x - from.0) / (to.0 - from.0).max(1e-9) * (to.1 - from.1);
            (y * dpr).clamp(-1.0, 1e6).round() as i32
        };
        fill_beside(buffer, 0..i32::MAX, &line, false, 0, passes);
        rule(buffer, scale.bottom(), palette, dpr);
        let mut marker = Marker::new(buffer, palette, dpr, DOT_PX);
        for (x, rate) in self.verticals() {
            let is_shown = rate.compare(self.rate).is_eq();
            let colour = mix(palette.background, palette.ink_quiet, if is_shown { 0.8 } else { 0.35 });
            marker.line((x, 0.0), (x, scale.height()), colour, 1, 0);
        }
        for (fit, period) in self.by_fit() {
            marker.point(self.point(period), fit);
        }
    }

    /// The periods in the order of drawing.
    fn by_fit(&self) -> impl Iterator<Item = (Fit, &'a Period)> + use<'a> {
        let moment = self.moment;
        Fit::ALL.into_iter().flat_map(move |fit| {
            let tested = moment.periods.iter().zip(&moment.passed);
            tested.filter(move |&(_, &passed)| Fit::of(passed) == fit).map(move |(period, _)| (fit, period))
        })
    }
}

/// An empty picture; where the lane above ends, in CSS px.
fn reset(buffer: &mut PixelBuffer, scale: &PlaneScale, palette: &Palette, dpr: f64) -> f64 {
    let (width, height) = PixelBuffer::device_size(scale.width(), scale.height(), dpr);
    buffer.reset(width, height, palette.background);
    scale.top()
}

/// A faint line across.
fn rule(buffer: &mut PixelBuffer, y: f64, palette: &Palette, dpr: f64) {
    let (y, width) = ((y * dpr).round() as i32, buffer.width() as i32);
    fill_rect(buffer, (0, y), (width, y + 1), mix(palette.background, palette.ink_quiet, 0.4));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::palette::LIGHT;
    use crate::planes::time_plane::tests::{REQUEST, moment, period};
    use bookahead_engine::idle::geometry::{dual_line, dual_point};
    use bookahead_engine::idle::{IdleRequest, OPEN};

    fn rates() -> [Rate; 6] {
        let (half, quarter) = (Rate::new(1, 2), Rate::new(1, 4));
        [half, half, Rate::ONE, Rate::ONE, quarter, half]
    }

    fn sample() -> Moment {
        // On a server of half the speed 6 last 12: 24..34 is too short, though it passes both tests.
        let periods =
            [period(8, 0, 30), period(12, 1, 40), period(18, 2, 60), period(24, 5, 34), period(28, 3, 36), period(30, 4, OPEN)];
        moment(Strategy::FfHaPlus, &rates(), REQUEST, &periods)
    }

    fn plane<'a>(moment: &'a Moment, rates: &'a [Rate]) -> DualPlane<'a> {
        let [primal, dual] = DualPlane::scales(moment, rates, (0.0, 100.0), 400.0, 300.0);
        DualPlane { moment, rates, rate: Rate::new(1, 2), primal, dual }
    }

    #[test]
    fn points_and_lines_land_where_the_engine_says() {
        let (moment, rates) = (sample(), rates());
        let plane = plane(&moment, &rates);
        let [primal, dual] = [plane.primal, plane.dual];
        for period in moment.periods.iter().filter(|period| !period.is_open()) {
            // The same from "now" on.
            let shifted = Period { start: period.start.saturating_sub(10), end: period.end - 10, ..*period };
            let point = dual_point(&shifted, rates[period.server as usize], OPEN);
            let (x, y) = plane.point(period);
            assert!((x - dual.x_of(point.x)).abs() < 1e-9 && (y - dual.y_of(point.y)).abs() < 1e-9);
            let [from, to] = plane.falling(period);
            let slope = (primal.y_at(from.1) - primal.y_at(to.1)) / (primal.x_at(from.0) - primal.x_at(to.0));
            assert!((slope + rates[period.server as usize].value()).abs() < 1e-9);
        }
        let line = dual_line(&IdleRequest { submitted: 0, earliest_start: 10, ..REQUEST });
        let [from, to] = plane.line();
        assert!((from.1 - dual.y_of(line.at(dual.x_range().0).y)).abs() < 1e-9 && (to.1 - dual.y_of(-6.0)).abs() < 1e-9);
        assert_eq!(plane.segment()[1].0, primal.x_of(38.0), "at half the speed it starts at 50 − 12 at the latest");
        let verticals: Vec<f64> = plane.verticals().iter().map(|(_, rate)| rate.value()).collect();
        assert_eq!(verticals, [1.0, 0.5, 0.25]);
    }

    #[test]
    fn the_line_parts_what_passes_the_capacity_test() {
        let (moment, rates) = (sample(), rates());
        let plane = plane(&moment, &rates);
        let [from, to] = plane.line();
        let mut deceived = 0;
        for (period, &passed) in moment.periods.iter().zip(&moment.passed) {
            let (x, y) = plane.point(period);
            let on_line = from.1 + (x - from.0) / (to.0 - from.0) * (to.1 - from.1);
            assert_eq!(y >= on_line - 1e-9, passed & bookahead_engine::idle::moment::passes::CAPACITY != 0, "{period:?}");
            deceived += u32::from(Fit::of(passed) == Fit::Deceiving);
        }
        assert_eq!((deceived, moment.tests.deceiving), (1, 1));
    }

    #[test]
    fn what_is_drawn_is_picked_and_has_its_colour() {
        let (moment, rates) = (sample(), rates());
        let plane = plane(&moment, &rates);
        let (mut primal, mut dual) = (PixelBuffer::default(), PixelBuffer::default());
        plane.paint_primal(&mut primal, &LIGHT, 1.0);
        plane.paint_dual(&mut dual, &LIGHT, 1.0);
        for (i, (period, &passed)) in moment.periods.iter().zip(&moment.passed).enumerate() {
            let ((x, y), [top, _]) = (plane.point(period), plane.falling(period));
            assert_eq!(plane.pick_dual(x, y, 5.0), Some(i));
            assert_eq!(plane.pick_primal(top.0, top.1, 5.0), Some(i));
            let colour = Some(Fit::of(passed).colour(&LIGHT));
            assert_eq!(dual.pixel(x.round() as u32, y.round() as u32), colour, "{period:?}");
            assert_eq!(primal.pixel(top.0.round() as u32, top.1.round() as u32), colour, "{period:?}");
        }
        assert_eq!(plane.pick_dual(399.0, 1.0, 5.0), None);
        for is_dual in [false, true] {
            let labels = plane.labels(is_dual, |strategy| strategy.name().to_string());
            assert!(!labels.is_empty() && labels[0].text.contains("ff-ha+"), "{labels:?}");
        }
    }

    #[test]
    fn the_primal_regions_are_exact_for_their_rate() {
        let (none, rates) = (moment(Strategy::FfHaPlus, &rates(), REQUEST, &[]), [Rate::new(1, 2)]);
        let plane = plane(&none, &rates);
        let mut buffer = PixelBuffer::default();
        plane.paint_primal(&mut buffer, &LIGHT, 1.0);
        let colour = |fit: Fit| Some(mix(LIGHT.background, fit.colour(&LIGHT), 0.14));
        for (start, length) in
            [(4, 34), (12, 12), (12, 17), (19, 15), (22, 14), (22, 11), (30, 9), (24, 15), (36, 13), (40, 20), (50, 9)]
        {
            let period = period(start, 0, start + length);
            let tested = moment(Strategy::FfHaPlus, &rates, REQUEST, &[period]);
            let fit = Fit::of(tested.passed[0]);
            let [(x, y), _] = plane.falling(&period);
            let expected = if fit == Fit::Outside { Some(LIGHT.background) } else { colour(fit) };
            if y < f64::from(buffer.height()) && y > LANE_PX {
                assert_eq!(buffer.pixel(x as u32 + 1, y as u32 - 1), expected, "{period:?} {fit:?}");
            }
        }
    }

    #[test]
    fn odd_planes_do_not_fail() {
        let heavy = IdleRequest { submitted: 0, earliest_start: 3_999_999_500, size: 400, deadline: 4_000_000_000 };
        let periods = [period(0, 0, OPEN), period(1, 1, 4_000_000_000), period(2, 99, 3)];
        for (rates, periods) in [(&rates()[..], &periods[..2]), (&[Rate::new(1, 1_000_000)][..], &[])] {
            let moment = moment(Strategy::FfHaPlus, rates, heavy, periods);
            for (window, size) in [((0.0, 4e9), 300.0), ((f64::NAN, f64::NEG_INFINITY), f64::NAN), ((5.0, 5.0), 0.0)] {
                let [primal, dual] = DualPlane::scales(&moment, rates, window, size, size);
                let plane = DualPlane { moment: &moment, rates, rate: rates[0], primal, dual };
                let mut buffer = PixelBuffer::default();
                plane.paint_primal(&mut buffer, &LIGHT, 1.0);
                plane.paint_dual(&mut buffer, &LIGHT, f64::NAN);
                plane.labels(true, |_| String::new());
                plane.pick_primal(f64::NAN, 1.0, 5.0);
            }
        }
    }
}

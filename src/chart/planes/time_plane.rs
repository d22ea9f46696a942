//! The plane of starts and ends (Castillo 3.2): an idle period is the point (start, end) above the diagonal, the job the segment from
//! P = (r, r + l) to P′ = (d − l, d). What is feasible lies above and to the left of it: in R1 (start by r) the job starts at r, in R2 it waits.

use super::plane::{PlaneLabel, PlaneScale, RegionName, place_labels};
use super::plane_marks::{Fit, Marker, fill_beside, fill_rect, sane_dpr};
use crate::kit::palette::{Palette, mix};
use crate::kit::raster::{Area, PixelBuffer};
use crate::kit::text::text_width;
use bookahead_engine::idle::geometry::Taken;
use bookahead_engine::idle::reference::{Order, Part, StripName};
use bookahead_engine::idle::{Moment, Period, Strategy, Tick};

/// Height of the lane for periods without an end, in CSS px.
pub const LANE_PX: f64 = 26.0;
/// Radius of a feasible period's dot.
pub const DOT_PX: f64 = 4.0;
/// Lines between strips are drawn from this width of a strip on.
const STRIP_LINES_PX: f64 = 9.0;
/// Size of the numbers of strips, and the least way between two one above the other, in CSS px.
const STRIP_NUMBER_PX: f64 = 11.0;
const STRIP_LINE_PX: f64 = 14.0;
/// Strategies that are named where more take the same; the rest are counted.
const NAMES_MAX: usize = 2;

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct TimePlane<'a> {
    /// Idle periods, the request, the search.
    pub moment: &'a Moment,
    /// Both axes, see [`TimePlane::scale`].
    pub scale: PlaneScale,
    /// Ticks that the job takes at the rate whose regions are shown.
    pub duration: Tick,
    /// Width of a strip in ticks.
    pub strip_width: Tick,
}

/// The stretch of time that shows a whole moment. Periods that began long before "now" may begin left of it.
pub fn whole_window(moment: &Moment) -> (f64, f64) {
    let now = f64::from(moment.request.submitted);
    let span = (f64::from(moment.horizon()) - now).max(1.0);
    let first = moment.periods.first().map_or(now, |period| f64::from(period.start)).min(now);
    (first.max(now - 0.3 * span) - 0.03 * span, now + 1.05 * span)
}

/// A strategy's choice, in CSS px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TakenShape {
    /// The period that is taken.
    pub period: (f64, f64),
    /// The job, a point on the segment (start, end).
    pub job: (f64, f64),
    /// The period that would stay idle before it.
    pub leading: Option<(f64, f64)>,
    /// The period that would stay idle after it.
    pub trailing: Option<(f64, f64)>,
}

/// A strip that the search looked into.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedStrip {
    /// Index of the rate, slowest first.
    pub rate: u32,
    /// Which.
    pub name: StripName,
    /// The steps that looked into it, from 1 on.
    pub steps: Vec<usize>,
    /// Nodes read.
    pub visited: u32,
    /// Whether the period that is taken was found there.
    pub has_choice: bool,
    /// Where it begins and ends along the axis it goes by, in CSS px: x for strips by start, y for strips by end; cut to the plot.
    pub from: f64,
    /// Its other edge.
    pub to: f64,
}

/// In which order a strip was searched.
#[derive(Clone, Debug, PartialEq)]
pub struct StripNumber {
    /// The steps.
    pub text: String,
    /// Nodes read.
    pub visited: u32,
    /// Middle of the text, in CSS px.
    pub at: (f64, f64),
}

/// The strip or tree that a step looked into.
pub fn strip_of(part: Part) -> StripName {
    match part {
        Part::StripDelayed(name)
        | Part::StripAtOnce(name)
        | Part::Strip(name)
        | Part::StripByDeadline(name)
        | Part::StripBehind(name) => name,
        Part::OpenEnded => StripName::Open,
        Part::List | Part::CompletedBefore | Part::CompletedAfter | Part::TwoLevel { .. } => StripName::Past,
    }
}

impl TimePlane<'_> {
    /// Axes for a stretch of time: the same in both directions, with the lane of open-ended periods above.
    pub fn scale(window: (f64, f64), width: f64, height: f64) -> PlaneScale {
        PlaneScale::new(window, window, width, height).with_lanes(LANE_PX, 0.0)
    }

    /// Where a start and an end lie, in CSS px. What begins left of the plot stands at its edge; without an end, in the lane above.
    pub fn place(&self, start: Tick, end: Tick) -> (f64, f64) {
        let open = Period { start, server: 0, end }.is_open();
        let y = if open { LANE_PX / 2.0 } else { self.scale.y_of(f64::from(end)) };
        (self.scale.x_of(f64::from(start)).max(0.0), y)
    }

    fn place_of(&self, period: &Period) -> (f64, f64) {
        self.place(period.start, period.end)
    }

    /// Whether a place is in the picture.
    fn shows(&self, (x, y): (f64, f64)) -> bool {
        let lane = y < LANE_PX && y > 0.0;
        x <= self.scale.width() && (lane || (self.scale.top()..=self.scale.height()).contains(&y))
    }

    /// The ends P and P′ of the job's segment.
    pub fn segment(&self) -> [(f64, f64); 2] {
        let (r, d, l) = (f64::from(self.moment.request.earliest_start), f64::from(self.moment.request.deadline), self.length());
        [(r, r + l), (d - l, d)].map(|(x, y)| (self.scale.x_of(x), self.scale.y_of(y)))
    }

    fn length(&self) -> f64 {
        f64::from(self.duration)
    }

    /// The period at a point: the nearest within `slop` CSS px, of equally near ones a feasible one. O(log periods + those as near along x).
    pub fn pick(&self, x: f64, y: f64, slop: f64) -> Option<usize> {
        let periods = &self.moment.periods;
        // What begins before the plot stands at its edge.
        let from =
            if x <= slop { 0 } else { periods.partition_point(|period| f64::from(period.start) < self.scale.x_at(x - slop)) };
        let last = self.scale.x_at(x + slop);
        let mut best: Option<(f64, usize)> = None;
        for (i, period) in periods.iter().enumerate().skip(from) {
            if f64::from(period.start) > last {
                break;
            }
            let at = self.place_of(period);
            // A feasible period is taken for half a px nearer.
            let fits = self.moment.passed.get(i).is_some_and(|&passed| Fit::of(passed).is_feasible());
            let away = libm::hypot(at.0 - x, at.1 - y) - if fits { 0.5 } else { 0.0 };
            if self.shows(at) && away <= slop && best.is_none_or(|(least, _)| away < least) {
                best = Some((away, i));
            }
        }
        best.map(|(_, i)| i)
    }

    /// What taking a period would look like.
    pub fn taken(&self, taken: &Taken) -> TakenShape {
        TakenShape {
            period: self.place_of(&taken.period),
            job: self.place(taken.start, taken.end),
            leading: taken.leading.map(|period| self.place_of(&period)),
            trailing: taken.trailing.map(|period| self.place_of(&period)),
        }
    }

    /// The choices of all strategies: those that take the same are one, named by `name`, two of them and how many
    /// more; the shown strategy's comes first. With the place of its period.
    pub fn choices(&self, name: impl Fn(Strategy) -> String) -> Vec<(String, (f64, f64))> {
        choices(self.moment, name).into_iter().map(|(text, period)| (text, self.place_of(&period))).collect()
    }

    /// The names of the choices beside their points, none over another, over the request's ends, or over what the shown strategy would
    /// leave.
    pub fn labels(&self, name: impl Fn(Strategy) -> String) -> Vec<PlaneLabel> {
        let wanted = self.choices(name);
        let mut kept: Vec<(f64, f64)> = wanted.iter().map(|(_, at)| *at).collect();
        kept.extend(self.segment());
        kept.extend(self.regions().iter().flat_map(RegionName::points));
        kept.extend(self.strip_numbers().iter().flat_map(|number| {
            let half = text_width(&number.text, STRIP_NUMBER_PX) / 2.0;
            [-half, 0.0, half].map(|away| (number.at.0 + away, number.at.1))
        }));
        if let Some(TakenShape { job, leading, trailing, .. }) = self.moment.taken().map(|taken| self.taken(&taken)) {
            kept.extend([Some(job), leading, trailing].into_iter().flatten());
        }
        let wanted: Vec<_> = wanted.into_iter().filter(|(_, at)| self.shows(*at)).collect();
        place_labels(&wanted, &kept, &self.scale)
    }

    /// The names of R1 and R2.
    pub fn regions(&self) -> Vec<RegionName> {
        RegionName::of(self.segment(), ["R1: start at r", "R2: wait"], &self.scale)
    }

    /// Where a strip lies along its axis, in CSS px, lower edge of the px first; cut to the plot. `None` if it is not in view.
    fn strip(&self, order: Order, name: StripName) -> Option<(f64, f64)> {
        let width = f64::from(self.strip_width.max(1));
        let now = f64::from(self.moment.request.submitted);
        let (from, to) = match name {
            StripName::Past => (f64::NEG_INFINITY, (now / width).floor() * width),
            StripName::Strip(number) => (f64::from(number) * width, (f64::from(number) + 1.0) * width),
            StripName::Open if order == Order::End => return Some((0.0, LANE_PX)),
            StripName::Open => return None,
        };
        let (from, to, least, most) = match order {
            Order::Start => (self.scale.x_of(from), self.scale.x_of(to), 0.0, self.scale.width()),
            Order::End => (self.scale.y_of(to), self.scale.y_of(from), self.scale.top(), self.scale.height()),
            Order::Length => return None,
        };
        (to > least && from < most).then_some((from.max(least), to.min(most)))
    }

    /// The strips that the search looked into and that are in view, in the order of their first step.
    pub fn searched(&self) -> Vec<SearchedStrip> {
        let Some(order) = self.moment.strips_by else { return Vec::new() };
        let mut strips: Vec<SearchedStrip> = Vec::new();
        let chosen = self.moment.search.chosen.map(|(period, ..)| period);
        for (i, step) in self.moment.search.steps.iter().enumerate() {
            let (rate, name) = (step.rate as u32, strip_of(step.part));
            let Some((from, to)) = self.strip(order, name) else { continue };
            let at = match strips.iter().position(|strip| (strip.rate, strip.name) == (rate, name)) {
                Some(at) => at,
                None => {
                    strips.push(SearchedStrip { rate, name, steps: Vec::new(), visited: 0, has_choice: false, from, to });
                    strips.len() - 1
                }
            };
            strips[at].steps.push(i + 1);
            strips[at].visited += step.visited;
            strips[at].has_choice |= chosen.is_some() && step.found == chosen;
        }
        strips
    }

    /// The numbers of the searched strips at the lower or the right edge; those that would lie over another one are left out.
    pub fn strip_numbers(&self) -> Vec<StripNumber> {
        let is_start = self.moment.strips_by == Some(Order::Start);
        let mut taken: Vec<(f64, f64)> = Vec::new();
        let numbers = self.searched().into_iter().filter_map(|strip| {
            let steps: Vec<String> = strip.steps.iter().map(usize::to_string).collect();
            let text = steps.join(", ");
            let along = (strip.from + strip.to) / 2.0;
            let room = if is_start { text_width(&text, STRIP_NUMBER_PX) / 2.0 + 3.0 } else { STRIP_LINE_PX / 2.0 };
            if taken.iter().any(|(other, half)| (other - along).abs() < half + room) {
                return None;
            }
            taken.push((along, room));
            let at = if is_start { (along, self.scale.height() - 26.0) } else { (self.scale.width() - 14.0, along) };
            Some(StripNumber { text, visited: strip.visited, at })
        });
        numbers.collect()
    }

    /// Paints strips, regions, grid and points. O(columns + periods).
    pub fn paint(&self, buffer: &mut PixelBuffer, palette: &Palette, dpr: f64) {
        let dpr = sane_dpr(dpr);
        let (width, height) = PixelBuffer::device_size(self.scale.width(), self.scale.height(), dpr);
        buffer.reset(width, height, palette.background);
        let (width, height) = (width as i32, height as i32);
        let device = |at: f64| (at * dpr).clamp(-1e6, 1e6).round() as i32;
        self.paint_regions(buffer, palette, dpr);
        let line = mix(palette.background, palette.ink_quiet, 0.18);
        if let Some(order) = self.moment.strips_by {
            let is_start = order == Order::Start;
            let across = |from: i32, to: i32| match is_start {
                true => Area { x0: from, y0: 0, x1: to, y1: height },
                false => Area { x0: 0, y0: from, x1: width, y1: to },
            };
            for strip in self.searched() {
                let (from, to) = (device(strip.from), device(strip.to));
                buffer.blend_area(across(from, to.max(from + 1)), palette.moved, if strip.has_choice { 90 } else { 38 });
            }
            let per_px = if is_start { self.scale.x_per_px() } else { self.scale.y_per_px() };
            let strip = f64::from(self.strip_width.max(1));
            if strip / per_px >= STRIP_LINES_PX {
                let (first, last) = self.scale.x_range();
                for number in (first.max(0.0) / strip).ceil() as u64..=(last / strip).max(0.0) as u64 {
                    let key = number as f64 * strip;
                    let at = device(if is_start { self.scale.x_of(key) } else { self.scale.y_of(key) });
                    let Area { x0, y0, x1, y1 } = across(at, at + 1);
                    fill_rect(buffer, (x0, y0), (x1, y1), line);
                }
            }
        }
        fill_rect(buffer, (0, device(LANE_PX)), (width, device(LANE_PX) + 1), mix(line, palette.ink_quiet, 0.3));
        let mut marker = Marker::new(buffer, palette, dpr, DOT_PX);
        for fit in Fit::ALL {
            for (period, &passed) in self.moment.periods.iter().zip(&self.moment.passed) {
                if Fit::of(passed) == fit {
                    let at = self.place_of(period);
                    if self.shows(at) {
                        marker.point(at, fit);
                    }
                }
            }
        }
    }

    /// R1 and R2 shaded, what lies below the diagonal greyed, by columns.
    fn paint_regions(&self, buffer: &mut PixelBuffer, palette: &Palette, dpr: f64) {
        let (r, d) = (f64::from(self.moment.request.earliest_start), f64::from(self.moment.request.deadline));
        let regions = [Fit::AtOnce, Fit::Delayed].map(|fit| mix(palette.background, fit.colour(palette), 0.14));
        let below = mix(palette.background, palette.ink_quiet, 0.07);
        let device = |y: f64| (y * dpr).clamp(-1.0, 1e6).round() as i32;
        let start = |column: i32| self.scale.x_at((f64::from(column) + 0.5) / dpr);
        let until = |tick: f64| self.scale.columns_until(tick, dpr);
        let least_end = |column: i32| device(self.scale.y_of(start(column).max(r) + self.length()));
        let (at_r, at_last) = (until(r), until(d - self.length()));
        fill_beside(buffer, 0..at_r.min(at_last), &least_end, true, 0, regions[0]);
        fill_beside(buffer, at_r..at_last, &least_end, true, 0, regions[1]);
        fill_beside(buffer, 0..i32::MAX, &|column| device(self.scale.y_of(start(column)).max(self.scale.top())), false, 0, below);
    }
}

/// What the strategies take, those that take the same as one; the strategy whose search is shown first.
pub(crate) fn choices(moment: &Moment, name: impl Fn(Strategy) -> String) -> Vec<(String, Period)> {
    let mut groups: Vec<(Vec<String>, Period, Tick)> = Vec::new();
    let own = moment.choices.iter().flatten().filter(|taken| taken.strategy == moment.strategy);
    let others = moment.choices.iter().flatten().filter(|taken| taken.strategy != moment.strategy);
    for taken in own.chain(others) {
        match groups.iter_mut().find(|(_, period, start)| (*period, *start) == (taken.period, taken.start)) {
            Some((names, ..)) => names.push(name(taken.strategy)),
            None => groups.push((vec![name(taken.strategy)], taken.period, taken.start)),
        }
    }
    let text = |names: Vec<String>| match names.split_at_checked(NAMES_MAX) {
        Some((first, rest)) if rest.len() > 1 => format!("{} +{}", first.join(", "), rest.len()),
        _ => names.join(", "),
    };
    groups.into_iter().map(|(names, period, _)| (text(names), period)).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::kit::palette::LIGHT;
    use bookahead_engine::idle::{IdleRequest, IdleScenario, IdleWorkload, MomentQuery, OPEN, Rate, Servers};

    pub(crate) const REQUEST: IdleRequest = IdleRequest { submitted: 10, earliest_start: 20, size: 6, deadline: 50 };

    pub(crate) fn period(start: Tick, server: u32, end: Tick) -> Period {
        Period { start, server, end }
    }

    pub(crate) fn moment(strategy: Strategy, rates: &[Rate], request: IdleRequest, periods: &[Period]) -> Moment {
        let servers = Servers {
            groups: rates.iter().map(|&rate| bookahead_engine::idle::ServerGroup { servers: 1, rate }).collect(),
            ..Servers::identical(1, 10_000, 2)
        };
        let scenario = IdleScenario { strategy, ..IdleScenario::new(servers, IdleWorkload::of_requests(Vec::new())) };
        Moment::of_periods(&scenario, strategy, rates, MomentQuery { row: 0, tree: None }, request, periods)
    }

    fn sample() -> Moment {
        let periods =
            [period(8, 0, 24), period(12, 1, 30), period(18, 2, 60), period(30, 3, 33), period(35, 4, OPEN), period(70, 5, 80)];
        moment(Strategy::MinLip, &[Rate::ONE; 6], REQUEST, &periods)
    }

    fn plane(moment: &Moment) -> TimePlane<'_> {
        let scale = TimePlane::scale((0.0, 100.0), 500.0, 500.0 + LANE_PX);
        TimePlane { moment, scale, duration: 6, strip_width: 4 }
    }

    #[test]
    fn points_land_where_arithmetic_says_and_are_picked_there() {
        let moment = sample();
        let plane = plane(&moment);
        assert_eq!(plane.place(12, 30), (60.0, 376.0));
        assert_eq!(plane.place(35, OPEN), (175.0, LANE_PX / 2.0));
        assert_eq!(plane.segment(), [(100.0, 396.0), (220.0, 276.0)]);
        for (i, period) in moment.periods.iter().enumerate() {
            let (x, y) = plane.place_of(period);
            assert_eq!(plane.pick(x + 1.0, y - 1.0, 6.0), Some(i));
            assert_eq!(plane.pick(x + 1.0, y - 30.0, 6.0), None);
        }
        let mut buffer = PixelBuffer::default();
        plane.paint(&mut buffer, &LIGHT, 1.0);
        for (period, &passed) in moment.periods.iter().zip(&moment.passed) {
            let (x, y) = plane.place_of(period);
            assert_eq!(buffer.pixel(x as u32, y as u32), Some(Fit::of(passed).colour(&LIGHT)), "{period:?}");
        }
    }

    #[test]
    fn shading_is_where_the_job_fits() {
        let moment = Moment { strips_by: None, ..moment(Strategy::FfHu, &[Rate::ONE], REQUEST, &[]) };
        let plane = plane(&moment);
        let mut buffer = PixelBuffer::default();
        plane.paint(&mut buffer, &LIGHT, 1.0);
        for (start, end) in [(1, 24), (1, 28), (18, 90), (22, 26), (22, 30), (43, 48), (43, 51), (45, 70), (60, 90), (21, 99)] {
            let fits = start.max(20) + 6 <= end.min(50);
            let (x, y) = plane.place(start, end);
            let shaded = buffer.pixel(x as u32, y as u32 - 1) != Some(LIGHT.background);
            assert_eq!(shaded, fits, "{start} {end}");
        }
    }

    #[test]
    fn taking_a_period_leaves_two_points() {
        let moment = sample();
        let plane = plane(&moment);
        let min_lip = moment.taken().unwrap();
        assert_eq!((min_lip.period.server, min_lip.start), (4, 35));
        let first = moment.choice(Strategy::FirstFitIdle).unwrap();
        let shape = plane.taken(&first);
        assert_eq!(first.period, period(12, 1, 30));
        assert_eq!((shape.period, shape.job), (plane.place(12, 30), plane.place(20, 26)));
        assert_eq!((shape.leading, shape.trailing), (Some(plane.place(12, 20)), Some(plane.place(26, 30))));
        assert_eq!(plane.taken(&min_lip).leading, None);
        let choices = plane.choices(|strategy| strategy.name().to_string());
        assert!(choices[0].0.starts_with("min-lip"), "{choices:?}");
        let counted = |text: &str| match text.split_once(" +") {
            Some((_, more)) => 2 + more.parse::<usize>().unwrap(),
            None => text.split(", ").count(),
        };
        assert_eq!(choices.iter().map(|(text, _)| counted(text)).sum::<usize>(), moment.choices.iter().flatten().count());
        assert_eq!(plane.labels(|strategy| strategy.name().to_string()).len(), choices.len());
    }

    #[test]
    fn names_at_the_open_line_lie_over_nothing() {
        // Everything that may be taken has no end: all choices are in the lane, near one another or at its right end.
        let near = [period(8, 0, OPEN), period(14, 1, OPEN), period(16, 2, OPEN), period(19, 3, OPEN), period(40, 4, OPEN)];
        let far: Vec<Period> = (0..6).map(|i| period(84 + 2 * i, i, OPEN)).collect();
        let late = IdleRequest { earliest_start: 90, deadline: 99, ..REQUEST };
        for (periods, request) in [(&near[..], REQUEST), (&far[..], REQUEST), (&far[..], late)] {
            for strategy in Strategy::ALL {
                let moment = moment(strategy, &[Rate::ONE; 6], request, periods);
                for width in [260.0, 500.0, 900.0] {
                    let scale = TimePlane::scale((0.0, 100.0), width, width);
                    let plane = TimePlane { moment: &moment, scale, duration: 6, strip_width: 4 };
                    // All that is written or ringed: words, middle, and half the size.
                    let regions = plane.regions();
                    let mut texts: Vec<_> = regions
                        .iter()
                        .map(|name| (name.words.to_string(), (name.x, name.y - 4.0), (name.width / 2.0, 6.0)))
                        .collect();
                    texts.extend(plane.strip_numbers().into_iter().map(|number| {
                        let half = text_width(&number.text, STRIP_NUMBER_PX) / 2.0;
                        (number.text, number.at, (half, 5.5))
                    }));
                    let labels = plane.labels(|strategy| strategy.title().to_string());
                    texts.extend(labels.iter().map(|label| ("ring".to_string(), label.to, (8.0, 8.0))));
                    let others = texts.len();
                    texts.extend(
                        labels
                            .into_iter()
                            .map(|label| (label.text, (label.x + label.width / 2.0, label.y), (label.width / 2.0, 6.0))),
                    );
                    for (at, (words, middle, half)) in texts.iter().enumerate().skip(others) {
                        for (other, to, size) in &texts[..at] {
                            let is_apart = (middle.0 - to.0).abs() >= half.0 + size.0 || (middle.1 - to.1).abs() >= half.1 + size.1;
                            assert!(is_apart, "{strategy:?}, {width}: {words} at {middle:?} lies over {other} at {to:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn searched_strips_stand_in_their_order() {
        for strategy in [Strategy::MinLip, Strategy::MinTip, Strategy::BestFit] {
            let moment = Moment { strategy, ..sample() };
            let moment = self::moment(strategy, &[Rate::ONE; 6], REQUEST, &moment.periods);
            let plane = plane(&moment);
            let strips = plane.searched();
            assert!(!strips.is_empty(), "{strategy:?}");
            assert!(strips.iter().filter(|strip| strip.has_choice).count() >= 1);
            assert!(strips.windows(2).all(|pair| pair[0].steps[0] < pair[1].steps[0]));
            assert!(strips.iter().all(|strip| strip.from < strip.to && strip.from >= 0.0 && strip.to <= plane.scale.height()));
            let chosen = moment.search.chosen.unwrap().0;
            let (x, y) = plane.place_of(&chosen);
            let along = if moment.strips_by == Some(Order::Start) { x } else { y };
            let is_there = |strip: &SearchedStrip| strip.has_choice && (strip.from..=strip.to).contains(&along);
            assert!(strips.iter().any(is_there), "{strategy:?} {chosen:?} {along} {strips:?}");
        }
    }

    #[test]
    fn nothing_and_odd_numbers_make_a_picture_all_the_same() {
        let empty = moment(Strategy::MinTip, &[Rate::ONE], REQUEST, &[]);
        let heavy = IdleRequest { submitted: 3_999_999_000, earliest_start: 3_999_999_500, size: 400, deadline: 4_000_000_000 };
        let far = moment(Strategy::MinLip, &[Rate::ONE], heavy, &[period(0, 0, OPEN)]);
        for moment in [&empty, &far] {
            for (window, width, dpr) in [
                (whole_window(moment), 300.0, 2.0),
                ((f64::NAN, f64::INFINITY), f64::NAN, f64::NAN),
                ((4e9, 4e9), 1.0, 0.0),
                ((-1e300, 1e300), 60.0, 9.0),
            ] {
                let plane = TimePlane { moment, scale: TimePlane::scale(window, width, width), duration: 6, strip_width: 0 };
                plane.paint(&mut PixelBuffer::default(), &LIGHT, dpr);
                plane.searched();
                plane.labels(|strategy| strategy.name().to_string());
                assert_eq!(plane.pick(f64::NAN, 3.0, 5.0), None);
            }
        }
        let plane =
            TimePlane { moment: &far, scale: TimePlane::scale(whole_window(&far), 300.0, 300.0), duration: 400, strip_width: 8 };
        let at = plane.place(0, OPEN);
        assert_eq!((at.0, plane.pick(at.0, at.1, 3.0)), (0.0, Some(0)), "long idle: at the edge");
    }

    #[test]
    fn ten_thousand_points_are_each_under_the_pointer() {
        let periods: Vec<Period> = (0..10_000).map(|i| period(11 + i * 7, i, 11 + i * 7 + 40 + i % 977)).collect();
        let rates = vec![Rate::ONE; 10_000];
        let servers = Servers::identical(10_000, 1_000_000, 2);
        let scenario = IdleScenario::new(servers, IdleWorkload::of_requests(Vec::new()));
        let request = IdleRequest { deadline: 60_000, ..REQUEST };
        let moment = Moment::of_periods(&scenario, Strategy::MinLip, &rates, MomentQuery::default(), request, &periods);
        let scale = TimePlane::scale(whole_window(&moment), 900.0, 900.0);
        let plane = TimePlane { moment: &moment, scale, duration: 6, strip_width: 8 };
        for i in (0..10_000).step_by(311) {
            let (x, y) = plane.place_of(&moment.periods[i]);
            let picked = plane.pick(x, y, 4.0).unwrap();
            let (px, py) = plane.place_of(&moment.periods[picked]);
            assert!(libm::hypot(px - x, py - y) <= 0.5, "{i} {picked}");
        }
    }
}

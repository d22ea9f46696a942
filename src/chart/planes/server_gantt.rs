//! The servers' Gantt chart: one row per server, jobs as bars, idle periods as gaps. Bars narrower than a pixel are joined, so that the cost of a
//! picture is bounded by its pixels.

use super::plane::{PlaneLabel, PlaneScale};
use super::plane_marks::{Fit, fill_rect, sane_dpr};
use super::time_marks::x_clock_marks;
use crate::gantt::plan::marks::{Mark, Marks};
use crate::kit::palette::{Palette, mix};
use crate::kit::raster::{Area, PixelBuffer};
use crate::kit::scale::RowScale;
use crate::kit::text::text_width;
use bookahead_engine::core::sorting::sort_shared_by_key;
use bookahead_engine::core::time_names::TimeNames;
use bookahead_engine::idle::{Moment, Period, Tick};

/// Rows are set apart from this height on, in CSS px.
const APART_PX: f64 = 7.0;
/// Names stand on bars from this height on.
const NAMES_PX: f64 = 15.0;
/// Most names.
const NAMES_MAX: usize = 300;
/// How much of its colour an idle period lays over what came later, of 255.
const LIT: u8 = 76;
/// How much of its colour is left to a job that is decided later.
pub(super) const LATER: f64 = 0.5;
/// How many jobs of its server a job is moved before, one by one.
const STEPS_BACK: usize = 16;
/// Size of a name.
const NAME_PX: f64 = 11.5;
/// From a hatched line to the next, in device px.
const HATCH_PX: i32 = 7;

/// What bars are coloured by: the job, or how it differs from another plan.
#[derive(Clone, Copy)]
struct Colours<'a> {
    palette: &'a Palette,
    marks: Option<&'a Marks>,
}

/// A job on its server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServerBar {
    /// The job: the request's row.
    pub job: u32,
    /// The server.
    pub server: u32,
    /// First tick.
    pub start: Tick,
    /// First tick after it.
    pub end: Tick,
}

/// Jobs by server, then start. Those of one server do not overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerRows {
    from: Vec<u32>,
    bars: Vec<ServerBar>,
}

impl ServerRows {
    /// The rows of so many servers; bars of others are left out.
    pub fn new(servers: u32, bars: impl Iterator<Item = ServerBar> + Clone) -> Self {
        let kept = || bars.clone().filter(|bar| bar.server < servers);
        let mut from = vec![0_u32; servers as usize + 1];
        for bar in kept() {
            from[bar.server as usize + 1] += 1;
        }
        for row in 0..servers as usize {
            from[row + 1] += from[row];
        }
        // Each into its row, past the few that start later: jobs come nearly in order of time. A row in which they do not is sorted.
        let mut ends = from.clone();
        let mut bars = vec![ServerBar::default(); ends.last().map_or(0, |&end| end as usize)];
        for bar in kept() {
            let (first, end) = (from[bar.server as usize] as usize, ends[bar.server as usize] as usize);
            let mut at = end;
            while at > first.max(end.saturating_sub(STEPS_BACK)) && bars[at - 1].start > bar.start {
                bars[at] = bars[at - 1];
                at -= 1;
            }
            bars[at] = bar;
            ends[bar.server as usize] += 1;
        }
        for ends in from.windows(2) {
            let row = &mut bars[ends[0] as usize..ends[1] as usize];
            if !row.is_sorted_by_key(|bar| (bar.start, bar.job)) {
                sort_shared_by_key(row, |bar| (bar.start, bar.job));
            }
        }
        Self { from, bars }
    }

    /// The jobs of a server by start.
    pub fn row(&self, server: u32) -> &[ServerBar] {
        match (self.from.get(server as usize), self.from.get(server as usize + 1)) {
            (Some(&from), Some(&to)) => &self.bars[from as usize..to as usize],
            _ => &[],
        }
    }
}

/// What is under a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerSpot {
    /// A job.
    Job(ServerBar),
    /// An idle period: its place in [`Moment::periods`].
    Gap(usize),
}

/// What is drawn. Server 0 is the lowest row.
#[derive(Clone, Copy, Debug)]
pub struct ServerGantt<'a> {
    /// Who has which server when.
    pub jobs: &'a ServerRows,
    /// The moment whose idle periods are shown.
    pub moment: Option<&'a Moment>,
    /// Jobs from this one on are decided later than what is looked at and are drawn faintly; `None` if the whole plan is looked at.
    pub later_from: Option<u32>,
    /// Time to the right; its range of y is not used.
    pub time: PlaneScale,
    /// Servers upwards.
    pub rows: RowScale,
    /// How points in time are written: lines stand where the axis has its marks.
    pub names: TimeNames,
}

impl ServerGantt<'_> {
    /// Whether a job is decided by the moment that is looked at.
    fn is_before(&self, job: u32) -> bool {
        self.later_from.is_none_or(|later| job < later)
    }

    /// Left edge, upper edge, width and height of a stretch of time on a server, in CSS px; cut to the width of the plot.
    pub fn rect(&self, server: u32, start: Tick, end: Tick) -> (f64, f64, f64, f64) {
        let width = self.time.width();
        let end = if end == Tick::MAX { width } else { self.time.x_of(f64::from(end)).clamp(0.0, width) };
        let start = self.time.x_of(f64::from(start)).clamp(0.0, width);
        let apart = if self.rows.row_px() >= APART_PX { 1.0 } else { 0.0 };
        let top = self.rows.y_of(f64::from(server) + 1.0) + apart;
        (start, top, (end - start).max(0.0), (self.rows.row_px() - 2.0 * apart).max(0.0))
    }

    /// What is under a point: a job that was decided before, else an idle period, else a job that comes later. A job narrower than `slop` CSS px
    /// counts within it.
    pub fn pick(&self, x: f64, y: f64, slop: f64) -> Option<ServerSpot> {
        if !(0.0..=self.time.width()).contains(&x) || !(0.0..=self.rows.height()).contains(&y) {
            return None;
        }
        let server = self.rows.row_at(y)?;
        let at = self.time.x_at(x);
        let row = self.jobs.row(server);
        let after = row.partition_point(|bar| f64::from(bar.start) <= at);
        let reach = slop.max(0.0) * self.time.x_per_px();
        let under = after.checked_sub(1).map(|i| row[i]).filter(|bar| at < f64::from(bar.end));
        let narrow = |bar: &ServerBar| f64::from(bar.end - bar.start) < reach;
        let near = row[after.saturating_sub(1)..(after + 1).min(row.len())]
            .iter()
            .find(|bar| narrow(bar) && f64::from(bar.start) - at <= reach && at - f64::from(bar.end) <= reach);
        if let Some(&bar) = under.as_ref().or(near).filter(|bar| self.is_before(bar.job)) {
            return Some(ServerSpot::Job(bar));
        }
        let holds = |period: &Period| period.server == server && f64::from(period.start) <= at && at < f64::from(period.end);
        let gap = self.moment.and_then(|moment| moment.periods.iter().position(holds));
        gap.map(ServerSpot::Gap).or(under.map(ServerSpot::Job))
    }

    /// Paints gaps and jobs. O(pixels × log jobs + idle periods).
    pub fn paint(&self, buffer: &mut PixelBuffer, palette: &Palette, dpr: f64) {
        self.paint_with(buffer, palette, dpr, None);
    }

    /// Paints jobs by how they differ from another plan, where there are marks. O(pixels × log jobs + jobs in view) then: among many jobs in a pixel one
    /// that differs is not hidden by those that do not.
    pub fn paint_with(&self, buffer: &mut PixelBuffer, palette: &Palette, dpr: f64, marks: Option<&Marks>) {
        let dpr = sane_dpr(dpr);
        let (width, height) = PixelBuffer::device_size(self.time.width(), self.rows.height(), dpr);
        buffer.reset(width, height, palette.background);
        let device = |at: f64| (at * dpr).clamp(-1e6, 1e6).round() as i32;
        let lines = x_clock_marks(&self.time, self.names).map(|marks| marks.marks.into_iter().map(|(_, x)| x).collect());
        for x in lines.unwrap_or_else(|| self.time.x_ticks().into_iter().map(|(_, x)| x).collect::<Vec<_>>()) {
            fill_rect(buffer, (device(x), 0), (device(x) + 1, height as i32), palette.grid);
        }
        let visible = self.rows.visible_rows();
        let row_area = |server: u32| {
            let (_, y, _, height) = self.rect(server, 0, 0);
            let y0 = device(y);
            (y0, device(y + height).max(y0 + 1))
        };
        // Of servers that share a pixel one is shown.
        let mut last = i32::MIN;
        let shown: Vec<u32> = visible
            .clone()
            .rev()
            .filter(|&server| {
                let y = row_area(server).0;
                std::mem::replace(&mut last, y) != y
            })
            .collect();
        let colours = Colours { palette, marks };
        for &server in &shown {
            self.paint_jobs(server, row_area(server), false, buffer, colours, dpr);
        }
        let mut has_row = vec![false; visible.len()];
        shown.iter().for_each(|&server| has_row[(server - visible.start) as usize] = true);
        let is_shown = |server: u32| server.checked_sub(visible.start).is_some_and(|row| has_row.get(row as usize) == Some(&true));
        for (period, &passed) in self.moment.iter().flat_map(|moment| moment.periods.iter().zip(&moment.passed)) {
            let fit = Fit::of(passed);
            if fit != Fit::Outside && is_shown(period.server) {
                let ((x, _, width, _), (y0, y1)) = (self.rect(period.server, period.start, period.end), row_area(period.server));
                let (x0, x1) = (device(x), device(x + width));
                // What came later shows through where there is room for it; in rows that share pixels one layer after the other would hide all.
                match self.rows.row_px() >= APART_PX {
                    true => buffer.blend_area(Area { x0, y0, x1, y1 }, fit.colour(palette), LIT),
                    false => {
                        fill_rect(buffer, (x0, y0), (x1, y1), mix(palette.background, fit.colour(palette), f64::from(LIT) / 255.0))
                    }
                }
                // A foot, so that colour is not all.
                let foot = ((y1 - y0 + 3) / 9).min(3);
                fill_rect(buffer, (x0, y1 - foot), (x1, y1), mix(palette.background, fit.colour(palette), 0.7));
            }
        }
        for &server in &shown {
            self.paint_jobs(server, row_area(server), true, buffer, colours, dpr);
        }
    }

    /// The jobs of a server that were decided before the moment, or those that come later.
    fn paint_jobs(
        &self,
        server: u32,
        (y0, y1): (i32, i32),
        is_before: bool,
        buffer: &mut PixelBuffer,
        Colours { palette, marks }: Colours<'_>,
        dpr: f64,
    ) {
        if !is_before && self.later_from.is_none() {
            return;
        }
        let row = self.jobs.row(server);
        let (first, last) = self.time.x_range();
        let mut at = row.partition_point(|bar| f64::from(bar.end) <= first);
        while let Some(bar) = row.get(at).filter(|bar| f64::from(bar.start) < last) {
            at += 1;
            let x = |tick: Tick| (self.time.x_of(f64::from(tick)) * dpr).clamp(-1e6, 1e6).round() as i32;
            let (x0, x1) = (x(bar.start), x(bar.end));
            // What ends within the same pixel would not be seen.
            let within = match x1 - x0 <= 1 {
                true => {
                    let next = self.time.x_at(f64::from(x0 + 1) / dpr);
                    row[at..].partition_point(|bar| f64::from(bar.end) <= next)
                }
                false => 0,
            };
            let mark = marks.map(|marks| {
                let mut here = std::iter::once(bar).chain(&row[at..at + within]).map(|bar| marks.of(bar.job));
                here.find(|mark| *mark != Mark::Same).unwrap_or_default()
            });
            if self.is_before(bar.job) == is_before {
                let tint = mark.map_or_else(|| palette.tint(bar.job), |mark| palette.mark_tint(mark as usize));
                let colour = if is_before { tint } else { mix(palette.background, tint, LATER) };
                // Neighbours are told apart by a pixel where there is room.
                let apart = i32::from(x1 - x0 > 3);
                let (right, y1) = ((x1 - apart).max(x0 + 1), y1);
                fill_rect(buffer, (x0, y0), (right, y1), colour);
                if mark == Some(Mark::Moved) && right - x0 > HATCH_PX && y1 - y0 > HATCH_PX {
                    let area = Area { x0, y0, x1: right, y1 };
                    buffer.hatch(area, HATCH_PX, x0 + y0, colour, mix(colour, palette.ink, 0.16));
                }
            }
            at += within;
        }
    }

    /// The bars in view, server by server.
    pub fn in_view(&self) -> impl Iterator<Item = &ServerBar> {
        let (first, last) = self.time.x_range();
        self.rows.visible_rows().flat_map(move |server| {
            let row = self.jobs.row(server);
            let from = row.partition_point(|bar| f64::from(bar.end) <= first);
            row[from..].iter().take_while(move |bar| f64::from(bar.start) < last)
        })
    }

    /// Names on the bars that have room for them.
    pub fn names(&self, name: impl Fn(u32) -> String) -> Vec<PlaneLabel> {
        let mut names = Vec::new();
        if self.rows.row_px() < NAMES_PX {
            return names;
        }
        for bar in self.in_view() {
            let (x, y, width, height) = self.rect(bar.server, bar.start, bar.end);
            if width < 14.0 {
                continue;
            }
            let text = name(bar.job);
            let needed = text_width(&text, NAME_PX);
            if needed + 8.0 <= width && names.len() < NAMES_MAX {
                let to = (x, y);
                names.push(PlaneLabel { text, x: x + 5.0, y: y + height / 2.0, width: needed, to });
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::palette::LIGHT;
    use crate::planes::time_plane::tests::{REQUEST, moment, period};
    use bookahead_engine::idle::{OPEN, Rate, Strategy};

    fn bar(job: u32, server: u32, start: Tick, end: Tick) -> ServerBar {
        ServerBar { job, server, start, end }
    }

    fn rows() -> ServerRows {
        let bars = [bar(1, 0, 30, 40), bar(0, 0, 0, 8), bar(2, 1, 0, 12), bar(3, 1, 30, 60), bar(9, 0, 12, 24), bar(4, 7, 0, 5)];
        ServerRows::new(2, bars.into_iter())
    }

    fn seen() -> Moment {
        let periods = [period(8, 0, 30), period(12, 1, 30), period(40, 0, OPEN), period(60, 1, OPEN)];
        Moment { row: 9, ..moment(Strategy::MinLip, &[Rate::ONE; 2], REQUEST, &periods) }
    }

    fn gantt<'a>(jobs: &'a ServerRows, moment: Option<&'a Moment>) -> ServerGantt<'a> {
        let time = PlaneScale::new((0.0, 100.0), (0.0, 1.0), 500.0, 60.0);
        let later_from = moment.map(|moment| moment.row);
        ServerGantt { jobs, moment, later_from, time, names: TimeNames::SLOTS, rows: RowScale::new(2, 0.0, 30.0, 60.0) }
    }

    #[test]
    fn jobs_stand_by_server_and_start() {
        let rows = rows();
        assert_eq!(rows.row(0).iter().map(|bar| bar.job).collect::<Vec<_>>(), [0, 9, 1]);
        assert_eq!(rows.row(1).iter().map(|bar| bar.job).collect::<Vec<_>>(), [2, 3]);
        assert!(rows.row(2).is_empty() && rows.row(u32::MAX).is_empty() && ServerRows::default().row(0).is_empty());
    }

    #[test]
    fn jobs_come_in_any_order() {
        // Nearly in order; backwards; all over the place.
        let places: [&dyn Fn(u32) -> u32; 3] = [&|i| i ^ 3, &|i| 199 - i, &|i| i * 77 % 200];
        for place in places {
            let bars = (0..400).map(|i| bar(i, i % 2, 10 * place(i / 2), 10 * place(i / 2) + 5));
            let rows = ServerRows::new(2, bars);
            for server in 0..2 {
                let starts: Vec<Tick> = rows.row(server).iter().map(|bar| bar.start).collect();
                assert_eq!(starts, (0..200).map(|i| 10 * i).collect::<Vec<_>>());
                assert!(rows.row(server).iter().all(|bar| bar.server == server && bar.end == bar.start + 5));
            }
        }
    }

    #[test]
    fn a_row_of_pixels_shows_one_server() {
        // Two servers to a pixel; the upper one is shown.
        let rows = ServerRows::new(4, std::iter::empty());
        let periods = [period(0, 1, 50), period(0, 2, 50)];
        let moment = Moment { row: 9, ..moment(Strategy::MinLip, &[Rate::ONE; 4], REQUEST, &periods) };
        let time = PlaneScale::new((0.0, 100.0), (0.0, 1.0), 100.0, 2.0);
        let mut buffer = PixelBuffer::default();
        let gantt = ServerGantt { time, rows: RowScale::new(4, 0.0, 0.5, 2.0), ..gantt(&rows, Some(&moment)) };
        gantt.paint(&mut buffer, &LIGHT, 1.0);
        let is_lit = |y| buffer.pixel(25, y) != Some(LIGHT.background);
        assert_eq!((is_lit(0), is_lit(1)), (false, true), "server 3 has none, server 1 has one");
    }

    #[test]
    fn a_job_that_differs_is_seen_among_many_in_a_pixel() {
        use bookahead_engine::core::compare::{DifferenceKind, Differences, NO_JOB};
        // Two hundred jobs in a row of a hundred pixels: of the two in each pixel, the second of one differs.
        let rows = ServerRows::new(1, (0..200).map(|i| bar(i, 0, 10 * i, 10 * i + 10)));
        let kind = |kind: DifferenceKind| DifferenceKind::ALL.iter().position(|listed| *listed == kind).unwrap() as u32;
        let differences = Differences { kind: vec![kind(DifferenceKind::OnlyA)], request: vec![61], a: vec![61], b: vec![NO_JOB] };
        let marks = Marks::new(200, &differences, |difference| [difference.a, difference.b]);
        let time = PlaneScale::new((0.0, 2_000.0), (0.0, 1.0), 100.0, 20.0);
        let gantt = ServerGantt { time, rows: RowScale::new(1, 0.0, 20.0, 20.0), ..gantt(&rows, None) };
        let mut buffer = PixelBuffer::default();
        gantt.paint_with(&mut buffer, &LIGHT, 1.0, Some(&marks));
        let count = |mark: Mark| (0..100).filter(|&x| buffer.pixel(x, 10) == Some(LIGHT.mark_tint(mark as usize))).count();
        assert_eq!((count(Mark::OnlyA), count(Mark::Same)), (1, 99));
        assert_eq!(buffer.pixel(30, 10), Some(LIGHT.mark_tint(Mark::OnlyA as usize)));
        assert_eq!(gantt.in_view().count(), 200);
        let near = ServerGantt { time: PlaneScale::new((100.0, 200.0), (0.0, 1.0), 100.0, 20.0), ..gantt };
        assert_eq!(near.in_view().map(|bar| bar.job).collect::<Vec<_>>(), (10..20).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_drawn_is_picked() {
        let (rows, moment) = (rows(), seen());
        let gantt = gantt(&rows, Some(&moment));
        // Server 0 is the lower row.
        assert_eq!(gantt.pick(20.0, 45.0, 2.0), Some(ServerSpot::Job(bar(0, 0, 0, 8))));
        assert_eq!(gantt.pick(20.0, 15.0, 2.0), Some(ServerSpot::Job(bar(2, 1, 0, 12))));
        assert_eq!(gantt.pick(45.0, 45.0, 2.0), Some(ServerSpot::Gap(0)));
        assert_eq!(gantt.pick(90.0, 45.0, 2.0), Some(ServerSpot::Gap(0)), "job 9 comes later");
        assert_eq!(gantt.pick(450.0, 45.0, 2.0), Some(ServerSpot::Gap(2)));
        assert_eq!(gantt.pick(450.0, 61.0, 2.0), None);
        assert_eq!(self::gantt(&rows, None).pick(90.0, 45.0, 2.0), Some(ServerSpot::Job(bar(9, 0, 12, 24))));
        assert_eq!(self::gantt(&rows, None).pick(140.0, 45.0, 2.0), None);
        let narrow = ServerRows::new(1, [bar(0, 0, 50_000, 50_001)].into_iter());
        let time = PlaneScale::new((0.0, 100_000.0), (0.0, 1.0), 500.0, 60.0);
        let gantt = ServerGantt { time, rows: RowScale::new(1, 0.0, 30.0, 60.0), ..self::gantt(&narrow, None) };
        assert!(gantt.pick(247.0, 10.0, 5.0).is_some() && gantt.pick(240.0, 10.0, 5.0).is_none());
    }

    #[test]
    fn gaps_light_up_and_jobs_keep_their_colour() {
        let (rows, moment) = (rows(), seen());
        let mut buffer = PixelBuffer::default();
        gantt(&rows, Some(&moment)).paint(&mut buffer, &LIGHT, 1.0);
        assert_eq!(buffer.pixel(20, 40), Some(LIGHT.tint(0)));
        let lit = |fit: Fit, ground| {
            let mut one = PixelBuffer::default();
            one.reset(1, 1, ground);
            one.blend(0, 0, fit.colour(&LIGHT), LIT);
            one.pixel(0, 0)
        };
        assert_eq!(buffer.pixel(45, 40), lit(Fit::AtOnce, LIGHT.background));
        let later = lit(Fit::AtOnce, mix(LIGHT.background, LIGHT.tint(9), 0.5));
        assert_eq!(buffer.pixel(90, 40), later, "what comes later shows through");
        assert_ne!(later, lit(Fit::AtOnce, LIGHT.background));
        assert_eq!(buffer.pixel(420, 40), lit(Fit::Delayed, LIGHT.background));
        assert_eq!(buffer.pixel(420, 15), Some(LIGHT.background), "too late");
        gantt(&rows, None).paint(&mut buffer, &LIGHT, 1.0);
        assert_eq!((buffer.pixel(90, 40), buffer.pixel(45, 40)), (Some(LIGHT.tint(9)), Some(LIGHT.background)));
        let names = gantt(&rows, None).names(|job| format!("{job}"));
        assert_eq!(names.len(), 5);
        assert!(names.iter().all(|name| name.x + name.width < 500.0));
    }

    #[test]
    fn a_million_jobs_and_ten_thousand_servers_are_a_picture() {
        let bars = (0..200_000_u32).map(|i| bar(i, i % 10_000, (i / 10_000) * 50, (i / 10_000) * 50 + 30));
        let rows = ServerRows::new(10_000, bars);
        let time = PlaneScale::new((0.0, 1_000.0), (0.0, 1.0), 500.0, 300.0);
        let gantt = ServerGantt { time, rows: RowScale::new(10_000, 0.0, 0.03, 300.0), ..gantt(&rows, None) };
        let mut buffer = PixelBuffer::default();
        gantt.paint(&mut buffer, &LIGHT, 2.0);
        let busy = buffer.pixels().iter().filter(|&&pixel| pixel != LIGHT.background && pixel != LIGHT.grid).count();
        let share = busy as f64 / buffer.pixels().len() as f64;
        assert!((0.5..0.7).contains(&share), "{share}");
        assert!(gantt.pick(5.0, 100.0, 2.0).is_some());
        for (width, height, dpr) in [(0.0, 0.0, 1.0), (f64::NAN, f64::INFINITY, f64::NAN), (4.0, 3.0, 0.0)] {
            let time = PlaneScale::new((f64::NAN, 0.0), (0.0, 0.0), width, 1.0);
            let gantt = ServerGantt { time, rows: RowScale::new(0, 0.0, 1.0, height), ..self::gantt(&rows, None) };
            gantt.paint(&mut buffer, &LIGHT, dpr);
            gantt.pick(f64::NAN, f64::NAN, f64::NAN);
            gantt.names(|_| String::new());
        }
    }
}

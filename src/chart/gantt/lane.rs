//! The window of the selected request as a bracket with its bar below: lines, bar and handles as pixels, texts as captions.

use crate::kit::caption::{Anchor, Caption};
use crate::kit::palette::{Palette, Rgba, mix};
use crate::kit::raster::{Area, Corner, PixelBuffer};
use crate::kit::scale::TimeScale;
use crate::kit::text::text_width;
use bookahead_engine::core::time_names::TimeNames;
use bookahead_engine::slots::request::{Request, Slot};

/// Height of the lane, in CSS px.
pub const LANE_PX: f64 = 84.0;
/// y of the bracket's line.
pub const LINE_Y: f64 = 22.0;
/// Upper edge of the bar below it.
pub const BAR_Y: f64 = 46.0;
/// Height of the bar.
pub const BAR_PX: f64 = 22.0;
/// Size of the words.
pub const CAPTION_PX: f64 = 12.5;
/// A knob at the end of something, and one below it: width and height, in CSS px.
pub const KNOB_PX: [(f64, f64); 2] = [(9.0, 15.0), (16.0, 8.0)];
/// Width of the line around knobs, in CSS px.
const RIM_PX: f64 = 2.0;
/// Rounding of bar and knobs, in CSS px.
const CORNER_PX: f64 = 3.0;
/// How far the bracket's ends reach above and below its line, in CSS px.
const END_PX: (f64, f64) = (4.0, 10.0);
/// Below this width of the plot, words are fewer, in CSS px.
const NARROW_PX: f64 = 420.0;
/// How far beyond the plot's edges something still stands, in CSS px.
const BESIDE_PX: f64 = 40.0;
/// Dashes and the gaps between them, in CSS px: of the line down to the bar, and around a bar that has no place.
const DASHES_PX: [(f64, f64); 2] = [(2.0, 3.0), (4.0, 3.0)];

/// Where the parts of the bracket stand, in CSS px from the plot's left edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// The earliest start.
    pub left: f64,
    /// The deadline.
    pub right: f64,
    /// Where the bar begins.
    pub bar_left: f64,
    /// Where it ends.
    pub bar_right: f64,
    /// Whether a job of the request was accepted.
    pub is_placed: bool,
}

impl Bracket {
    /// The bracket of a request whose first accepted job starts in `placed`.
    pub fn new(request: &Request, placed: Option<Slot>, time: &TimeScale) -> Self {
        let x = |slot: Slot| time.x_of(f64::from(slot)).clamp(-BESIDE_PX, time.width() + BESIDE_PX);
        // While a drag is ahead of the plan, the bar stays inside the window.
        let start = placed.unwrap_or(request.earliest_start).clamp(request.earliest_start, request.latest_start);
        let bar_left = x(start);
        Self {
            left: x(request.earliest_start),
            right: x(request.deadline()),
            bar_left,
            bar_right: x(start + request.duration).max(bar_left + 2.0),
            is_placed: placed.is_some(),
        }
    }

    /// The middles of the knobs for earliest start, deadline, duration and nodes, in CSS px.
    pub fn knobs(&self) -> [(f64, f64); 4] {
        let Self { left, right, bar_left, bar_right, .. } = *self;
        [(left, LINE_Y), (right, LINE_Y), (bar_right, BAR_Y + BAR_PX / 2.0), (f64::midpoint(bar_left, bar_right), BAR_Y + BAR_PX)]
    }
}

/// When the request may start and must end, and what it needs, in words; fewer where there is little room.
pub fn words(request: &Request, time: TimeNames, width: f64) -> [String; 2] {
    let (from, to) = (request.earliest_start, request.latest_start);
    let (end, runs, number) = (time.at_after(from, request.deadline()), time.short_length(request.duration), request.user);
    let window = match (width < NARROW_PX, from == to, time.is_clock()) {
        (false, false, false) => format!("request {number} may start in {}, must end before {end}", time.between(from, to)),
        (false, false, true) => format!("request {number} may start {}, must end before {end}", time.between(from, to)),
        (false, true, _) => format!("request {number} must start {}, runs {runs}", time.in_slot(from)),
        (true, false, false) => format!("{number}: start in {}, end before {end}", time.between(from, to)),
        (true, true, false) => format!("{number}: start in {from}, {runs}"),
        // The axis names the date.
        (true, false, true) => format!("{number}: {} – {}, end before {end}", time.at_after(from, from), time.at_after(from, to)),
        (true, true, true) => format!("{number}: {}, {runs}", time.at_after(from, from)),
    };
    let nodes = if request.nodes == 1 { "1 node".to_string() } else { format!("{} nodes", request.nodes) };
    let each = format!("{runs} on {nodes}");
    let needs = match (width < NARROW_PX, request.jobs) {
        (_, 1) => each,
        (false, jobs) => format!("{jobs} jobs, each {each}"),
        (true, jobs) if request.nodes == 1 => format!("{jobs} × {runs}"),
        (true, jobs) => format!("{jobs} × {each}"),
    };
    [window, needs]
}

/// The lane's picture, which goes beyond the plot on either side.
#[derive(Clone, Copy, Debug)]
pub struct Lane<'a> {
    /// The selected request.
    pub request: &'a Request,
    /// How points in time are written.
    pub time: TimeNames,
    /// Where its bracket stands.
    pub bracket: Bracket,
    /// Width of the plot in CSS px.
    pub width: f64,
    /// Space left and right of it in CSS px.
    pub beside: (f64, f64),
    /// Device px per CSS px.
    pub dpr: f64,
}

impl Lane<'_> {
    /// Paints the bracket, background included, and returns its words, whose places are the picture's.
    pub fn paint(&self, buffer: &mut PixelBuffer, palette: &Palette) -> Vec<Caption> {
        let (width, height) = PixelBuffer::device_size(self.beside.0 + self.width + self.beside.1, LANE_PX, self.dpr);
        buffer.reset(width, height, palette.background);
        let Bracket { left, right, bar_left, bar_right, is_placed } = self.bracket;
        let ink = palette.accent_ink;
        let half = RIM_PX / 2.0;
        buffer.fill(self.area(left, LINE_Y - half, right, LINE_Y + half), ink);
        for x in [left, right] {
            buffer.fill(self.area(x - half, LINE_Y - END_PX.0, x + half, LINE_Y + END_PX.1), ink);
        }
        let drop = self.area(bar_left - 0.5, LINE_Y, bar_left + 0.5, BAR_Y);
        self.dashed(buffer, drop, DASHES_PX[0], ink);
        let bar = self.area(bar_left, BAR_Y, bar_right, BAR_Y + BAR_PX);
        let corner = self.corner(CORNER_PX);
        if is_placed {
            buffer.fill_rounded(bar, &corner, palette.accent);
        } else {
            buffer.fill_rounded(bar, &corner, mix(palette.background, palette.refused, 0.08));
            let rim = self.device(RIM_PX * 0.75).max(1);
            for side in [
                Area { y1: bar.y0 + rim, ..bar },
                Area { y0: bar.y1 - rim, ..bar },
                Area { x1: bar.x0 + rim, ..bar },
                Area { x0: bar.x1 - rim, ..bar },
            ] {
                self.dashed(buffer, side, DASHES_PX[1], palette.refused);
            }
        }
        let (outer, inner) = (self.corner(CORNER_PX + half), self.corner(CORNER_PX - half));
        for ((x, y), (width, height)) in self.bracket.knobs().into_iter().zip([0, 0, 0, 1].map(|kind: usize| KNOB_PX[kind])) {
            let (dx, dy) = (width / 2.0 + half, height / 2.0 + half);
            let knob = self.area(x - dx, y - dy, x + dx, y + dy);
            buffer.fill_rounded(knob, &outer, ink);
            buffer.fill_rounded(knob.inset(self.device(RIM_PX).max(1)), &inner, palette.background);
        }
        self.captions(palette)
    }

    fn captions(&self, palette: &Palette) -> Vec<Caption> {
        let Bracket { left, bar_left, bar_right, is_placed, .. } = self.bracket;
        let [window, needs] = words(self.request, self.time, self.width);
        let caption = |text: String, x: f64, baseline: f64| Caption {
            text,
            x: x + self.beside.0,
            baseline,
            anchor: Anchor::Start,
            font_px: CAPTION_PX,
            is_strong: false,
            color: palette.accent_ink,
        };
        let window_x = left.clamp(0.0, (self.width - text_width(&window, CAPTION_PX)).max(0.0));
        let needs_px = text_width(&needs, CAPTION_PX);
        // PaperValue the bar where it does not easily fit into it, on the side where there is room.
        let [before, after] = [bar_left.min(self.width) - 16.0, bar_right.max(0.0) + 16.0];
        // Nothing else is in the lane beside the plot.
        let (fits_before, fits_after) = (before + self.beside.0 >= needs_px, after + needs_px <= self.width + self.beside.1);
        let least = if fits_before || fits_after { 2.0 * needs_px } else { needs_px + 20.0 };
        let baseline = BAR_Y + 15.0;
        let needs = if bar_right - bar_left > least {
            let color = if is_placed { palette.on_accent } else { palette.refused };
            Caption { is_strong: true, color, ..caption(needs, bar_left + 10.0, baseline) }
        } else if fits_after || !fits_before {
            caption(needs, after.min(self.width + self.beside.1 - needs_px), baseline)
        } else {
            Caption { anchor: Anchor::End, ..caption(needs, before, baseline) }
        };
        vec![caption(window, window_x, LINE_Y - 11.5), needs]
    }

    fn device(&self, css: f64) -> i32 {
        (css * self.dpr).round() as i32
    }

    /// The device px of a rectangle given in CSS px of the plot.
    fn area(&self, x0: f64, y0: f64, x1: f64, y1: f64) -> Area {
        let x = |x: f64| self.device(x + self.beside.0);
        let (x0, y0) = (x(x0), self.device(y0));
        Area { x0, y0, x1: x(x1).max(x0 + 1), y1: self.device(y1).max(y0 + 1) }
    }

    fn corner(&self, radius: f64) -> Corner {
        Corner::new(self.device(radius).max(0) as u32)
    }

    /// Fills a line with dashes, along its longer side.
    fn dashed(&self, buffer: &mut PixelBuffer, line: Area, (dash, gap): (f64, f64), color: Rgba) {
        let (dash, step) = (self.device(dash).max(1), self.device(dash + gap).max(2));
        let is_upright = line.y1 - line.y0 > line.x1 - line.x0;
        let along = if is_upright { line.y0..line.y1 } else { line.x0..line.x1 };
        // What lies beside the picture is not worth the steps.
        let to = along.end.min(buffer.width().max(buffer.height()) as i32);
        for from in along.step_by(step as usize).take_while(|&from| from < to) {
            let end = (from + dash).min(to);
            buffer.fill(if is_upright { Area { y0: from, y1: end, ..line } } else { Area { x0: from, x1: end, ..line } }, color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::palette::LIGHT;

    const REQUEST: Request =
        Request { user: 7, submitted: 0, earliest_start: 10, latest_start: 30, duration: 20, nodes: 2, jobs: 3 };

    fn paint(placed: Option<Slot>, first: f64, width: f64, dpr: f64) -> (PixelBuffer, Vec<Caption>) {
        let time = TimeScale::new(first, 10.0, width);
        let bracket = Bracket::new(&REQUEST, placed, &time);
        let mut buffer = PixelBuffer::default();
        let captions = Lane { request: &REQUEST, time: TimeNames::SLOTS, bracket, width, beside: (48.0, 12.0), dpr }
            .paint(&mut buffer, &LIGHT);
        (buffer, captions)
    }

    #[test]
    fn the_bracket_spans_the_window_and_the_bar_stands_where_the_job_does() {
        for dpr in [1.0, 2.0] {
            let (buffer, captions) = paint(Some(15), 0.0, 800.0, dpr);
            let at = |x: f64, y: f64| buffer.pixel(((x + 48.0) * dpr) as u32, (y * dpr) as u32);
            assert_eq!(at(300.0, LINE_Y), Some(LIGHT.accent_ink), "the line, from 100 to 500");
            assert_eq!((at(90.0, LINE_Y), at(515.0, LINE_Y)), (Some(LIGHT.background), Some(LIGHT.background)));
            assert_eq!(at(100.0, LINE_Y), Some(LIGHT.background), "the inside of a knob");
            assert_eq!(at(95.0, LINE_Y), Some(LIGHT.accent_ink), "its rim");
            assert_eq!((at(145.0, 55.0), at(160.0, 55.0)), (Some(LIGHT.background), Some(LIGHT.accent)), "the bar, from 150");
            assert_eq!(at(250.0, BAR_Y + BAR_PX), Some(LIGHT.background), "the knob of the nodes, in the middle of the lower edge");
            assert_eq!(captions[0].text, "request 7 may start in 10–30, must end before 50");
            assert_eq!((captions[0].x, captions[0].anchor), (148.0, Anchor::Start));
            assert_eq!(captions[1].text, "3 jobs, each 20 slots on 2 nodes");
        }
    }

    #[test]
    fn a_request_without_a_place_looks_different_by_more_than_colour() {
        let (buffer, captions) = paint(None, 0.0, 800.0, 1.0);
        let rim: Vec<bool> = (160..260).map(|x| buffer.pixel(x + 48, BAR_Y as u32) == Some(LIGHT.refused)).collect();
        assert!(rim.contains(&true) && rim.contains(&false), "dashes");
        assert!(captions.iter().all(|caption| !caption.text.is_empty()));
    }

    #[test]
    fn words_stay_in_the_plot_and_get_fewer_where_there_is_little_room() {
        for first in [0.0, 35.0, 300.0, 1e9] {
            for width in [0.0, 200.0, 800.0] {
                let (_, captions) = paint(Some(10), first, width, 1.5);
                let [window, needs] = &captions[..] else { panic!("two captions") };
                assert!((48.0..=48.0 + width).contains(&window.x), "{first} {width}: {}", window.x);
                assert!(needs.x <= 48.0 + width.max(800.0));
                assert_eq!(window.text.starts_with("request"), width >= NARROW_PX);
            }
        }
    }
}

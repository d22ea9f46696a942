//! A plane with two number axes: conversion between ticks or capacities and CSS px, zoom, and labels that do not overlap.

use crate::kit::scale::sane;
use crate::kit::text::text_width;
use crate::kit::ticks::number_ticks;

/// Widest and highest plot, in CSS px.
const EXTENT_MAX: f64 = 16_384.0;
/// Least length of an axis: beyond it numbers of a few billions are not told apart.
const SPAN_MIN: f64 = 1e-3;
/// Room that a mark of an axis takes, in CSS px.
const TICK_PX: (f64, f64) = (84.0, 44.0);

/// Two axes; x to the right, y upwards. Origin of the px: top left of the plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneScale {
    x: (f64, f64),
    y: (f64, f64),
    width: f64,
    height: f64,
    top: f64,
    bottom: f64,
}

/// A range that is not empty.
fn sane_range((from, to): (f64, f64)) -> (f64, f64) {
    let from = sane(from, 0.0, -1e13, 1e13);
    (from, sane(to, from + 1.0, from + SPAN_MIN, 1e14))
}

impl PlaneScale {
    /// A plot of so many CSS px that shows these ranges; those that are not numbers, or empty, become one long.
    pub fn new(x: (f64, f64), y: (f64, f64), width: f64, height: f64) -> Self {
        let (width, height) = (sane(width, 0.0, 0.0, EXTENT_MAX), sane(height, 0.0, 0.0, EXTENT_MAX));
        Self { x: sane_range(x), y: sane_range(y), width, height, top: 0.0, bottom: 0.0 }
    }

    /// The same with lanes above and below the range of y, in CSS px: for what has no place on the axis.
    pub fn with_lanes(mut self, top: f64, bottom: f64) -> Self {
        self.top = top.clamp(0.0, self.height);
        self.bottom = bottom.clamp(0.0, self.height - self.top);
        self
    }

    /// Width of the plot.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Height of the plot, lanes included.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Where the lane above ends.
    pub fn top(&self) -> f64 {
        self.top
    }

    /// Where the lane below begins.
    pub fn bottom(&self) -> f64 {
        self.height - self.bottom
    }

    /// Range of the axis to the right.
    pub fn x_range(&self) -> (f64, f64) {
        self.x
    }

    /// Range of the axis upwards.
    pub fn y_range(&self) -> (f64, f64) {
        self.y
    }

    /// x of a number, in CSS px; may lie outside.
    pub fn x_of(&self, x: f64) -> f64 {
        (x - self.x.0) / self.x_per_px()
    }

    /// y of a number, in CSS px; may lie outside.
    pub fn y_of(&self, y: f64) -> f64 {
        self.bottom() - (y - self.y.0) / self.y_per_px()
    }

    /// The number at x.
    pub fn x_at(&self, x: f64) -> f64 {
        self.x.0 + x * self.x_per_px()
    }

    /// The number at y.
    pub fn y_at(&self, y: f64) -> f64 {
        self.y.0 + (self.bottom() - y) * self.y_per_px()
    }

    /// The columns of device px whose middles lie at a number of the axis to the right or before it, counted from the left.
    pub fn columns_until(&self, x: f64, dpr: f64) -> i32 {
        // Saturating; a number that is none gives none.
        (self.x_of(x) * dpr + 0.5).floor().clamp(0.0, 1e6) as i32
    }

    /// How much of the axis a CSS px is.
    pub fn x_per_px(&self) -> f64 {
        (self.x.1 - self.x.0) / self.width.max(1.0)
    }

    /// How much of the axis upwards a CSS px is.
    pub fn y_per_px(&self) -> f64 {
        (self.y.1 - self.y.0) / (self.bottom() - self.top).max(1.0)
    }

    /// Round numbers along the axis to the right: number and x.
    pub fn x_ticks(&self) -> Vec<(f64, f64)> {
        let about = (self.width / TICK_PX.0).clamp(1.0, 12.0) as usize;
        number_ticks(self.x.0, self.x.1, about).into_iter().map(|tick| (tick, self.x_of(tick))).collect()
    }

    /// Round numbers along the axis upwards: number and y. Those that would meet the name of a lane are left out.
    pub fn y_ticks(&self) -> Vec<(f64, f64)> {
        let about = ((self.bottom() - self.top) / TICK_PX.1).clamp(1.0, 10.0) as usize;
        let ticks = number_ticks(self.y.0, self.y.1, about).into_iter().map(|tick| (tick, self.y_of(tick)));
        ticks.filter(|(_, y)| self.is_clear_of_lanes(*y)).collect()
    }

    /// Whether a mark at this y keeps off the names of the lanes, each in the middle of its lane.
    pub fn is_clear_of_lanes(&self, y: f64) -> bool {
        let meets = |lane: f64, middle: f64| lane > 0.0 && (y - middle).abs() < LINE_PX;
        !meets(self.top, self.top / 2.0) && !meets(self.bottom, self.height - self.bottom / 2.0)
    }
}

/// A range zoomed by `factor` (above 1: in) about a number that stays where it is, and moved by `by`; held within `within`, and no shorter than
/// `least`.
pub fn zoomed(window: (f64, f64), at: f64, factor: f64, by: f64, within: (f64, f64), least: f64) -> (f64, f64) {
    let ((low, high), (from, to)) = (sane_range(within), sane_range(window));
    let at = sane(at, from, from, to);
    let span = ((to - from) / sane(factor, 1.0, 1e-3, 1e3)).clamp(sane(least, SPAN_MIN, SPAN_MIN, high - low), high - low);
    let from = (at - (at - from) / (to - from) * span + sane(by, 0.0, -1e13, 1e13)).clamp(low, high - span);
    (from, from + span)
}

/// A text that stands near a point.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaneLabel {
    /// What it says.
    pub text: String,
    /// Left end, in CSS px.
    pub x: f64,
    /// Middle of its height.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// The point it names.
    pub to: (f64, f64),
}

/// The name of a region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegionName {
    /// What it says.
    pub words: &'static str,
    /// Its middle, in CSS px.
    pub x: f64,
    /// Its base line.
    pub y: f64,
    /// Its width.
    pub width: f64,
}

impl RegionName {
    /// The names of R1, left of the job's segment, and R2, above it; those that their region has room for. They stand below the lane.
    pub fn of([from, to]: [(f64, f64); 2], words: [&'static str; 2], scale: &PlaneScale) -> Vec<Self> {
        let (left, right) = (from.0.clamp(0.0, scale.width()), to.0.clamp(0.0, scale.width()));
        let regions = [(0.0, left), (left, right)].into_iter().zip(words);
        let names = regions.filter_map(|((left, right), words)| {
            let width = text_width(words, REGION_PX);
            let name = Self { words, x: (left + right) / 2.0, y: scale.top() + 16.0, width };
            (right - left > width + 8.0).then_some(name)
        });
        names.collect()
    }

    /// Points along it, for [`place_labels`] to keep off.
    pub fn points(&self) -> impl Iterator<Item = (f64, f64)> + use<> {
        let Self { x, y, width, .. } = *self;
        (-4..=4).map(move |eighths| (x + f64::from(eighths) / 8.0 * width, y - 4.0))
    }
}

/// Size of a region's name, in CSS px.
pub const REGION_PX: f64 = 12.0;
/// Size of such texts, in CSS px.
pub const LABEL_PX: f64 = 11.5;
/// Height of a line of text.
const LINE_PX: f64 = 15.0;
/// How far a text stands from its point.
const AWAY_PX: f64 = 12.0;
/// How far the middle of a text stays from a kept point to the side of it, beyond its end, and up or down: points have rings, or are the middles of texts.
const KEPT_PX: (f64, f64) = (9.0, 13.5);
/// How many lines up and down a free place is looked for.
const LINES: i32 = 14;

/// Puts texts beside points so that none lies over another or over the middles of the `kept` points; the first ones first. What finds no place
/// is left out.
pub fn place_labels(wanted: &[(String, (f64, f64))], kept: &[(f64, f64)], scale: &PlaneScale) -> Vec<PlaneLabel> {
    let mut placed: Vec<PlaneLabel> = Vec::new();
    for (text, to) in wanted {
        let width = text_width(text, LABEL_PX) + 4.0;
        let lines = (0..=LINES).flat_map(|line| if line == 0 { vec![0] } else { vec![-line, line] });
        let places = lines.flat_map(|line| {
            let y = to.1 + f64::from(line) * LINE_PX;
            [(to.0 + AWAY_PX, y), (to.0 - AWAY_PX - width, y)]
        });
        let is_free = |&(x, y): &(f64, f64)| {
            let inside = x >= 2.0 && x + width <= scale.width() - 2.0 && y >= 8.0 && y <= scale.height() - 8.0;
            let clear =
                |other: &PlaneLabel| (y - other.y).abs() >= LINE_PX - 0.5 || x >= other.x + other.width || x + width <= other.x;
            let bare = |&(px, py): &(f64, f64)| (py - y).abs() > KEPT_PX.1 || px < x - KEPT_PX.0 || px > x + width + KEPT_PX.0;
            inside && placed.iter().all(clear) && kept.iter().all(bare)
        };
        if let Some((x, y)) = places.into_iter().find(is_free) {
            placed.push(PlaneLabel { text: text.clone(), x, y, width, to: *to });
        }
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_numbers_agree() {
        let scale = PlaneScale::new((100.0, 200.0), (0.0, 50.0), 500.0, 240.0).with_lanes(30.0, 10.0);
        assert_eq!((scale.x_of(150.0), scale.y_of(0.0), scale.y_of(50.0)), (250.0, 230.0, 30.0));
        assert_eq!((scale.x_at(250.0), scale.y_at(130.0)), (150.0, 25.0));
        assert!(scale.x_ticks().iter().all(|(tick, x)| tick % 20.0 == 0.0 && (0.0..=500.0).contains(x)));
        assert!(scale.with_lanes(0.0, 0.0).y_ticks().len() >= 3);
        // The lanes' names are at 15 and 235: the mark of 50 at 30 just keeps off, that of 0 at 230 does not.
        assert_eq!((scale.is_clear_of_lanes(30.0), scale.is_clear_of_lanes(230.0)), (true, false));
        assert!(scale.y_ticks().iter().all(|(tick, _)| *tick > 0.0));
    }

    #[test]
    fn odd_numbers_give_a_plane_all_the_same() {
        for odd in [f64::NAN, f64::INFINITY, -1e300, 0.0, 4e9] {
            let scale =
                PlaneScale::new((odd, odd), (0.0, odd), odd, odd).with_lanes(if odd > 0.0 { odd.min(99.0) } else { 0.0 }, 5.0);
            for value in [scale.x_of(1.0), scale.y_of(1.0), scale.x_at(1.0), scale.y_at(1.0)] {
                assert!(value.is_finite(), "{odd}: {scale:?}");
            }
            assert!(scale.x_ticks().len() < 200 && scale.y_ticks().len() < 200);
        }
        let tiny = PlaneScale::new((4e9 - 1.0, 4e9), (0.0, 1e-9), 300.0, 200.0);
        assert!((tiny.x_of(4e9) - 300.0).abs() < 1e-6);
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer_and_stays_within() {
        let (from, to) = zoomed((0.0, 100.0), 25.0, 2.0, 0.0, (0.0, 100.0), 1.0);
        assert_eq!((from, to), (12.5, 62.5));
        assert_eq!(zoomed((12.5, 62.5), 25.0, 0.1, 0.0, (0.0, 100.0), 1.0), (0.0, 100.0));
        assert_eq!(zoomed((10.0, 20.0), 12.0, 1.0, 500.0, (0.0, 100.0), 1.0), (90.0, 100.0));
        let (from, to) = zoomed((10.0, 20.0), 12.0, 1e9, 0.0, (0.0, 100.0), 1.0);
        assert!((to - from - 1.0).abs() < 1e-9 && from < 12.0 && to > 12.0);
        let (from, to) = zoomed((f64::NAN, 3.0), 12.0, f64::NAN, f64::NAN, (f64::NAN, f64::NAN), f64::NAN);
        assert!(from.is_finite() && to.is_finite());
    }

    #[test]
    fn names_of_regions_stand_where_there_is_room_and_labels_keep_off() {
        let scale = PlaneScale::new((0.0, 1.0), (0.0, 1.0), 420.0, 320.0).with_lanes(26.0, 0.0);
        let names = RegionName::of([(100.0, 200.0), (330.0, 100.0)], ["R1", "R2: wait"], &scale);
        assert_eq!(names.iter().map(|name| (name.words, name.x)).collect::<Vec<_>>(), [("R1", 50.0), ("R2: wait", 215.0)]);
        assert_eq!(RegionName::of([(10.0, 200.0), (30.0, 100.0)], ["R1", "R2: wait"], &scale), []);
        assert_eq!(RegionName::of([(-50.0, 9.0), (f64::INFINITY, 9.0)], ["R1", "R2: wait"], &scale).len(), 1);
        let kept: Vec<_> = names.iter().flat_map(RegionName::points).collect();
        for name in &names {
            let at = (name.x - 30.0, name.y - 4.0);
            let labels = place_labels(&[("first-fit-idle".to_string(), at)], &kept, &scale);
            let apart = |label: &PlaneLabel| {
                (label.y - name.y + 4.0).abs() > 9.0
                    || label.x > name.x + name.width / 2.0
                    || label.x + label.width < name.x - name.width / 2.0
            };
            assert!(labels.len() == 1 && apart(&labels[0]), "{labels:?} {name:?}");
        }
    }

    #[test]
    fn labels_keep_apart_even_where_all_name_one_point() {
        let scale = PlaneScale::new((0.0, 1.0), (0.0, 1.0), 420.0, 320.0);
        for at in [(210.0, 160.0), (3.0, 3.0), (418.0, 317.0)] {
            let wanted: Vec<_> = (0..10).map(|i| (format!("strategy {i}"), at)).collect();
            let labels = place_labels(&wanted, &[at, (at.0, at.1 + 20.0)], &scale);
            assert_eq!(labels.len(), 10);
            for (i, a) in labels.iter().enumerate() {
                assert!(a.x >= 0.0 && a.x + a.width <= 420.0 && a.y >= 0.0 && a.y <= 320.0, "{a:?}");
                for b in &labels[..i] {
                    let apart = (a.y - b.y).abs() >= LABEL_PX || a.x >= b.x + b.width || b.x >= a.x + a.width;
                    assert!(apart, "{a:?} {b:?}");
                }
            }
        }
        assert!(
            place_labels(&[("long".to_string(), (0.0, 0.0))], &[], &PlaneScale::new((0.0, 1.0), (0.0, 1.0), 9.0, 9.0)).is_empty()
        );
    }
}

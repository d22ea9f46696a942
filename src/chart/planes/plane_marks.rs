//! The points of a plane as pixels; the cost per point is a few writes.

use crate::kit::palette::{Palette, Rgba, mix};
use crate::kit::raster::{Area, Corner, PixelBuffer};
use crate::kit::sprite::Sprite;
use bookahead_engine::idle::moment::passes;
use std::ops::Range;

/// Farthest that a place is followed outside a picture, in device px.
const FAR: f64 = 1e6;

/// What an idle period is for the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// Not feasible.
    Outside,
    /// Start and capacity test say yes, and it is not feasible: it starts after r and is too short.
    Deceiving,
    /// Feasible, starts after r (R2).
    Delayed,
    /// Feasible, starts by r (R1).
    AtOnce,
}

impl Fit {
    /// Every kind, in the order of drawing.
    pub const ALL: [Self; 4] = [Self::Outside, Self::Deceiving, Self::Delayed, Self::AtOnce];

    /// What the tests of [`passes`] say.
    pub fn of(passed: u8) -> Self {
        let both = passes::START | passes::CAPACITY;
        match (passed & passes::FEASIBLE != 0, passed & passes::AFTER_R != 0) {
            (true, false) => Self::AtOnce,
            (true, true) => Self::Delayed,
            (false, _) if passed & both == both => Self::Deceiving,
            _ => Self::Outside,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::AtOnce => "fits at once",
            Self::Delayed => "fits later",
            Self::Deceiving => "too short after all",
            Self::Outside => "does not fit",
        }
    }

    /// Whether the job fits.
    pub fn is_feasible(self) -> bool {
        self >= Self::Delayed
    }

    /// Its colour.
    pub fn colour(self, palette: &Palette) -> Rgba {
        match self {
            Self::AtOnce => palette.class(0),
            Self::Delayed => palette.class(1),
            Self::Deceiving => palette.refused,
            Self::Outside => mix(palette.background, palette.ink_quiet, 0.75),
        }
    }
}

/// Paints marks in device px from places in CSS px.
#[derive(Debug)]
pub struct Marker<'a> {
    buffer: &'a mut PixelBuffer,
    dpr: f64,
    /// A mark for every kind, in the order of [`Fit::ALL`].
    sprites: [Sprite; 4],
    /// At which pixels there is a mark, by its kind: a second one there would change nothing.
    taken: Vec<u8>,
}

/// A ratio of device px to CSS px that can be drawn with.
pub fn sane_dpr(dpr: f64) -> f64 {
    if dpr.is_finite() { dpr.clamp(0.25, 8.0) } else { 1.0 }
}

/// Fills a rectangle between two corners, in device px.
pub fn fill_rect(buffer: &mut PixelBuffer, (x0, y0): (i32, i32), (x1, y1): (i32, i32), colour: Rgba) {
    buffer.fill(Area { x0, y0, x1, y1 }, colour);
}

/// Fills what lies above the edges of some columns, or below them, from row `top` on; all in device px. The edges only rise or only fall from
/// column to column, so that of every row a stretch is filled: far quicker than column by column.
pub fn fill_beside(
    buffer: &mut PixelBuffer,
    columns: Range<i32>,
    edge: &dyn Fn(i32) -> i32,
    is_above: bool,
    top: i32,
    colour: Rgba,
) {
    let columns = columns.start.max(0)..columns.end.min(buffer.width() as i32);
    let edges: Vec<i32> = columns.clone().map(edge).collect();
    let (Some(first), Some(last)) = (edges.first(), edges.last()) else { return };
    let is_growing = first <= last;
    for y in top.max(0)..buffer.height() as i32 {
        let at = columns.start + edges.partition_point(|&edge| (edge <= y) == is_growing) as i32;
        let filled = if is_growing == is_above { at..columns.end } else { columns.start..at };
        buffer.span_mut(y, filled).fill(colour);
    }
}

/// A period's mark in the middle of a picture: a dot, where it is feasible a large one; a cross where two tests deceive.
fn draw_mark(buffer: &mut PixelBuffer, palette: &Palette, fit: Fit, r: i32) {
    let middle = (buffer.width() / 2) as i32;
    let colour = fit.colour(palette);
    let mut dot = |r: i32, corner: i32, colour: Rgba| {
        let area = Area { x0: middle - r, y0: middle - r, x1: middle + r, y1: middle + r };
        buffer.fill_rounded(area, &Corner::new(corner as u32), colour);
    };
    match fit {
        Fit::Deceiving => {
            for i in -r..=r {
                for x in [middle + i, middle - i] {
                    fill_rect(buffer, (x, middle + i), (x + 1 + r / 4, middle + i + 1 + r / 4), colour);
                }
            }
        }
        Fit::Outside => {
            let r = (r * 3 / 4).max(1);
            dot(r, r, colour);
        }
        _ => {
            // A rim keeps neighbours apart.
            dot(r + 1, r, palette.background);
            dot(r, r, colour);
        }
    }
}

impl<'a> Marker<'a> {
    /// Marks of this radius in CSS px.
    pub fn new(buffer: &'a mut PixelBuffer, palette: &'a Palette, dpr: f64, radius: f64) -> Self {
        let radius = ((radius * dpr).round() as i32).max(1);
        let side = 2 * (radius + radius / 4 + 2) as u32;
        let sprites = Fit::ALL.map(|fit| Sprite::new(side, &|buffer| draw_mark(buffer, palette, fit, radius)));
        let taken = vec![u8::MAX; buffer.pixels().len()];
        Self { buffer, dpr, sprites, taken }
    }

    fn device(&self, at: f64) -> i32 {
        // Not `round`, which WebAssembly has no instruction for.
        (at * self.dpr + 0.5).clamp(-FAR, FAR).floor() as i32
    }

    /// A period's point.
    pub fn point(&mut self, (x, y): (f64, f64), fit: Fit) {
        let (x, y) = (self.device(x), self.device(y));
        let width = self.buffer.width() as i32;
        if (0..width).contains(&x)
            && let Some(taken) = usize::try_from(y).ok().and_then(|y| self.taken.get_mut(y * width as usize + x as usize))
            && std::mem::replace(taken, fit as u8) == fit as u8
        {
            return;
        }
        self.sprites[fit as usize].draw(self.buffer, (x, y));
    }

    /// A straight line, a pixel or two wide; with `dash`, every other stretch of so many px is left out.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: Rgba, thick: i32, dash: i32) {
        let Some(((x0, y0), (x1, y1))) = self.cut(from, to) else { return };
        let (dx, dy) = (x1 - x0, y1 - y0);
        let steps = dx.abs().max(dy.abs()).ceil().max(1.0);
        let (way_x, way_y) = (dx / steps, dy / steps);
        let (beside_x, beside_y) = if dx.abs() >= dy.abs() { (0, 1) } else { (1, 0) };
        let (mut x, mut y) = (x0, y0);
        for i in 0..=steps as i32 {
            if dash == 0 || i / dash % 2 == 0 {
                let (x, y) = (x as i32, y as i32);
                self.buffer.put(x, y, colour);
                for t in 1..thick {
                    self.buffer.put(x + t * beside_x, y + t * beside_y, colour);
                }
            }
            (x, y) = (x + way_x, y + way_y);
        }
    }

    /// The part of a line that lies in the picture, in device px.
    fn cut(&self, from: (f64, f64), to: (f64, f64)) -> Option<((f64, f64), (f64, f64))> {
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        let (from, to) = ((from.0 * self.dpr, from.1 * self.dpr), (to.0 * self.dpr, to.1 * self.dpr));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (width, height) = (f64::from(self.buffer.width()), f64::from(self.buffer.height()));
        for (start, way, most) in [(from.0, dx, width), (from.1, dy, height)] {
            if way == 0.0 {
                if !(0.0..=most).contains(&start) {
                    return None;
                }
                continue;
            }
            let (a, b) = (-start / way, (most - start) / way);
            low = low.max(a.min(b));
            high = high.min(a.max(b));
        }
        let at = |share: f64| (from.0 + share * dx, from.1 + share * dy);
        (low <= high && (dx + dy + from.0 + from.1).is_finite()).then(|| (at(low), at(high)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::palette::{DARK, LIGHT};

    fn painted(buffer: &PixelBuffer) -> usize {
        buffer.pixels().iter().filter(|&&pixel| pixel != LIGHT.background).count()
    }

    #[test]
    fn every_kind_leaves_its_colour_where_it_is() {
        for fit in Fit::ALL {
            let mut buffer = PixelBuffer::default();
            buffer.reset(40, 40, LIGHT.background);
            Marker::new(&mut buffer, &LIGHT, 2.0, 4.0).point((10.0, 8.0), fit);
            assert_eq!(buffer.pixel(20, 16), Some(fit.colour(&LIGHT)), "{fit:?}");
            assert!((20..400).contains(&painted(&buffer)), "{fit:?}");
            assert_eq!(buffer.pixel(2, 2), Some(LIGHT.background));
            assert_ne!(fit.colour(&LIGHT), fit.colour(&DARK));
        }
    }

    #[test]
    fn marks_look_the_same_whatever_lies_below_and_are_drawn_once() {
        let mark = |ground, at: &[(f64, f64)], fit| {
            let mut buffer = PixelBuffer::default();
            buffer.reset(40, 40, ground);
            let mut marker = Marker::new(&mut buffer, &LIGHT, 1.0, 4.0);
            at.iter().for_each(|&at| marker.point(at, fit));
            buffer
        };
        for fit in Fit::ALL {
            let mut drawn = PixelBuffer::default();
            drawn.reset(40, 40, LIGHT.accent);
            draw_mark(&mut drawn, &LIGHT, fit, 4);
            let stamped = mark(LIGHT.accent, &[(20.0, 20.0)], fit);
            for (a, b) in drawn.bytes().iter().zip(stamped.bytes()) {
                assert!(a.abs_diff(*b) <= 2, "{fit:?}");
            }
            assert_eq!(mark(LIGHT.accent, &[(20.0, 20.0), (20.3, 19.8)], fit), stamped, "the same pixel");
            assert_ne!(mark(LIGHT.accent, &[(20.0, 20.0), (24.0, 20.0)], fit), stamped);
            // Cut at the edges, and not beyond them.
            for at in [(0.0, 0.0), (39.0, 39.0), (-2.0, 20.0), (20.0, 41.0)] {
                let cut = painted(&mark(LIGHT.background, &[at], fit));
                assert!(cut > 0 && cut < painted(&mark(LIGHT.background, &[(20.0, 20.0)], fit)), "{fit:?} {at:?}");
            }
        }
    }

    #[test]
    fn what_lies_beside_edges_is_filled() {
        let edges: [&dyn Fn(i32) -> i32; 4] = [&|x| x - 5, &|x| 25 - x, &|_| 7, &|x| 100 * x];
        for edge in edges {
            for (is_above, columns, top) in [(true, 0..30, 0), (false, 4..21, 0), (true, -5..99, 6), (false, 12..12, -3)] {
                let mut buffer = PixelBuffer::default();
                buffer.reset(30, 20, LIGHT.background);
                fill_beside(&mut buffer, columns.clone(), edge, is_above, top, LIGHT.ink);
                for (x, y) in (0..30).flat_map(|x| (0..20).map(move |y| (x, y))) {
                    let is_in = columns.contains(&x) && y >= top && (y < edge(x)) == is_above;
                    let expected = if is_in { LIGHT.ink } else { LIGHT.background };
                    assert_eq!(buffer.pixel(x as u32, y as u32), Some(expected), "{x} {y} {is_above} {columns:?} {top}");
                }
            }
        }
    }

    #[test]
    fn what_the_tests_say_together() {
        let all = passes::START | passes::CAPACITY | passes::LENGTH;
        assert_eq!(Fit::of(all | passes::FEASIBLE), Fit::AtOnce);
        assert_eq!(Fit::of(all | passes::FEASIBLE | passes::AFTER_R), Fit::Delayed);
        assert_eq!(Fit::of(passes::START | passes::CAPACITY | passes::AFTER_R), Fit::Deceiving);
        assert_eq!((Fit::of(passes::START), Fit::of(0)), (Fit::Outside, Fit::Outside));
        assert!(Fit::AtOnce.is_feasible() && Fit::Delayed.is_feasible() && !Fit::Deceiving.is_feasible());
    }

    #[test]
    fn lines_go_from_end_to_end_and_are_cut_at_the_edges() {
        let mut buffer = PixelBuffer::default();
        buffer.reset(30, 20, LIGHT.background);
        let mut marker = Marker::new(&mut buffer, &LIGHT, 1.0, 3.0);
        marker.line((-1e12, 5.0), (1e12, 5.0), LIGHT.ink, 1, 0);
        marker.line((f64::NAN, 5.0), (3.0, f64::INFINITY), LIGHT.accent, 2, 0);
        marker.line((50.0, -50.0), (60.0, 50.0), LIGHT.accent, 2, 3);
        assert_eq!(painted(&buffer), 30);
        Marker::new(&mut buffer, &LIGHT, 1.0, 3.0).line((2.0, 18.0), (2.0, 8.0), LIGHT.ink, 2, 0);
        assert_eq!(
            (buffer.pixel(2, 8), buffer.pixel(3, 18), buffer.pixel(2, 19)),
            (Some(LIGHT.ink), Some(LIGHT.ink), Some(LIGHT.background))
        );
    }

    #[test]
    fn marks_outside_the_picture_do_nothing() {
        let mut buffer = PixelBuffer::default();
        buffer.reset(30, 20, LIGHT.background);
        for fit in Fit::ALL {
            let mut marker = Marker::new(&mut buffer, &LIGHT, 1.0, 3.0);
            for at in [(-100.0, 5.0), (5.0, 1e300), (f64::NEG_INFINITY, 100.0)] {
                marker.point(at, fit);
            }
        }
        assert_eq!(painted(&buffer), 0);
    }
}

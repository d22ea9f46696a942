//! The visible stretch of time as a window over a picture of the whole plan.

use crate::kit::palette::Palette;
use crate::kit::raster::{Area, PixelBuffer};

/// Strength with which what is out of view fades into the background, of 255.
const FADED: u8 = 170;
/// Width of the window's edges in CSS px.
const EDGE_PX: f64 = 2.0;
/// A window is at least so wide, in CSS px: it can be seen and taken hold of.
pub const WINDOW_LEAST_PX: f64 = 8.0;

/// Left and right edge of a window in CSS px, held inside a picture of a width and wide enough to be seen.
pub fn window_edges(from: f64, to: f64, width: f64) -> (f64, f64) {
    let least = WINDOW_LEAST_PX.min(width.max(0.0));
    let from = from.clamp(0.0, (width - least).max(0.0));
    (from, to.clamp(from + least, width.max(from + least)))
}

/// Fades what is beside the window, and draws its edges: O(pixels).
pub fn paint_window(picture: &mut PixelBuffer, (from, to): (f64, f64), dpr: f64, palette: &Palette) {
    let (width, height) = (picture.width() as i32, picture.height() as i32);
    let x = |css: f64| ((css * dpr).round() as i32).clamp(0, width);
    let (x0, x1) = (x(from), x(to));
    let edge = ((EDGE_PX * dpr).round() as i32).max(1);
    for beside in [0..x0, x1..width] {
        picture.blend_area(Area { x0: beside.start, y0: 0, x1: beside.end, y1: height }, palette.background, FADED);
    }
    for x0 in [x0, x1 - edge] {
        picture.fill(Area { x0: x0.max(0), y0: 0, x1: (x0 + edge).min(width), y1: height }, palette.accent_ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::palette::LIGHT;

    #[test]
    fn only_what_is_beside_the_window_fades() {
        for dpr in [1.0, 2.0] {
            let mut picture = PixelBuffer::default();
            let (width, height) = PixelBuffer::device_size(100.0, 10.0, dpr);
            picture.reset(width, height, LIGHT.ink);
            paint_window(&mut picture, (30.0, 60.0), dpr, &LIGHT);
            let at = |x: f64| picture.pixel((x * dpr) as u32, 5);
            assert_eq!((at(45.0), at(33.0), at(57.0)), (Some(LIGHT.ink), Some(LIGHT.ink), Some(LIGHT.ink)));
            assert_eq!((at(30.5), at(59.0)), (Some(LIGHT.accent_ink), Some(LIGHT.accent_ink)));
            assert!(at(10.0) != Some(LIGHT.ink) && at(10.0) == at(80.0));
        }
    }

    #[test]
    fn edges_stay_in_the_picture_and_apart() {
        assert_eq!(window_edges(20.0, 50.0, 100.0), (20.0, 50.0));
        assert_eq!(window_edges(-20.0, 500.0, 100.0), (0.0, 100.0));
        assert_eq!(window_edges(99.0, 99.1, 100.0), (92.0, 100.0));
        assert_eq!(window_edges(500.0, 600.0, 100.0), (92.0, 100.0));
        assert_eq!(window_edges(0.0, 0.0, 0.0), (0.0, 0.0));
    }
}

//! A small picture that is drawn many times: its colours and transparency are computed once.

use super::palette::Rgba;
use super::raster::{PixelBuffer, mixed};
use std::ops::Range;

/// A square picture, partly transparent.
#[derive(Clone, Debug)]
pub struct Sprite {
    /// px from its upper left corner to its middle.
    reach: i32,
    /// Colours and their opacity (0 to 255), row by row.
    pixels: Vec<(Rgba, u8)>,
    /// The columns of each row that are not wholly transparent.
    rows: Vec<Range<i32>>,
}

impl Sprite {
    /// What `draw` paints into a picture of `side` px in width and height.
    pub fn new(side: u32, draw: &dyn Fn(&mut PixelBuffer)) -> Self {
        // On black and on white: what differs shows through.
        let [black, white] = [0, 255].map(|ground| {
            let mut buffer = PixelBuffer::default();
            buffer.reset(side, side, [ground, ground, ground, 255]);
            draw(&mut buffer);
            buffer
        });
        let seen = |(black, white): (&Rgba, &Rgba)| {
            let alpha = 255 - white[0].saturating_sub(black[0]);
            let colour = |channel: u8| (u32::from(channel) * 255 / u32::from(alpha.max(1))).min(255) as u8;
            ([colour(black[0]), colour(black[1]), colour(black[2]), 255], alpha)
        };
        let pixels: Vec<(Rgba, u8)> = black.pixels().iter().zip(white.pixels()).map(seen).collect();
        let rows = pixels.chunks(side.max(1) as usize).map(|row| {
            let is_seen = |pixel: &(Rgba, u8)| pixel.1 > 0;
            let from = row.iter().position(is_seen).unwrap_or(0);
            from as i32..row.iter().rposition(is_seen).map_or(from, |last| last + 1) as i32
        });
        let rows = rows.collect();
        Self { reach: (side / 2) as i32, pixels, rows }
    }

    /// Draws it with its middle at a point; what lies outside the picture is cut off.
    pub fn draw(&self, buffer: &mut PixelBuffer, (x, y): (i32, i32)) {
        let (left, top) = (x - self.reach, y - self.reach);
        let side = self.rows.len();
        for ((row, pixels), y) in self.rows.iter().zip(self.pixels.chunks(side.max(1))).zip(top..) {
            let hidden = (-(left + row.start)).clamp(0, row.end - row.start);
            let covers = &pixels[(row.start + hidden) as usize..row.end as usize];
            for (pixel, &(colour, alpha)) in buffer.span_mut(y, left + row.start..left + row.end).iter_mut().zip(covers) {
                *pixel = if alpha == 255 { colour } else { mixed(*pixel, colour, alpha) };
            }
        }
    }
}

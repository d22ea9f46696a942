//! A small picture that is laid over another many times: what it covers is worked out once.

use super::palette::Rgba;
use super::raster::{PixelBuffer, mixed};
use std::ops::Range;

/// A square picture, some of it see-through.
#[derive(Clone, Debug)]
pub struct Stamp {
    /// From its upper left corner to its middle.
    reach: i32,
    /// Colours and how much they cover, of 255, row by row.
    pixels: Vec<(Rgba, u8)>,
    /// The columns of each row that cover anything.
    rows: Vec<Range<i32>>,
}

impl Stamp {
    /// What `draw` puts into a picture of so many px in width and height.
    pub fn of(side: u32, draw: &dyn Fn(&mut PixelBuffer)) -> Self {
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

    /// Lays it over a picture, its middle at a point; what sticks out is cut off.
    pub fn put(&self, buffer: &mut PixelBuffer, (x, y): (i32, i32)) {
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

//! What stands in the way of the selected request: hatched slots, and outlined jobs that do not make way.

use super::frame::Blocked;
use super::scene::{EMPHASIS_LEAST_PX, Scene};
use crate::kit::raster::{Area, PixelBuffer};
use bookahead_engine::slots::request::Slot;

/// Distance between two stripes and width of a stripe, in CSS px.
const STRIPES_PX: (f64, f64) = (8.0, 2.5);
/// How much stripes hide of what is below them, of 255.
const STRIPE_ALPHA: u8 = 120;
/// Width of the edges of hatched slots and of outlines, in CSS px.
const EDGE_PX: f64 = 2.0;

impl Scene<'_> {
    /// Hatches the blocked slots over everything, and outlines the jobs that stay. The stripes hang on slot 0, so that they move with the axis.
    pub(super) fn paint_blocked(&self, buffer: &mut PixelBuffer) {
        let Blocked { slots, jobs } = self.frame.blocked;
        let visible = self.visible_slots();
        let first = slots.partition_point(|&slot| slot < visible.start);
        for &slot in slots[first..].iter().take_while(|&&slot| slot < visible.end) {
            self.hatch_slot(buffer, slot);
        }
        if !self.rows_are_lines {
            return;
        }
        for &job in jobs {
            let is_visible =
                self.frame.view.slots_of(job).is_some_and(|slots| slots.start < visible.end && visible.start < slots.end);
            if is_visible {
                for bar in self.frame.layout.bars_of(self.frame.view, job) {
                    if self.rows.contains(&bar.row) {
                        self.outline(buffer, self.area_of(&bar, EMPHASIS_LEAST_PX));
                    }
                }
            }
        }
    }

    fn hatch_slot(&self, buffer: &mut PixelBuffer, slot: Slot) {
        let (x0, bottom) = (Self::whole(self.x_of(slot)), self.bottom());
        let x1 = Self::whole(self.x_of(slot + 1)).max(x0 + self.device(EDGE_PX).max(1));
        let color = self.palette.refused;
        let (period, stripe) = (self.device(STRIPES_PX.0).max(2), self.device(STRIPES_PX.1).max(1));
        let (from, to) = (x0.max(0), x1.min(buffer.width() as i32));
        let hang = (self.left as i64).rem_euclid(i64::from(period)) as i32;
        for y in 0..bottom {
            for x in from..to {
                if (x + hang + y).rem_euclid(period) < stripe {
                    buffer.blend(x, y, color, STRIPE_ALPHA);
                }
            }
        }
        let edge = self.device(EDGE_PX / 2.0).max(1);
        if x1 - x0 > 4 * edge {
            buffer.blend_area(Area { x0, y0: 0, x1: x0 + edge, y1: bottom }, color, STRIPE_ALPHA);
            buffer.blend_area(Area { x0: x1 - edge, y0: 0, x1, y1: bottom }, color, STRIPE_ALPHA);
        }
    }

    fn outline(&self, buffer: &mut PixelBuffer, area: Area) {
        let edge = self.device(EDGE_PX).max(1);
        if (area.x1 - area.x0).min(area.y1 - area.y0) <= 2 * edge {
            return;
        }
        for side in [
            Area { y1: area.y0 + edge, ..area },
            Area { y0: area.y1 - edge, ..area },
            Area { x1: area.x0 + edge, y0: area.y0 + edge, y1: area.y1 - edge, ..area },
            Area { x0: area.x1 - edge, y0: area.y0 + edge, y1: area.y1 - edge, ..area },
        ] {
            buffer.fill(side, self.palette.ink);
        }
    }
}

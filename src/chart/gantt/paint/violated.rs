//! Jobs that are accepted but will not run: struck through by stripes in an outline, so that colour is not all that tells them apart.

use super::scene::{EMPHASIS_LEAST_PX, Scene};
use crate::gantt::bar::Rect;
use crate::kit::raster::{Area, PixelBuffer};

/// Distance between two stripes, in CSS px.
pub const STRIPES_PX: f64 = 9.0;
/// Width of a stripe and of the outline, in CSS px.
pub const LINE_PX: f64 = 2.0;
/// How much stripes hide of what is below them, of 255: names stand over them.
const STRIPE_ALPHA: u8 = 110;

impl Scene<'_> {
    /// Strikes the violated jobs through, over their bars. The stripes rise to the right; those of moved jobs fall.
    pub(super) fn paint_violated(&self, buffer: &mut PixelBuffer) {
        let (view, visible) = (self.frame.view, self.visible_slots());
        if !self.rows_are_lines {
            return;
        }
        for &job in view.violated() {
            let is_visible = view.slots_of(job).is_some_and(|slots| slots.start < visible.end && visible.start < slots.end);
            if is_visible {
                for bar in self.frame.layout.bars_of(view, job) {
                    if bar.row < self.rows.end && self.rows.start < bar.row.saturating_add(bar.rows) {
                        self.strike(buffer, self.area_of(&bar, EMPHASIS_LEAST_PX));
                    }
                }
            }
        }
    }

    fn strike(&self, buffer: &mut PixelBuffer, area: Area) {
        let (line, period) = (self.device(LINE_PX).max(1), self.device(STRIPES_PX).max(2));
        if (area.x1 - area.x0).min(area.y1 - area.y0) <= 3 * line {
            return buffer.fill(area, self.palette.refused);
        }
        let within = |at: i32, size: u32| at.clamp(0, size as i32);
        for y in within(area.y0, buffer.height())..within(area.y1, buffer.height()) {
            for x in within(area.x0, buffer.width())..within(area.x1, buffer.width()) {
                if (x - area.x0 + y - area.y0).rem_euclid(period) < line {
                    buffer.blend(x, y, self.palette.refused, STRIPE_ALPHA);
                }
            }
        }
        for side in [
            Area { y1: area.y0 + line, ..area },
            Area { y0: area.y1 - line, ..area },
            Area { x1: area.x0 + line, ..area },
            Area { x0: area.x1 - line, ..area },
        ] {
            buffer.fill(side, self.palette.refused);
        }
    }
}

/// The stripes within an area as lines, each with its two ends.
pub fn stripes(Rect { x, y, width, height }: Rect) -> impl Iterator<Item = [(f64, f64); 2]> {
    let count = ((width + height) / STRIPES_PX).clamp(0.0, 4_096.0) as u32;
    (1..=count).map(move |i| {
        // From the left or lower edge up to the upper or right one.
        let along = f64::from(i) * STRIPES_PX;
        let (left, right) = ((along - height).max(0.0), along.min(width));
        [(x + left, y + along - left), (x + right, y + along - right)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gantt::layout::gantt_kind::GanttKind;
    use crate::gantt::paint::frame::{Blocked, Colours, Emphasis, Frame};
    use crate::gantt::paint::painter::Painter;
    use crate::gantt::plan::overbooked;
    use crate::kit::palette::{LIGHT, Theme};
    use crate::kit::scale::{RowScale, TimeScale};
    use bookahead_engine::core::time_names::TimeUnit;

    #[test]
    fn a_violated_job_is_outlined_and_striped() {
        let mut view = overbooked::view();
        let of = |view: &crate::PlanView| {
            let mut painter = Painter::default();
            painter.paint(&Frame {
                view,
                layout: GanttKind::Logical,
                time: TimeScale::new(0.0, 20.0, 280.0),
                rows: RowScale::new(2, 0.0, 40.0, 80.0),
                dpr: 1.0,
                theme: Theme::Light,
                unit: TimeUnit::Slots,
                emphasis: Emphasis::default(),
                colours: Colours::Request,
                blocked: Blocked::default(),
                marked: &[],
            });
            painter.buffer().pixels().iter().filter(|pixel| **pixel == LIGHT.refused).count()
        };
        assert_eq!(of(&view), 0);
        view.set_violated(vec![1]);
        // Two bars: in slot 9 above the other job, in 10 to 12 below.
        assert!(of(&view) > 200, "{}", of(&view));
    }

    #[test]
    fn stripes_stay_within_their_area() {
        let area = Rect { x: 10.0, y: 20.0, width: 50.0, height: 14.0 };
        let ends: Vec<(f64, f64)> = stripes(area).flatten().collect();
        assert!(ends.len() >= 12);
        assert!(ends.iter().all(|(x, y)| (10.0..=60.0).contains(x) && (20.0..=34.0).contains(y)), "{ends:?}");
    }
}

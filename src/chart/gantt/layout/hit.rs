//! Hit test: the bar under the pointer. All coordinates are CSS px from the top left corner of the plot.

use super::gantt_kind::GanttKind;
use crate::gantt::bar::Bar;
use crate::gantt::layout::logical;
use crate::gantt::plan::view::PlanView;
use crate::kit::scale::{RowScale, TimeScale};

/// How far beside a bar still counts, in CSS px: bars may be narrower than a pixel.
const REACH_PX: f64 = 2.0;

/// The bar at a point, or else the nearest on the same row within two CSS px. `None` also where the logical layout shows no bars
/// ([`logical::Detail::Silhouette`]). O(log jobs + nodes of the jobs running around there).
pub fn bar_at(view: &PlanView, layout: GanttKind, time: &TimeScale, rows: &RowScale, x: f64, y: f64) -> Option<Bar> {
    let outside = !(0.0..=time.width()).contains(&x) || !(0.0..=rows.height()).contains(&y);
    let afar = layout == GanttKind::Logical && logical::detail(view, time, rows) == logical::Detail::Silhouette;
    if outside || afar {
        return None;
    }
    let row = rows.row_at(y)?;
    let at = time.slot_at(x);
    let reach = REACH_PX / time.px_per_slot();
    // Saturating casts: there is nothing before slot 0.
    let slots = (at - reach).floor() as u32..((at + reach).ceil() as u32).saturating_add(1);
    let mut best: Option<(f64, Bar)> = None;
    layout.for_each_bar(view, slots, row..row + 1, |bar| {
        let away = (f64::from(bar.start) - at).max(at - f64::from(bar.end)).max(0.0);
        // At the common edge of two bars the later one is meant, as its first slot begins there.
        let inside = at >= f64::from(bar.start) && at < f64::from(bar.end);
        let away = if inside { -1.0 } else { away };
        if away <= reach && best.is_none_or(|(least, _)| away < least) {
            best = Some((away, bar));
        }
    });
    let (_, bar) = best?;
    // The logical layout cuts bars at the ends of the search: look the whole one up.
    let whole = layout.bars_of(view, bar.job);
    whole.into_iter().find(|whole| whole.row == bar.row && whole.start <= bar.start && whole.end >= bar.end).or(Some(bar))
}

//! The name on a bar of a Gantt chart.

use crate::chart::kit::palette::css;
use crate::chart::kit::svg::px;
use crate::chart::{Label, LabelTone, NOTE_SMALLER_PX};
use yew::prelude::*;

/// The name and the note beside it, in a group that carries them so far to the left.
pub fn label_text(label: &Label, carried: f64, palette: &crate::chart::Palette) -> Html {
    let (ink, note_ink) = match label.tone {
        LabelTone::Tint => (palette.on_tint, palette.on_tint),
        LabelTone::Accent => (palette.on_accent, palette.on_accent),
        LabelTone::Moved => (palette.on_moved, palette.on_moved_quiet),
    };
    let baseline = label.y + label.font_px * 0.35;
    html! {
        <>
            <text class="bar-name" x={px(label.x + carried)} y={px(baseline)} font-size={px(label.font_px)} fill={css(ink)}>{ label.text.clone() }</text>
            if let Some(note) = &label.note {
                <text class="bar-note" x={px(label.note_x + carried)} y={px(baseline)} font-size={px(label.font_px - NOTE_SMALLER_PX)} fill={css(note_ink)}>{ note.clone() }</text>
            }
        </>
    }
}

//! Labels of bars: where they fit, and their text.

use super::text::text_width;
use crate::gantt::bar::{Bar, Rect};
use crate::gantt::plan::view::PlanView;
use bookahead_engine::core::time_names::TimeUnit;

/// Most labels of a picture.
pub const LABELS_MAX: usize = 600;
/// Space between a bar's edge and its label, in CSS px.
const PADDING_PX: f64 = 7.0;
/// Space between the name and what follows it, in CSS px.
const WORD_PX: f64 = 7.0;
/// How much smaller a note is than the name before it, in CSS px.
pub const NOTE_SMALLER_PX: f64 = 1.0;

/// Which colours a label stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LabelTone {
    /// On a request's tint.
    Tint,
    /// On the accent colour.
    Accent,
    /// On a moved job.
    Moved,
}

/// Text on a bar, for the layer above the pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The job (row in the arrivals).
    pub job: u32,
    /// Its name: `11.1`.
    pub text: String,
    /// Where it was before it moved, if there is room to say so: `was 15`; to be drawn at [`Label::note_x`].
    pub note: Option<String>,
    /// Left end of the name, in CSS px.
    pub x: f64,
    /// Left end of the note, in CSS px.
    pub note_x: f64,
    /// Middle of the text's height, in CSS px.
    pub y: f64,
    /// Space for the text, in CSS px.
    pub width: f64,
    /// Size of the name, in CSS px; the note is [`NOTE_SMALLER_PX`] smaller.
    pub font_px: f64,
    /// Its colours.
    pub tone: LabelTone,
}

/// A bar that may get a label.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The bar.
    pub bar: Bar,
    /// The visible part of the bar, in CSS px.
    pub rect: Rect,
    /// Its colours.
    pub tone: LabelTone,
    /// Whether to say where it was.
    pub note: bool,
    /// Whether it comes before all others: selected, hovered, moved.
    pub first: bool,
}

/// Size of the text on a high bar where there is room, as on a projector.
const LARGE_PX: f64 = 15.0;
/// Bars of this height have large text, in CSS px.
const LARGE_FROM_PX: f64 = 36.0;

/// Size of the text on a bar of this height; `None` if none is readable there.
fn font_px(height: f64) -> Option<f64> {
    match height {
        h if h >= 16.0 => Some(12.0),
        h if h >= 12.0 => Some(10.0),
        h if h >= 9.5 => Some(9.0),
        _ => None,
    }
}

/// Least width of a bar that can hold any name, in CSS px: saves looking at the name of most bars.
pub fn may_fit(rect: &Rect) -> bool {
    rect.width >= 17.0 && rect.height >= 9.5
}

/// Makes the labels that fit, at most [`LABELS_MAX`]: emphasised bars first, then the widest.
pub fn labels(view: &PlanView, mut candidates: Vec<Candidate>, unit: TimeUnit) -> Vec<Label> {
    if candidates.len() > LABELS_MAX {
        let place = |c: &Candidate| ((u32::from(!c.first) << 31) | ((u32::MAX >> 1) - (c.rect.width as f32).to_bits()), c.bar.job);
        candidates.sort_by_key(place);
    }
    candidates.iter().filter_map(|candidate| label(view, candidate, unit)).take(LABELS_MAX).collect()
}

fn label(view: &PlanView, candidate: &Candidate, unit: TimeUnit) -> Option<Label> {
    let Candidate { bar, rect, tone, .. } = *candidate;
    let text = view.name_of(bar.job);
    let padding = PADDING_PX.min(rect.width * 0.12);
    let width = rect.width - 2.0 * padding;
    let has_room = rect.height >= LARGE_FROM_PX && text_width(&text, LARGE_PX) <= width;
    let font_px = if has_room { LARGE_PX } else { font_px(rect.height)? };
    let needed = text_width(&text, font_px);
    if needed > width {
        return None;
    }
    let x = rect.x + padding;
    let starts_here = view.slots_of(bar.job).is_some_and(|slots| slots.start == bar.start);
    let note = view
        .moved_from(bar.job)
        .filter(|_| candidate.note && starts_here)
        .map(|from| format!("was {}", view.machine().time_names(unit).at_after(bar.start, from)))
        .filter(|note| needed + WORD_PX + text_width(note, font_px - NOTE_SMALLER_PX) <= width);
    Some(Label { job: bar.job, text, note, x, note_x: x + needed + WORD_PX, y: rect.y + rect.height / 2.0, width, font_px, tone })
}

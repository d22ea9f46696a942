//! Marks on the browser's performance timeline: when an edit was made, and when its result was painted.

use super::tasks::after_frame;

/// The scenario was changed.
pub const EDIT: &str = "bookahead:edit";
/// The plan after the newest change is in the document and on the canvas: the next frame shows it.
pub const DRAWN: &str = "bookahead:drawn";
/// What is on screen of the plan after the newest change is painted; more of it is to come.
pub const VISIBLE: &str = "bookahead:visible";
/// The frame with the plan after the newest change is painted.
pub const PAINTED: &str = "bookahead:painted";

/// Sets a mark. Only the last of each name is kept, so that the timeline does not grow; an observer sees all of them.
pub fn set(name: &str) {
    if let Some(timeline) = web_sys::window().and_then(|window| window.performance()) {
        timeline.clear_marks_with_mark_name(name);
        // Nothing depends on it.
        let _ = timeline.mark(name);
    }
}

/// Sets a mark once the next frame is painted. A tab in the background paints nothing.
pub fn set_after_paint(name: &'static str) {
    after_frame(move || set(name));
}

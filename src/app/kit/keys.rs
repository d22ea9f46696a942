//! What keys do in every part of the page: the list of them for the help, and the steps that they take.

/// Slots, ticks or nodes that an arrow key with Shift moves by.
pub const COARSE: i64 = 5;

/// All keys, for the help.
pub const KEYS: &[(&str, &str)] = &[
    ("← →", "move the selected request by a slot; on a handle, move the handle"),
    ("↑ ↓", "select the request before or after; on a handle, more or less"),
    ("Shift + arrow", "five at once"),
    ("Tab", "go to the request's handles, the list, the fields"),
    ("N", "new request in the middle of the view"),
    ("Delete", "remove the selected request"),
    ("Escape", "take a drag back; else select nothing"),
    ("Ctrl Z, Ctrl Shift Z", "undo, redo"),
    ("W S or + −", "zoom in and out"),
    ("A D", "earlier and later"),
    ("0", "show the whole plan"),
    ("F", "show the selected request"),
    ("[ ] or , .", "step through: one decision back, one on; with Shift to the refusal or move before, after"),
    ("← → Page", "on a slot of the revenue charts: the slot or update before, after"),
    ("?", "this list"),
];

/// The place so many further in a list; with nothing selected, counted from before its first or behind its last. `None` if it is empty.
pub fn next_place(len: usize, selected: Option<usize>, by: i64) -> Option<usize> {
    let from = match selected {
        Some(place) => place as i64,
        None if by > 0 => -1,
        None => len as i64,
    };
    (len > 0).then(|| (from + by).clamp(0, len as i64 - 1) as usize)
}

//! Keys: how they are written, and the steps that they take. What they do stands with the commands.

use web_sys::KeyboardEvent;

/// Slots, ticks or nodes that an arrow key with Shift moves by.
pub const COARSE: i64 = 5;

/// Keys that mean something where the focus is, beside those of commands.
pub const KEYS_OF_PARTS: &[(&str, &str)] = &[
    ("Tab", "go to the request's handles, the list, the fields"),
    ("Arrow on a handle", "move the handle"),
    ("Shift + arrow", "five at once"),
    ("Shift or Ctrl + click", "in the list or on a bar: select several requests"),
    ("Shift + ↑ ↓, Ctrl A", "in the list: select several requests, all of them"),
    ("← → Page", "on a slot of the revenue charts: the slot or update before, after"),
];

/// The key of an event with what is held down beside it: "Mod+Shift+z", where Mod is Ctrl or Cmd. Letters and signs are written as they are without
/// Shift being told, because signs are on other keys of other keyboards.
pub fn chord(event: &KeyboardEvent) -> String {
    let key = event.key();
    let is_sign = key.chars().count() == 1;
    let has_command = event.ctrl_key() || event.meta_key();
    let mut chord = String::new();
    if has_command {
        chord.push_str("Mod+");
    }
    if event.shift_key() && (has_command || !is_sign) {
        chord.push_str("Shift+");
    }
    chord.push_str(&if is_sign { key.to_lowercase() } else { key });
    chord
}

/// A chord as people read it.
pub fn shown(chord: &str) -> String {
    let parts = chord.split_inclusive('+').map(|part| match part.trim_end_matches('+') {
        "" => "+".to_string(),
        "Mod" => "Ctrl".to_string(),
        "ArrowLeft" => "←".to_string(),
        "ArrowRight" => "→".to_string(),
        "ArrowUp" => "↑".to_string(),
        "ArrowDown" => "↓".to_string(),
        "-" => "−".to_string(),
        sign if sign.chars().count() == 1 => sign.to_uppercase(),
        name => name.to_string(),
    });
    parts.collect::<Vec<_>>().join(" ")
}

/// The keys of a command as people read them; the same with Shift is not told again.
pub fn shown_keys(keys: &[&str]) -> String {
    let told = keys.iter().filter(|chord| !chord.starts_with("Shift+") && !matches!(**chord, "=" | "_"));
    told.map(|chord| shown(chord)).collect::<Vec<_>>().join(" or ")
}

/// The place so many further in a list; with nothing selected, counted from before its first or behind its last. `None` if it is empty.
pub fn next_place(len: usize, selected: Option<usize>, by: i64) -> Option<usize> {
    let from = match selected {
        Some(place) => place as i64,
        None if by > 0 => -1,
        None => len as i64,
    };
    (len > 0).then(|| (from + by).clamp(0, len as i64 - 1) as usize)
}

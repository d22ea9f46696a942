//! The page in one file (`bookahead.html`) with something inside: the link of a scenario or of a lesson, in a block of data that no browser runs.
//! `scripts/one-file.mjs` leaves the room for it.

/// Where the page has the room, empty or not.
const ROOM_START: &str = "<script type=\"text/plain\" id=\"inside\"";
const ROOM_END: &str = "</script>";
/// Tells the page that a learning platform hears of the answers.
const HEARD_BY_SCORM: &str = " data-heard-by=\"scorm\"";

/// The page with a link inside, in the place of what was there; with `is_scorm` it tells a learning platform of the answers. `None` if the text has no room: it
/// is no page in one file. A link has characters of base64url and a dot, which cannot end the block.
pub fn filled(page: &str, link: &str, is_scorm: bool) -> Option<String> {
    let (before, rest) = page.split_once(ROOM_START)?;
    let (_, after) = rest.split_once(ROOM_END)?;
    let attributes = if is_scorm { HEARD_BY_SCORM } else { "" };
    Some(format!("{before}{ROOM_START}{attributes}>{link}{ROOM_END}{after}"))
}

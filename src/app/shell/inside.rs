//! What was put inside the page in one file (`bookahead lesson package`): the link of a lesson or a scenario, and whether a learning platform hears of the
//! answers. It stands in a block of data that no browser runs; `scripts/one-file.mjs` leaves the place for it.

use web_sys::Element;

/// The name of the block.
const BLOCK: &str = "inside";
/// Its attribute that tells who hears of the answers.
const HEARD_BY: &str = "data-heard-by";

fn block() -> Option<Element> {
    web_sys::window()?.document()?.get_element_by_id(BLOCK)
}

/// The link, as it would stand behind the `#` of an address; empty if there is none.
pub fn link() -> String {
    block().and_then(|block| block.text_content()).unwrap_or_default().trim().to_string()
}

/// Whether this is the page in one file: it has the block, empty or not.
pub fn is_one_file() -> bool {
    block().is_some()
}

/// Whether this is the page of a SCORM package.
pub fn is_scorm() -> bool {
    block().and_then(|block| block.get_attribute(HEARD_BY)).is_some_and(|by| by == "scorm")
}

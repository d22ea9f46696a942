//! Export: offers texts and other files to the user as downloads.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// A file in the browser's memory.
///
/// # Errors
/// The browser refuses to make it.
pub fn blob(mime: &str, bytes: &[u8]) -> Result<Blob, JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(mime);
    Blob::new_with_u8_array_sequence_and_options(&Array::of(&[JsValue::from(Uint8Array::from(bytes))]), &options)
}

/// Offers a text as a file to save.
///
/// # Errors
/// The browser refuses to make the file.
pub fn download(name: &str, mime: &str, text: &str) -> Result<(), JsValue> {
    download_blob(name, &blob(mime, text.as_bytes())?)
}

/// Offers a file to save.
///
/// # Errors
/// The browser refuses.
pub fn download_blob(name: &str, blob: &Blob) -> Result<(), JsValue> {
    let url = Url::create_object_url_with_blob(blob)?;
    let document = web_sys::window().and_then(|window| window.document()).ok_or(JsValue::NULL)?;
    let anchor: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    Url::revoke_object_url(&url)
}

/// A file name from a title: letters, digits and dashes.
pub fn file_name(title: &str, extension: &str) -> String {
    let words: Vec<String> = title
        .split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    let stem = if words.is_empty() { "scenario".to_string() } else { words.join("-") };
    format!("{stem}.{extension}")
}

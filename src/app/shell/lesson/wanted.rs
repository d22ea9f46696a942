//! The lesson that the address asks for: a file of the page's own host (`?lesson=NAME`), or one inside the link
//! (`#l1.…`), which may be inside the page.

use crate::app::shell::address_bar;
use crate::lessons::model::Lesson;
use crate::lessons::{link, parse};
use js_sys::Promise;
use std::sync::Arc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// Longest name of a file.
const NAME_CHARS: usize = 64;

/// Where a lesson comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A file beside the page.
    File(String),
    /// The link itself.
    Link(String),
}

/// A lesson that was opened.
#[derive(Clone, Debug)]
pub struct Found {
    /// The lesson.
    pub lesson: Arc<Lesson>,
    /// What the student's progress is kept under.
    pub key: String,
}

impl Wanted {
    /// What the address asks for, if it is a lesson.
    pub fn of_address() -> Option<Self> {
        let fragment = address_bar::fragment();
        if link::is_lesson(&fragment) {
            return Some(Self::Link(fragment));
        }
        let inside = || Some(address_bar::wanted()).filter(|inside| link::is_lesson(inside)).map(Self::Link);
        Self::file_of_address().map(Self::File).or_else(inside)
    }

    /// The name of the file that the address asks for.
    pub fn file_of_address() -> Option<String> {
        let query = address_bar::query();
        query.trim_start_matches('?').split('&').find_map(|part| part.strip_prefix("lesson=")).map(str::to_string)
    }

    /// Fetches and reads it.
    ///
    /// # Errors
    /// Why it cannot be opened, in words.
    pub async fn load(self) -> Result<Found, String> {
        match self {
            Self::Link(fragment) => {
                let text = link::decode(&fragment).map_err(|error| error.to_string())?;
                Ok(Found { lesson: read(&text)?, key: fragment })
            }
            Self::File(name) => {
                let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
                if name.is_empty() || name.len() > NAME_CHARS || !name.chars().all(is_name) || name.starts_with('.') {
                    return Err(format!("“{name}” is no name of a lesson; names have small letters, digits and hyphens"));
                }
                let text = text_of(&name).await?;
                Ok(Found { lesson: read(&text)?, key: name })
            }
        }
    }
}

fn read(text: &str) -> Result<Arc<Lesson>, String> {
    let lesson = parse::read(text).map_err(|errors| errors.first().map(ToString::to_string).unwrap_or_default())?;
    Ok(Arc::new(lesson))
}

/// The text of a lesson's file: in the page itself where that is one file, else beside it on its host.
async fn text_of(name: &str) -> Result<String, String> {
    let missing = || format!("there is no lesson “{name}” beside this page");
    let window = web_sys::window().ok_or_else(missing)?;
    if let Some(inside) = window.document().and_then(|document| document.get_element_by_id(&format!("lesson-file-{name}"))) {
        return Ok(inside.text_content().unwrap_or_default());
    }
    let response = settled(window.fetch_with_str(&format!("./lessons/{name}.lesson.md"))).await.ok_or_else(missing)?;
    let response = response.dyn_into::<Response>().ok().filter(Response::ok).ok_or_else(missing)?;
    let text = settled(response.text().map_err(|_| missing())?).await.ok_or_else(missing)?;
    text.as_string().ok_or_else(missing)
}

async fn settled(promise: Promise) -> Option<JsValue> {
    JsFuture::from(promise).await.ok()
}

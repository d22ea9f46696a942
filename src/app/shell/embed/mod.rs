//! The page inside another page. Said once, when the page starts; whatever differs then asks here.

pub(crate) mod acting;
pub(crate) mod open_link;
pub(crate) mod protocol;

use crate::app::kit::browser::theme;
use crate::app::shell::inside;
use crate::chart::Theme;
use crate::state::{Embed, EmbedView};
use std::sync::OnceLock;
use web_sys::{UrlSearchParams, WheelEvent, Window};

/// The style sheet's names for it, on the root.
const CLASS: &str = "embedded";
const READ_ONLY_CLASS: &str = "read-only";
const WAITING_CLASS: &str = "awaits-lesson";

static EMBED: OnceLock<Option<Embed>> = OnceLock::new();

/// How the page is embedded; `None` if it stands by itself.
pub fn embed() -> Option<&'static Embed> {
    EMBED.get_or_init(|| read(&web_sys::window()?)).as_ref()
}

/// Whether the page is embedded: nothing is read from or written to the browser then, and the host's keys, wheel and focus stay the host's.
pub fn is_embedded() -> bool {
    embed().is_some()
}

fn read(window: &Window) -> Option<Embed> {
    // A learning platform may open its package in a window.
    let is_framed = inside::is_scorm() || window.parent().ok().flatten().is_none_or(|parent| parent != *window);
    let parameters = UrlSearchParams::new_with_str(&window.location().search().unwrap_or_default()).ok();
    Embed::of(is_framed, |name| parameters.as_ref()?.get(name))
}

/// Tells the style sheet, before anything is drawn.
pub fn begin() {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|document| document.document_element());
    let (Some(embed), Some(root)) = (embed(), root) else { return };
    let classes = root.class_list();
    // These are names of classes.
    let _ = classes.toggle_with_force(CLASS, true);
    let _ = classes.toggle_with_force(READ_ONLY_CLASS, embed.is_read_only);
    let _ = classes.toggle_with_force(WAITING_CLASS, awaits_lesson());
    set_dark(embed.is_dark);
}

/// Whether the host sends the lesson that is shown: what the address names or is inside the page is another one.
pub fn awaits_lesson() -> bool {
    embed().is_some_and(|embed| embed.view == Some(EmbedView::Lesson))
}

/// The lesson is there: the page is seen from now on.
pub fn lesson_has_come() {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|document| document.document_element());
    // This is a name of a class.
    let _ = root.map(|root| root.class_list().toggle_with_force(WAITING_CLASS, false));
}

/// Has the page be dark or light; as the browser says for `None`.
pub fn set_dark(is_dark: Option<bool>) {
    theme::set(is_dark.map(|is_dark| if is_dark { Theme::Dark } else { Theme::Light }));
}

/// Whether the list, or the inspector, is shown: an embedded page shows them where its address asks for it.
pub fn shows(part: EmbedView) -> bool {
    embed().is_none_or(|embed| embed.view == Some(part))
}

/// Whether the wheel is the host's: there only a wheel with Ctrl zooms.
pub fn leaves_wheel(event: &WheelEvent) -> bool {
    is_embedded() && !event.ctrl_key() && !event.meta_key()
}

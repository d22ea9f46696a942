//! SCORM 1.2: the platform that shows the package has an object `API` in one of the windows around it. It is searched for only in a package. Platforms differ
//! in what they have and how long they take, so every call may fail, nothing is asked but the answers of the visit before, only what changed is written,
//! and not while the page has something to draw.

use super::told::Report;
use crate::app::kit::browser::tasks::after_frame;
use crate::app::shell::inside;
use gloo_events::EventListener;
use js_sys::{Array, Function, Object, Reflect};
use std::cell::RefCell;
use std::collections::BTreeMap;
use wasm_bindgen::{JsCast, JsValue};

/// Most windows that are looked through around the page.
const WINDOWS_MAX: usize = 20;

const ANSWERS: &str = "cmi.suspend_data";
const STATUS: &str = "cmi.core.lesson_status";
const COMPLETED: &str = "completed";

thread_local! {
    static PLATFORM: RefCell<Option<Platform>> = const { RefCell::new(None) };
}

/// The platform, and what it was told.
struct Platform {
    api: JsValue,
    written: BTreeMap<&'static str, String>,
    /// What is to be written.
    newest: Option<Report>,
    /// Whether it says that it has the answers.
    is_kept: bool,
}

/// Opens the way to the platform. Gives the answers of the visit before; `None` without any, and where there is no platform.
pub fn begin() -> Option<String> {
    if !inside::is_scorm() {
        return None;
    }
    let api = find_api(&web_sys::window()?.into())?;
    call(&api, "LMSInitialize", &[""]);
    let answers = call(&api, "LMSGetValue", &[ANSWERS]).filter(|answers| !answers.is_empty());
    let mut platform = Platform { api, written: BTreeMap::new(), newest: None, is_kept: false };
    // Without it some platforms forget the answers.
    platform.write("cmi.core.exit", "suspend");
    match &answers {
        Some(answers) => drop(platform.written.insert(ANSWERS, answers.clone())),
        None => drop(platform.write(STATUS, "incomplete")),
    }
    PLATFORM.set(Some(platform));
    if let Some(window) = web_sys::window() {
        EventListener::new(&window, "pagehide", |_| end()).forget();
    }
    answers
}

/// Whether a platform was found.
pub fn is_there() -> bool {
    PLATFORM.with_borrow(Option::is_some)
}

/// Whether the platform says that it has the answers.
pub fn is_kept() -> bool {
    PLATFORM.with_borrow(|platform| platform.as_ref().is_some_and(|platform| platform.is_kept))
}

/// Tells the platform once the answer is on screen: some take seconds.
pub fn tell(report: Report) {
    let is_waiting = with_platform(|platform| platform.newest.replace(report).is_some());
    if is_waiting == Some(false) {
        after_frame(|| with_platform(Platform::write_newest).unwrap_or_default());
    }
}

fn end() {
    with_platform(|platform| {
        platform.write_newest();
        call(&platform.api, "LMSCommit", &[""]);
        call(&platform.api, "LMSFinish", &[""]);
    });
}

/// Does something with the platform. One that calls the page meanwhile finds nothing.
fn with_platform<T>(act: impl FnOnce(&mut Platform) -> T) -> Option<T> {
    let mut platform = PLATFORM.take()?;
    let done = act(&mut platform);
    PLATFORM.set(Some(platform));
    Some(done)
}

impl Platform {
    /// Writes what is not written yet, and has it kept if it is about an answer.
    fn write_newest(&mut self) {
        let Some(Report { code, score, is_done, step }) = self.newest.take() else { return };
        self.write("cmi.core.lesson_location", &(step + 1).to_string());
        let mut is_news = false;
        if !code.is_empty() && self.written.get(ANSWERS) != Some(&code) {
            self.is_kept = self.write(ANSWERS, &code);
            self.write("cmi.core.score.min", "0");
            self.write("cmi.core.score.max", "100");
            self.write("cmi.core.score.raw", &score.percent().to_string());
            is_news = true;
        }
        // A lesson that was done stays done when it is taken once more.
        let was_done = self.written.get(STATUS).is_some_and(|status| status == COMPLETED);
        if !was_done && (is_done || is_news) {
            self.write(STATUS, if is_done { COMPLETED } else { "incomplete" });
            is_news |= is_done;
        }
        if is_news {
            call(&self.api, "LMSCommit", &[""]);
        }
    }

    /// Writes what differs from what was written last. Tells whether the platform says that it has it.
    fn write(&mut self, element: &'static str, value: &str) -> bool {
        if self.written.get(element).is_some_and(|written| written == value) {
            return true;
        }
        self.written.insert(element, value.to_string());
        call(&self.api, "LMSSetValue", &[element, value]).is_some_and(|done| done == "true")
    }
}

/// Calls a function of the platform; nothing if it has none, or if that fails.
fn call(api: &JsValue, name: &str, arguments: &[&str]) -> Option<String> {
    let function = Reflect::get(api, &name.into()).ok()?.dyn_into::<Function>().ok()?;
    let arguments: Array = arguments.iter().map(|argument| JsValue::from(*argument)).collect();
    let given = function.apply(api, &arguments).ok()?;
    // Some give a truth where the standard wants the word.
    given.as_string().or_else(|| given.as_bool().map(|truth| truth.to_string()))
}

/// The object in this window or one around it, else in or around the one that opened it. Windows of other hosts tell nothing.
fn find_api(window: &JsValue) -> Option<JsValue> {
    let around = |window: JsValue| {
        let parent = |window: &JsValue| property(window, "parent").filter(|parent| !Object::is(parent, window));
        std::iter::successors(Some(window), parent).take(WINDOWS_MAX)
    };
    let api =
        |window: JsValue| property(&window, "API").filter(|api| property(api, "LMSSetValue").is_some_and(|set| set.is_function()));
    let openers = || around(window.clone()).filter_map(|window| property(&window, "opener"));
    around(window.clone()).chain(openers().flat_map(around)).take(WINDOWS_MAX).find_map(api)
}

fn property(of: &JsValue, name: &str) -> Option<JsValue> {
    // What has no properties is no error of the page's.
    Reflect::get(of, &name.into()).ok().filter(|value| value.is_object() || value.is_function())
}

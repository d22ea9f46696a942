//! SCORM 1.2: the platform that shows the package has an object `API` in one of the windows around it. It is searched for only in a package. Platforms differ
//! in what they have and how long they take, so every call may fail, nothing is asked but the answers of the visit before, only what changed is written,
//! and not while the page has something to draw.

use super::told::Report;
use crate::app::kit::browser::tasks::after_frame;
use crate::app::shell::inside;
use crate::lessons::interaction::Interaction;
use gloo_events::EventListener;
use js_sys::{Array, Function, Object, Reflect};
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};

/// Most answers that are listed in a visit, and the longest call, in milliseconds, with which they are: nobody waits for a list.
const INTERACTIONS_MAX: usize = 500;
const CALL_MS: f64 = 100.0;
/// Most windows that are looked through around the page.
const WINDOWS_MAX: usize = 20;

const ANSWERS: &str = "cmi.suspend_data";
const STATUS: &str = "cmi.core.lesson_status";
const COMPLETED: &str = "completed";
const INTERACTIONS: &str = "cmi.interactions";

thread_local! {
    static PLATFORM: RefCell<Option<Platform>> = const { RefCell::new(None) };
}

/// The platform, and what it was told.
struct Platform {
    api: JsValue,
    written: Vec<(&'static str, String)>,
    /// What is to be written.
    newest: Option<Report>,
    /// Whether it says that it has the answers.
    is_kept: bool,
    /// The answers that are not listed yet.
    waiting: Vec<(Interaction, String)>,
    list: List,
}

/// The platform's list of answers.
#[derive(Clone, Copy)]
enum List {
    /// Not asked for yet.
    Unknown,
    /// The platform has none, refuses it or takes too long.
    Unusable,
    /// The place of the next one, and how many more are listed.
    Next(usize, usize),
}

/// Opens the way to the platform. Gives the answers of the visit before; `None` without any, and where there is no platform.
pub fn begin() -> Option<String> {
    if !inside::is_scorm() {
        return None;
    }
    let api = find_api(&web_sys::window()?.into())?;
    call(&api, "LMSInitialize", &[""]);
    let answers = call(&api, "LMSGetValue", &[ANSWERS]).filter(|answers| !answers.is_empty());
    let mut platform =
        Platform { api, written: Vec::new(), newest: None, is_kept: false, waiting: Vec::new(), list: List::Unknown };
    // Without it some platforms forget the answers.
    platform.write("cmi.core.exit", "suspend");
    match &answers {
        Some(answers) => platform.written.push((ANSWERS, answers.clone())),
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

/// Keeps an answer until the next report, with which it is listed.
pub fn add(interaction: Interaction) {
    let now = js_sys::Date::new_0();
    let time = format!("{:02}:{:02}:{:02}", now.get_hours(), now.get_minutes(), now.get_seconds());
    with_platform(|platform| platform.waiting.push((interaction, time)));
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
        if !code.is_empty() && self.written(ANSWERS) != Some(&code) {
            self.is_kept = self.write(ANSWERS, &code);
            self.write("cmi.core.score.min", "0");
            self.write("cmi.core.score.max", "100");
            self.write("cmi.core.score.raw", &score.percent().to_string());
            is_news = true;
        }
        // After the answer code: that is what the next visit needs.
        self.list_waiting();
        // A lesson that was done stays done when it is taken once more.
        if self.written(STATUS) != Some(COMPLETED) && (is_done || is_news) {
            self.write(STATUS, if is_done { COMPLETED } else { "incomplete" });
            is_news |= is_done;
        }
        if is_news {
            call(&self.api, "LMSCommit", &[""]);
        }
    }

    /// Lists the answers that wait, where the platform has a list.
    fn list_waiting(&mut self) {
        for (interaction, time) in std::mem::take(&mut self.waiting) {
            if let List::Unknown = self.list {
                let count = self.in_time(|platform| call(&platform.api, "LMSGetValue", &[&format!("{INTERACTIONS}._count")]));
                let count = count.and_then(|count| count.trim().parse().ok());
                self.list = count.map_or(List::Unusable, |count| List::Next(count, INTERACTIONS_MAX));
            }
            let List::Next(place, more @ 1..) = self.list else { return };
            let mut elements = interaction.elements(&time).into_iter();
            let set = |platform: &Self, (name, value): (&'static str, String)| {
                let element = format!("{INTERACTIONS}.{place}.{name}");
                call(&platform.api, "LMSSetValue", &[&element, &value]).filter(|done| done == "true")
            };
            // The first one tells whether the platform takes them at all.
            let first = elements.next().and_then(|first| self.in_time(|platform| set(platform, first)));
            self.list = first.map_or(List::Unusable, |_| List::Next(place + 1, more - 1));
            if let List::Next(..) = self.list {
                // The platform may refuse the other elements of the answer.
                elements.for_each(|element| drop(set(self, element)));
            }
        }
    }

    /// What a call gives, if that does not take long.
    fn in_time<T>(&self, act: impl FnOnce(&Self) -> Option<T>) -> Option<T> {
        let begun = js_sys::Date::now();
        act(self).filter(|_| js_sys::Date::now() - begun <= CALL_MS)
    }

    /// What was written last.
    fn written(&self, element: &str) -> Option<&str> {
        self.written.iter().find(|(other, _)| *other == element).map(|(_, value)| value.as_str())
    }

    /// Writes what differs from what was written last. Tells whether the platform says that it has it.
    fn write(&mut self, element: &'static str, value: &str) -> bool {
        if self.written(element) == Some(value) {
            return true;
        }
        self.written.retain(|(other, _)| *other != element);
        self.written.push((element, value.to_string()));
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
fn find_api(own: &JsValue) -> Option<JsValue> {
    let (mut window, mut openers) = (own.clone(), Vec::new());
    for _ in 0..WINDOWS_MAX {
        if let Some(api) = property(&window, "API").filter(|api| property(api, "LMSSetValue").is_some_and(|set| set.is_function()))
        {
            return Some(api);
        }
        openers.extend(property(&window, "opener"));
        window = match property(&window, "parent").filter(|parent| !Object::is(parent, &window)) {
            Some(parent) => parent,
            // Windows that know one another end somewhere.
            None => openers.pop()?,
        };
    }
    None
}

fn property(of: &JsValue, name: &str) -> Option<JsValue> {
    // What has no properties is no error of the page's.
    Reflect::get(of, &name.into()).ok().filter(|value| value.is_object() || value.is_function())
}

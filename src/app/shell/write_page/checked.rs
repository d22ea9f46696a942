//! Reading and checking a text once the typing rests, piece by piece: the page answers in between.

use crate::app::shell::file_import::pause;
use crate::lessons::check::{Checker, Finding};
use crate::lessons::model::Lesson;
use crate::lessons::parse::{self, LessonError};
use gloo_timers::callback::Timeout;
use js_sys::Date;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// How long the typing has to rest, in milliseconds.
const REST_MS: u32 = 400;
/// How long is worked in one task of the browser, in milliseconds.
const WORK_MS: f64 = 12.0;
/// How often the page shows how far the check has come, in milliseconds.
const SHOW_MS: f64 = 250.0;

/// What is known about a text.
#[derive(Clone, Default)]
pub struct Checked {
    /// The text that it is about.
    pub text: AttrValue,
    /// The lesson, if it can be read.
    pub lesson: Option<Arc<Lesson>>,
    /// The lesson, if nothing is missing in it but solutions, which can be recorded in its picture.
    pub draft: Option<Arc<Lesson>>,
    /// What is wrong with the text, else.
    pub errors: Rc<Vec<LessonError>>,
    /// What the check has to tell.
    pub findings: Rc<Vec<Finding>>,
    /// How many steps are checked.
    pub steps: usize,
    /// Whether the check has come to its end.
    pub is_over: bool,
}

/// What is known about the text; of the text before while it is typed.
#[hook]
pub fn use_checked(text: &AttrValue) -> Checked {
    let checked = use_state(Checked::default);
    {
        let show = checked.setter();
        let rest_ms = if checked.text.is_empty() { 0 } else { REST_MS };
        use_effect_with(text.clone(), move |text| {
            let is_left = Rc::new(Cell::new(false));
            let still = Rc::clone(&is_left);
            let show = move |checked: Checked| {
                if !still.get() {
                    show.set(checked);
                }
                !still.get()
            };
            let text = text.clone();
            let rest = Timeout::new(rest_ms, move || spawn_local(check(text, show)));
            move || {
                is_left.set(true);
                drop(rest);
            }
        });
    }
    (*checked).clone()
}

/// Reads and checks; `show` tells whether anybody still wants it.
async fn check(text: AttrValue, show: impl Fn(Checked) -> bool) {
    let lesson = match parse::read(&text) {
        Ok(lesson) => Arc::new(lesson),
        Err(errors) => {
            let draft = parse::read_draft(&text).ok().map(Arc::new);
            show(Checked { text, draft, errors: Rc::new(errors), is_over: true, ..Checked::default() });
            return;
        }
    };
    let known = Checked { text, lesson: Some(Arc::clone(&lesson)), ..Checked::default() };
    let mut is_wanted = show(known.clone());
    pause().await;
    let mut checker = Checker::new(&lesson);
    let state = |checker: &Checker, is_over| {
        let findings = Rc::new(checker.findings().to_vec());
        Checked { findings, steps: checker.steps(), is_over, ..known.clone() }
    };
    let mut shown = Date::now();
    while is_wanted {
        let begin = Date::now();
        let mut goes_on = true;
        while goes_on && Date::now() - begin < WORK_MS {
            goes_on = checker.go_on();
        }
        if !goes_on {
            show(state(&checker, true));
            return;
        }
        pause().await;
        if Date::now() - shown > SHOW_MS {
            is_wanted = show(state(&checker, false));
            shown = Date::now();
        }
    }
}

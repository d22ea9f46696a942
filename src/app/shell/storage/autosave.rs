//! Autosave: saves the work and writes the address bar once things are quiet, at the latest after two seconds, and when the page is left.

use super::browser::BrowserShelf;
use super::locks;
use super::start::{Start, recalled};
use super::steps::{present, shared};
use crate::app::shell::address_bar;
use crate::app::shell::context::{Lab, Link};
use crate::app::shell::embed::is_embedded;
use crate::formats::link::{self, Encoding, Shared};
use crate::formats::saved::SavedStep;
use crate::state::Action;
use crate::state::library::{Part, duplicates, take};
use gloo_events::{EventListener, EventListenerOptions};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{BeforeUnloadEvent, StorageEvent};
use yew::prelude::*;

/// Quiet time after which work is saved and the address bar follows, in milliseconds.
const SAVE_AFTER_MS: u32 = 300;
/// Longest time until then while one change follows another, in milliseconds; making a long link comes on top.
const SAVE_WITHIN_MS: f64 = 1_500.0;
/// When steps that can be undone come back after a reload, in milliseconds: the plan comes first.
const RECALL_AFTER_MS: u32 = 50;
/// Bytes of a link deflated at a time: a few milliseconds.
const PIECE_BYTES: usize = 32 * 1024;

/// A timer that can be replaced, and ends with whoever holds it.
type Timer = Rc<RefCell<Option<Timeout>>>;

/// Makes a link piece by piece, with time for other things between them; an empty one of what no link can hold.
fn encode(timer: Timer, shared: &Shared, done: Box<dyn FnOnce(String)>) {
    if link::fits(&shared.scenario) { encode_on(timer, Encoding::new(shared), done) } else { done(String::new()) }
}

fn encode_on(timer: Timer, mut encoding: Encoding, done: Box<dyn FnOnce(String)>) {
    match encoding.step(PIECE_BYTES) {
        Some(link) => done(link),
        None => {
            let next = Rc::clone(&timer);
            timer.replace(Some(Timeout::new(0, move || encode_on(next, encoding, done))));
        }
    }
}

/// Makes a link of each.
fn encode_all(timer: Timer, mut all: VecDeque<Shared>, mut links: Vec<String>, done: Box<dyn FnOnce(Vec<String>)>) {
    let Some(next) = all.pop_front() else { return done(links) };
    let after = Rc::clone(&timer);
    let done = move |link| {
        links.push(link);
        encode_all(after, all, links, done);
    };
    encode(timer, &next, Box::new(done));
}

/// Changes that wait to be saved.
#[derive(Default)]
struct Pending {
    timer: Option<Timeout>,
    /// When the last and the first of them came, in milliseconds since 1970.
    last: f64,
    first: f64,
    lab: Option<Lab>,
    pieces: Timer,
}

/// Waits for quiet. However many changes come, it is one timer of the browser's at a time.
fn wait(pending: &Rc<RefCell<Pending>>, ms: u32) -> Timeout {
    let pending = Rc::clone(pending);
    Timeout::new(ms, move || {
        let now = js_sys::Date::now();
        let due = {
            let this = &mut *pending.borrow_mut();
            let quiet = now - this.last;
            let is_due = quiet + 1.0 >= f64::from(SAVE_AFTER_MS) || now - this.first >= SAVE_WITHIN_MS;
            this.timer = if is_due { None } else { Some(wait(&pending, (f64::from(SAVE_AFTER_MS) - quiet) as u32)) };
            if is_due { this.lab.take().map(|lab| (lab, Rc::clone(&this.pieces))) } else { None }
        };
        // Saving may draw the page, and with it begin to wait anew.
        if let Some((lab, pieces)) = due {
            save(&lab, &pieces);
        }
    })
}

/// Makes the link of what is seen, saves it and puts it into the address bar.
fn save(lab: &Lab, pieces: &Timer) {
    let (lab, model) = (lab.clone(), lab.model().clone());
    let all = shared(&present(&model)).into();
    let done = move |mut links: Vec<String>| {
        let others = links.split_off(1);
        let fragment = links.pop().unwrap_or_default();
        address_bar::set_fragment(&fragment);
        if !is_embedded() {
            lab.keeper.stands_in_address_bar(&fragment);
            lab.keeper.save(&model, SavedStep::new(fragment.clone(), others));
        }
        lab.link.set(Link::new(fragment, &model));
    };
    encode_all(Rc::clone(pieces), all, Vec::new(), Box::new(done));
}

/// Saves the work and writes the address bar as time goes on; brings back what can be undone. Of an embedded page nothing is saved: its keeper never sees
/// a change.
#[hook]
pub fn use_autosave(lab: &Lab, start: &Rc<Start>) {
    let draw_anew = use_force_update();
    let pending = use_mut_ref(Pending::default);
    {
        let lab = lab.clone();
        use_effect_with((), move |()| {
            let notices = lab.notices.clone();
            lab.keeper.attach(notices, Callback::from(move |()| draw_anew.force_update()));
        });
    }
    {
        let (lab, pending, model) = (lab.clone(), Rc::clone(&pending), lab.model().clone());
        use_effect_with((Rc::as_ptr(&model.workspace), model.view, model.work, model.changes), move |_| {
            // What is tried in a lesson is no work, and the address stays that of the lesson.
            if lab.going().is_some() {
                return;
            }
            if !is_embedded() {
                lab.keeper.observe(&model);
            }
            let now = js_sys::Date::now();
            let this = &mut *pending.borrow_mut();
            // What was begun is of the past.
            this.pieces.take();
            if this.timer.is_none() {
                this.first = now;
                this.timer = Some(wait(&pending, SAVE_AFTER_MS));
            }
            (this.last, this.lab) = (now, Some(lab));
        });
    }
    {
        let (lab, start) = (lab.clone(), Rc::clone(start));
        use_effect_with((), move |()| {
            let text = start.steps.clone();
            let recall = Timeout::new(RECALL_AFTER_MS, move || {
                if let Some(recalled) = text.and_then(|text| recalled(0, &text)) {
                    lab.act(Action::Recall(Box::new(recalled)));
                }
                lab.keeper.of(0, |work| work.awaits_steps = false);
                spawn_local(remove_duplicates());
            });
            move || drop(recall)
        });
    }
    use_last_moments(lab);
}

/// Work of closed tabs that is there twice is one entry too many.
async fn remove_duplicates() {
    let live = locks::live().await;
    if let Some(shelf) = BrowserShelf::open() {
        for id in duplicates(&shelf, &live) {
            take(&shelf, &id);
        }
    }
}

/// Saves at once when the page goes out of sight or is left, and asks whether to leave if that fails.
#[hook]
fn use_last_moments(lab: &Lab) {
    let keeper = lab.keeper.clone();
    use_effect_with((), move |()| {
        let window = web_sys::window();
        let document = window.as_ref().and_then(|window| window.document());
        let flush = {
            let keeper = keeper.clone();
            move |_: &Event| {
                keeper.flush();
            }
        };
        let hidden = document.map(|document| EventListener::new(&document, "visibilitychange", flush.clone()));
        let left = window.clone().map(|window| EventListener::new(&window, "pagehide", flush));
        let asked = window.clone().map(|window| {
            let keeper = keeper.clone();
            EventListener::new_with_options(&window, "beforeunload", EventListenerOptions::enable_prevent_default(), move |event| {
                if !keeper.flush() {
                    event.prevent_default();
                    if let Some(event) = event.dyn_ref::<BeforeUnloadEvent>() {
                        // What older browsers go by.
                        event.set_return_value("unsaved");
                    }
                }
            })
        });
        // Another tab thought this one closed: what it removed is saved again.
        let removed = window.map(|window| {
            EventListener::new(&window, "storage", move |event| {
                let Some(event) = event.dyn_ref::<StorageEvent>() else { return };
                let is_own = event.key().as_deref() == Some(&Part::Work.key(&keeper.present_id()));
                if is_own && event.new_value().is_none() {
                    keeper.save_again();
                } else if event.key().is_none_or(|key| Part::Work.id(&key).is_some()) {
                    keeper.changed();
                }
            })
        });
        move || drop((hidden, left, asked, removed))
    });
}

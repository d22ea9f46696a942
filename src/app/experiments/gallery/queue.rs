//! What the gallery has run: a queue of experiments, one at work at a time on all cores, and what was found. It lives as long as the page.

use super::filters::Filters;
use super::quick_runs::Previews;
use crate::app::experiments::run::pool::{Pool, RunStatus};
use crate::papers::experiment::{ExperimentInfo, Options, Results, catalogue, find};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use yew::Callback;

/// What the gallery has run.
#[derive(Clone, Default)]
pub struct GalleryStore(Rc<RefCell<Inner>>);

#[derive(Default)]
struct Inner {
    /// Whether a single experiment is on the screen, in place of the gallery.
    is_open: bool,
    /// Called whenever that changes.
    on_open: Option<Callback<bool>>,
    previews: Previews,
    /// Experiments whose curves are on cards, those on top first.
    drawn: Vec<ExperimentInfo>,
    filters: Filters,
    found: BTreeMap<String, Rc<Results>>,
    /// Experiments that wait, each the first of those with its units.
    waiting: VecDeque<(String, Options)>,
    at_work: Option<AtWork>,
    /// Experiments of the queue that is at work: done, and in all.
    done: (usize, usize),
    was_cancelled: bool,
    problem: Option<String>,
    listener: Option<Callback<()>>,
    on_progress: Option<Callback<()>>,
}

struct AtWork {
    key: String,
    title: String,
    pool: Option<Pool>,
    share: f64,
}

/// How the queue goes.
#[derive(Clone, Debug, PartialEq)]
pub struct QueueStatus {
    /// Title of the experiment at work.
    pub title: Option<String>,
    /// Share of the queue that is done.
    pub share: f64,
    /// Experiments done, and in all.
    pub done: (usize, usize),
    /// Whether it was cancelled.
    pub was_cancelled: bool,
    /// Why an experiment could not go on.
    pub problem: Option<String>,
}

impl GalleryStore {
    /// Whether a single experiment is on the screen.
    pub fn is_open(&self) -> bool {
        self.0.borrow().is_open
    }

    /// Puts a single experiment on the screen, or the gallery.
    pub fn open(&self, is_open: bool) {
        let on_open = {
            let mut inner = self.0.borrow_mut();
            inner.is_open = is_open;
            inner.on_open.clone()
        };
        if let Some(on_open) = on_open {
            on_open.emit(is_open);
        }
    }

    /// Tells a listener from now on whether a single experiment or the gallery is to be shown; `None` tells nobody.
    pub fn listen_to_open(&self, listener: Option<Callback<bool>>) {
        self.0.borrow_mut().on_open = listener;
    }

    /// Which figures are shown.
    pub fn filters(&self) -> Filters {
        self.0.borrow().filters.clone()
    }

    /// Shows others.
    pub fn set_filters(&self, filters: Filters) {
        self.0.borrow_mut().filters = filters;
    }

    /// Tells a listener from now on when an experiment begins or ends; `None` tells nobody.
    pub fn listen(&self, listener: Option<Callback<()>>) {
        self.0.borrow_mut().listener = listener;
    }

    /// Tells a listener from now on how the queue goes, several times a second; `None` tells nobody.
    pub fn listen_to_progress(&self, listener: Option<Callback<()>>) {
        self.0.borrow_mut().on_progress = listener;
    }

    /// What was found by an experiment, be it done or stopped.
    pub fn found(&self, key: &str) -> Option<Rc<Results>> {
        self.0.borrow().found.get(key).cloned()
    }

    /// Keeps what an experiment found that was run by itself.
    pub fn keep(&self, results: &Rc<Results>) {
        self.0.borrow_mut().found.insert(results.key.clone(), Rc::clone(results));
        tell(&self.0);
    }

    /// A quick preview of an experiment.
    pub fn preview(&self, key: &str) -> Option<Rc<Results>> {
        self.0.borrow().previews.found(key)
    }

    /// Makes previews of those of these experiments that were not run, now and whenever nothing is at work.
    pub fn make_previews(&self, of: Vec<ExperimentInfo>) {
        self.0.borrow_mut().drawn = of;
        make_previews(&self.0);
    }

    /// Makes the preview of one experiment, unless it is there or the gallery runs something; `tell` is called when it is there.
    pub fn make_preview(&self, listed: &ExperimentInfo, tell: Callback<()>) {
        let previews = {
            let state = self.0.borrow();
            if state.at_work.is_some() {
                return;
            }
            state.previews.clone()
        };
        // Experiments that share their units have one preview, that of the first of them.
        previews.make(find(&listed.same_units).ok(), tell);
    }

    /// Whether no more previews are made, because an engine died.
    pub fn has_no_previews(&self) -> bool {
        self.0.borrow().previews.is_given_up()
    }

    /// Stops making previews: none is on the screen any more.
    pub fn rest(&self) {
        self.0.borrow().previews.rest();
    }

    /// Whether an experiment waits or is at work.
    pub fn is_under_way(&self, same_units: &str) -> bool {
        let inner = self.0.borrow();
        inner.waiting.iter().any(|(key, _)| key == same_units)
            || inner.at_work.as_ref().is_some_and(|at_work| at_work.key == same_units)
    }

    /// How the queue goes.
    pub fn status(&self) -> QueueStatus {
        let inner = self.0.borrow();
        let (done, all) = inner.done;
        let share = inner.at_work.as_ref().map_or(0.0, |at_work| at_work.share);
        QueueStatus {
            title: inner.at_work.as_ref().map(|at_work| at_work.title.clone()),
            share: if all == 0 { 0.0 } else { ((done as f64 + share) / all as f64).min(1.0) },
            done: inner.done,
            was_cancelled: inner.was_cancelled,
            problem: inner.problem.clone(),
        }
    }

    /// Has these experiments run at these sizes, after what waits already. Those that share their units are run once.
    pub fn run(&self, asked: impl IntoIterator<Item = (ExperimentInfo, Options)>) {
        {
            let mut inner = self.0.borrow_mut();
            if inner.at_work.is_none() {
                inner.done = (0, 0);
            }
            (inner.was_cancelled, inner.problem) = (false, None);
            for (listed, options) in asked {
                let is_there = inner.waiting.iter().any(|(key, _)| *key == listed.same_units)
                    || inner.at_work.as_ref().is_some_and(|at_work| at_work.key == listed.same_units);
                if !is_there {
                    inner.waiting.push_back((listed.same_units, options));
                    inner.done.1 += 1;
                }
            }
        }
        next(&self.0);
    }

    /// Ends the experiment at work and forgets those that wait; what is done counts.
    pub fn cancel(&self) {
        let pool = {
            let mut inner = self.0.borrow_mut();
            inner.waiting.clear();
            inner.was_cancelled = true;
            inner.at_work.as_mut().and_then(|at_work| at_work.pool.take())
        };
        if let Some(pool) = pool {
            pool.stop();
            take(&self.0, &pool);
        }
        self.0.borrow_mut().at_work = None;
        tell(&self.0);
    }
}

/// Previews are made while the gallery is listened to and nothing is at work.
fn make_previews(inner: &Rc<RefCell<Inner>>) {
    let (listener, previews, wanted) = {
        let state = inner.borrow();
        let Some(listener) = state.listener.clone().filter(|_| state.at_work.is_none()) else { return };
        let unknown = state.drawn.iter().filter(|listed| !state.found.contains_key(&listed.key));
        let wanted: Vec<ExperimentInfo> = unknown.cloned().collect();
        (listener, state.previews.clone(), wanted)
    };
    // The store is free again: the listener may ask it.
    previews.make(wanted, listener);
}

fn tell(inner: &Rc<RefCell<Inner>>) {
    let listener = inner.borrow().listener.clone();
    if let Some(listener) = listener {
        listener.emit(());
    }
    tell_progress(inner);
}

fn tell_progress(inner: &Rc<RefCell<Inner>>) {
    let listener = inner.borrow().on_progress.clone();
    if let Some(listener) = listener {
        listener.emit(());
    }
}

/// Keeps what a pool has found, for every experiment with its units.
fn take(inner: &Rc<RefCell<Inner>>, pool: &Pool) {
    let mut inner = inner.borrow_mut();
    for listed in catalogue() {
        if let Some(results) = pool.results_as(&listed.key).filter(|results| results.progress.done > 0) {
            inner.found.insert(listed.key, Rc::new(results));
        }
    }
}

/// Starts the next experiment that waits, unless one is at work.
fn next(inner: &Rc<RefCell<Inner>>) {
    let begun = {
        let mut state = inner.borrow_mut();
        if state.at_work.is_some() {
            return;
        }
        let begun = state.waiting.pop_front();
        if begun.is_some() {
            state.previews.rest();
        }
        let title = |key: &str| find(key).map_or_else(|_| key.to_string(), |listed| listed.title);
        state.at_work = begun.as_ref().map(|(key, _)| AtWork { key: key.clone(), title: title(key), pool: None, share: 0.0 });
        begun
    };
    if begun.is_none() {
        make_previews(inner);
    }
    if let Some((key, options)) = begun {
        let weak = Rc::downgrade(inner);
        let heard = Callback::from(move |status: RunStatus| {
            if let Some(inner) = weak.upgrade() {
                hear(&inner, &status);
            }
        });
        match Pool::start(&key, options, None, heard) {
            Ok(pool) => {
                if let Some(at_work) = &mut inner.borrow_mut().at_work {
                    at_work.pool = Some(pool);
                }
            }
            Err(problem) => {
                let mut state = inner.borrow_mut();
                (state.problem, state.at_work) = (Some(problem.to_string()), None);
                state.waiting.clear();
            }
        }
    }
    tell(inner);
}

/// The experiment at work has news.
fn hear(inner: &Rc<RefCell<Inner>>, status: &RunStatus) {
    let has_ended = !status.is_running;
    let ended = {
        let mut state = inner.borrow_mut();
        // A cancelled one speaks once more.
        let Some(at_work) = &mut state.at_work else { return };
        at_work.share = status.share;
        if !has_ended || at_work.pool.is_none() {
            None
        } else {
            let pool = at_work.pool.take();
            state.problem = status.problem.clone().or(state.problem.take());
            state.done.0 += 1;
            state.at_work = None;
            pool
        }
    };
    if let Some(pool) = ended {
        take(inner, &pool);
        let again = Rc::downgrade(inner);
        // The pool that speaks is let go, and the next one begun, only after it has spoken.
        let go_on = move || {
            drop(pool);
            if let Some(inner) = again.upgrade() {
                next(&inner);
            }
        };
        Timeout::new(0, go_on).forget();
        tell(inner);
    } else {
        tell_progress(inner);
    }
}

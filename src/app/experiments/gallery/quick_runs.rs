//! Quick previews of experiments that were not run: two short runs each, done by one worker while somebody looks and nothing else runs, or in the page,
//! where no worker is wanted or none can be loaded. They give a picture before a run; a verdict needs a run.

use crate::app::shell::engine::local_engine::LocalEngine;
use crate::app::shell::engine::transport::{Death, Engine, Listener};
use crate::app::shell::engine::worker_engine::{WorkerEngine, now};
use crate::papers::experiment::{ExperimentInfo, ExperimentRun, Options, Results, catalogue, preview};
use crate::worker::messages::{Command, Reply, Update, Work};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::{Rc, Weak};
use yew::Callback;

/// Shortest time between two looks at what is new, in milliseconds: each draws all cards anew.
const LOOK_MS: f64 = 500.0;

/// The previews that are there, and those that are still to be made.
#[derive(Clone, Default)]
pub struct Previews(Rc<RefCell<State>>);

#[derive(Default)]
struct State {
    found: BTreeMap<String, Rc<Results>>,
    waiting: VecDeque<ExperimentInfo>,
    at_work: Option<AtWork>,
    engine: Option<Rc<dyn Engine>>,
    /// Whether they are made in the page: a unit after the other, each in a task of its own.
    is_in_page: bool,
    /// Asks for the next unit.
    asking: Option<Timeout>,
    /// Whether no more are made: an engine died. Cards have no picture before a run then.
    is_given_up: bool,
    looked: f64,
    tell: Callback<()>,
}

struct AtWork {
    listed: ExperimentInfo,
    options: Options,
    study: ExperimentRun,
    unit: u32,
    /// Whether a worker stopped at this unit.
    has_failed: bool,
}

impl Previews {
    /// Previews that are made in the page, for few experiments: nothing is loaded for them.
    pub fn in_page() -> Self {
        Self(Rc::new(RefCell::new(State { is_in_page: true, ..State::default() })))
    }

    /// Whether no more are made, because an engine died.
    pub fn is_given_up(&self) -> bool {
        self.0.borrow().is_given_up
    }

    /// The preview of an experiment, if it is there.
    pub fn found(&self, key: &str) -> Option<Rc<Results>> {
        self.0.borrow().found.get(key).cloned()
    }

    /// Makes those of these experiments that are missing, one after the other; `tell` hears when there are new ones.
    pub fn make(&self, of: impl IntoIterator<Item = ExperimentInfo>, tell: Callback<()>) {
        {
            let mut state = self.0.borrow_mut();
            if state.is_given_up || state.at_work.is_some() {
                return;
            }
            state.tell = tell;
            state.waiting.clear();
            for listed in of {
                let is_there = |key: &str| state.found.contains_key(key);
                let waits = state.waiting.iter().any(|other| other.same_units == listed.same_units);
                if listed.key == listed.same_units && !is_there(&listed.key) && !waits {
                    state.waiting.push_back(listed);
                }
            }
        }
        next(&self.0);
    }

    /// Makes no more for now: what is under way is given up, what is there stays.
    pub fn rest(&self) {
        let mut state = self.0.borrow_mut();
        state.waiting.clear();
        (state.at_work, state.engine, state.asking) = (None, None, None);
    }
}

/// Begins the next preview, or lets the worker go.
fn next(previews: &Rc<RefCell<State>>) {
    let mut state = previews.borrow_mut();
    let begun = loop {
        let Some(listed) = state.waiting.pop_front() else { break None };
        let options = preview(&listed);
        // Every experiment of the catalogue allows its own preview.
        if let Ok(study) = ExperimentRun::new(&listed.key, options) {
            break Some(AtWork { listed, options, study, unit: 0, has_failed: false });
        }
    };
    if begun.is_none() {
        state.engine = None;
        drop(state);
        return look(previews, true);
    }
    state.at_work = begun;
    if state.engine.is_none() {
        state.engine = start(previews, state.is_in_page);
        if state.engine.is_none() && !state.is_in_page {
            state.is_in_page = true;
            state.engine = start(previews, true);
        }
    }
    ask_later(previews, &mut state);
}

fn start(previews: &Rc<RefCell<State>>, is_in_page: bool) -> Option<Rc<dyn Engine>> {
    let (heard, died) = (Rc::downgrade(previews), Rc::downgrade(previews));
    let listener = Listener {
        on_reply: Callback::from(move |reply| hear(&heard, reply)),
        on_death: Callback::from(move |death| mourn(&died, death)),
    };
    if is_in_page {
        LocalEngine::start(listener).map(|engine| Rc::new(engine) as _)
    } else {
        WorkerEngine::start(listener).map(|engine| Rc::new(engine) as _)
    }
}

/// Asks for the next unit in a task of its own: an engine in the page works at once, and what it tells must find the state free.
fn ask_later(previews: &Rc<RefCell<State>>, state: &mut State) {
    let previews = Rc::downgrade(previews);
    state.asking = Some(Timeout::new(0, move || {
        if let Some(previews) = previews.upgrade() {
            ask(&previews);
        }
    }));
}

fn ask(previews: &Rc<RefCell<State>>) {
    let (engine, unit, work) = {
        let mut state = previews.borrow_mut();
        let Some(AtWork { listed, options, unit, .. }) = &state.at_work else { return };
        let work = Work::Unit { experiment: listed.key.clone(), options: *options, index: *unit, on_log: false };
        let unit = *unit;
        let Some(engine) = state.engine.clone() else { return give_up(&mut state) };
        (engine, unit, work)
    };
    engine.send(Command::Open(unit, work), None);
}

fn give_up(state: &mut State) {
    state.waiting.clear();
    (state.at_work, state.engine, state.asking, state.is_given_up) = (None, None, None, true);
}

/// An engine has ended. One that could not be loaded is replaced by the page, a worker that stopped once over a unit by another; each begins with the same unit.
fn mourn(previews: &Weak<RefCell<State>>, death: Death) {
    let Some(previews) = previews.upgrade() else { return };
    {
        let mut state = previews.borrow_mut();
        if death == Death::NeverStarted && !state.is_in_page {
            state.is_in_page = true;
            state.engine = start(&previews, true);
            return ask_later(&previews, &mut state);
        }
        let is_first = state.at_work.as_mut().is_some_and(|at_work| !std::mem::replace(&mut at_work.has_failed, true));
        if is_first && !state.is_in_page {
            state.engine = start(&previews, false);
            return ask_later(&previews, &mut state);
        }
        give_up(&mut state);
    }
    look(&previews, true);
}

fn hear(previews: &Weak<RefCell<State>>, reply: Reply) {
    let Some(previews) = previews.upgrade() else { return };
    let found = match reply {
        Reply::Update(_, Update::Unit(unit, found)) => Some((unit, found)),
        Reply::Failed(..) => None,
        _ => return,
    };
    let is_done = {
        let mut state = previews.borrow_mut();
        let Some(at_work) = &mut state.at_work else { return };
        let is_failed = found.is_none();
        if let Some((unit, found)) = found {
            at_work.study.take_in(unit, found);
            at_work.unit += 1;
            at_work.has_failed = false;
        }
        let is_done = at_work.unit == at_work.study.units();
        if is_done {
            at_work.study.close();
            let study = state.at_work.take().map(|at_work| at_work.study);
            let all = catalogue().into_iter();
            let results = all.filter_map(|listed| Some((study.as_ref()?.results_as(&listed.key)?, listed.key)));
            let results: Vec<(Results, String)> = results.collect();
            state.found.extend(results.into_iter().map(|(results, key)| (key, Rc::new(results))));
        } else if is_failed {
            state.at_work = None;
        } else {
            ask_later(&previews, &mut state);
        }
        is_done || is_failed
    };
    if is_done {
        next(&previews);
        look(&previews, false);
    }
}

/// Tells that there are new ones, not too often.
fn look(previews: &Rc<RefCell<State>>, at_once: bool) {
    let tell = {
        let mut state = previews.borrow_mut();
        if !at_once && now() - state.looked < LOOK_MS {
            return;
        }
        state.looked = now();
        state.tell.clone()
    };
    tell.emit(());
}

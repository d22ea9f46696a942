//! Runs an experiment on all cores: one worker per core, one unit at a time. Finished units are kept when the experiment is stopped. A worker that
//! dies is replaced; where none can be loaded, the page does the units itself, between its frames.

use crate::app::shell::engine::local_engine::LocalEngine;
use crate::app::shell::engine::transport::{Death, Engine, Listener};
use crate::app::shell::engine::worker_engine::{WorkerEngine, now};
use crate::papers::batch::ClusterInput;
use crate::papers::experiment::{ExperimentRun, Options, Results, UnitResult};
use crate::worker::messages::{Command, Progress, Reply, Update, Work, WorkKind};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use yew::Callback;

/// Most workers at once.
const WORKERS_MAX: usize = 16;
/// Shortest time between two looks at the results, in milliseconds.
const LOOK_MS: f64 = 100.0;
/// A unit at which so many workers died is given up, and the experiment with it.
const DEATHS_MAX: u32 = 2;

/// How an experiment goes.
#[derive(Clone)]
pub struct RunStatus {
    /// What the finished units say.
    pub results: Rc<Results>,
    /// Share of the work that is done.
    pub share: f64,
    /// Seconds that are left, as far as can be told.
    pub seconds_left: Option<f64>,
    /// Whether work goes on.
    pub is_running: bool,
    /// Workers that died.
    pub deaths: u32,
    /// Why it cannot go on.
    pub problem: Option<String>,
}

impl RunStatus {
    /// One that has ended, be it done or stopped, with what it found.
    pub fn ended(results: Rc<Results>) -> Self {
        let share = f64::from(results.progress.done) / f64::from(results.progress.units.max(1));
        Self { results, share, seconds_left: None, is_running: false, deaths: 0, problem: None }
    }
}

/// An experiment under way. Dropping it ends its workers.
pub struct Pool(Rc<RefCell<State>>);

struct State {
    key: String,
    /// The jobs of a log, in place of drawn ones.
    input: Option<ClusterInput>,
    study: ExperimentRun,
    next: u32,
    /// Units before `next` whose worker could not be loaded.
    left: Vec<u32>,
    lanes: Vec<Lane>,
    /// The lane that the page itself works on, if it has to.
    in_page: Option<usize>,
    tell: Callback<RunStatus>,
    began: f64,
    looked: f64,
    deaths: u32,
    problem: Option<String>,
}

#[derive(Default)]
struct Lane {
    worker: Option<Rc<dyn Engine>>,
    unit: Option<u32>,
    share: f64,
    deaths: u32,
}

impl Pool {
    /// Starts; how it goes is told from now on.
    ///
    /// # Errors
    /// Why the options are not allowed.
    pub fn start(
        key: &str,
        options: Options,
        input: Option<ClusterInput>,
        tell: Callback<RunStatus>,
    ) -> Result<Self, crate::engine::ScenarioError> {
        let study = match &input {
            Some(input) => ExperimentRun::with_log(key, options, input.clone())?,
            None => ExperimentRun::new(key, options)?,
        };
        let cores = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
        let lanes = (cores as usize).clamp(1, WORKERS_MAX).min(study.units() as usize);
        let state = State {
            key: key.to_string(),
            input,
            study,
            next: 0,
            left: Vec::new(),
            in_page: None,
            lanes: (0..lanes).map(|_| Lane::default()).collect(),
            tell,
            began: now(),
            looked: 0.0,
            deaths: 0,
            problem: None,
        };
        let pool = Self(Rc::new(RefCell::new(state)));
        for lane in 0..lanes {
            next_unit(&pool.0, lane);
        }
        look(&pool.0, true);
        Ok(pool)
    }

    /// What the units that are done say of an experiment that shares them; `None` of others.
    pub fn results_as(&self, key: &str) -> Option<Results> {
        self.0.borrow().study.results_as(key)
    }

    /// Stops; what is done counts.
    pub fn stop(&self) {
        {
            let mut state = self.0.borrow_mut();
            state.lanes.clear();
            state.study.close();
        }
        look(&self.0, true);
    }
}

/// Gives a worker its next unit, or sends it home.
fn next_unit(pool: &Rc<RefCell<State>>, lane: usize) {
    let (unit, is_done) = {
        let mut state = pool.borrow_mut();
        let is_out = state.in_page.is_some_and(|in_page| in_page != lane);
        let unit = if is_out { None } else { state.left.pop().or((state.next < state.study.units()).then_some(state.next)) };
        state.next += u32::from(unit == Some(state.next));
        let Some(place) = state.lanes.get_mut(lane) else { return };
        (place.unit, place.share, place.deaths) = (unit, 0.0, 0);
        if unit.is_none() {
            place.worker = None;
        }
        (unit, state.left.is_empty() && state.lanes.iter().all(|lane| lane.unit.is_none()))
    };
    if unit.is_some() {
        ask(pool, lane);
    } else if is_done {
        let mut state = pool.borrow_mut();
        state.lanes.clear();
        state.study.close();
    }
}

/// Asks a lane's worker for its unit; starts the worker if there is none.
fn ask(pool: &Rc<RefCell<State>>, lane: usize) {
    let mut state = pool.borrow_mut();
    let is_in_page = state.in_page == Some(lane);
    let State { key, study, lanes, problem, input, .. } = &mut *state;
    let Some(Lane { worker, unit: Some(index), .. }) = lanes.get_mut(lane) else { return };
    let on_log = input.is_some();
    let (unit, index) = (Work::Unit { experiment: key.clone(), options: study.options(), index: *index, on_log }, *index);
    // A new worker knows of no log.
    let mut jobs = None;
    if worker.is_none() {
        jobs = input.clone().map(|input| Command::Open(0, Work::Jobs(Box::new(input))));
        let (heard, died) = (Rc::downgrade(pool), Rc::downgrade(pool));
        let listener = Listener {
            on_reply: Callback::from(move |reply| hear(&heard, lane, reply)),
            on_death: Callback::from(move |death| mourn(&died, lane, death)),
        };
        *worker = if is_in_page {
            LocalEngine::start(listener).map(|engine| Rc::new(engine) as _)
        } else {
            WorkerEngine::start(listener).map(|engine| Rc::new(engine) as _)
        };
    }
    let again = Rc::downgrade(pool);
    match worker {
        // The page works at once: what it tells finds the state free only after this.
        Some(engine) if is_in_page => {
            let engine = Rc::clone(engine);
            after_this(again, move |_| {
                jobs.into_iter().chain([Command::Open(index, unit)]).for_each(|command| engine.send(command, None));
            });
        }
        Some(worker) => jobs.into_iter().chain([Command::Open(index, unit)]).for_each(|command| worker.send(command, None)),
        None if is_in_page => *problem = Some("the browser starts no worker".to_string()),
        None => after_this(again, move |pool| mourn(&Rc::downgrade(pool), lane, Death::NeverStarted)),
    }
}

/// Does something to a pool that is still there, in a task of its own.
fn after_this(pool: Weak<RefCell<State>>, act: impl FnOnce(&Rc<RefCell<State>>) + 'static) {
    let act = move || {
        if let Some(pool) = pool.upgrade() {
            act(&pool);
        }
    };
    Timeout::new(0, act).forget();
}

fn hear(pool: &Weak<RefCell<State>>, lane: usize, reply: Reply) {
    let Some(pool) = pool.upgrade() else { return };
    let found = match reply {
        Reply::Progress(_, Progress { share, .. }) => {
            if let Some(lane) = pool.borrow_mut().lanes.get_mut(lane) {
                lane.share = share;
            }
            None
        }
        Reply::Update(_, Update::Unit(index, found)) => Some((index, Ok(found))),
        Reply::Failed(index, WorkKind::Unit, problem) => Some((index, Err(problem))),
        _ => None,
    };
    let mut is_over = false;
    if let Some((index, found)) = found {
        take_in(&mut pool.borrow_mut(), index, found);
        next_unit(&pool, lane);
        is_over = pool.borrow().lanes.is_empty();
    }
    look(&pool, is_over);
}

fn take_in(state: &mut State, index: u32, found: Result<UnitResult, String>) {
    match found {
        Ok(found) => state.study.take_in(index, found),
        Err(problem) => {
            state.problem = Some(problem);
            state.next = state.study.units();
        }
    }
}

/// A worker died: another does its unit, unless that was deadly before.
fn mourn(pool: &Weak<RefCell<State>>, lane: usize, death: Death) {
    let Some(pool) = pool.upgrade() else { return };
    if death == Death::NeverStarted {
        return do_without(&pool, lane);
    }
    let given_up = {
        let mut state = pool.borrow_mut();
        state.deaths += 1;
        let Some(lane) = state.lanes.get_mut(lane) else { return };
        lane.worker = None;
        lane.share = 0.0;
        lane.deaths += 1;
        lane.deaths >= DEATHS_MAX
    };
    if given_up {
        let mut state = pool.borrow_mut();
        state.problem = Some("workers died over the same part of it".to_string());
        state.lanes.clear();
        state.study.close();
    } else {
        ask(&pool, lane);
    }
    look(&pool, true);
}

/// A worker could not be loaded: the page goes on with its unit, after that which it has, and with all that no worker has begun.
fn do_without(pool: &Rc<RefCell<State>>, lane: usize) {
    let page_is_idle = {
        let mut state = pool.borrow_mut();
        let in_page = *state.in_page.get_or_insert(lane);
        let Some(place) = state.lanes.get_mut(lane) else { return };
        let unit = place.unit.take();
        place.worker = None;
        state.left.extend(unit);
        state.lanes.get(in_page).is_some_and(|place| place.unit.is_none()).then_some(in_page)
    };
    if let Some(lane) = page_is_idle {
        next_unit(pool, lane);
    }
    look(pool, true);
}

/// Tells how it goes, not too often.
fn look(pool: &Rc<RefCell<State>>, at_once: bool) {
    let (tell, look) = {
        let mut state = pool.borrow_mut();
        if !at_once && now() - state.looked < LOOK_MS {
            return;
        }
        state.looked = now();
        let progress = state.study.progress();
        let under_way: f64 = state.lanes.iter().map(|lane| lane.share).sum();
        let share = ((f64::from(progress.done) + under_way) / f64::from(progress.units.max(1))).min(1.0);
        let elapsed = (now() - state.began) / 1_000.0;
        let seconds_left = (share > 0.01 || elapsed > 3.0 && share > 0.0).then(|| elapsed / share - elapsed);
        let look = RunStatus {
            results: Rc::new(state.study.results()),
            share,
            seconds_left,
            is_running: !state.lanes.is_empty() && state.problem.is_none(),
            deaths: state.deaths,
            problem: state.problem.clone(),
        };
        (state.tell.clone(), look)
    };
    tell.emit(look);
}

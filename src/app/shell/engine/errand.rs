//! One piece of work for a worker of its own, which ends when it has answered. A worker that stops is replaced once; where none can be loaded, the page does
//! what is small.

use super::local_engine::LocalEngine;
use super::study_queue::LOCAL_SIZE_MAX;
use super::transport::{BEGUN_ANEW, Death, Engine, Listener, NEVER_STARTED};
use super::worker_engine::WorkerEngine;
use crate::app::shell::notices::{Notice, Notices};
use crate::worker::messages::{Command, Reply, Update, Work};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use yew::Callback;

/// Whom an errand tells what became of it.
type Done = Rc<dyn Fn(Result<Update, String>)>;

/// Starts a worker, gives it the work, and hands on what became of it, or why nothing did. That the work was begun anew is told.
pub fn ask_worker(work: Work, notices: &Notices, done: impl Fn(Result<Update, String>) + 'static) {
    let notices = notices.clone();
    let anew = move |work: Work, done: Done| {
        notices.add(Notice::problem(BEGUN_ANEW));
        let failed = Rc::clone(&done);
        send(work, done, move |_, _| failed(Err("the worker stopped twice over it".to_string())));
    };
    send(work, Rc::new(done), anew);
}

/// Gives work to a new worker; `stopped` gets it back, and whom to tell, should the worker stop.
fn send(work: Work, done: Done, stopped: impl FnOnce(Work, Done) + 'static) {
    // The worker lives until it has answered.
    let worker = Rc::new(RefCell::new(None::<WorkerEngine>));
    let on_death = {
        let (worker, done) = (Rc::clone(&worker), Rc::clone(&done));
        let left = RefCell::new(Some((work.clone(), stopped)));
        Callback::from(move |death: Death| {
            end(&worker);
            let Some((work, stopped)) = left.take() else { return };
            match death {
                Death::NeverStarted => ask_page(work, Rc::clone(&done)),
                Death::Stopped => stopped(work, Rc::clone(&done)),
            }
        })
    };
    let on_reply = {
        let (worker, done) = (Rc::clone(&worker), Rc::clone(&done));
        Callback::from(move |reply| {
            if hear(reply, &done) {
                end(&worker);
            }
        })
    };
    let started = WorkerEngine::start(Listener { on_reply, on_death });
    match &started {
        Some(engine) => engine.send(Command::Open(0, work), None),
        None => ask_page(work, done),
    }
    *worker.borrow_mut() = started;
}

/// Has the page do the work where it takes no longer than planning in the page may.
fn ask_page(work: Work, done: Done) {
    let is_small = match &work {
        Work::File(study, _) | Work::Check(study) | Work::Study(study, _) => study.size() <= LOCAL_SIZE_MAX,
        Work::Log(_) | Work::Jobs(_) | Work::Unit { .. } => false,
    };
    let (heard, failed) = (Rc::clone(&done), Rc::clone(&done));
    let listener = Listener {
        on_reply: Callback::from(move |reply| {
            hear(reply, &heard);
        }),
        on_death: Callback::from(move |_| failed(Err("the engine stopped".to_string()))),
    };
    match LocalEngine::start(listener).filter(|_| is_small) {
        Some(engine) => engine.send(Command::Open(0, work), None),
        None => done(Err(NEVER_STARTED.to_string())),
    }
}

/// Hands on what became of the work; whether something did.
fn hear(reply: Reply, done: &Done) -> bool {
    match reply {
        Reply::Update(_, update) => done(Ok(update)),
        Reply::Failed(_, _, problem) => done(Err(problem)),
        _ => return false,
    }
    true
}

/// Ends a worker after the event that it told of: its listener cannot end while it is at work.
fn end(worker: &Rc<RefCell<Option<WorkerEngine>>>) {
    let worker = worker.borrow_mut().take();
    Timeout::new(0, move || drop(worker)).forget();
}

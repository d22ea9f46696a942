//! One piece of work for a worker of its own, which ends when it has answered.

use super::transport::{Engine, Listener};
use super::worker_engine::WorkerEngine;
use crate::worker::messages::{Command, Reply, Update, Work};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use yew::Callback;

/// Starts a worker, gives it the work, and hands on what became of it, or why nothing did.
pub fn ask_worker(work: Work, done: impl Fn(Result<Update, String>) + 'static) {
    // The worker lives until it has answered.
    let (worker, done) = (Rc::new(RefCell::new(None::<WorkerEngine>)), Rc::new(done));
    let on_reply = {
        let (worker, done) = (Rc::clone(&worker), Rc::clone(&done));
        Callback::from(move |reply: Reply| {
            match reply {
                Reply::Update(_, update) => done(Ok(update)),
                Reply::Failed(_, _, problem) => done(Err(problem)),
                _ => return,
            }
            end(&worker);
        })
    };
    let on_death = {
        let (worker, done) = (Rc::clone(&worker), Rc::clone(&done));
        Callback::from(move |()| {
            done(Err("the engine stopped".to_string()));
            end(&worker);
        })
    };
    let started = WorkerEngine::start(Listener { on_reply, on_death });
    match &started {
        Some(engine) => engine.send(Command::Open(0, work), None),
        None => done(Err("the browser starts no worker".to_string())),
    }
    *worker.borrow_mut() = started;
}

/// Ends a worker after the event that it told of: its listener cannot end while it is at work.
fn end(worker: &Rc<RefCell<Option<WorkerEngine>>>) {
    let worker = worker.borrow_mut().take();
    Timeout::new(0, move || drop(worker)).forget();
}

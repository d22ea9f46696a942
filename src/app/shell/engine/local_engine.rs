//! The engine inside the page, for scenarios that can be planned before the next frame; a worker would be one frame late. It runs the worker's
//! dispatcher with the same commands and replies, without encoding them.

use super::transport::{Death, Engine, Listener};
use crate::worker::dispatcher::Dispatcher;
use crate::worker::messages::{Command, Reply, Work};
use crate::worker::next_task::NextTask;
use js_sys::{Function, Uint8Array};
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::MessageChannel;

/// How long the page plans at a time, in milliseconds: a frame has some sixteen, and needs some of them to show the plan.
const WORK_MS: f64 = 8.0;

thread_local! {
    static IS_AT_WORK: Cell<bool> = const { Cell::new(false) };
}

/// Whether the engine is at work in the page: should it fail now, the page does not.
pub fn is_at_work() -> bool {
    IS_AT_WORK.get()
}

/// The engine in the page.
pub struct LocalEngine(Rc<Inner>);

struct Inner {
    dispatcher: Rc<RefCell<Dispatcher>>,
    replies: Rc<RefCell<Vec<Reply>>>,
    listener: Listener,
    /// The next piece of work. Input, and frames that are due, come before it.
    next_piece: NextTask,
}

impl LocalEngine {
    /// An engine without work; `None` where the browser has no clock or channel to work by.
    pub fn start(listener: Listener) -> Option<Self> {
        let clock = web_sys::window()?.performance()?;
        let replies = Rc::<RefCell<Vec<Reply>>>::default();
        let received = Rc::clone(&replies);
        let send = Box::new(move |reply| received.borrow_mut().push(reply));
        let dispatcher = Rc::new(RefCell::new(Dispatcher::new(send, Box::new(move || clock.now()))));
        let channel = MessageChannel::new().ok()?;
        let engine = Rc::new_cyclic(|engine: &Weak<Inner>| {
            let engine = engine.clone();
            let next_piece = NextTask::new(channel, move || {
                if let Some(engine) = engine.upgrade() {
                    work(&engine, None);
                }
            });
            Inner { dispatcher, replies, listener, next_piece }
        });
        Some(Self(engine))
    }
}

impl Engine for LocalEngine {
    /// Takes the command and works on it a while at once; goes on with it in the next tasks if something is left.
    fn send(&self, command: Command, file: Option<Uint8Array>) {
        let command = match (command, file) {
            (Command::Open(number, Work::Log(_)), Some(file)) => Command::Open(number, Work::Log(file.to_vec())),
            (command, _) => command,
        };
        work(&self.0, Some(command));
    }
}

fn work(engine: &Rc<Inner>, command: Option<Command>) {
    let dispatcher = Rc::clone(&engine.dispatcher);
    let worked = guarded(move || {
        let mut dispatcher = dispatcher.borrow_mut();
        if let Some(command) = command {
            dispatcher.receive(command);
        }
        let end = dispatcher.now() + WORK_MS;
        dispatcher.work_until(end)
    });
    let Some(is_left) = worked else {
        engine.listener.on_death.emit(Death::Stopped);
        return;
    };
    if is_left {
        engine.next_piece.ask();
    }
    let replies = engine.replies.take();
    for reply in replies {
        engine.listener.on_reply.emit(reply);
    }
}

/// Calls by way of JavaScript, which a failure does not get past; `None` after one.
fn guarded<T: 'static>(work: impl FnOnce() -> T + 'static) -> Option<T> {
    let done = Rc::new(Cell::new(None));
    let slot = Rc::clone(&done);
    let call: Function = Closure::once_into_js(move || slot.set(Some(work()))).unchecked_into();
    IS_AT_WORK.set(true);
    let called = call.call0(&JsValue::UNDEFINED);
    IS_AT_WORK.set(false);
    if let Err(error) = called {
        web_sys::console::error_1(&error);
        return None;
    }
    done.take()
}

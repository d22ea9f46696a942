//! The engine inside the page, for scenarios that can be planned before the next frame; a worker would be one frame late. It runs the worker's
//! dispatcher with the same commands and replies, without encoding them.

use crate::worker::dispatcher::Dispatcher;
use crate::worker::messages::{Command, Reply};
use js_sys::Function;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// Longest list of requests that is tried here.
pub const REQUESTS_MAX: usize = 20_000;
/// Largest machine whose money is counted here, in nodes.
pub const NODES_MAX: u32 = 2_000;

thread_local! {
    static IS_AT_WORK: Cell<bool> = const { Cell::new(false) };
}

/// Whether the engine is at work in the page: should it fail now, the page does not.
pub fn is_at_work() -> bool {
    IS_AT_WORK.get()
}

/// The engine in the page.
pub struct LocalEngine {
    dispatcher: Rc<RefCell<Dispatcher>>,
    replies: Rc<RefCell<Vec<Reply>>>,
}

impl LocalEngine {
    /// An engine without work; `None` where there is no clock to work by.
    pub fn new() -> Option<Self> {
        let clock = web_sys::window()?.performance()?;
        let replies = Rc::<RefCell<Vec<Reply>>>::default();
        let received = Rc::clone(&replies);
        let send = Box::new(move |reply| received.borrow_mut().push(reply));
        let dispatcher = Dispatcher::new(send, Box::new(move || clock.now()));
        Some(Self { dispatcher: Rc::new(RefCell::new(dispatcher)), replies })
    }

    /// Takes a command, if there is one, and works for so many milliseconds. Gives the replies and whether something is left; `None` if the
    /// engine failed: then it is of no more use.
    pub fn work(&self, command: Option<Command>, ms: f64) -> Option<(Vec<Reply>, bool)> {
        let dispatcher = Rc::clone(&self.dispatcher);
        let is_left = guarded(move || {
            let mut dispatcher = dispatcher.borrow_mut();
            if let Some(command) = command {
                dispatcher.receive(command);
            }
            let end = dispatcher.now() + ms;
            dispatcher.work_until(end)
        })?;
        Some((self.replies.take(), is_left))
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

//! The engine in the page itself, for what is planned so quickly that the next frame can show it; a message to the worker and back would
//! be a frame late. It is the worker's own desk, asked the same questions and listened to in the same way.

use crate::worker::desk::Desk;
use crate::worker::wire::{Ask, Reply};
use js_sys::{Function, Object};
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

/// What the engine said, with what lay beside it.
pub type Said = Vec<(Reply, JsValue)>;

/// A desk in the page.
pub struct NearEngine {
    desk: Rc<RefCell<Desk>>,
    said: Rc<RefCell<Said>>,
}

impl NearEngine {
    /// A desk without work; `None` where there is no clock to work by.
    pub fn new() -> Option<Self> {
        let clock = web_sys::window()?.performance()?;
        let said = Rc::new(RefCell::new(Vec::new()));
        let heard = Rc::clone(&said);
        let send = move |reply, beside: Option<Object>| {
            heard.borrow_mut().push((reply, beside.map_or(JsValue::UNDEFINED, JsValue::from)));
        };
        Some(Self { desk: Rc::new(RefCell::new(Desk::new(Box::new(send), clock))), said })
    }

    /// Asks, if there is a question, and works for so many milliseconds. Gives what was said and whether something is left; `None` if the
    /// engine failed: then it is of no more use.
    pub fn work(&self, question: Option<(Ask, JsValue)>, ms: f64) -> Option<(Said, bool)> {
        let desk = Rc::clone(&self.desk);
        let is_left = guarded(move || {
            let mut desk = desk.borrow_mut();
            if let Some((ask, beside)) = question {
                desk.receive(ask, beside);
            }
            let end = desk.now() + ms;
            desk.work_until(end)
        })?;
        Some((self.said.take(), is_left))
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

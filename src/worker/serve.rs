//! The worker's event loop: receives messages, works in steps, sends replies.

use super::dispatcher::Dispatcher;
use super::messages::{Command, Reply};
use super::next_task::NextTask;
use super::transport::{seal, unseal};
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

/// After so long without a word the page is told that work goes on, in milliseconds.
const WORD_MS: f64 = 1_000.0;
/// Longest piece of work before waiting messages are looked at, in milliseconds.
const PIECE_MS: f64 = 12.0;

/// Listens to the page; called once, by the worker's `main`.
pub fn start() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let (Ok(channel), Some(clock)) = (MessageChannel::new(), scope.performance()) else { return };
    let last_word = Rc::new(Cell::new(0.0));
    let post = {
        let (scope, clock, last_word) = (scope.clone(), clock.clone(), Rc::clone(&last_word));
        move |reply: Reply| {
            last_word.set(clock.now());
            let (message, transfer) = seal(reply, None);
            if let Err(error) = scope.post_message_with_transfer(&message, &transfer) {
                web_sys::console::error_1(&error);
            }
        }
    };
    post(Reply::Ready);
    let dispatcher = Rc::new(RefCell::new(Dispatcher::new(Box::new(post.clone()), Box::new(move || clock.now()))));
    let received = Rc::new(Cell::new(0));
    let next_piece = {
        let (dispatcher, received) = (Rc::clone(&dispatcher), Rc::clone(&received));
        Rc::new_cyclic(|again: &Weak<NextTask>| {
            let again = again.clone();
            NextTask::new(channel, move || {
                let mut dispatcher = dispatcher.borrow_mut();
                let end = dispatcher.now() + PIECE_MS;
                if !dispatcher.work_until(end) {
                    post(Reply::Rest(received.get()));
                    return;
                }
                if dispatcher.now() - last_word.get() > WORD_MS {
                    post(Reply::Busy(dispatcher.silence_ms()));
                }
                if let Some(next_piece) = again.upgrade() {
                    next_piece.ask();
                }
            })
        })
    };
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| match unseal::<Command>(event.data()) {
        Some(command) => {
            received.set(received.get() + 1);
            dispatcher.borrow_mut().receive(command);
            next_piece.ask();
        }
        None => web_sys::console::error_1(&"this is not a message of the page".into()),
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}

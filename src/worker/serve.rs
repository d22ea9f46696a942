//! The worker's event loop: receives messages, works in steps, sends replies.

use super::dispatcher::Dispatcher;
use super::messages::{Command, Reply};
use super::transport::{seal, unseal};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

/// After so long without a word the page is told that work goes on, in milliseconds.
const WORD_MS: f64 = 1_000.0;
/// Longest piece of work before waiting messages are looked at, in milliseconds.
const PIECE_MS: f64 = 12.0;

/// Listens to the page; called once, by the worker's `main`.
pub fn start() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    // Posting to oneself lets messages that wait come first, and is not slowed down as timers are.
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
    let is_awake = Rc::new(Cell::new(false));
    let received = Rc::new(Cell::new(0));
    let own_port = channel.port2();
    let stay_awake = {
        let is_awake = Rc::clone(&is_awake);
        move || {
            if !is_awake.replace(true) {
                drop(own_port.post_message(&JsValue::NULL));
            }
        }
    };

    let (receiver, wake, count) = (Rc::clone(&dispatcher), stay_awake.clone(), Rc::clone(&received));
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| match unseal::<Command>(event.data()) {
        Some(command) => {
            count.set(count.get() + 1);
            receiver.borrow_mut().receive(command);
            wake();
        }
        None => web_sys::console::error_1(&"this is not a message of the page".into()),
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();

    let on_tick = Closure::<dyn Fn()>::new(move || {
        is_awake.set(false);
        let mut dispatcher = dispatcher.borrow_mut();
        let end = dispatcher.now() + PIECE_MS;
        let is_left = dispatcher.work_until(end);
        if !is_left {
            post(Reply::Rest(received.get()));
            return;
        }
        if dispatcher.now() - last_word.get() > WORD_MS {
            post(Reply::Busy(dispatcher.silence_ms()));
        }
        stay_awake();
    });
    channel.port1().set_onmessage(Some(on_tick.as_ref().unchecked_ref()));
    on_tick.forget();
}

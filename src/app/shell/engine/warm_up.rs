//! Starts the worker once the page is there and has nothing to do: later the network, or the server's files, may be gone.

use super::client::EngineClient;
use gloo_timers::callback::Timeout;
use js_sys::{Function, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::IdleRequestOptions;
use yew::prelude::*;

/// The first paint is over by then. In milliseconds.
const FIRST_PAINT_MS: u32 = 200;
/// On a busy machine the browser may never be idle. After this time it is done anyway. In milliseconds.
const LONGEST_WAIT_MS: u32 = 3_000;
/// Where the browser does not tell when it is idle, it is taken to be so after as long again. In milliseconds.
const NO_IDLE_MS: u32 = 1_000;

/// Starts the worker, once, when the page has come to rest after its first paint.
#[hook]
pub fn use_warm_worker(client: &EngineClient) {
    let client = client.clone();
    use_effect_with((), move |()| {
        let later = Timeout::new(FIRST_PAINT_MS, move || when_idle(move || client.warm_up()));
        move || drop(later)
    });
}

/// Does something when the browser has nothing else to do, or has been busy for long. (Safari does not tell.)
pub fn when_idle(act: impl FnOnce() + 'static) {
    let global = js_sys::global();
    let ask = Reflect::get(&global, &JsValue::from_str("requestIdleCallback")).ok().and_then(|ask| ask.dyn_into::<Function>().ok());
    match ask {
        // It is a function of the window and takes any function.
        Some(ask) => {
            let options = IdleRequestOptions::new();
            options.set_timeout(LONGEST_WAIT_MS);
            drop(ask.call2(&global, &Closure::once_into_js(act), &options));
        }
        None => drop(Timeout::new(NO_IDLE_MS, act).forget()),
    }
}

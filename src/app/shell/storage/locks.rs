//! Which work tabs are at: each holds a lock of the browser's (Web Locks API) on the name its work is stored under. The browser lets go of it
//! when the tab closes or fails.

use crate::app::shell::embed::is_embedded;
use crate::engine::core::sorting::set_of;
use crate::state::library::Live;
use gloo_timers::callback::Timeout;
use js_sys::{Array, Function, Object, Promise, Reflect};
use std::collections::BTreeSet;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// How the names of locks begin.
const PREFIX: &str = "bookahead.work.";

/// Waits between attempts, in milliseconds: a tab that is reloaded lets go of its lock a moment late.
const WAITS_MS: [u32; 6] = [0, 20, 60, 120, 250, 400];

/// A lock; it is let go of when dropped.
pub struct Held(Function);

impl Drop for Held {
    fn drop(&mut self) {
        // The function only fulfils a promise.
        let _ = self.0.call0(&JsValue::UNDEFINED);
    }
}

/// What came of asking for a lock.
pub enum Asked {
    /// This tab has it.
    Held(Held),
    /// Another tab has it.
    Taken,
    /// The browser has no locks; it offers them to secure pages only.
    Unknown,
}

fn get<T: JsCast>(of: &JsValue, name: &str) -> Option<T> {
    Reflect::get(of, &name.into()).ok()?.dyn_into().ok()
}

fn manager() -> Option<Object> {
    get(&web_sys::window().filter(|_| !is_embedded())?.navigator(), "locks")
}

/// Waits for a lock for up to a second.
pub async fn hold(id: &str) -> Asked {
    for ms in WAITS_MS {
        if ms > 0 {
            let wait = Promise::new(&mut |done, _| {
                Timeout::new(ms, move || drop(done.call0(&JsValue::UNDEFINED))).forget();
            });
            // It is never refused.
            let _ = JsFuture::from(wait).await;
        }
        match ask(id).await {
            None => return Asked::Unknown,
            Some(Some(held)) => return Asked::Held(held),
            Some(None) => {}
        }
    }
    Asked::Taken
}

/// Asks once; `Some(None)` if another has it.
async fn ask(id: &str) -> Option<Option<Held>> {
    let manager = manager()?;
    let request: Function = get(&manager, "request")?;
    let options = Object::new();
    Reflect::set(&options, &"ifAvailable".into(), &true.into()).ok()?;
    let mut callback = None;
    // Fulfilled with the function that lets go, or with nothing if another has the lock.
    let answered = Promise::new(&mut |answer, _| {
        callback = Some(Closure::once_into_js(move |lock: JsValue| {
            if lock.is_null() {
                drop(answer.call1(&JsValue::UNDEFINED, &JsValue::NULL));
                return JsValue::UNDEFINED;
            }
            Promise::new(&mut |let_go, _| drop(answer.call1(&JsValue::UNDEFINED, &let_go))).into()
        }));
    });
    let arguments = Array::of(&[format!("{PREFIX}{id}").into(), options.into(), callback?]);
    let requested = request.apply(&manager, &arguments).ok()?;
    // The request itself ends only when the lock is let go of, or is refused.
    let first = Promise::race(&Array::of(&[answered.into(), requested]));
    let answer = JsFuture::from(first).await.ok()?;
    Some(answer.dyn_into().ok().map(Held))
}

/// The work that tabs are at now.
pub async fn live() -> Live {
    held().await.map_or_else(|| Live::Unknown(js_sys::Date::now()), Live::Known)
}

async fn held() -> Option<BTreeSet<String>> {
    let manager = manager()?;
    let query: Function = get(&manager, "query")?;
    let asked: Promise = query.call0(&manager).ok()?.dyn_into().ok()?;
    let held: Array = get(&JsFuture::from(asked).await.ok()?, "held")?;
    let id = |lock: JsValue| Some(Reflect::get(&lock, &"name".into()).ok()?.as_string()?.strip_prefix(PREFIX)?.to_string());
    Some(set_of(held.iter().filter_map(id)))
}

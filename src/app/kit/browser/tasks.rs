//! Work in tasks of its own: a slow machine shows the first picture sooner, and answers in between.

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use yew::prelude::*;

/// Does something in a task of its own, after the next frame. A tab in the background draws no frames until it is shown.
pub fn after_frame(act: impl FnOnce() + 'static) {
    let on_frame = Closure::once_into_js(move || Timeout::new(0, act).forget());
    if let Some(window) = web_sys::window() {
        // Fails for no function.
        let _ = window.request_animation_frame(on_frame.unchecked_ref());
    }
}

/// How many tasks have passed since `is_there` first held, up to `last`: 0 while the first picture is drawn, then one more in each task. Each turn brings the
/// next part of the page.
#[hook]
pub fn use_turns(is_there: bool, last: usize) -> usize {
    let turn = use_state_eq(|| 0);
    {
        let turn = turn.clone();
        use_effect_with((is_there, *turn), move |&(is_there, now)| {
            let timer = (is_there && now < last).then(|| Timeout::new(0, move || turn.set(now + 1)));
            move || drop(timer)
        });
    }
    *turn
}

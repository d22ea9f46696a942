//! Parts of the page that come after the first picture, in tasks of their own: a slow machine shows the picture sooner, and answers in between.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

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

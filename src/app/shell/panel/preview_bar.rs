//! The bar above the stage while a link is only looked at, and right after a first change made it the user's own.

use crate::app::shell::context::{Lab, StartPart};
use crate::app::shell::storage::work::{Back, Standing};
use yew::prelude::*;

/// The bar, if there is something to say.
pub fn preview_bar(lab: &Lab) -> Html {
    let present = lab.model().work;
    let told = lab.keeper.of(present, |work| (work.standing, work.has_bar, work.back.clone()));
    let Some((standing, true, back)) = told else { return Html::default() };
    let is_own = match &back {
        Some(Back::Here(former)) => lab.keeper.of(*former, |work| work.standing == Standing::Kept) == Some(true),
        Some(Back::Stored(_)) => true,
        None => false,
    };
    let has_back = match &back {
        Some(Back::Here(former)) => lab.model().steps_back_to(*former).is_some(),
        other => other.is_some(),
    };
    let words = match (standing, is_own) {
        (Standing::Preview, true) => "You are looking at a shared scenario. Your own work is kept.",
        (Standing::Preview, false) => "You are looking at a shared scenario. Change it, and it becomes your copy.",
        _ => "This is your copy now. It is saved under Earlier work; the link still shows the original.",
    };
    let on = |act: fn(&Lab)| {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| act(&lab))
    };
    let keep = on(|lab| lab.keeper.keep(lab.model().work));
    let dismiss = on(|lab| {
        lab.keeper.of(lab.model().work, |work| work.has_bar = false);
        lab.keeper.changed();
    });
    html! {
        <section class="preview-bar" aria-label="Shared scenario">
            <p role="status">{ words }</p>
            <div class="group">
                if standing == Standing::Preview {
                    <button type="button" id="keep-copy" onclick={keep}>{ "Keep a copy" }</button>
                }
                if has_back {
                    <button type="button" id="back-to-work" onclick={on(Lab::back)}>{ if is_own { "Back to my work" } else { "Back" } }</button>
                } else {
                    <button type="button" id="my-work" onclick={on(|lab| lab.start.set(Some(StartPart::EarlierWork)))}>{ "My scenarios" }</button>
                }
                if standing != Standing::Preview {
                    <button type="button" class="quiet" onclick={dismiss} aria-label="Dismiss">{ "×" }</button>
                }
            </div>
        </section>
    }
}

//! The end of a lesson: how it went, and the answers as a code to hand in.

use super::report;
use crate::app::shell::context::use_lab;
use crate::app::shell::page_of_its_own::OwnPage;
use crate::lessons::answer_code::Answers;
use crate::lessons::record::State;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What stands below the last text.
#[component]
pub fn LessonEnd() -> Html {
    let lab = use_lab();
    let name = use_state(|| None::<String>);
    let Some(going) = lab.going().cloned() else { return Html::default() };
    let words = going.words();
    let records = going.session.records();
    let first = records.iter().filter(|record| record.state == State::First).count();
    let name_now = (*name).clone().unwrap_or_else(|| going.session.name().to_string());
    let again = {
        let (lab, name) = (lab.clone(), going.session.name().to_string());
        move |_: MouseEvent| lab.restart_lesson(&name)
    };
    let code = Answers { name: name_now.trim().to_string(), ..Answers::of(&going.session) }.encode();
    let copy = {
        let (lab, code) = (lab.clone(), code.clone());
        move |_: MouseEvent| {
            let (lab, code) = (lab.clone(), code.clone());
            let clipboard = web_sys::window().map(|window| window.navigator().clipboard());
            spawn_local(async move {
                // Where it may not be copied, the code stands beside the button.
                if let Some(clipboard) = clipboard
                    && JsFuture::from(clipboard.write_text(&code)).await.is_ok()
                {
                    lab.spoken.set(words.copied.into());
                }
            });
        }
    };
    let oninput =
        Callback::from(move |event: InputEvent| name.set(Some(event.target_unchecked_into::<HtmlInputElement>().value())));
    html! {
        <div class="lesson-end">
            <p>{ words.finished }{ " " }<strong>{ format!("{first} {} {}", words.of, records.len()) }</strong>{ " " }{ words.first_try }{ "." }</p>
            if !going.session.lesson().head.is_seeded {
                <label class="lesson-name"><span>{ words.your_name }</span><input id="lesson-name" maxlength="40" autocomplete="name" value={name_now} {oninput} /></label>
            }
            if report::is_kept() { <p id="lesson-kept">{ words.is_kept }</p> }
            <label class="lesson-code"><span>{ words.code_is }</span><input id="lesson-code" readonly=true value={code} /></label>
            <div class="buttons">
                <button type="button" id="lesson-copy" onclick={copy}>{ words.copy_answers }</button>
                <button type="button" id="lesson-restart" onclick={again}>{ words.start_again }</button>
            </div>
            <p class="hint">{ words.for_lecturers }{ " " }<a id="lesson-class" href={OwnPage::Class.address()}>{ words.class_page }</a></p>
        </div>
    }
}

//! What becomes of the text: a link, a file, a lesson that is taken, one more step.

use crate::app::kit::browser::download::{download, file_name};
use crate::app::kit::controls::menu::Menu;
use crate::app::kit::text::format::grouped;
use crate::app::shell::address_bar;
use crate::app::shell::file_import::bytes_of;
use crate::app::shell::hand_out::save::{Form, save_with_inside};
use crate::app::shell::notices::{Cause, Notice, Notices};
use crate::app::shell::storage::work::named;
use crate::formats::link::{Opened, fits};
use crate::lessons::link::CHAT_CHARS;
use crate::lessons::model::Lesson;
use crate::lessons::parse::error::BYTES_MAX;
use crate::lessons::write::with_step;
use std::rc::Rc;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

/// The buttons above the text. `lesson` and `fragment`, its link, are those of the text as it was read last; `opened` is what the workbench shows;
/// `on_text` takes another text, and `on_step` one with one more step.
pub fn acts(
    text: &AttrValue,
    (lesson, fragment): (Option<&Lesson>, &str),
    opened: &Rc<Opened>,
    notices: &Notices,
    (on_text, on_step): (&Callback<String>, &Callback<String>),
) -> Html {
    let whole = address_bar::link(fragment);
    let length = whole.chars().count();
    let advice = match length {
        length if length <= CHAT_CHARS => "short enough for any chat",
        length if length <= address_bar::FRAGMENT_CHARS => "chat programs may cut it; mail does not",
        _ => "too long for many programs: pass the file on",
    };
    let copy = {
        let (whole, notices) = (whole.clone(), notices.clone());
        move |_: MouseEvent| {
            let (whole, notices) = (whole.clone(), notices.clone());
            let clipboard = web_sys::window().map(|window| window.navigator().clipboard());
            spawn_local(async move {
                let is_copied = match clipboard {
                    Some(clipboard) => JsFuture::from(clipboard.write_text(&whole)).await.is_ok(),
                    None => false,
                };
                notices.add(if is_copied {
                    Notice::word("The link is on the clipboard. It holds the whole lesson.").about(Cause::Leaving)
                } else {
                    Notice::problem("The browser does not allow copying: save the file instead.").about(Cause::Leaving)
                });
            });
        }
    };
    let save = {
        let (text, notices) = (text.clone(), notices.clone());
        let title = lesson.map_or_else(|| "lesson".to_string(), |lesson| lesson.title.clone());
        move |_: MouseEvent| {
            if download(&file_name(&title, "lesson.md"), "text/markdown", &text).is_err() {
                notices.add(Notice::problem("The browser refused to save the file.").about(Cause::Leaving));
            }
        }
    };
    let choose = {
        let (notices, on_text) = (notices.clone(), on_text.clone());
        move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                open(file, notices.clone(), on_text.clone());
            }
            // Choosing the same file again shall be noticed.
            input.set_value("");
        }
    };
    let title = named(&opened.scenario.title);
    let add = {
        let (text, opened, notices, on_step) = (text.clone(), Rc::clone(opened), notices.clone(), on_step.clone());
        move |_: MouseEvent| {
            if fits(&opened.scenario) {
                on_step.emit(with_step(&text, &opened));
            } else {
                notices.add(Notice::problem("The scenario has too many requests for a lesson.").about(Cause::Changing));
            }
        }
    };
    let hand_out = |form: Form| {
        let (fragment, notices) = (fragment.to_string(), notices.clone());
        let title = lesson.map_or_else(String::new, |lesson| lesson.title.clone());
        move |_: MouseEvent| save_with_inside(&title, &fragment, form, &notices)
    };
    html! {
        <div class="buttons write-acts">
            <button type="button" id="write-add" onclick={add} title="A step with the scenario of the open workbench and what is seen of it">{ format!("Add “{title}” as a step") }</button>
            if lesson.is_some() {
                <a id="write-take" class="button" href={whole.clone()} target="_blank">{ "Take the lesson" }</a>
                <button type="button" id="write-copy" onclick={copy}>{ "Copy link" }</button>
            }
            <Menu id="write-save-menu" words="Save">
                <button type="button" id="write-save" onclick={save}>{ "Text (.lesson.md)" }</button>
                if lesson.is_some() {
                    <button type="button" id="write-save-page" onclick={hand_out(Form::Page)}>{ "Page with the lesson inside (HTML)" }</button>
                    <button type="button" id="write-save-scorm" onclick={hand_out(Form::Scorm)}>{ "Learning platforms (SCORM 1.2)" }</button>
                }
            </Menu>
            <label class="buttons write-open">{ "Open a file " }<input type="file" id="write-file" accept=".md,.txt,text/*" onchange={choose} /></label>
            if lesson.is_some() { <span id="write-length" class="hint">{ format!("The link has {} characters: {advice}.", grouped(length as u64)) }</span> }
        </div>
    }
}

/// Puts the text of a file in the place of what is written.
pub fn open(file: File, notices: Notices, on_text: Callback<String>) {
    spawn_local(async move {
        let name = file.name();
        let refused = |why: String| notices.add(Notice::problem(format!("{name} cannot be opened: {why}.")).about(Cause::Opening));
        if file.size() > BYTES_MAX as f64 {
            return refused(format!("it has {:.0} KiB; a lesson has at most {} KiB", file.size() / 1024.0, BYTES_MAX >> 10));
        }
        let Ok(bytes) = bytes_of(&file).await else { return refused("the browser refused".to_string()) };
        match String::from_utf8(bytes.to_vec()) {
            Ok(text) => on_text.emit(text),
            Err(_) => refused("it is not text in UTF-8".to_string()),
        }
    });
}

//! The writing view as a whole.

use super::acts::{acts, open};
use super::checked::use_checked;
use super::found::{found, summary};
use super::kept;
use super::live::Live;
use super::preview::Preview;
use super::reference::reference;
use crate::app::shell::address_bar;
use crate::app::shell::notices::{Cause, Notice, NoticeList, Notices, notice_bar};
use crate::app::shell::offline::use_kept_for_offline;
use crate::app::shell::page_of_its_own::{OwnPage, use_other_addresses};
use crate::lessons::link;
use crate::lessons::model::Assignment;
use crate::lessons::parse::At;
use crate::lessons::parse::error::BYTES_MAX;
use crate::lessons::write::{BEGINNING, with_solution};
use std::rc::Rc;
use std::sync::Arc;
use web_sys::{DragEvent, HtmlTextAreaElement};
use yew::prelude::*;

/// The page.
#[component]
pub fn WritePage() -> Html {
    let text = use_state_eq(|| AttrValue::from(kept::text().unwrap_or_else(|| BEGINNING.to_string())));
    let list = use_reducer_eq(NoticeList::default);
    let notices = Notices(list.dispatcher());
    use_kept_for_offline(&notices, true);
    use_other_addresses(OwnPage::Write);
    let checked = use_checked(&text);
    let is_kept = use_state_eq(|| true);
    {
        let is_kept = is_kept.clone();
        use_effect_with((*text).clone(), move |text| is_kept.set(kept::keep(text)));
    }
    let area = use_node_ref();
    // The line of the cursor, and where it is to be once a text that was not typed is there.
    let line = use_state_eq(|| 1_usize);
    let caret = use_mut_ref(|| None::<At>);
    let see_line = {
        let (area, line) = (area.clone(), line.setter());
        Callback::from(move |()| {
            if let Some(area) = area.cast::<HtmlTextAreaElement>() {
                line.set(line_of(&area.value(), area.selection_start().ok().flatten().unwrap_or(0)));
            }
        })
    };
    {
        let (area, caret, see_line) = (area.clone(), Rc::clone(&caret), see_line.clone());
        use_effect_with((*text).clone(), move |_| {
            if let (Some(area), Some(at)) = (area.cast::<HtmlTextAreaElement>(), caret.take()) {
                let place = utf_16_of(&area.value(), at);
                // Where it cannot be had, nothing is lost. The focus stays where it is.
                let _ = area.set_selection_range(place, place);
                see_line.emit(());
            }
        });
    }
    let typed = {
        let (text, notices, see_line) = (text.setter(), notices.clone(), see_line.clone());
        Callback::from(move |event: InputEvent| {
            // What is typed now would be lost if what was there before were taken back.
            notices.settle(Cause::Changing);
            text.set(event.target_unchecked_into::<HtmlTextAreaElement>().value().into());
            see_line.emit(());
        })
    };
    // What is put in the place of the text, or behind it, can be taken back. The cursor goes to a line.
    let put = {
        let (now, notices, caret) = (text.clone(), notices.clone(), Rc::clone(&caret));
        Callback::from(move |(new, line): (String, usize)| {
            let (before, back) = ((*now).clone(), now.setter());
            caret.replace(Some(At { line, column: 1 }));
            now.set(new.into());
            notices.add(
                Notice::word("The text is changed.")
                    .about(Cause::Changing)
                    .with_action("Take it back", Callback::from(move |()| back.set(before.clone()))),
            );
        })
    };
    let on_text = put.reform(|new: String| (new, 1));
    let on_step = put.reform(|new: String| {
        let line = new.lines().enumerate().filter(|(_, line)| line.starts_with("## ")).last();
        let line = line.map_or(1, |(at, _)| at + 1);
        (new, line)
    });
    let on_solution = {
        let (now, put) = (text.clone(), put.clone());
        Callback::from(move |(line, changes): (usize, Vec<Assignment>)| {
            if let Some(new) = with_solution(&now, line, &changes) {
                put.emit((new, line));
            }
        })
    };
    let on_drop = {
        let (notices, on_text) = (notices.clone(), on_text.clone());
        Callback::from(move |event: DragEvent| {
            // Else the browser leaves the page for the file.
            event.prevent_default();
            if let Some(file) = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0)) {
                open(file, notices.clone(), on_text.clone());
            }
        })
    };
    let go = {
        let (area, see_line) = (area.clone(), see_line.clone());
        Callback::from(move |at: At| {
            if let Some(area) = area.cast::<HtmlTextAreaElement>() {
                let place = utf_16_of(&area.value(), at);
                // Where it cannot be had, nothing is lost.
                let _ = area.set_selection_range(place, place);
                let _ = area.blur();
                let _ = area.focus();
                see_line.emit(());
            }
        })
    };
    let fragment = use_memo(checked.text.clone(), |text| link::encode(text));
    let opened = use_memo((), |()| kept::present());
    // What can be read no more stays in sight until it can.
    let last = use_mut_ref(|| None);
    let readable = checked.lesson.as_ref().or(checked.draft.as_ref());
    if let Some(lesson) = readable {
        *last.borrow_mut() = Some((checked.text.clone(), Arc::clone(lesson)));
    }
    let shown = last.borrow().clone();
    let is_old = readable.is_none();
    let is_read = *text == checked.text;
    html! {
        <>
            <main id="write" class="class-page write-page" ondragover={|event: DragEvent| event.prevent_default()} ondrop={on_drop}>
                <div class="class-head">
                    <h1>{ "Write a lesson" }</h1>
                    <p class="hint">{ if *is_kept { "The text is kept in this tab until you close it. Save the file to keep it." } else { "This browser does not keep the text. Save the file to keep it." } }</p>
                    <a id="write-leave" class="button" href={address_bar::path() + address_bar::START_QUERY}>{ "All lessons" }</a>
                </div>
                <div class="write-text">
                    { acts(&text, (checked.lesson.as_deref(), &fragment), &opened, &notices, (&on_text, &on_step)) }
                    <label for="write-area">{ "Text" }</label>
                    <textarea id="write-area" ref={area} rows="30" spellcheck="false" autocomplete="off" maxlength={BYTES_MAX.to_string()} value={(*text).clone()} oninput={typed} aria-describedby="write-status"
                        onkeyup={see_line.reform(|_: KeyboardEvent| ())} onclick={see_line.reform(|_: MouseEvent| ())} onselect={see_line.reform(|_: Event| ())} />
                </div>
                <div class="write-beside">
                    <p id="write-status" role="status">{ summary(&checked) }</p>
                    if let Some((text, lesson)) = shown.clone() { <Live {text} {lesson} {is_old} {is_read} line={*line} {on_solution} /> }
                    <div class="stack write-rest">
                        { found(&checked, &go) }
                        { reference() }
                        if let Some((_, lesson)) = shown { <Preview {lesson} /> }
                    </div>
                </div>
            </main>
            { notice_bar(&list) }
        </>
    }
}

/// The line, from 1, of a place in a text as browsers count it.
fn line_of(text: &str, utf_16: u32) -> usize {
    1 + text.encode_utf16().take(utf_16 as usize).filter(|unit| *unit == u16::from(b'\n')).count()
}

/// A place in a text as browsers count it: in units of UTF-16 from its beginning.
fn utf_16_of(text: &str, at: At) -> u32 {
    let before: usize = text.split_inclusive('\n').take(at.line.saturating_sub(1)).map(|line| line.encode_utf16().count()).sum();
    let line = text.split('\n').nth(at.line.saturating_sub(1)).unwrap_or_default();
    let inside: usize = line.chars().take(at.column.saturating_sub(1)).map(char::len_utf16).sum();
    u32::try_from(before + inside).unwrap_or(u32::MAX)
}

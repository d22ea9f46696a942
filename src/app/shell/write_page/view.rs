//! The writing view as a whole.

use super::acts::{acts, open};
use super::checked::use_checked;
use super::found::{found, summary};
use super::kept;
use super::preview::Preview;
use super::reference::reference;
use crate::app::shell::address_bar;
use crate::app::shell::notices::{Cause, Notice, NoticeList, Notices, notice_bar};
use crate::app::shell::offline::use_kept_for_offline;
use crate::app::shell::page_of_its_own::{OwnPage, use_other_addresses};
use crate::lessons::link;
use crate::lessons::parse::At;
use crate::lessons::parse::error::BYTES_MAX;
use crate::lessons::write::BEGINNING;
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
    let typed = {
        let (text, notices) = (text.setter(), notices.clone());
        Callback::from(move |event: InputEvent| {
            // What is typed now would be lost if what was there before were taken back.
            notices.settle(Cause::Changing);
            text.set(event.target_unchecked_into::<HtmlTextAreaElement>().value().into());
        })
    };
    // What is put in the place of the text, or behind it, can be taken back.
    let on_text = {
        let (now, notices) = (text.clone(), notices.clone());
        Callback::from(move |new: String| {
            let (before, back) = ((*now).clone(), now.setter());
            now.set(new.into());
            notices.add(
                Notice::word("The text is changed.")
                    .about(Cause::Changing)
                    .with_action("Take it back", Callback::from(move |()| back.set(before.clone()))),
            );
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
        let area = area.clone();
        Callback::from(move |at: At| {
            if let Some(area) = area.cast::<HtmlTextAreaElement>() {
                let place = utf_16_of(&area.value(), at);
                // Where it cannot be had, nothing is lost.
                let _ = area.set_selection_range(place, place);
                let _ = area.blur();
                let _ = area.focus();
            }
        })
    };
    let fragment = use_memo(checked.text.clone(), |text| link::encode(text));
    let opened = use_memo((), |()| kept::present());
    // What can be read no more stays in sight until it can.
    let last = use_mut_ref(|| None);
    if checked.lesson.is_some() {
        *last.borrow_mut() = checked.lesson.clone();
    }
    let shown = last.borrow().clone();
    html! {
        <>
            <main id="write" class="class-page write-page" ondragover={|event: DragEvent| event.prevent_default()} ondrop={on_drop}>
                <div class="class-head">
                    <h1>{ "Write a lesson" }</h1>
                    <p class="hint">{ if *is_kept { "The text is kept in this tab until you close it. Save the file to keep it." } else { "This browser does not keep the text. Save the file to keep it." } }</p>
                    <a id="write-leave" class="button" href={address_bar::path() + address_bar::START_QUERY}>{ "All lessons" }</a>
                </div>
                <div class="write-text">
                    { acts(&text, (checked.lesson.as_deref(), &fragment), &opened, &notices, &on_text) }
                    <label for="write-area">{ "Text" }</label>
                    <textarea id="write-area" ref={area} rows="30" spellcheck="false" autocomplete="off" maxlength={BYTES_MAX.to_string()} value={(*text).clone()} oninput={typed} aria-describedby="write-status" />
                </div>
                <div class="stack write-beside">
                    <p id="write-status" role="status">{ summary(&checked) }</p>
                    { found(&checked, &go) }
                    { reference() }
                    if checked.lesson.is_none() && shown.is_some() { <p class="hint">{ "The lesson before these errors:" }</p> }
                    if let Some(lesson) = shown { <Preview {lesson} /> }
                </div>
            </main>
            { notice_bar(&list) }
        </>
    }
}

/// A place in a text as browsers count it: in units of UTF-16 from its beginning.
fn utf_16_of(text: &str, at: At) -> u32 {
    let before: usize = text.split_inclusive('\n').take(at.line.saturating_sub(1)).map(|line| line.encode_utf16().count()).sum();
    let line = text.split('\n').nth(at.line.saturating_sub(1)).unwrap_or_default();
    let inside: usize = line.chars().take(at.column.saturating_sub(1)).map(char::len_utf16).sum();
    u32::try_from(before + inside).unwrap_or(u32::MAX)
}

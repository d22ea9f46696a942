//! The share dialog: the link, its length, a copy button, and a field to open a link.

use crate::app::kit::text::format::grouped;
use crate::app::shell::address_bar;
use crate::app::shell::context::use_lab;
use crate::app::shell::notices::{Cause, Notice};
use crate::formats::link;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// Chat programs cut longer messages.
const CHAT_CHARS: usize = 2_000;

/// Longest list of requests whose link is made while one waits.
const LONG: usize = 5_000;

/// The link.
#[component]
pub fn ShareDialog() -> Html {
    let lab = use_lab();
    // Made anew, as the address bar follows a moment later; a long one takes too long for that.
    let shared = lab.model().shared();
    let is_long = shared.scenario.study.given_requests() > LONG;
    let is_made = !is_long || lab.link.is_of(lab.model());
    let link = match (is_made, is_long) {
        (true, true) => address_bar::link(&lab.link.text),
        (true, false) => address_bar::link(&link::encode(&shared)),
        (false, _) => String::new(),
    };
    let pasted = use_node_ref();
    {
        // What was said of the link goes with the dialog.
        let notices = lab.notices.clone();
        use_effect_with((), move |()| move || notices.settle(Cause::Leaving));
    }
    let length = link.chars().count();
    let advice = if !link::fits(&shared.scenario) {
        "Too many requests for a link: export a file instead."
    } else if !is_made {
        "The link is being made …"
    } else if length <= CHAT_CHARS {
        "Short enough for any chat."
    } else if length <= address_bar::FRAGMENT_CHARS {
        "Chat programs may cut it; mail and web pages do not."
    } else {
        "Too long for the address bar: export a file instead. The link of an imported log holds every request; the link of a generated workload stays short."
    };
    let copy = {
        let (lab, link) = (lab.clone(), link.clone());
        Callback::from(move |_: MouseEvent| {
            let (lab, link) = (lab.clone(), link.clone());
            spawn_local(async move {
                let clipboard = web_sys::window().map(|window| window.navigator().clipboard());
                let copied = match clipboard {
                    Some(clipboard) => JsFuture::from(clipboard.write_text(&link)).await.is_ok(),
                    None => false,
                };
                lab.notices.add(if copied {
                    Notice::word("The link is on the clipboard.").about(Cause::Leaving)
                } else {
                    Notice::problem("The browser does not allow copying: mark the link and copy it by hand.").about(Cause::Leaving)
                });
            });
        })
    };
    let open = {
        let (lab, pasted) = (lab.clone(), pasted.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let text = pasted.cast::<HtmlInputElement>().map(|field| field.value()).unwrap_or_default();
            lab.open_link(text.trim());
        })
    };
    let select_all = Callback::from(|event: FocusEvent| event.target_unchecked_into::<HtmlTextAreaElement>().select());
    html! {
        <>
            <p>{ "The link holds the scenario, the zoom and the selection. Nothing leaves this browser." }</p>
            <textarea id="share-link" readonly=true rows="4" aria-label="Link" value={link} onfocus={select_all} />
            <p class="meter">
                <meter min="0" max={CHAT_CHARS.to_string()} low="1500" high="1900" optimum="0" value={length.min(CHAT_CHARS).to_string()} aria-label="Length of the link against the 2,000 characters of chat programs" />
                <span id="share-length">{ if is_made { format!("{} characters. {advice}", grouped(length as u64)) } else { advice.to_string() } }</span>
            </p>
            <button type="button" id="copy-link" class="strong" disabled={!is_made} onclick={copy}>{ "Copy link" }</button>
            <form class="open-link" onsubmit={open}>
                <label for="paste-link">{ "Open a link" }</label>
                <input id="paste-link" ref={pasted} autocomplete="off" />
                <button type="submit" id="open-link">{ "Open" }</button>
            </form>
            <p class="hint">{ "The link is shown as a preview. Your own work is kept, and undo brings it back." }</p>
        </>
    }
}

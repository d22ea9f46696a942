//! The command palette: everything that can be done, found by typing, done by Enter.

use super::command::Entry;
use super::table::entries;
use crate::app::kit::controls::keys::next_place;
use crate::app::shell::context::use_lab;
use crate::app::workbench::workbench;
use web_sys::{HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

/// Entries that a page key goes by.
const PAGE: i64 = 8;

/// The field and the list below it. The focus stays in the field; the list tells screen readers which entry is meant.
#[component]
pub fn Palette() -> Html {
    let lab = use_lab();
    let text = use_state_eq(|| AttrValue::from(""));
    let at = use_state_eq(|| 0_usize);
    let found = entries(&lab, &text);
    let place = (*at).min(found.len().saturating_sub(1));
    use_effect_with(place, |place| {
        bring_into_view(*place);
    });
    let run = {
        let lab = lab.clone();
        move |entry: &Entry| {
            // First, as what is done may open another dialog.
            lab.show_workbench();
            (entry.run)(&lab);
        }
    };
    let on_input = {
        let (text, at) = (text.clone(), at.clone());
        Callback::from(move |event: InputEvent| {
            text.set(event.target_unchecked_into::<HtmlInputElement>().value().into());
            at.set(0);
        })
    };
    let on_key = {
        let (found, run, lab, text) = (found.clone(), run.clone(), lab.clone(), text.clone());
        Callback::from(move |event: KeyboardEvent| {
            let by = match event.key().as_str() {
                "ArrowDown" => 1,
                "ArrowUp" => -1,
                "PageDown" => PAGE,
                "PageUp" => -PAGE,
                "Enter" => {
                    event.prevent_default();
                    // Whoever types fast presses Enter before the list shows what fits.
                    let typed = event.target_unchecked_into::<HtmlInputElement>().value();
                    if typed != **text {
                        return entries(&lab, &typed).first().into_iter().for_each(&run);
                    }
                    return found.get(place).into_iter().for_each(&run);
                }
                _ => return,
            };
            event.prevent_default();
            next_place(found.len(), Some(place), by).into_iter().for_each(|next| at.set(next));
        })
    };
    let items = found.iter().enumerate().map(|(i, entry)| {
        let on_click = {
            let (entry, run) = (entry.clone(), run.clone());
            Callback::from(move |_: MouseEvent| run(&entry))
        };
        html! {
            <li key={entry.words.clone()} id={format!("command-{i}")} role="option" aria-selected={(i == place).to_string()} onclick={on_click}>
                <span>{ &entry.words }</span>
                if !entry.keys.is_empty() {
                    <kbd>{ &entry.keys }</kbd>
                }
            </li>
        }
    });
    let hint = if workbench(&lab).study.is_some() {
        "A command, an example, or the number of a request"
    } else {
        "A command or an example"
    };
    html! {
        <div class="stack palette">
            <input id="command-search" type="text" role="combobox" autofocus=true autocomplete="off" spellcheck="false" aria-label={hint} placeholder={hint}
                aria-expanded="true" aria-controls="command-list" aria-autocomplete="list" aria-activedescendant={(!found.is_empty()).then(|| format!("command-{place}"))}
                value={(*text).clone()} oninput={on_input} onkeydown={on_key} />
            <ul class="plain" id="command-list" role="listbox" aria-label="Commands" tabindex="-1">{ for items }</ul>
            <p class="hint" role="status">{ if found.is_empty() { "Nothing fits." } else { "" } }</p>
        </div>
    }
}

/// The list scrolls to the entry that is meant.
fn bring_into_view(place: usize) -> Option<()> {
    let document = web_sys::window()?.document()?;
    let list = document.get_element_by_id("command-list")?;
    let entry = document.get_element_by_id(&format!("command-{place}"))?;
    let (around, area) = (list.get_bounding_client_rect(), entry.get_bounding_client_rect());
    let by = (area.top() - around.top()).min(0.0) + (area.bottom() - around.bottom()).max(0.0);
    list.set_scroll_top(list.scroll_top() + by as i32);
    Some(())
}

//! The search field above the list of requests: words that all have to hold, as text or as choices that put them in.

use super::listed::ListedPlan;
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::Newest;
use crate::state::{Action, Listing, ViewAction, selected_in, with_filter_word};
use std::rc::Rc;
use web_sys::{HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

/// Properties of [`RequestSearch`].
#[derive(Properties, PartialEq)]
pub struct RequestSearchProps<P: ListedPlan> {
    /// What is searched for.
    pub text: AttrValue,
    /// Called with what is searched for from now on.
    pub on_text: Callback<AttrValue>,
    /// What was found.
    pub listing: Rc<Listing>,
    /// The plan that is searched.
    pub plan: Option<P>,
    /// Words that can be chosen.
    pub words: Vec<String>,
    /// What those words are called, where that is not the word itself.
    pub names: &'static [(&'static str, &'static str)],
    /// What stands in the empty field, if not the first words.
    pub placeholder: Option<&'static str>,
    /// What else can be typed.
    pub hint: &'static str,
    /// The page's state.
    pub lab: Newest,
}

/// The field, what it found, and its choices.
#[component]
pub fn RequestSearch<P: ListedPlan>(
    RequestSearchProps { text, on_text, listing, plan, words, names, placeholder, hint, lab }: &RequestSearchProps<P>,
) -> Html {
    let on_input = on_text.reform(|event: InputEvent| AttrValue::from(event.target_unchecked_into::<HtmlInputElement>().value()));
    // Whoever types fast presses Enter before what is typed has been searched for.
    let awaited = use_mut_ref(|| None::<String>);
    let on_key = {
        let (lab, listing, plan) = (lab.clone(), Rc::clone(listing), plan.clone());
        let (text, on_text, awaited) = (text.clone(), on_text.clone(), Rc::clone(&awaited));
        Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
            "Enter" => {
                event.prevent_default();
                let typed = event.target_unchecked_into::<HtmlInputElement>().value();
                if typed == *text {
                    go_to_first(&lab, plan.as_ref(), &listing, &text);
                } else {
                    awaited.replace(Some(typed));
                }
            }
            "Escape" if !text.is_empty() => {
                event.prevent_default();
                on_text.emit("".into());
            }
            _ => {}
        })
    };
    {
        let (lab, listing, plan) = (lab.clone(), Rc::clone(listing), plan.clone());
        use_effect_with(text.clone(), move |text| {
            if awaited.borrow_mut().take_if(|typed| *typed == **text).is_some() {
                go_to_first(&lab, plan.as_ref(), &listing, text);
            }
        });
    }
    let take_all = {
        let (lab, listing, plan) = (lab.clone(), Rc::clone(listing), plan.clone());
        Callback::from(move |_: MouseEvent| select_all(&lab, plan.as_ref(), &listing))
    };
    let found = match (&listing.problem, listing.is_searched) {
        (Some(problem), _) => html! { <span class="problem">{ format!("{problem}.") }</span> },
        (None, true) => html! { format!("{} found", grouped(listing.len() as u64)) },
        (None, false) => Html::default(),
    };
    let may_take_all = listing.len() > 1 && (listing.is_searched || listing.rows_are_some());
    html! {
        <div class="search" role="search">
            <input id="request-search" type="search" autocomplete="off" spellcheck="false" aria-label="Search requests" aria-describedby="request-found"
                placeholder={placeholder.map_or_else(|| first_words(words), str::to_string)} value={text.clone()} oninput={on_input} onkeydown={on_key}
                aria-invalid={listing.problem.is_some().to_string()} />
            <div class="found">
                <span id="request-found" role="status">{ found }</span>
                if may_take_all {
                    <button type="button" id="select-all" class="link" onclick={take_all}>{ format!("Select all {}", grouped(listing.len() as u64)) }</button>
                }
            </div>
            <details>
                <summary>{ "Choices" }</summary>
                <div class="choices" role="group" aria-label="What is searched for">{ choices(text, on_text, words, names) }</div>
                <p class="hint">{ *hint }</p>
            </details>
        </div>
    }
}

/// Words that can be typed.
fn first_words(words: &[String]) -> String {
    match words {
        [first, second, ..] if !words.iter().any(|word| word == "refused") => format!("Number, {first}, {second} …"),
        _ => "Number, refused, rigid …".to_string(),
    }
}

/// Buttons that put words in or take them out.
fn choices(text: &AttrValue, on_text: &Callback<AttrValue>, words: &[String], names: &[(&str, &str)]) -> Html {
    let button = |word: String| {
        let is_in = text.split_whitespace().any(|other| other.eq_ignore_ascii_case(&word));
        let name = match (names.iter().find(|(of, _)| *of == word), word.as_str()) {
            (Some((_, name)), _) => (*name).to_string(),
            (None, "mpi") => "MPI".to_string(),
            (None, word) => word.replace(':', " "),
        };
        let next = AttrValue::from(with_filter_word(text, &word));
        let toggle = on_text.reform(move |_: MouseEvent| next.clone());
        html! { <button type="button" key={word.clone()} data-word={word} aria-pressed={is_in.to_string()} onclick={toggle}>{ name }</button> }
    };
    words.iter().cloned().map(button).collect()
}

/// Goes to the request with exactly this name, else to the first that was found.
fn go_to_first<P: ListedPlan>(lab: &Newest, plan: Option<&P>, listing: &Listing, text: &str) {
    let Some(plan) = plan else { return };
    let exact = plan.row_named(text.trim());
    if let Some(row) = exact.or_else(|| listing.row_at(0).filter(|_| listing.problem.is_none())) {
        plan.study().go_to_row(&lab.get(), row);
    }
}

/// Selects all that are listed; the selected one stays if it is among them.
fn select_all<P: ListedPlan>(lab: &Newest, plan: Option<&P>, listing: &Listing) {
    let (lab, Some(plan)) = (lab.get(), plan) else { return };
    let kind = plan.study().kind();
    let ids: Vec<u32> = (0..listing.len()).filter_map(|place| plan.id_at(listing.row_at(place)?)).collect();
    let selected = selected_in(&lab.model().view, kind).filter(|selected| ids.contains(selected)).or(ids.first().copied());
    lab.act(Action::View(ViewAction::Mark(kind, selected, ids.into_iter().collect())));
}

//! What a lecturer enters: the lesson, and the codes.

use super::lesson::{Choice, Shared};
use crate::app::kit::text::format::grouped;
use crate::app::shell::lesson::shipped::LESSONS;
use crate::lessons::class::codes::CODES_MAX;
use web_sys::{File, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

/// The keys of the choices that are no shipped lesson.
const OF_CODES: &str = "codes";
const OWN: &str = "own";

/// Properties of [`Entry`].
#[derive(Properties, PartialEq)]
pub struct EntryProps {
    /// What is pasted.
    pub text: AttrValue,
    /// Which lesson is chosen.
    pub choice: Choice,
    /// The lesson that was brought in.
    pub own: Option<Shared>,
    /// The title of the lesson that is shown.
    pub title: Option<AttrValue>,
    /// Whether answers are shown: what codes are is told there before.
    pub is_filled: bool,
    /// Whether names are hidden, and so what is pasted.
    pub are_hidden: bool,
    /// Another text.
    pub on_text: Callback<String>,
    /// Another choice.
    pub on_choice: Callback<Choice>,
    /// Files with codes or lessons.
    pub on_files: Callback<Vec<File>>,
    /// The link of a lesson.
    pub on_link: Callback<String>,
}

/// The fields.
#[component]
pub fn Entry(props: &EntryProps) -> Html {
    let EntryProps { text, choice, own, title, is_filled, are_hidden, on_text, on_choice, on_files, on_link } = props;
    let onchange = on_choice.reform(|event: Event| {
        let value = event.target_unchecked_into::<HtmlSelectElement>().value();
        match LESSONS.iter().find(|lesson| lesson.name == value) {
            Some(lesson) => Choice::Shipped(lesson.name),
            None if value == OWN => Choice::Own,
            None => Choice::OfCodes,
        }
    });
    let option =
        |key: &'static str, words: String, is_chosen: bool| html! { <option value={key} selected={is_chosen}>{ words }</option> };
    let shipped = LESSONS
        .iter()
        .enumerate()
        .map(|(at, lesson)| option(lesson.name, format!("{}. {}", at + 1, lesson.title), *choice == Choice::Shipped(lesson.name)));
    let of_codes = match title.as_ref().filter(|_| *choice == Choice::OfCodes) {
        Some(title) => format!("As the codes say: {title}"),
        None => "As the codes say".to_string(),
    };
    let files = on_files.clone();
    let choose = move |event: Event| {
        let input = event.target_unchecked_into::<HtmlInputElement>();
        files.emit(listed(input.files()));
        // Choosing the same file again shall be noticed.
        input.set_value("");
    };
    let link = on_link.clone();
    let take_link = Callback::from(move |event: Event| {
        let field = event.target_unchecked_into::<HtmlInputElement>();
        let address = field.value();
        if !address.trim().is_empty() {
            link.emit(address);
            field.set_value("");
        }
    });
    html! {
        <section class="stack class-entry" aria-labelledby="class-entry">
            <h2 id="class-entry">{ "Codes" }</h2>
            <label for="class-lesson">{ "Lesson" }</label>
            <select id="class-lesson" {onchange}>
                { option(OF_CODES, of_codes, *choice == Choice::OfCodes) }
                { for own.iter().map(|lesson| option(OWN, lesson.0.title.clone(), *choice == Choice::Own)) }
                { for shipped }
            </select>
            <details>
                <summary>{ "A lesson of your own" }</summary>
                <label for="class-link">{ "Its link" }</label>
                <input id="class-link" placeholder="#l1.…" autocomplete="off" spellcheck="false" onchange={take_link} />
                <p class="hint">{ "Or choose its file (.lesson.md) below, or drop it anywhere on this page." }</p>
            </details>
            <label for="class-codes">{ "Paste the codes here, with any text around them" }</label>
            if *are_hidden {
                <p class="hint" id="class-covered">{ "What is pasted is hidden too: there may be names in it." }</p>
            } else {
                <textarea id="class-codes" rows="9" spellcheck="false" autocomplete="off" placeholder="Ana: here it is a1.…" value={text.clone()}
                    oninput={on_text.reform(|event: InputEvent| event.target_unchecked_into::<HtmlTextAreaElement>().value())} />
            }
            <label for="class-file">{ "Or choose files: a chat, a table (CSV), a lesson" }</label>
            <input type="file" id="class-file" multiple=true accept=".txt,.csv,.tsv,.html,.json,.md,text/*" onchange={choose} />
            if *is_filled { { about() } }
        </section>
    }
}

/// How codes come about, and what they are worth.
pub fn about() -> Html {
    let most = grouped(CODES_MAX as u64);
    html! {
        <div class="stack class-about">
            <h3>{ "How students get their code" }</h3>
            <p>{ "At the end of a lesson they press " }<b>{ "Copy my answers" }</b>{ " and paste the code where you ask for it: a chat, a form, a mail. The name that they type is in the code." }</p>
            <h3>{ "What a code is worth" }</h3>
            <p>{ "A code can be forged and copied. It shows how a class understood something; do not use it for exams or marks." }</p>
            <p>{ format!("The codes are read in this tab, up to {most} of them. Nothing is stored or sent; a reload forgets all of it.") }</p>
        </div>
    }
}

/// Files as a list.
pub fn listed(files: Option<web_sys::FileList>) -> Vec<File> {
    files.map_or_else(Vec::new, |files| (0..files.length()).filter_map(|at| files.get(at)).collect())
}
